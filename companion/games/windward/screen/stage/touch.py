"""Touch on the planet (drag, pinch, tap, carry) and control of the camera."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import atan2, degrees, hypot
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp

from companion.core.game import Field
from companion.core.play import Play
from companion.games.windward.board.hexes import Hex, read, spell
from companion.games.windward.board.planet import POST
from companion.games.windward.screen.stage.board import Board
from companion.games.windward.screen.stage.camera import TAP_WITHIN, Camera, Point, Window, nearest, on_places, whole
from companion.games.windward.screen.stage.corner import BADGE
from companion.games.windward.screen.stage.marks import PLAIN, VEIL, FlightPath, Lit
from companion.games.windward.screen.stage.meshes import Light
from companion.games.windward.screen.stage.pieces import PieceLayer
from companion.ui.drawing.sprites import Motion, between
from companion.ui.theme import tokens

SWING = 30.0
"""Degrees two fingers rotate before the map turns a sixth."""
SLIP = 9.0
"""How far a tap may slip, in dp."""
HOLD = 0.45
"""Seconds of holding a piece before it is picked up."""
GLIDE = tokens.MOTION["sheet up"]


def path_of(key: str) -> str:
    """Path of the field with a piece's place.

    >>> path_of("ship2"), path_of("red7"), path_of("boat01")
    ('captains.2.ship', 'beasts.red7', 'boats.boat01')
    """
    if key.startswith("ship"):
        return f"captains.{key[4:]}.ship"
    return f"boats.{key}" if key.startswith("boat") else f"beasts.{key}"


class Carry:
    def __init__(self, board: Board, pieces: PieceLayer, correct: Callable[[str, str], None]) -> None:
        self._board, self._pieces, self._correct = board, pieces, correct
        self._key = ""
        self._spaces: list[Hex] = []
        self._planet: list[Hex] = []

    @property
    def under_way(self) -> bool:
        return bool(self._key)

    def lift(self, play: Play[Any], camera: Camera, window: Window, at: Point) -> bool:
        key = self._pieces.under(camera.to_world(window, at), dp(TAP_WITHIN) / camera.zoom)
        field = self._field(play, key) if key else None
        if field is None or isinstance(field.allowed, range):
            return False
        self._key, self._spaces = key, [read(value) for value in field.allowed if "," in str(value)]
        self._planet = [*play.table.planet.spaces, POST]
        on_map = tuple(space for space in self._spaces if space != POST)
        self._board.light(Light(((*PLAIN, on_map),), tuple(self._spaces), VEIL))
        self.move(camera, window, at)
        return True

    def move(self, camera: Camera, window: Window, at: Point) -> None:
        x, y = camera.to_world(window, at)
        self._pieces.hold(self._key, (x, y + dp(14)))

    def drop(self, camera: Camera, window: Window, at: Point) -> None:
        """Put the piece down; if not allowed, return it and say why."""
        key, self._key = self._key, ""
        space = nearest(camera, window, at, self._planet)
        self._pieces.release()
        if space is not None and space != self._pieces.space_of(key):
            self._correct(path_of(key), spell(space))

    def _field(self, play: Play[Any], key: str) -> Field | None:
        return next((field for field in play.fields() if field.path == path_of(key)), None)


class Fingers:
    """Tracks touches, and moves the stage's camera."""

    def __init__(self, look: Callable[[], tuple[Camera, Window]], turn: Callable[[Camera], None],
                 tap: Callable[[Point], None], double: Callable[[Point], None], lift: Callable[[Point], bool],
                 carry: Carry, swing: Callable[[int], None]) -> None:
        self._look, self._turn, self._tap, self._double = look, turn, tap, double
        self._lift, self._carry, self._swing = lift, carry, swing
        self.at_once = False
        """Pick up pieces without holding."""
        self._swung = 0.0
        self._resting: Any = None
        self._down: dict[Any, Point] = {}
        self._start: Point = (0.0, 0.0)
        self._dragging = False

    def down(self, touch: Any) -> None:
        if not self._down:
            self._start, self._dragging = touch.pos, False
            self._resting = Clock.schedule_once(self._rested, HOLD)
        else:
            self._dragging, self._swung = True, 0.0
            self._resting.cancel()
        self._down[touch.uid] = touch.pos

    def move(self, touch: Any) -> None:
        if touch.uid not in self._down:
            return
        camera, window = self._look()
        if self._carry.under_way:
            self._carry.move(camera, window, touch.pos)
            return
        old = dict(self._down)
        self._down[touch.uid] = touch.pos
        if len(self._down) == 1:
            self._drag(camera, window, old[touch.uid], touch.pos)
        else:
            self._pinch(camera, window, list(old.values())[:2], list(self._down.values())[:2])

    def up(self, touch: Any) -> None:
        if self._down.pop(touch.uid, None) is None or self._down:
            return
        self._resting.cancel()
        if self._carry.under_way:
            self._carry.drop(*self._look(), touch.pos)
            return
        if self._dragging:
            return
        if touch.is_double_tap:
            self._double(touch.pos)
        else:
            self._tap(touch.pos)

    def wheel(self, touch: Any) -> None:
        camera, window = self._look()
        factor = 1.15 if touch.button == "scrolldown" else 1 / 1.15
        self._turn(camera.grown(window, factor, touch.pos))

    def _rested(self, _: float) -> None:
        if len(self._down) == 1 and not self._dragging and self._lift(self._start):
            self._dragging = True

    def _drag(self, camera: Camera, window: Window, old: Point, new: Point) -> None:
        far = hypot(new[0] - self._start[0], new[1] - self._start[1])
        if not self._dragging and far < dp(SLIP):
            self._down[next(iter(self._down))] = old  # a slip counts once it becomes a drag
            return
        first, self._dragging = not self._dragging, True
        self._resting.cancel()
        if first and self.at_once and self._lift(self._start):
            self._carry.move(camera, window, new)
            return
        self._turn(camera.moved(window, (new[0] - old[0], new[1] - old[1])))

    def _pinch(self, camera: Camera, window: Window, old: list[Point], new: list[Point]) -> None:
        before, after = _between(*old), _between(*new)
        apart = max(dp(20), hypot(old[1][0] - old[0][0], old[1][1] - old[0][1]))
        now = max(dp(20), hypot(new[1][0] - new[0][0], new[1][1] - new[0][1]))
        moved = camera.moved(window, (after[0] - before[0], after[1] - before[1]))
        self._turn(moved.grown(window, now / apart, after))
        self._swing_by(_slant(*old) - _slant(*new))

    def _swing_by(self, clockwise: float) -> None:
        self._swung += (clockwise + 180) % 360 - 180
        if abs(self._swung) >= SWING:
            self._swing(1 if self._swung > 0 else -1)
            self._swung = 0.0


