"""A stage with a board: a camera, fingers and pieces that can be carried. Games draw the rest.

    class Stage(BoardStage):
        def paint(self):
            super().paint()
            self.pieces = Pieces(self.canvas, self._motion, Pawn)      # see companion/ui/stages/pieces.py

        def lit_at(self, at): ...                # what a tap there answers, if anything
        def load(self, at, held): ...            # the piece that a finger picks up, if any
        def light(self, spaces): ...             # spaces where the carried piece may go; None once it is down

A board that zooms also says how large it is (`window`), draws what the camera sees (`look_through`) and
redraws in the new size when fingers have zoomed (`sharpen`). One that doesn't sets `zooms = False`: world and
screen are then the same, and a drag that carries nothing ends in `swipe`.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from math import dist
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp

from companion.core.fields import Field
from companion.core.play import Play
from companion.core.views import spot_key
from companion.ui.drawing.art import Motion, between, between_points
from companion.ui.drawing.stage import Stage
from companion.ui.stages.camera import Camera, Point, Window, whole
from companion.ui.stages.pieces import Pieces
from companion.ui.theme import tokens

SLIP = 12.0
"""How far a tap may slip, in dp."""
HOLD = 0.45
"""Seconds of holding a piece before it is picked up."""
WHEEL = 1.15
NEARER = 1.8
"""How far a double tap zooms in."""
GLIDE = tokens.MOTION["sheet up"]


class CameraGuide:
    """The camera's position and destination; `apply` draws its view."""

    def __init__(self, motion: Motion, apply: Callable[[Camera], None]) -> None:
        self._motion, self._apply = motion, apply
        self.now = self.goal = Camera()
        self._center: Point | None = None
        self.led = False
        """The player moved the camera away from the question's view."""
        self.blurred = False
        """Fingers have zoomed since the board was drawn."""
        self.subject: Hashable = None
        """What the camera was last aimed at, as the stage names it."""

    def aim(self, subject: Hashable) -> bool:
        """Whether this is another subject than before: then the player no longer leads the camera."""
        same, self.subject = subject == self.subject, subject
        self.led = self.led and same
        return not same

    def take(self, camera: Camera) -> None:
        self.now = camera
        self._apply(camera)

    def jump(self, camera: Camera) -> None:
        """Set the camera; whoever calls it draws."""
        self._motion.stop("camera")
        self.now = self.goal = camera

    def lead(self, camera: Camera) -> None:
        self._motion.stop("camera")
        self.blurred = self.blurred or camera.zoom != self.goal.zoom
        self.goal, self.led = camera, True
        self.take(camera)

    def glide(self, goal: Camera) -> None:
        start, self.goal = self.now, goal

        def step(part: float) -> None:
            if part >= 1.0:
                self.take(goal)
            else:
                self.take(Camera(between(start.x, goal.x, part), between(start.y, goal.y, part),
                                 between(start.zoom, goal.zoom, part)))

        self._motion.move("camera", GLIDE.seconds if goal != start else 0.0, step, curve=GLIDE.curve)

    def stay_put(self, window: Window) -> None:
        """Keep the view fixed on screen after a resize, until the camera is aimed again."""
        old, new, camera = self._center, window.center, self.now
        if old is not None and camera.zoom:
            self.now = replace(camera, x=camera.x + (new[0] - old[0]) / camera.zoom,
                               y=camera.y + (new[1] - old[1]) / camera.zoom)
        self._center = new


@dataclass(frozen=True)
class Load:
    """A piece that a finger can carry."""

    key: str
    spaces: Sequence[Any]
    """Where it may go."""
    put: Callable[[Any], object]
    """Called with the space where it was put down, if it is another one."""


