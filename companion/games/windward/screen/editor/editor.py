"""Editor for the owner's box of Windward: its tiles. The form draws everything else that differs."""

from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp

from companion.core.text import Text, say, say_in
from companion.games.windward.board.planet import LARGEST, SMALLEST, Terrain, tile_places
from companion.games.windward.box.form import BRUSHES
from companion.games.windward.box.model import TILES
from companion.games.windward.screen.editor.tile import BoxDraft, Brush, LetterTab, TileCanvas
from companion.games.windward.screen.stage.meshes import Sky
from companion.ui.drawing.stage import Room
from companion.ui.screens.boxes import BoxEditor
from companion.ui.table.layout import BIG
from companion.ui.table.panels.answer_panel import Action
from companion.ui.widgets import Do, Grid, PrimaryButton, Words
from companion.ui.widgets.controls.rows import ChoiceRow, IconLine, Stepper
from companion.ui.widgets.controls.sheet import Line, Sheet
from companion.ui.widgets.displays.covers import Badge

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

PAINT = say("Look at your tile, pick a brush and paint.")
GUESS = say("Look at your tile, pick a brush and paint. Your first touch clears the guess.")
UNKNOWN = "help-circle-outline"
LOW = 700.0


class Editor(BoxEditor):
    stage_section = say("Tiles")
    steps = BoxDraft
    draft: BoxDraft

    def __init__(self, app: "TablesideApp", box: int | None, draft: BoxDraft | None = None,
                 game: str = "") -> None:
        super().__init__(app, box, draft, game)
        look = self.look
        self._sky = Sky(self.canvas.before)
        self.tabs = Grid([LetterTab(look, letter, self.show_tile) for letter in TILES], columns=6, gap=6)
        self.canvas_part = TileCanvas(self.draft, self.refresh)
        above: list[tuple[Text | str, str, Do]] = [
            ("", "resize", self.open_size),
            (say("Mirror tile"), "flip-horizontal", partial(self.do, self.draft.mirror_tile))]
        self.pills = [Badge(look, words, icon, do, high=48.0, role="kicker", icon_size=22.0)
                      for words, icon, do in above]
        self.post_words = Words(look.on_art(), say("Trading Post"), "subtitle", "text2", align="right",
                                chrome=True)
        self.odd_line = IconLine(look, "", "alert-circle-outline", ink="text2", icon_ink="loss")
        self.brushes = [Brush(look, terrain, self.take_brush) for terrain in BRUSHES]
        self.brush_grid = Grid(self.brushes, columns=3, gap=8)

    def summary(self) -> Text:
        done = self.draft.done()
        if self.draft.small:
            return say("Small: {n} of 6 tiles", n=done)
        return say("Large: {n} of 6 tiles", n=done)

    def menu(self) -> tuple[list[Line], list[Line]]:
        ways: list[Line] = [] if self.shows_sections else [
            (name, "", "pencil-outline", partial(self.show_section, name)) for name in self.sections[1:]]
        return ways, [(say("Clear this tile"), "", "eraser", partial(self.do, self.draft.clear_tile)),
                      (say("Mirror tile"), "", "flip-horizontal", partial(self.do, self.draft.mirror_tile)),
                      (say("Planet and its size"), "", "resize", self.open_size)]

    # Showing

    def refresh(self) -> None:
        draft = self.draft
        self.canvas_part.draw()
        for tab in self.tabs.parts:
            tab.show(tab.letter == draft.letter, self._sign(tab.letter))
        self.pills[0].text = str(say("Size {n}", n=draft.side.radius))
        self.take_brush(draft.brush)
        super().refresh()

    def _sign(self, letter: str) -> str:
        if self.draft.is_guess(letter):
            return "help"
        return "check-bold" if self.draft.is_done(letter) else "circle-outline"

    def show_stage(self) -> None:
        draft = self.draft
        self.headline.say(say("What is on this tile?"))
        self._show_progress()
        self.column.gap = 10
        self.parts = [self.odd_line, self.brush_grid]
        clear = Action(say_in("a tile", "Clear"), "eraser", partial(self.do, draft.clear_tile))
        self.row.show(self._onward(), clear if self.look.scale <= BIG else None)

    def _show_progress(self) -> None:
        """What is known of this tile, and what looks odd about it."""
        draft, odd = self.draft, self.draft.odd()
        if draft.is_guess() and draft.tile.empty:
            kicker, line, icon = say("Tile {tile}: not painted yet", tile=draft.letter), PAINT, UNKNOWN
        elif draft.is_guess():
            kicker, line, icon = say("Tile {tile}: only a guess so far", tile=draft.letter), GUESS, UNKNOWN
        else:
            kicker = say("Tile {tile}, {n} of {all} spaces marked", tile=draft.letter, n=draft.marked,
                         all=len(tile_places(draft.side.radius)))
            line, icon = say("This tile looks fine."), "check-bold"
            if odd:
                line, icon = odd[0].text, "alert-circle-outline"
        self.kicker.say(kicker)
        self.odd_line.show(line, icon)
        self.odd_line.icon.tint("loss" if odd and not draft.is_guess() else "primary")

    def _onward(self) -> Action:
        draft = self.draft
        at = TILES.index(draft.letter) + 1
        if at < len(TILES):
            return Action(say("Tile {tile} next", tile=TILES[at]), "arrow-right",
                          partial(self.show_tile, TILES[at]), icon_last=True)
        if not draft.small:
            return Action(say("Now the small planet"), "arrow-right",
                          partial(self.show_tile, TILES[0], small=True), icon_last=True)
        return self.save_action()

    # Sheets

    def open_size(self) -> None:
        look, draft = self.look, self.draft

        def turn(small: bool) -> None:
            draft.small = small
            stepper.set(draft.side.radius)
            stepper.arrange()
            self.show_section(self.sections[0])

        def resize(radius: int) -> None:
            draft.resize(radius)
            self.show_section(self.sections[0])

        stepper = Stepper(look, say("Hexes from Post to corner"), draft.side.radius, SMALLEST, LARGEST,
                          resize)
        planets = ((False, say("Large planet")), (True, say("Small planet")))
        which = ChoiceRow(look, say("Which planet"), say("The tiles have two sides."), planets,
                          draft.small, turn)
        self.app.open_sheet(Sheet(look, say("Size of the planet"), [which, stepper],
                                  PrimaryButton(look, say("Done"), "check-bold", self.app.close_sheet)))

    # Actions

    def show_tile(self, letter: str, *, small: bool = False) -> None:
        """Go to a tile of the same planet, or of the small one."""
        self.draft.letter, self.draft.small = letter, small or self.draft.small
        self.section = self.sections[0]
        self.canvas_part.forget_last()
        self.refresh()

    def take_brush(self, terrain: Terrain) -> None:
        self.draft.brush = terrain
        for brush in self.brushes:
            brush.choose(brush.terrain is terrain)

    # Layout

    def _is_tall(self) -> bool:
        """Is there room for a headline and two rows of brushes at this text size?"""
        return bool(self.height >= dp(LOW) * (1 + 0.9 * (self.look.scale - 1)))

    @property
    def shows_sections(self) -> bool:
        """On a small phone the menu replaces the sections, to leave room for the tile."""
        return not self.on_stage or self.is_beside or self._is_tall()

    def head_parts(self) -> list[Any]:
        told = super().head_parts()[1:] if self._is_tall() else []
        return [*([self.section_row] if self.shows_sections else ()), *told]

    def stage_parts(self) -> list[Any]:
        return [self.canvas_part, self.tabs, *self.pills, self.post_words]

    def arrange(self) -> None:
        self._sky.lay(self.pos, self.size)
        low = not self._is_tall() and not self.is_beside
        for brush in self.brushes:
            brush.low = low or self.height < dp(480)
        self.brush_grid.columns = 6 if low and self.look.scale <= BIG else 3
        super().arrange()

    def lay_stage(self, room: Room) -> None:
        """Centre the tile, with its buttons beside the Post on the side without hexes."""
        high = self.tabs.fit(min(room.width - dp(24), dp(520)))
        self.tabs.pos = (room.x + (room.width - self.tabs.width) / 2, room.top - high)
        edge, right, low = dp(6), self.draft.clockwise, room.y + dp(10)
        self.canvas_part.lay((room.x + edge, room.y + edge),
                             (room.width - 2 * edge, room.height - high - dp(4) - 2 * edge))
        for pill in self.pills:
            pill.pos = (room.right - dp(16) - pill.hug() if right else room.x + dp(16), low)
            low = pill.top + dp(6)
        for pill in self.pills:  # under the tabs at large text; the menu has both
            pill.opacity, pill.disabled = float(low <= self.tabs.y), low > self.tabs.y
        post_x, post_y = self.canvas_part.middle((0, 0))
        wide, away = dp(64), self.canvas_part.hex_height * 0.62 + dp(2)
        outside = post_x - away - wide if right else post_x + away
        if not room.x <= outside <= room.right - wide:
            outside = post_x + away if right else post_x - away - wide
        self.post_words.align = "right" if outside < post_x else "left"
        self.post_words.fit(wide)
        self.post_words.pos = (outside, post_y - self.post_words.height / 2)
