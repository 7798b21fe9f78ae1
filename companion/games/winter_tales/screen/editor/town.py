"""The town in the editor: drag a house to its place on the board, tap to select it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, InstructionGroup, SmoothEllipse, SmoothLine
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.winter_tales.screen.editor.draft import JOIN, WAY, TownDraft
from companion.games.winter_tales.screen.stage import layout as lays
from companion.games.winter_tales.screen.stage.labels import ACCENT, NamePill, add_picture
from companion.games.winter_tales.screen.stage.layout import Point, TownLayout
from companion.games.winter_tales.screen.stage.town import TownView, paint_lamp, picture_of
from companion.ui.drawing.stage import Room
from companion.ui.theme import tokens

REACH, SLIP = 40.0, 8.0


class TownCanvas(Widget):
    """Calls `on_tap(key, at)` (no key means snow) and `on_drop(key, at)`, with positions as fractions."""

    def __init__(self, draft: TownDraft, on_tap: Callable[[str, Point], None],
                 on_drop: Callable[[str, Point], None]) -> None:
        super().__init__(size_hint=(None, None))
        self.draft, self._on_tap, self._on_drop = draft, on_tap, on_drop
        below, above = InstructionGroup(), InstructionGroup()
        self._held_layer = InstructionGroup()
        for part in (below, above, self._held_layer):
            self.canvas.add(part)
        self._town = TownView(below, above)
        self.room = Room()
        self._lay: TownLayout | None = None
        self._held, self._start, self._at = "", (0.0, 0.0), (0.0, 0.0)
        self._dragging = False

    def stand(self, pos: Point, size: Point, room: Room) -> None:
        self.pos, self.size, self.room = pos, size, room
        self.draw()

    # Drawing

    def draw(self) -> None:
        if self.room.width < dp(40):
            return
        held = self._held if self._dragging else ""
        shown = self.draft.map(without=held)
        self._lay = lay = lays.lay_of(shown, self.room, float(dp(1)), fixed=True)
        self._town.stand(shown, lay, (self.x, self.y), (self.width, self.height))
        self._town.point_out(self._lit(), self.draft.chosen)
        self._held_layer.clear()
        if held:
            self._draw_held(held, lay)

    def _lit(self) -> set[str]:
        """Every house that can be tapped to join two places."""
        if self.draft.tool in (JOIN, WAY):
            return {key for key, _ in self.draft.locations()}
        return set()

    def _draw_held(self, key: str, lay: TownLayout) -> None:
        layer, at = self._held_layer, self._at
        layer.add(Color(*tokens.rgba(tokens.LIT, 0.6)))
        for other in self.draft.joined_to(key):
            if other in self._town.spots:
                layer.add(SmoothLine(points=[*at, *self._town.spots[other]], width=dp(1)))
        wide = dp(30)
        layer.add(Color(*tokens.rgba(ACCENT, 0.5)))
        layer.add(SmoothEllipse(pos=(at[0] - wide, at[1] - wide / 2), size=(2 * wide, wide)))
        house = self.draft.location(key)
        if house is None:
            paint_lamp(layer, at, lay.unit * 1.15)
            return
        add_picture(layer, picture_of(house.get("house") or "house"), at, lay.unit * 1.12)
        px = float(dp(13))
        pill = NamePill(house["name"], px, self.room.width * 0.6)
        pill.draw(layer, pill.box_at((at[0], at[1] - px * 1.2), (self.room.x, self.room.right)))

    def where(self, key: str) -> Point:
        return self._town.spots[key]

    # Touch

    def on_touch_down(self, touch: Any) -> bool:
        room = self.room
        inside = room.x <= touch.x <= room.right and room.y <= touch.y <= room.top
        if touch.is_mouse_scrolling or not inside or self._lay is None:
            return False
        touch.grab(self)
        self._held = lays.nearest(self._town.spots, touch.pos, dp(REACH)) or ""
        self._start, self._dragging = touch.pos, False
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        across, up = touch.x - self._start[0], touch.y - self._start[1]
        if self._held and (self._dragging or abs(across) + abs(up) > dp(SLIP)) and self._lay is not None:
            if not self._dragging:
                self._from = self._town.spots[self._held]
            self._dragging = True
            lay = self._lay
            self._at = (min(lay.right, max(lay.left, self._from[0] + across)),
                        min(lay.high, max(lay.low, self._from[1] + up)))
            self.draw()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        lay, held, dragged = self._lay, self._held, self._dragging
        self._held, self._dragging = "", False
        if lay is None:
            return True
        if dragged:
            self._on_drop(held, lay.part(self._at))
        elif abs(touch.x - self._start[0]) + abs(touch.y - self._start[1]) < dp(2 * SLIP):
            self._on_tap(held, lay.part(touch.pos))
        return True
