"""Fingers on the planet: one drags it, two pinch and turn it, a tap takes a space, two quick taps come nearer, and a
finger that rests on a piece takes it along; and what the stage does with that."""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, degrees, hypot
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp

from companion.core.play import Play
from companion.games.windward.board.planet import POST
from companion.games.windward.screen.stage import reading
from companion.games.windward.screen.stage.camera import Camera, Point, Window, nearest, turn_to, whole
from companion.games.windward.screen.stage.carry import HOLD, Carry
from companion.games.windward.screen.stage.flight import FlightView
from companion.games.windward.screen.stage.guide import CameraGuide
from companion.games.windward.screen.stage.marks import Lit, Marks
from companion.games.windward.screen.stage.pieces import PieceLayer
from companion.games.windward.table import Windward
from companion.ui.drawing import stage
from companion.ui.drawing.sprites import Motion

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
        self._dragging = True
        self._resting.cancel()
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


class TouchedStage(stage.Stage):
    """The half of the stage that knows fingers. The other half draws."""

    _motion: Motion
    _play: Play[Windward] | None
    _table: Windward | None
    _question: Any
    _lit: Lit | None
    _guide: CameraGuide
    _carry: Carry
    _fingers: Fingers
    _marks: Marks
    _pieces: PieceLayer
    _flights: FlightView
    _aim: tuple[Any, ...]
    _in_battle: bool
    _sharp: float

    @property
    def window(self) -> Window:
        raise NotImplementedError

    def _sharpen(self) -> None:
        raise NotImplementedError

    def _draw(self) -> None:
        raise NotImplementedError

    def _mine(self, touch: Any) -> bool:
        return bool(self.collide_point(*touch.pos) and touch.y >= self.room.y and not self._in_battle)

    def on_touch_down(self, touch: Any) -> bool:
        if super().on_touch_down(touch):
            return True
        if not self._mine(touch):
            return False
        if touch.is_mouse_scrolling:
            self._fingers.wheel(touch)
            self._after_fingers()
            return True
        touch.grab(self)
        self._fingers.down(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        self._fingers.move(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        carried = self._carry.under_way
        self._fingers.up(touch)
        self._after_fingers()
        if carried:
            self._draw()
        return True

    def _lift(self, at: Point) -> bool:
        """A piece is taken up, to be put elsewhere by hand."""
        self._motion.settle()
        lifted = self._play is not None and self._carry.lift(self._play, self._guide.now, self.window, at)
        if lifted:
            self._marks.clear()
        return lifted

    def _after_fingers(self) -> None:
        if self._guide.goal.zoom != self._sharp:
            self._sharp = self._guide.goal.zoom
            self._sharpen()
            self._draw()

    def _tap(self, at: Point) -> None:
        self._motion.settle()
        if self._lit is not None:
            space = nearest(self._guide.now, self.window, at, self._lit.spaces)
            if space is not None:
                self.dispatch("on_space", space)
                return
        if not self._ask(at) and self._lit is None:
            self._reopen(at)

    def _ask(self, at: Point) -> bool:
        """A tap on a ship or a longboat asks where it goes, whatever the panel shows."""
        asked = reading.movers(list(self._play.open())) if self._play is not None else {}
        space = nearest(self._guide.now, self.window, at, asked)
        if space is not None:
            self.dispatch("on_ask", asked[space])
        return space is not None

    def _double_tap(self, at: Point) -> None:
        """Nearer, or back to the whole planet; on a lit space it is a tap like any other."""
        if self._lit is not None and nearest(self._guide.now, self.window, at, self._lit.spaces) is not None:
            self._tap(at)
            return
        self._guide.led = True
        nearer = self._guide.goal.grown(self.window, max(1.8, self.window.tap / self._guide.goal.zoom), at)
        self._guide.glide(nearer if self._guide.goal.is_whole(self.window) else whole(self.window))

    def _reopen(self, at: Point) -> None:
        """A tap on a Crester shows again how it flew last; a tap beside it puts that away."""
        table = self._table
        if table is None or not table.layout:
            return
        keys = {beast.at: beast.key for beast in table.living("red", "white") if beast.at is not None}
        space = nearest(self._guide.now, self.window, at, [one for one in keys if one != POST])
        self._flights.reopen(keys.get(space, "") if space is not None else "")
        self._draw()

    # Turned to where somebody sits

    def turn_on(self, sixths: int = 1) -> None:
        """The board is round: whoever sits elsewhere turns the map, not the phone."""
        self.turn = (int(self.turn) + sixths) % 6

    def on_turn(self, *_: Any) -> None:
        turn_to(int(self.turn))
        if self._table is None or self._play is None:
            return
        self._motion.settle()
        self._pieces.clear()
        self._aim = ()
        self.show(self._play, self._question)
        self._motion.settle()
        self._sharpen()
        self._draw()