class Fingers:
    """Tracks touches: one finger taps, drags or carries a piece, two zoom."""

    def __init__(self, stage: "BoardStage") -> None:
        self._stage = stage
        self._resting: Any = None
        self._down: dict[Any, Point] = {}
        self._start: Point = (0.0, 0.0)
        self._under: Point = (0.0, 0.0)
        """The point of the board that the first finger went down on."""
        self._dragging = False
        self._spent = False
        """These touches have had their effect, so the rest of them means nothing."""

    def down(self, uid: Any, at: Point, under: Point) -> None:
        if self._stage.carried is not None:
            return  # the piece follows the first finger
        if not self._down:
            self._start, self._dragging, self._spent = at, False, False
            self._under = under
            self._resting = Clock.schedule_once(self._rested, HOLD)
        else:
            self._dragging = True
            self._resting.cancel()
        self._down[uid] = at

    def spend(self) -> None:
        """Ignore the fingers that are down now."""
        self._spent = bool(self._down)

    def move(self, uid: Any, at: Point) -> None:
        if uid not in self._down or self._spent:
            return
        if self._stage.carried is not None:
            self._stage.carry(at)
            return
        old = dict(self._down)
        self._down[uid] = at
        if len(self._down) == 1:
            self._drag(old[uid], at)
        elif self._stage.zooms:
            self._pinch(list(old.values())[:2], list(self._down.values())[:2])

    def up(self, uid: Any, at: Point, twice: bool) -> None:
        if self._down.pop(uid, None) is None or self._down:
            return
        self._resting.cancel()
        if self._spent:
            return
        if self._stage.carried is not None:
            self._stage.drop(at)
        elif self._dragging:
            self._stage.swipe(self._start, at)
        else:
            self._tap(at, twice)

    def _tap(self, at: Point, twice: bool) -> None:
        """If the board was gliding, it means what the finger went down on, not what arrived there."""
        under = self._stage.on_screen(self._under)
        at = under[0] + at[0] - self._start[0], under[1] + at[1] - self._start[1]
        if twice and self._stage.zooms:
            self._stage.double_tap(at)
        else:
            self._stage.tap(at)

    def _rested(self, _: float) -> None:
        if len(self._down) != 1 or self._dragging or self._spent:
            return
        if self._stage.lift(self._start, held=True):
            self._dragging = True
        elif self._stage.rest(self._start):
            self.spend()

    def _drag(self, old: Point, new: Point) -> None:
        if not self._dragging and dist(new, self._start) < dp(SLIP):
            self._down[next(iter(self._down))] = old  # a slip counts once it becomes a drag
            return
        first, self._dragging = not self._dragging, True
        self._resting.cancel()
        if first and self._stage.lift(self._start, held=False):
            self._stage.carry(new)
        elif self._stage.zooms:
            self._stage.lead(self._stage.camera.moved(self._stage.window, (new[0] - old[0], new[1] - old[1])))

    def _pinch(self, old: list[Point], new: list[Point]) -> None:
        before, after = between_points(old[0], old[1], 0.5), between_points(new[0], new[1], 0.5)
        window = self._stage.window
        moved = self._stage.camera.moved(window, (after[0] - before[0], after[1] - before[1]))
        self._stage.lead(moved.grown(window, max(dp(20), dist(*new)) / max(dp(20), dist(*old)), after))


