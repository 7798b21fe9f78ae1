"""Fingers on the planet: one drags it, two pinch it, a tap takes a space, two quick taps come nearer, and a
finger that rests on a piece takes it along."""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, degrees, hypot
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp

from companion.games.windward.screen.stage.camera import Camera, Point, Window
from companion.games.windward.screen.stage.touching.carry import HOLD, Carry

SWING = 30.0
"""How far two fingers go round each other before the map turns a sixth, in degrees."""
SLIP = 9.0
"""How far a finger may slip and still tap, in dp."""


class Fingers:
    """Knows which fingers are down. Asks the stage for its camera, and hands it a new one."""

    def __init__(self, look: Callable[[], tuple[Camera, Window]], turn: Callable[[Camera], None],
                 tap: Callable[[Point], None], double: Callable[[Point], None], lift: Callable[[Point], bool],
                 carry: Carry, swing: Callable[[int], None]) -> None:
        self._look, self._turn, self._tap, self._double = look, turn, tap, double
        self._lift, self._carry, self._swing = lift, carry, swing
        self.at_once = False
        """A piece comes along with a finger that has not rested on it."""
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
        """A finger has stayed where it came down: the piece under it comes along."""
        if len(self._down) == 1 and not self._dragging and self._lift(self._start):
            self._dragging = True

    def _drag(self, camera: Camera, window: Window, old: Point, new: Point) -> None:
        far = hypot(new[0] - self._start[0], new[1] - self._start[1])
        if not self._dragging and far < dp(SLIP):
            self._down[next(iter(self._down))] = old  # what was slipped counts once it becomes a drag
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
        """Two fingers that go round each other turn the map, a sixth at a time."""
        self._swung += (clockwise + 180) % 360 - 180
        if abs(self._swung) >= SWING:
            self._swing(1 if self._swung > 0 else -1)
            self._swung = 0.0


def _slant(one: Point, other: Point) -> float:
    return degrees(atan2(other[1] - one[1], other[0] - one[0]))


def _between(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
