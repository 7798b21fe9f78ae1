"""How the question panel moves: the next question rises into it, and the panel glides to another height."""

from __future__ import annotations

from kivy.animation import Animation
from kivy.metrics import dp
from kivy.properties import NumericProperty

from companion.ui.speed.cached import Cached
from companion.ui.theme import tokens
from companion.ui.theme.look import Look


class MovingPanel(Cached):
    """The panel as one picture that is slid, faded and lifted, without anything in it being drawn again."""

    rise = NumericProperty(0.0)
    fade = NumericProperty(1.0)
    lift = NumericProperty(0.0)
    """So far above its place it is seen, while it glides there."""
    below_seats = 0.0
    """How high the part is that comes in again: all but the seats, and the round corners."""

    def __init__(self, look: Look) -> None:
        super().__init__(look.colour("surface"), size_hint=(None, None))
        self.look = look
        self.bind(rise=self.slid, fade=self.slid)

    def appear(self) -> None:
        """The next question rises sixteen dp and fades in."""
        Animation.cancel_all(self, "rise", "fade")
        if not self.look.motion or self.veiled:
            return
        move = tokens.MOTION["next question"]
        self.rise, self.fade = dp(16), 0.05
        Animation(rise=0, fade=1, d=move.seconds, t=move.curve).start(self)

    veiled = False

    def veil(self, on: bool) -> None:
        """Show nothing but the seats while the stage reveals what the words would give away."""
        if on == self.veiled:
            return
        self.veiled = on
        if on:
            Animation.cancel_all(self, "rise", "fade")
            self.rise, self.fade = 0, 0
        else:
            self.appear()

    def settle(self) -> None:
        Animation.cancel_all(self, "rise", "fade", "lift")
        self.rise, self.fade, self.lift = 0, 0 if self.veiled else 1, 0

    def glide_from(self, top: float) -> None:
        """It was seen up to there, and has another height now."""
        if abs(top - self.top - self.lift) < 1:
            return
        Animation.cancel_all(self, "lift")
        self.lift = top - self.top if self.look.motion else 0.0
        if self.lift:
            move = tokens.MOTION["panel"]
            Animation(lift=0, d=move.seconds, t=move.curve).start(self)

    def on_lift(self, *_: object) -> None:
        self.hang(self.lift)

    def slid(self, *_: object) -> None:
        self.slide(self.below_seats, self.rise, self.fade)
