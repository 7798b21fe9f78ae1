"""The picture on the table screen. To bring your own, subclass `Stage` and name it in `Game.stage`.

    from companion.ui.drawing import stage

    class Stage(stage.Stage):
        lights_places = True                       # if it shows the spaces of a *place* question

        def paint(self): ...                       # once: add instructions to self.canvas
        def place(self): ...                       # size or room changed
        def show(self, play, question): ...        # after every answer, undo or correction
        def draw(self, moving): ...                # once after both, if they call self.redraw(...)
        def draft(self, question, answer): ...     # an answer is being entered
        def select(self, space): ...               # a space was chosen in the list; None: no space
        def spot_of(self, place): ...              # where a field's `place` is on the screen
        def place_at(self, point): ...             # the inverse, also for empty spaces

The stage extends under the title bar and slightly under the panel's corners. Keep what matters inside
`self.room`, the uncovered part. If a stage raises, the generic stage replaces it.
"""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from kivy.graphics import PopMatrix, PushMatrix, Scale, Translate
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.core.engine.boundary import home_of, package_of
from companion.core.engine.by_hand import HandLine
from companion.core.game import Game
from companion.core.play import Play
from companion.core.questions import Question, traits
from companion.core.text import Text
from companion.ui.drawing.art import Motion
from companion.ui.drawing.touch import Grabbing
from companion.ui.theme import Look, tokens

log = logging.getLogger("tableside")


