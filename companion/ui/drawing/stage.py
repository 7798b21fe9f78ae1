"""The picture part of the table screen. A game may bring its own: subclass `Stage` and name it in `Game.stage`.

    from companion.ui.drawing import stage

    class Stage(stage.Stage):
        lights_places = True                       # only if it can show the spaces of a *place* question

        def paint(self): ...                       # once, when it is made: instructions on self.canvas
        def place(self): ...                       # whenever its size or its room changed
        def show(self, play, question): ...        # after every answer, undo, correction
        def release(self): ...                     # ... and then its place is known, too: draw what needs both
        def draft(self, question, answer): ...     # an answer is taking shape in the panel
        def select(self, space): ...               # the table chose a space in the list; None: none is chosen
        def spot_of(self, place): ...              # where a field's `place` is to be seen: a line's ring
        def place_at(self, point): ...             # the other way round, for a space on which nothing lies

The art runs to the very edge: the stage lies under the bar, and reaches a little under the panel's round corners.
`self.room` is the part that nothing covers; keep what matters inside it. A stage that raises is put away, the generic
one takes its place, and the evening goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from kivy.graphics import PopMatrix, PushMatrix, Scale, Translate
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.widget import Widget

from companion.core.engine.by_hand import HandLine
from companion.core.game import Game
from companion.core.play import Play
from companion.core.questions import Question
from companion.ui.theme import tokens
from companion.ui.theme.look import Look


@dataclass(frozen=True)
class Room:
    """The part of a stage that nothing covers, in window pixels."""

    x: float = 0.0
    y: float = 0.0
    width: float = 1.0
    height: float = 1.0

    @property
    def center(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def top(self) -> float:
        return self.y + self.height

    @property
    def right(self) -> float:
        return self.x + self.width

    def holds(self, point: tuple[float, float]) -> bool:
        return self.x < point[0] < self.right and self.y < point[1] < self.top


@dataclass(frozen=True)
class ClockPlace:
    """Where a timer's ring stands on the stage, and its colours there."""

    center: tuple[float, float]
    diameter: float
    digits: str = tokens.ON_SCRIM
    ring: str = tokens.RING
    track: str = tokens.RING_TRACK
    disc: bool = True
    """Draw a dark disc behind the digits; False where the art has a light one (the sun)."""


