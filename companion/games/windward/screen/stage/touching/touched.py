"""What fingers do on the stage: take a space, ask where a piece goes, come nearer, carry a piece, turn the map."""

from __future__ import annotations

from typing import Any

from companion.core.play import Play
from companion.games.windward.board.planet import POST
from companion.games.windward.screen.stage import reading
from companion.games.windward.screen.stage.camera import Point, Window, nearest, turn_to, whole
from companion.games.windward.screen.stage.flight import FlightView
from companion.games.windward.screen.stage.marks import Lit, Marks
from companion.games.windward.screen.stage.pieces import PieceLayer
from companion.games.windward.screen.stage.touching.carry import Carry
from companion.games.windward.screen.stage.touching.guide import CameraGuide
from companion.games.windward.screen.stage.touching.touch import Fingers
from companion.games.windward.table import Windward
from companion.ui.drawing import stage
from companion.ui.drawing.sprites import Motion


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
        self._fingers.at_once = self.at_hand
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
        keys = {crester.at: crester.key for crester in table.living("red", "white") if crester.at is not None}
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
