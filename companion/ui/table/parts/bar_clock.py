"""The timer in the bar, where the stage is a score sheet: it covers no cell, and a tap on it pauses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp

from companion.core.questions import Timer
from companion.ui.drawing.stage import ClockPlace
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.tap import Box
from companion.ui.widgets.base.words import Icon
from companion.ui.widgets.displays.ring import TimerRing, shown_time

HIGH, WIDE, RING = 40.0, 104.0, 28.0  # the pill with the digits beside its ring
DISC = 44.0  # where the title needs the room: the digits inside of the ring
TITLE = 148.0  # what the title wants at least before the pill may be wide


class BarClock(TimerRing):
    """A pill with a ring and the seconds; narrow bars have the seconds in the ring."""

    def __init__(self, look: Look, timer: Timer, timers: Any, noise: Callable[[str], None],
                 on_second: Callable[[float], None] | None = None,
                 on_change: Callable[[], object] | None = None) -> None:
        super().__init__(look, timer, timers, noise, on_second, on_change)
        self.slim = True
        self.box = Box(self, look.scrim(), dp(DISC / 2))
        self.sign = Icon(look, "play", 18, tokens.ON_SCRIM, fixed=True)
        self.add_widget(self.sign)

    def stand_left_of(self, right: float, middle: float, room: float) -> float:
        """Its right edge, the bar's middle, and what there is for it and the title. Returns its left edge."""
        self.slim = room < dp(WIDE + TITLE)
        self.size = (dp(DISC), dp(DISC)) if self.slim else (dp(WIDE), dp(HIGH))
        self.pos = (right - self.width, middle - self.height / 2)
        side = dp(DISC - 4 if self.slim else RING)
        x = self.x + (self.width / 2 if self.slim else dp(HIGH / 2))
        self.place_at = ClockPlace((x, middle), side, ring=tokens.DARK.primary, disc=False)
        self.draw()
        return float(self.x)

    def draw(self) -> None:
        self.thick = 3 / 40 if self.slim else 4 / 28
        super().draw()

    def _write(self, side: float, bright: bool) -> None:
        """Play in the ring while it stands still; then narrow ones have no room for the seconds."""
        text = self.text = shown_time(self.timers.left(self.timer))
        waits = not self.timers.running(self.timer)
        self.sign.opacity = 1.0 if waits else 0.0
        self.sign.center = self.place_at.center
        long = 1.0 if len(text) <= 2 else 0.78 if len(text) == 3 else 0.66
        size = dp(18) * long if self.slim else dp(17)
        if abs(self.digits.px - size) > 0.5:
            self.digits.set_size_px(size)
        self.digits.say(text)
        self.digits.tint(tokens.ON_SCRIM, 1.0 if bright else 0.7)
        self.digits.opacity = 0.0 if waits and self.slim else 1.0
        self.digits.hug()
        x = self.place_at.center[0] if self.slim else (self.x + dp(HIGH / 2 + RING / 2) + self.right - dp(6)) / 2
        self.digits.center = (x, self.place_at.center[1])