class BoardStage(Stage):
    """Base of stages with a board. Call `super().paint()` first in `paint`."""

    carries = True
    zooms = True
    above = 14.0
    """How far above the finger a carried piece is, in dp."""
    pieces: Pieces
    carried: Load | None = None
    """The piece under a finger."""
    overview: Any = None
    """The button that leads back to the whole board, if there is one."""

    def paint(self) -> None:
        self.guide = CameraGuide(self._motion, self.look_through)
        self.fingers = Fingers(self)

    # The camera

    @property
    def window(self) -> Window:
        """The uncovered part of the stage, with the board's size."""
        return Window(*self.room.box)

    @property
    def camera(self) -> Camera:
        """What is seen now; without zoom, world and screen are the same."""
        return self.guide.now if self.zooms else whole(self.window)

    def look_through(self, camera: Camera) -> None:
        """Draw what this camera sees."""

    def sharpen(self) -> None:
        """Redraw for another zoom, after fingers have changed it."""

    def lead(self, camera: Camera) -> None:
        """A finger moves the camera."""
        self.guide.lead(camera)

    def show_whole(self) -> None:
        """Glide back to the whole board."""
        self.guide.led = True
        self.guide.glide(whole(self.window))
        self.sharpen()

    def is_whole(self) -> bool:
        """Whether the camera shows the whole board, or is on its way there."""
        return not self.zooms or self.guide.goal.is_whole(self.window)

    def on_screen(self, point: Point) -> Point:
        """Where a point of the world is in the window now."""
        return self.camera.to_screen(self.window, point)

    def in_world(self, point: Point) -> Point:
        return self.camera.to_world(self.window, point)

    def where(self, space: Any) -> Point | None:
        """Window position of a piece by its key, also while it moves."""
        at = self.pieces.at(space) if isinstance(space, str) else None
        return None if at is None else self.on_screen(at)

    # Touch

    def touchable(self, touch: Any) -> bool:
        """Whether a touch is the board's."""
        wanted = self.zooms or self.carries
        return bool(wanted and self.collide_point(*touch.pos) and touch.y >= self.room.y)

    def touched(self, touch: Any) -> None:
        touch.ud["under"] = self.in_world(self.seen_from(touch.pos))
        super().touched(touch)

    def takes(self, touch: Any) -> bool:
        if not self.touchable(touch) or (touch.is_mouse_scrolling and not self.zooms):
            return False
        at = self.seen_from(touch.pos)
        if touch.is_mouse_scrolling:
            factor = WHEEL if touch.button == "scrolldown" else 1 / WHEEL
            self.lead(self.camera.grown(self.window, factor, at))
            self._after_fingers()
        else:
            self.fingers.down(touch.uid, at, touch.ud.get("under") or self.in_world(at))
        return True

    def follow(self, touch: Any) -> None:
        self.fingers.move(touch.uid, self.seen_from(touch.pos))

    def let_go(self, touch: Any) -> None:
        self.fingers.up(touch.uid, self.seen_from(touch.pos), touch.is_double_tap)
        self._after_fingers()

    def _after_fingers(self) -> None:
        if self.guide.blurred:
            self.guide.blurred = False
            self.sharpen()

    def lit_at(self, at: Point) -> Any:
        """The answer that a lit space there would give; None if there is none."""
        return None

    def tap(self, at: Point) -> None:
        """A finger lifted where it went down."""
        space = self.lit_at(at)
        if space is not None:
            self.dispatch("on_space", space)

    def double_tap(self, at: Point) -> None:
        """Zoom in, or show everything again; on a lit space it is a tap."""
        if self.lit_at(at) is not None:
            self.tap(at)
            return
        self.guide.led = True
        goal, window = self.guide.goal, self.window
        nearer = goal.grown(window, max(NEARER, window.tap / goal.zoom), at)
        self.guide.glide(nearer if goal.is_whole(window) else whole(window))
        self.sharpen()

    def rest(self, at: Point) -> bool:
        """A finger rests on no piece that it could carry. True if that meant something, so it is no tap."""
        return False

    def swipe(self, start: Point, end: Point) -> None:
        """A drag that carried nothing has ended."""

    # Carrying

    def load(self, at: Point, held: bool) -> Load | None:
        """The piece that a finger picks up there, `held` after a long press, otherwise because it drags."""
        return None

    def light(self, spaces: Sequence[Any] | None) -> None:
        """Light the spaces where a carried piece may go; None once it is put down."""

    def space_at(self, at: Point) -> Any:
        """The space where a piece would be put down, None if there is none."""
        return self.place_at(at) or None

    def lift(self, at: Point, held: bool) -> bool:
        self.settle()
        self.carried = self.load(at, held or self.at_hand)
        if self.carried is None:
            return False
        self.light(self.carried.spaces)
        self.carry(at)
        return True

    def carry(self, at: Point) -> None:
        if self.carried is not None:
            x, y = self.in_world(at)
            self.pieces.hold(self.carried.key, (x, y + dp(self.above)))

    def give_back(self) -> None:
        """Stop carrying: the table has changed, so the piece may not go there any more."""
        if self.carried is not None:
            self.fingers.spend()
            self.carried = None
            self.pieces.release(stay=True)
            self.light(None)

    def drop(self, at: Point) -> None:
        """Put the piece down; a space where it can't go gives it back and says why."""
        load, self.carried = self.carried, None
        if load is None:
            return
        space = self.space_at(at)
        if space is not None and self.spot_of(spot_key(space)) is None:
            space = None  # the panel covers it
        self.pieces.release(stay=True)
        if space is not None and spot_key(space) != spot_key(self.pieces.space_of(load.key)):
            load.put(space)
        self.light(None)

    def correction(self, play: Play[Any], key: str, fits: Callable[[Field], bool]) -> Load | None:
        """Carry a piece as a correction, if a field that `fits` has its space as value."""
        space = spot_key(self.pieces.space_of(key))
        field = next((one for one in play.fields() if fits(one) and spot_key(one.read()) == space), None)
        if field is None:
            return None
        path, values = field.path, {spot_key(value): value for value in field.allowed}
        return Load(key, list(values), lambda to: self.dispatch("on_correct", path, values.get(to, to)))