@dataclass(frozen=True)
class Room:
    """The uncovered part of a stage, in window pixels."""

    x: float = 0.0
    y: float = 0.0
    width: float = 1.0
    height: float = 1.0

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, bottom, and a width and height that are never zero."""
        return self.x, self.y, max(1.0, self.width), max(1.0, self.height)

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
    center: tuple[float, float]
    diameter: float
    digits: str = tokens.ON_SCRIM
    ring: str = tokens.RING
    track: str = tokens.RING_TRACK
    disc: bool = True
    """Draw a dark disc behind the digits; False if the art has a light one."""


class Stage(Grabbing):
    """Base of all stages. Events:

    - `on_space(space)`: a lit space, one of `question.choices`, was tapped.
    - `on_correct(path, value)`: a piece was dragged; `path` is one of `play.fields()`.
    - `on_ask(key)`: a piece with an open question was tapped.
    - `on_held(title, line, paths)`: a thing was long-pressed; these fields can be set.
    - `on_drum()`: the last part of a reveal is held back.
    """

    __events__ = ("on_space", "on_correct", "on_ask", "on_held", "on_drum")
    lights_places = False
    """This stage shows the spaces of a *place* question; otherwise the panel lists them."""
    carries = False
    """Pieces can be dragged."""
    at_hand = False
    """Correcting: pieces follow the finger at once, without a long press."""
    keeps = 0.0
    """Share of a phone's height that it needs; answers and To move lines give way first."""
    tells_points = False
    """It shows what the answer being entered is worth, so the panel doesn't."""
    roomy = False
    """The picture is the board: on a phone the panel stays as small as possible."""
    goes_back = False
    """Pieces are to be put back after an undo: until then, only their ways are drawn."""
    full = False
    """Nothing may cover it, so a clock goes into the bar."""
    dense = False
    """Many small spaces to tap: on a phone the panel may be lower than usual."""
    has_dark_room = False
    """During secret votes this stage covers the window and shows who has voted."""
    animate = BooleanProperty(True)
    """False if movement is off in the settings: finish everything at once."""
    clock_ready = BooleanProperty(True)
    """False while something moves to the clock's place; ring and digits wait."""
    reveals = BooleanProperty(False)
    """True while revealing a result: it has the whole window until the end or the next tap."""
    suspense = ObjectProperty(None, allownone=True)
    """What the window says below the picture while it reveals something."""
    turn = NumericProperty(0)
    """How far players have turned the picture, in the stage's units; saved with the play."""
    live = BooleanProperty(False)
    """True while visible: run clocks and loops only then."""

    def __init__(self, look: Look, game: Game[Any], **kwargs: Any) -> None:
        kwargs.setdefault("size_hint", (None, None))
        super().__init__(animate=look.motion, **kwargs)
        self.look, self.game = look, game
        self.room = Room()
        self._motion = Motion(self)
        self._held = False
        self._due: bool | None = None
        """A drawing put off until `release`: whether it moves; None if there is none."""
        self.paint()

    @property
    def free(self) -> Room:
        """The uncovered part, or the whole stage if hardly anything is free."""
        return self.room if self.room.height >= dp(56) else Room(self.x, self.y, self.width, self.height)

    def on_drum(self) -> None: ...

    # For subclasses

    def paint(self) -> None:
        """Create the canvas instructions, once."""

    def place(self) -> None:
        """Lay out everything. Called when size or room changed."""

    def show(self, play: Play[Any], question: Question[Any, Any] | None) -> None:
        """Called when the table or the question changed: compare and move the pieces."""

    def draw(self, moving: bool) -> None:
        """Draw what `redraw` asked for; without `moving`, everything goes to its place at once."""

    def redraw(self, *, moving: bool) -> None:
        """Call `draw` now or, while held, once at `release`. Nothing moves after a change of place."""
        self._due = moving and self._due is not False
        if not self._held:
            self.release()

    def sleep(self) -> None:
        """Its page leaves. What moves ends now; if that raises, the page leaves all the same."""
        try:
            self.live = False
        except BaseException as error:  # a game's stage may raise anything
            if isinstance(error, KeyboardInterrupt):
                raise
            log.exception("the stage of %s could not end its movement", self.game.facts.id)

    def about_to_reveal(self) -> bool:
        """Called after `show`, before the layout: does `draw` begin with a reveal, in the whole window?"""
        return False

    def heading(self, line: HandLine) -> float | None:
        """Direction of this line's piece in degrees, counterclockwise from the right; None if unclear."""
        return None

    def hands(self, lines: Sequence[HandLine]) -> None:
        """The pieces left to move by hand, called before `show`."""

    def letter(self, sentences: Sequence[Text]) -> bool:
        """Letter the spaces that these sentences on the screen describe; true if anything has changed."""
        return False

    def in_letters(self, sentence: Text) -> Text:
        """The sentence with letters for the spaces that have one."""
        return sentence

    def point_out(self, line: HandLine) -> None:
        """Bring this line's piece and its way into view."""

    def hold(self) -> None:
        """`show` and perhaps `place` follow: drawing can wait until `release`."""
        self._held = True

    def release(self) -> None:
        """Called after `hold`, once both are done: the panel no longer resizes the stage."""
        self._held = False
        if self._due is not None:
            moving, self._due = self._due, None
            self.draw(moving)

    def draft(self, question: Question[Any, Any], answer: Any) -> None:
        """Called while an answer is entered in the panel. Never for secret answers."""

    def read_out(self, step: int | None) -> None:
        """Zoom in on this move of `Question.aloud`; None shows all of them."""

    def select(self, space: Any) -> None:
        """Mark this space as chosen, or none."""

    def spot_of(self, place: str) -> tuple[float, float] | None:
        """Window position of a space or piece; None if unknown."""
        return None

    def place_at(self, point: tuple[float, float]) -> str:
        """The space at a point, spelled like a field's `place`; "" if none."""
        return ""

    def where(self, space: Any) -> tuple[float, float] | None:
        """Window position of a tappable space, for guests' pictures; None if not shown."""
        return None

    def put(self, widget: Widget, wanted: bool) -> None:
        """Add a widget to the stage, or take it off."""
        if wanted and widget.parent is None:
            self.add_widget(widget)
        elif not wanted and widget.parent is not None:
            self.remove_widget(widget)

    @property
    def moving(self) -> bool:
        """Whether something is under way."""
        return self._motion.moving

    def settle(self) -> None:
        """Finish all movement, after a tap."""
        self._motion.settle()

    def all_in(self, play: Play[Any]) -> None:
        """All votes are in, still closed: a dark room shows that everybody has voted."""

    def touched(self, touch: Any) -> None:
        """A finger came down in the window, before any widget takes it: finish all movement."""
        self.settle()

    def clock_place(self) -> ClockPlace:
        """The timer's place: by default 252 dp in the middle, at most 62 % of the width."""
        wide = min(dp(252), self.room.width * 0.62, self.room.height * 0.92)
        return ClockPlace(self.room.center, wide)

    def time_left(self, part: float | None) -> None:
        """Called ten times a second with the remaining share of time; None without a clock."""

    def on_space(self, *_: Any) -> None:
        """Bound by the screen, like the other events."""

    on_ask = on_held = on_correct = on_space

    # For the screen

    def stand(self, pos: tuple[float, float], size: tuple[float, float], room: Room) -> None:
        if ((self.x, self.y), (self.width, self.height), self.room) != (pos, size, room):
            self.pos, self.size, self.room = pos, size, room
            self.place()

    _stretched: Scale | None = None
    _hung: Translate

    def stretch(self, shorter: float) -> None:
        """Preview another height while the panel glides, without a new layout.

        A picture that is too high moves up, since squeezing would distort it; one that is too low grows."""
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
        """Where a point of the picture appears while the panel glides."""
        if self._stretched is None:
            return point
        x, y, _ = self._stretched.origin
        return x + (point[0] - x) * self.grown, y + (point[1] - y) * self.grown + self._hung.y

    def seen_from(self, point: tuple[float, float]) -> tuple[float, float]:
        """The point of the picture that appears there; inverse of `seen_at`."""
        if self._stretched is None:
            return point
        x, y, _ = self._stretched.origin
        return x + (point[0] - x) / self.grown, y + (point[1] - self._hung.y - y) / self.grown

    @property
    def grown(self) -> float:
        return 1.0 if self._stretched is None else float(self._stretched.x)


def timed(play: Play[Any], question: Question[Any, Any] | None) -> bool:
    """Whether a single button waits for the clock, which then stands on the stage."""
    return question is not None and traits(question).waits and question.timer(play.table) is not None


def own_stage(game: Game[Any], look: Look) -> Stage:
    """Raises whatever the game's code raises."""
    module, _, name = game.stage.partition(":")
    made: Stage = getattr(import_module(module), name)(look, game)
    return made


def own_part(games: Iterable[Game[Any]], target: str) -> Any:
    """A class named as `module:Class`. Raises `ImportError` for other packages, since importing runs code."""
    module, _, name = target.partition(":")
    if home_of(module) not in {package_of(game) for game in games}:
        raise ImportError(f"{target} is no part of the game's own package")
    return getattr(import_module(module), name)
