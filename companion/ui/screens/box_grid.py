"""A grid of a form on the stage: cells to paint with a brush."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.graphics import Mesh, SmoothLine
from kivy.metrics import dp

from companion.core.boxes.edits import (
    Cell,
    Point,
    centres,
    cleared,
    confirmed,
    corners,
    is_guess,
    mirrored,
    painted,
    resized,
    rows_at,
    with_value,
)
from companion.core.boxes.form import Brush, GridPart
from companion.core.text import say
from companion.ui.drawing.letters import drawn
from companion.ui.screens.box_stage import MARGIN, TAP_WITHIN, FormStage, StageCanvas, nearest
from companion.ui.theme import Look, fonts, tokens
from companion.ui.widgets import Box, Card, Chip, Column, Do, Grid, Icon, Words
from companion.ui.widgets.base.part import Part
from companion.ui.widgets.controls.rows import Stepper

if TYPE_CHECKING:
    from companion.ui.screens.boxes import BoxEditor


class GridStage(FormStage):
    def __init__(self, editor: BoxEditor, part: GridPart) -> None:
        super().__init__(editor)
        self.part = part
        self.tile = part.tiles[0] if part.tiles else ""
        self.brush = part.brushes[min(1, len(part.brushes) - 1)]
        self.canvas_part = self.grid = GridCanvas(self)

    @property
    def rows(self) -> list[str]:
        return list(self.draft.at(rows_at(self.part, self.tile)))

    @property
    def mirrored(self) -> bool:
        return bool(self.part.clockwise) and self.draft.at(self.part.clockwise) is False

    def show(self) -> None:
        editor, part, guess = self.editor, self.part, is_guess(self.draft.box, self.part, self.tile)
        self.grid.draw()
        editor.kicker.say(say("Only a guess so far") if guess else say("Also saved when you leave"))
        editor.headline.say(part.title)
        editor.column.gap = 14
        matches = [(say("My box matches"), "check-bold", partial(self.change, self.rows))] if guess else []
        mirror = [(say("Mirror tile"), "flip-horizontal", partial(self.change, mirrored(self.rows)))]
        clear = (say("Clear"), "eraser", partial(self.change, cleared(part, self.rows)))
        hint = [Words(self.look, part.hint, "support", "text2")] if part.hint else []
        editor.parts = [*hint, *([self._tabs()] if part.tiles else ()), self._brushes(),
                        self.tiles(*matches, *(mirror if part.tiles else ()), clear),
                        *self._size(), *editor.form.draw(editor.section)]
        editor.row.show(editor.save_action(), None)

    def _tabs(self) -> Grid:
        chips = []
        for tile in self.part.tiles:
            sign = "help" if is_guess(self.draft.box, self.part, tile) else ""
            chips.append(Chip(self.look, tile, sign, partial(self.show_tile, tile), high=48.0, pad=4.0))
            chips[-1].choose(tile == self.tile)
        return Grid(chips, columns=min(6, len(chips)), gap=6)

    def _brushes(self) -> Grid:
        tiles = []
        for brush in self.part.brushes:
            plain = brush is self.part.brushes[0]
            tiles.append(BrushTile(self.look, brush, plain, partial(self.take_brush, brush)))
            tiles[-1].choose(brush is self.brush)
        return Grid(tiles, columns=3, gap=6)

    def _size(self) -> list[Stepper]:
        size = self.part.size
        if size is None:
            return []
        return [Stepper(self.look, size.title, self.draft.value(size), size.low, size.high, self.resize,
                        hint=size.hint)]

    def show_tile(self, tile: str) -> None:
        self.tile = tile
        self.editor.refresh()

    def take_brush(self, brush: Brush) -> None:
        self.brush = brush
        self.editor.refresh()

    def change(self, rows: list[str]) -> None:
        self.editor.do(self.put, rows)

    def put(self, rows: list[str]) -> None:
        box = with_value(self.draft.box, rows_at(self.part, self.tile), rows)
        self.take(confirmed(box, self.part, self.tile))

    def resize(self, size: int) -> None:
        """Don't rebuild the panel, so that a held button keeps counting."""
        self.draft.take(resized(self.draft.box, self.part, size))
        self.editor.show_state()
        self.grid.draw()