class Stage(Widget):
    """The base of all stages. Dispatches `on_space(space)` when a lit space is tapped: one of `question.choices`; and
    `on_correct(path, value)` when a piece was dragged elsewhere by hand: the path of one of `play.fields()`; and
    `on_ask(key)` when a piece was tapped that an open question is about: that question comes into the panel; and
    `on_fix(title, line, paths)` when a finger rested on a thing: its fields come up, and one tap sets one of them."""

    __events__ = ("on_space", "on_correct", "on_ask", "on_fix")
    lights_places = False
    """True: this stage shows the spaces of a *place* question; otherwise the panel lists them."""
    carries = False
    """True: pieces can be dragged on it, and put elsewhere by hand."""
    at_hand = False
    """The page puts pieces right: one comes along with a finger at once, without a rest on it."""
    roomy = False
    """The picture is the board itself: on a phone the panel below it keeps to what is needed, and one row of tiles."""
    has_dark_room = False
    """True: while a vote is secret this stage draws the dark-room over the whole window, with who has sealed."""
    animate = BooleanProperty(True)
    """False: "movement" is off in the settings, everything is at its end at once."""
    clock_ready = BooleanProperty(True)
    """False: something still moves to where the clock will stand; its ring and digits wait."""
    reveals = BooleanProperty(False)
    """True while it shows a result bit by bit: the panel says it afterwards, or at the next tap."""
    turn = NumericProperty(0)
    """How far the table has turned the picture; kept for the play. What it counts is the stage's own."""
    live = BooleanProperty(False)
    """True while the stage is to be seen: run clocks and drifting clouds only then."""

    def __init__(self, look: Look, game: Game[Any], **kwargs: Any) -> None:
        kwargs.setdefault("size_hint", (None, None))
        super().__init__(animate=look.motion, **kwargs)
        self.look, self.game = look, game
        self.room = Room()
        self.paint()

    # What a stage does

    def paint(self) -> None:
        """Make the instructions, once."""

    def place(self) -> None:
        """Size or room changed: put everything where it belongs."""

    def show(self, play: Play[Any], question: Question[Any, Any] | None) -> None:
        """The table changed, or another question is in the panel. Compare with what is shown, and move the pieces."""

    def heading(self, line: HandLine) -> float | None:
        """Where the piece of this line goes on the picture, in degrees against the clock from the right; None: nowhere
        that one arrow could show."""
        return None

    def hands(self, lines: Sequence[HandLine]) -> None:
        """What hands have yet to move; told before `show`. A stage may show where from and where to."""

    def hold(self) -> None:
        """The screen shows something new: `show` is coming, and perhaps another place. Until `release` a stage may put
        off what depends on both, so as not to draw it twice."""

    def release(self) -> None:
        """Both have come."""

    def draft(self, question: Question[Any, Any], answer: Any) -> None:
        """An answer is taking shape in the panel (an order, tap by tap), not given yet. Never for a secret one."""

    def select(self, space: Any) -> None:
        """Mark this space as chosen; None: none."""

    def spot_of(self, place: str) -> tuple[float, float] | None:
        """Where the space or piece of that name is to be seen, in the window; None: this stage can't say."""
        return None

    def place_at(self, point: tuple[float, float]) -> str:
        """The space under a finger, as a field's `place` spells it; empty: none, or this stage can't say."""
        return ""

    def where(self, space: Any) -> tuple[float, float] | None:
        """The middle of a space that can be tapped, in the window; None: this stage does not show it. For whoever looks
        at the stage from outside: a guest's phone."""
        return None

    def settle(self) -> None:
        """End all movement at once: somebody tapped."""

    def clock_place(self) -> ClockPlace:
        """Where the timer stands: 252 dp in the middle, at most 62 % of the width."""
        from kivy.metrics import dp
        wide = min(dp(252), self.room.width * 0.62, self.room.height * 0.92)
        return ClockPlace(self.room.center, wide)

    def time_left(self, part: float | None) -> None:
        """Ten times a second while a clock stands on the stage: 1 at its start, 0 at zero; None: no clock."""

    def on_space(self, space: Any) -> None:
        """Bound by the screen."""

    def on_ask(self, key: str) -> None:
        """Bound by the screen."""

    def on_fix(self, title: str, line: str, paths: tuple[str, ...]) -> None:
        """Bound by the screen."""

    def on_correct(self, path: str, value: Any) -> None:
        """Bound by the screen: a correction, logged and undoable like any other."""

    # What the screen does with it

    def stand(self, pos: tuple[float, float], size: tuple[float, float], room: Room) -> None:
        """Take a place on the screen."""
        if ((self.x, self.y), (self.width, self.height), self.room) != (pos, size, room):
            self.pos, self.size, self.room = pos, size, room
            self.place()

    _stretched: Scale | None = None
    _hung: Translate

    def stretch(self, shorter: float) -> None:
        """Seen in a place that is so much lower than its own (higher, below zero): the panel glides. Nothing is placed
        again. What is too high for the place goes up by half of that, and the panel covers the rest: squeezed, a round
        planet would be a flat one. What is too low grows, to the sides too, so that nothing is bare beside it."""
        if self._stretched is None:
            if not shorter:
                return
            self._stretched, self._hung = Scale(1, 1, 1), Translate(0, 0)
            for at, step in enumerate((PushMatrix(), self._hung, self._stretched)):
                self.canvas.before.insert(at, step)
            self.canvas.after.add(PopMatrix())
        grown = max(1.0, 1 - shorter / max(1.0, self.height))
        self._stretched.origin = (self.center_x, self.top)
        self._stretched.x = self._stretched.y = grown
        self._hung.y = max(0.0, shorter / 2)

    def seen_at(self, point: tuple[float, float]) -> tuple[float, float]:
        """Where a point of the picture is to be seen while the panel glides."""
        if self._stretched is None:
            return point
        x, y, _ = self._stretched.origin
        return x + (point[0] - x) * self.grown, y + (point[1] - y) * self.grown + self._hung.y

    def seen_from(self, point: tuple[float, float]) -> tuple[float, float]:
        """The point of the picture that is to be seen there."""
        if self._stretched is None:
            return point
        x, y, _ = self._stretched.origin
        return x + (point[0] - x) / self.grown, y + (point[1] - self._hung.y - y) / self.grown

    @property
    def grown(self) -> float:
        """How much bigger than it is a thing on the picture is to be seen."""
        return 1.0 if self._stretched is None else float(self._stretched.x)


def own_stage(game: Game[Any], look: Look) -> Stage:
    """The stage that a game names (`module:class`). Raises whatever its code raises."""
    module, _, name = game.stage.partition(":")
    made: Stage = getattr(import_module(module), name)(look, game)
    return made
