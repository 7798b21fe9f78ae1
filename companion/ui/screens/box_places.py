"""Places of a form on the stage, joined by ways: to add, name, drag and join."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.graphics import SmoothEllipse, SmoothLine
from kivy.metrics import dp

from companion.core.boxes.edits import Point, add_place, change_place, join, remove_place
from companion.core.boxes.form import PlacesPart
from companion.core.text import Text, say
from companion.core.values import Json
from companion.ui.screens.box_stage import MARGIN, TAP_WITHIN, FormStage, StageCanvas, nearest
from companion.ui.table.panels.answer_panel import Action
from companion.ui.widgets import Words
from companion.ui.widgets.controls.rows import ChoiceRow
from companion.ui.widgets.controls.sheet import open_name

if TYPE_CHECKING:
    from companion.ui.screens.boxes import BoxEditor

SLIP = 8.0
MOVE, JOIN, ADD = "move", "join", "add"
"""What a tap does: select a place, lead a way from the selected one to it, or add one."""


class PlacesStage(FormStage):
    def __init__(self, editor: BoxEditor, part: PlacesPart) -> None:
        super().__init__(editor)
        self.part = part
        self.tool, self.chosen = MOVE, ""
        self.canvas_part = self.map = PlacesCanvas(self)

    @property
    def places(self) -> dict[str, dict[str, Any]]:
        return {one["id"]: one for one in self.draft.value(self.part)}

    @property
    def ways(self) -> dict[str, dict[str, Any]]:
        return {one["id"]: one for one in self.draft.at(self.part.ways)}

    def show(self) -> None:
        if self.chosen and self.chosen not in (*self.places, *self.ways):  # an undo may have removed it
            self.use(MOVE)
        self.map.draw()
        editor = self.editor
        editor.kicker.say(say("Also saved when you leave"))
        editor.headline.say(self._headline())
        editor.column.gap = 14
        editor.parts = self._tools()
        editor.row.show(self._primary(), None)

    def _headline(self) -> Text | str:
        if self.tool == ADD:
            return self.part.where
        if self.tool == JOIN:
            return self.part.to
        if self.chosen in self.places:
            return str(self.places[self.chosen]["name"])
        return self.part.title

    def _tools(self) -> list[Any]:
        part = self.part
        if self.tool != MOVE:
            return []
        remove = (part.remove, "delete-outline", self.remove)
        more = (part.join, "vector-line", partial(self.start, JOIN))
        if self.chosen in self.ways:
            return [self.tiles(*([more] if part.branching else ()), remove)]
        if self.chosen:
            rename = (say("Rename"), "form-textbox", self.open_rename)
            return [self.tiles(rename, more, remove), *self._kinds()]
        hint = [Words(self.look, part.hint, "support", "text2")] if part.hint else []
        return [*hint, self.tiles((part.add, "plus", partial(self.start, ADD))),
                *self.editor.form.draw(self.editor.section)]

    def _kinds(self) -> list[ChoiceRow]:
        part = self.part
        if not part.kinds:
            return []
        choices = [(one.value, one.label) for one in part.kinds]
        kind = self.places[self.chosen].get(part.kind_key)
        return [ChoiceRow(self.look, part.kind_title, "", choices, kind,
                          lambda value: self.change({part.kind_key: value}))]

    def _primary(self) -> Action:
        if self.chosen or self.tool != MOVE:
            return Action(say("Done"), "check-bold", partial(self.start, MOVE))
        return self.editor.save_action()

    # What a tap does

    def use(self, tool: str) -> None:
        self.tool = tool
        if tool != JOIN:
            self.chosen = ""

    def start(self, tool: str) -> None:
        self.use(tool)
        self.editor.refresh()

    def on_back(self) -> bool:
        in_use = bool(self.chosen) or self.tool != MOVE
        if in_use:
            self.start(MOVE)
        return in_use

    def tapped(self, key: str | None, at: Point) -> None:
        """A place, a way or the ground."""
        if self.tool == ADD:
            open_name(self.editor.app, self.look, self.part.called, "", say("Save the name"),
                      lambda name: self._add(name, at), longest=self.part.longest)
        elif self.tool == JOIN and key in self.places and key != self.chosen:
            one, self.tool, self.chosen = self.chosen, MOVE, ""
            self.editor.do(self._join, one, key)
        else:
            self.tool, self.chosen = MOVE, "" if key in (None, self.chosen) else str(key)
            self.editor.refresh()

    def _add(self, name: str, at: Point) -> None:
        self.take(add_place(self.draft.box, self.part, name, at))
        self.start(MOVE)

    def _join(self, one: str, two: str) -> None:
        self.take(join(self.draft.box, self.part, one, two))

    def dropped(self, key: str, at: Point) -> None:
        self.editor.do(lambda: self.take(change_place(self.draft.box, self.part, key, {"at": list(at)})))

    def change(self, changes: Mapping[str, Json]) -> None:
        self.editor.do(lambda: self.take(change_place(self.draft.box, self.part, self.chosen, changes)))

    def remove(self) -> None:
        form = self.editor.form.form
        self.editor.do(lambda: self.take(remove_place(self.draft.box, form, self.part, self.chosen)))

    def open_rename(self) -> None:
        def take(name: str) -> None:
            self.take(change_place(self.draft.box, self.part, self.chosen, {"name": name.strip()}))
            self.editor.refresh()
        open_name(self.editor.app, self.look, self.part.called, str(self.places[self.chosen]["name"]),
                  say("Save the name"), take, longest=self.part.longest)


class PlacesCanvas(StageCanvas):
    """Calls `tapped` and `dropped` of the stage, with positions as fractions from the left and the top."""

    def __init__(self, stage: PlacesStage) -> None:
        super().__init__(stage.look)
        self.stage = stage
        self._held, self._start, self._at = "", (0.0, 0.0), (0.0, 0.0)
        self._dragging = False

    def where(self, key: str) -> Point:
        """The middle of a place or way on the screen."""
        return self._spots()[key]

    def _spots(self) -> dict[str, Point]:
        both = {**self.stage.ways, **self.stage.places}
        spots = {key: self._point(one["at"]) for key, one in both.items()}
        if self._dragging:
            spots[self._held] = self._at
        return spots

    def _inner(self) -> tuple[float, float, float, float]:
        edge = dp(MARGIN + 12)
        return self.x + edge, self.y + edge, max(1.0, self.width - 2 * edge), max(1.0, self.height - 2 * edge)

    def _point(self, at: Point) -> Point:
        x, y, wide, high = self._inner()
        return x + at[0] * wide, y + (1 - at[1]) * high

    def _part(self, point: Point) -> Point:
        x, y, wide, high = self._inner()
        across, down = (point[0] - x) / wide, 1 - (point[1] - y) / high
        return round(min(1.0, max(0.0, across)), 3), round(min(1.0, max(0.0, down)), 3)

    def draw(self) -> None:
        self.layer.clear()
        if self.width < dp(40):
            return
        spots = self._spots()
        self.ink("outline")
        for key, way in self.stage.ways.items():
            for end in way["ends"]:
                if end in spots:
                    self.layer.add(SmoothLine(points=[*spots[key], *spots[end]], width=dp(1.5)))
        for key in self.stage.ways:
            self._dot(spots[key], dp(6), "text2", key)
        for key, place in self.stage.places.items():
            self._dot(spots[key], dp(11), "primary", key)
            self.ink("text")
            self.words(str(place["name"]), "kicker", (spots[key][0], spots[key][1] - dp(22)))

    def _dot(self, at: Point, radius: float, colour: str, key: str) -> None:
        if key == self.stage.chosen:
            self._disc(at, radius + dp(4), "focus")
        self._disc(at, radius, colour)

    def _disc(self, at: Point, radius: float, colour: str) -> None:
        self.ink(colour)
        self.layer.add(SmoothEllipse(pos=(at[0] - radius, at[1] - radius), size=(2 * radius, 2 * radius)))

    # Touch

    def takes(self, touch: Any) -> bool:
        if touch.is_mouse_scrolling or self.busy() or not self.collide_point(*touch.pos):
            return False
        self._held = nearest(self._spots(), touch.pos, dp(TAP_WITHIN)) or ""
        self._start, self._dragging = touch.pos, False
        return True

    def follow(self, touch: Any) -> None:
        moved = abs(touch.x - self._start[0]) + abs(touch.y - self._start[1])
        if self._held and self.stage.tool == MOVE and (self._dragging or moved > dp(SLIP)):
            self._dragging, self._at = True, self._point(self._part(touch.pos))
            self.draw()

    def let_go(self, touch: Any) -> None:
        held, dragged = self._held, self._dragging
        self._held, self._dragging = "", False
        if dragged:
            self.stage.dropped(held, self._part(self._at))
        else:
            self.stage.tapped(held or None, self._part(touch.pos))