class GridCanvas(StageCanvas):
    def __init__(self, stage: GridStage) -> None:
        super().__init__(stage.look)
        self.stage = stage
        self._spots: dict[Cell, Point] = {}
        self._side = 1.0
        self._paints = ""

    def where(self, cell: Cell) -> Point:
        """The middle of a cell on the screen."""
        return self._spots[cell]

    def draw(self) -> None:
        self.layer.clear()
        if self.width < dp(40):
            return
        self._measure()
        part, rows = self.stage.part, self.stage.rows
        brushes = {brush.sign: brush for brush in part.brushes}
        outline = corners(part.cells)
        for (row, column), spot in self._spots.items():
            self._cell(brushes.get(rows[row][column], part.brushes[0]), spot, outline)
        if part.origin and part.cells == "wedge":
            self.ink("text2")
            self.words(str(part.origin), "kicker", self._place((0.0, 0.0)))

    def _measure(self) -> None:
        """Find the largest cells that fit, with the origin of a wedge below them."""
        part = self.stage.part
        found = centres(part.cells, self.stage.rows)
        points = [*found.values(), *([(0.0, 0.0)] if part.cells == "wedge" else ())]
        across = -1.0 if self.stage.mirrored else 1.0
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        high, low = min(y for _, y in points), max(y for _, y in points)
        room = (self.width - 2 * dp(MARGIN), self.height - 2 * dp(MARGIN))
        self._side = min(room[0] / (right - left + 2), room[1] / (low - high + 2), dp(64))
        middle = (self.center_x - across * self._side * (left + right) / 2,
                  self.center_y + self._side * (high + low) / 2)
        self._place: Callable[[Point], Point] = lambda at: (middle[0] + across * at[0] * self._side,
                                                            middle[1] - at[1] * self._side)
        self._spots = {cell: self._place(at) for cell, at in found.items()}

    def _cell(self, brush: Brush, spot: Point, outline: list[Point]) -> None:
        side = self._side * 0.96
        points = [(spot[0] + x * side, spot[1] + y * side) for x, y in outline]
        self.ink(brush.colour)
        self.layer.add(Mesh(vertices=[part for x, y in points for part in (x, y, 0.0, 0.0)],
                            indices=list(range(len(points))), mode="triangle_fan"))
        self.ink("outline")
        line = [part for point in points for part in point]
        self.layer.add(SmoothLine(points=line, width=dp(0.8), close=True))
        if brush is not self.stage.part.brushes[0]:
            self.ink(readable_on(brush.colour))
            self.sign(picture_of(brush, side), spot)

    # Touch

    def takes(self, touch: Any) -> bool:
        cell = self._cell_at(touch.pos, max(self._side, dp(TAP_WITHIN)))
        if touch.is_mouse_scrolling or cell is None or self.busy() or not self.collide_point(*touch.pos):
            return False
        stage = self.stage
        erases = stage.rows[cell[0]][cell[1]] == stage.brush.sign
        self._paints = stage.part.brushes[0].sign if erases else stage.brush.sign
        stage.draft.begin_stroke()
        self._paint(cell)
        return True

    def follow(self, touch: Any) -> None:
        cell = self._cell_at(touch.pos, 0.9 * self._side)
        if cell is not None and self.stage.rows[cell[0]][cell[1]] != self._paints:
            self._paint(cell)

    def let_go(self, touch: Any) -> None:
        self.stage.draft.end_stroke()
        self.stage.editor.refresh()

    def _paint(self, cell: Cell) -> None:
        self.stage.put(painted(self.stage.rows, cell, self._paints))
        self.draw()

    def _cell_at(self, point: Point, within: float) -> Cell | None:
        return nearest(self._spots, point, within)


def readable_on(colour: str) -> str:
    return max((tokens.LIGHT_RIM, tokens.DARK_RIM), key=lambda one: tokens.contrast(one, colour))


def picture_of(brush: Brush, side: float) -> Any:
    """Its icon, or its letter."""
    px = max(8.0, round(side * 0.9))
    if brush.icon:
        return drawn(fonts.icon(brush.icon), tokens.ICONS, px, px, None, "left", False)
    return drawn(brush.sign, tokens.TYPE["kicker"].font, px, px * 1.2, None, "center", False)


class Swatch(Part):
    """A brush's colour with its icon or letter, as in a cell."""

    def __init__(self, look: Look, brush: Brush, plain: bool) -> None:
        super().__init__(size=(dp(32), dp(32)))
        self.box = Box(self, look.colour(brush.colour), dp(8), look.colour("outline"), dp(1))
        ink = readable_on(brush.colour)
        self.icon = Icon(look, "" if plain else brush.icon, 20, ink, fixed=True)
        self.letter = Words(look, "" if plain or brush.icon else brush.sign, "kicker", ink, chrome=True)
        self.letter.hug()
        self.add_parts(self.icon, self.letter)

    def arrange(self) -> None:
        self.icon.center = self.letter.center = self.center


class BrushTile(Card):
    def __init__(self, look: Look, brush: Brush, plain: bool, do: Do) -> None:
        self.label = Words(look, brush.label, "subtitle", align="center", chrome=True)
        super().__init__(look, Column([Swatch(look, brush, plain), self.label], 4, 4, 6, centred=True), do,
                         text=str(brush.label), corner=16)

    def choose(self, on: bool) -> None:
        super().choose(on)
        self.label.tint("on_container" if on else "text")