def _slant(one: Point, other: Point) -> float:
    return degrees(atan2(other[1] - one[1], other[0] - one[0]))


def _between(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


class CameraGuide:
    """The camera's position and destination; `apply` draws its view."""

    def __init__(self, motion: Motion, apply: Callable[[Camera], None]) -> None:
        self._motion, self._apply = motion, apply
        self.now = self.goal = Camera()
        self._center: Point | None = None
        self.led = False
        """The player moved the camera away from the question's view."""

    def take(self, camera: Camera) -> None:
        self.now = camera
        self._apply(camera)

    def lead(self, camera: Camera) -> None:
        self.goal, self.led = camera, True
        self.take(camera)

    def glide(self, goal: Camera) -> None:
        start, self.goal = self.now, goal

        def step(part: float) -> None:
            self.take(goal if part >= 1.0 else Camera(between(start.x, goal.x, part), between(start.y, goal.y, part),
                                                      between(start.zoom, goal.zoom, part)))

        self._motion.move("camera", GLIDE.seconds if goal != start else 0.0, step, curve=GLIDE.curve)

    def stay_put(self, window: Window) -> None:
        """Keep the view fixed on screen after a resize, until the camera is aimed again."""
        old, new, camera = self._center, window.center, self.now
        if old is not None and camera.zoom:
            self.now = replace(camera, x=camera.x + (new[0] - old[0]) / camera.zoom,
                               y=camera.y + (new[1] - old[1]) / camera.zoom)
        self._center = new


def aim_at(window: Window, lit: Lit | None, flight: FlightPath | None) -> tuple[tuple[Any, ...], Camera]:
    """The question's subject and its camera: lit spaces, a flight or the whole planet."""
    if lit is not None:
        return ("place", lit.spaces, lit.start), on_places(window, lit.spaces, lit.start)
    if flight is not None:
        clear = window.above(dp(BADGE + 20))
        return ("flight", flight), on_places(clear, flight.path, None).seen_in(clear, window)
    return ("whole",), whole(window)
