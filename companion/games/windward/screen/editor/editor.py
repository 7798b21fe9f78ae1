"""Editor for the owner's copy of Windward: tiles and everything else that differs between boxes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.metrics import dp

from companion.core.text import Text, say, say_in
from companion.games.windward.board.planet import Terrain, tile_places
from companion.games.windward.copy.checks import warnings
from companion.games.windward.copy.model import TILES, from_json, to_json
from companion.games.windward.screen.editor import sections
from companion.games.windward.screen.editor.sections import BRUSHES, ArtPill, Brush, LetterTab
from companion.games.windward.screen.editor.tile import CopyDraft, TileCanvas
from companion.games.windward.screen.stage.meshes import ART, lay_stars, stars
from companion.ui.drawing.art import art, gradient
from companion.ui.drawing.stage import Room
from companion.ui.screens.copy_editor import CopyEditor
from companion.ui.table.layout import BIG
from companion.ui.table.panels.answer_panel import Action
from companion.ui.widgets import Grid, Words
from companion.ui.widgets.controls.rows import IconLine
from companion.ui.widgets.controls.sheet import Line

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

PARTS = {"post": (say("Post and battle die"), "flag-variant"), "ship": (say("Ship board and crew"), "sail-boat"),
         "cards": (say("Cards"), "cards-outline"), "counts": (say("How many of everything"), "counter")}
PAINT = say("Look at your tile, pick a brush and paint.")
GUESS = say("Look at your tile, pick a brush and paint. Your first touch clears the guess.")
LOW = 700.0


class Editor(CopyEditor):
    game_id = "windward"
    sections: ClassVar[dict[str, Text]] = {"tiles": say("Tiles"), "post": say("Post"), "ship": say("Ship"),
                                           "cards": say("Cards"), "counts": say("Numbers")}

    def __init__(self, app: TablesideApp, copy: int, draft: CopyDraft | None = None) -> None:
        super().__init__(app, copy, draft)
        self._paint_sky()
        self._make_parts()
        self.refresh()

    def draft_of(self, copy: Any) -> CopyDraft:
        return CopyDraft(from_json(copy))

    def to_save(self) -> Any:
        return to_json(self.draft.to_save())

    def odd(self) -> list[Text]:
        return [reason.text for reason in warnings(self.draft.copy)]

    def menu(self) -> tuple[list[Line], list[Line]]:
        ways: list[Line] = [] if self.shows_sections else [
            (words, "", icon, partial(self.show_section, key)) for key, (words, icon) in PARTS.items()]
        return ways, [(say("Clear this tile"), "", "eraser", self.clear_tile),
                      (say("Planet and its size"), "", "resize", lambda: sections.open_size(self))]

    # Parts

    def _paint_sky(self) -> None:
        stops = [(float(at), str(colour)) for at, colour in art(ART).layers["sky"]["stops"]]
        sky = InstructionGroup()
        self._sky = Rectangle(texture=gradient(*stops))
        sky.add(Color(1, 1, 1, 1))
        sky.add(self._sky)
        self._stars = stars(sky)
        self.canvas.before.add(sky)

    def _make_parts(self) -> None:
        look = self.look
        self.tabs = Grid([LetterTab(look, letter, self.show_tile) for letter in TILES], columns=6, gap=6)
        self.canvas_part = TileCanvas(self.draft, self.refresh)
        self.mirror = ArtPill(look, "flip-horizontal", self._mirror)
        self.mirror.say(say("Mirror tile"))
        self.size_pill = ArtPill(look, "resize", lambda: sections.open_size(self))
        self.post_words = Words(look.on_art(), say("Trading Post"), "subtitle", "text2", align="right", chrome=True)
        self.odd_line = IconLine(look, "", "alert-circle-outline", ink="text2", icon_ink="loss")
        self.brushes = [Brush(look, terrain, self.take_brush) for terrain in BRUSHES]
        self.brush_grid = Grid(self.brushes, columns=3, gap=8)

    # Showing

    def refresh(self) -> None:
        draft, look = self.draft, self.look
        self.canvas_part.draw()
        done = draft.done()
        planet = say("Small: {n} of 6 tiles", n=done) if draft.small else say("Large: {n} of 6 tiles", n=done)
        self.show_state(planet)
        for tab in self.tabs.parts:
            sign = "help" if draft.is_guess(tab.letter) else "check-bold" if draft.is_done(tab.letter) else \
                "circle-outline"
            tab.show(tab.letter == draft.letter, sign)
        self.size_pill.say(say("Size {n}", n=draft.side.radius))
        for brush in self.brushes:
            brush.choose(brush.terrain is draft.brush)
        self._fill(look)
        self.arrange()

    def _fill(self, look: Any) -> None:
        draft = self.draft
        if self.section == "tiles":
            self._fill_tile()
            return
        made = {"post": lambda: sections.post_section(look, draft, self.change, self.looked),
                 "ship": lambda: sections.ship_section(look, draft, self.change_quietly, self.looked),
                 "cards": lambda: sections.cards_section(look, draft, lambda at: sections.open_supply(self, at),
                                                         lambda at: sections.open_achievement(self, at), self.looked),
                 "counts": lambda: sections.counts_section(look, draft, self.change_quietly, self.looked)}
        self.column.gap = 20
        self.parts = made[self.section]()
        self.row.show(self.save_action(), None)

    def _fill_tile(self) -> None:
        draft, odd = self.draft, self.draft.odd()
        guess = draft.is_guess()
        blank = guess and draft.tile.empty
        self.kicker.say(say("Tile {tile}: not painted yet", tile=draft.letter) if blank else
                        say("Tile {tile}: only a guess so far", tile=draft.letter) if guess else
                        say("Tile {tile}, {n} of {all} spaces marked", tile=draft.letter, n=draft.marked,
                            all=len(tile_places(draft.side.radius))))
        self.headline.say(say("What is on this tile?"))
        fine = say("This tile looks fine.")
        self.odd_line.words.say(PAINT if blank else GUESS if guess else odd[0].text if odd else fine)
        self.odd_line.icon.name = "help-circle-outline" if guess else "alert-circle-outline" if odd else "check-bold"
        self.odd_line.icon.tint("loss" if odd and not guess else "primary")
        self.column.gap = 10
        self.parts = [self.odd_line, self.brush_grid]
        clear = Action(say_in("a tile", "Clear"), "eraser", self.clear_tile) if self.look.scale <= BIG else None
        self.row.show(self._onward(), clear)

    def _onward(self) -> Action:
        draft = self.draft
        at = TILES.index(draft.letter) + 1
        if at < len(TILES):
            return Action(say("Tile {tile} next", tile=TILES[at]), "arrow-right", self._next, icon_last=True)
        if not draft.small:
            return Action(say("Now the small planet"), "arrow-right", self._next, icon_last=True)
        return self.save_action()

    # Actions

    def show_tile(self, letter: str) -> None:
        self.draft.letter = letter
        self.section = "tiles"
        self.canvas_part.forget_last()
        self.refresh()

    def take_brush(self, terrain: Terrain) -> None:
        self.draft.brush = terrain
        for brush in self.brushes:
            brush.choose(brush.terrain is terrain)

    def change(self, **fields: Any) -> None:
        self.draft.set(**fields)
        self.refresh()

    def looked(self, part: str) -> None:
        self.draft.looked(part)
        self.refresh()

    def change_quietly(self, **fields: Any) -> None:
        """Set a number without rebuilding its section, so a held button keeps counting."""
        if any(len(value) if isinstance(value, tuple) else 0 for value in fields.values()):
            self.change(**fields)
        else:
            self.draft.set(**fields)
            self.bar.undo.set_ready(self.draft.can_undo)

    def _mirror(self) -> None:
        self.draft.mirror_tile()
        self.refresh()

    def clear_tile(self) -> None:
        self.draft.clear_tile()
        self.refresh()

    def _next(self) -> None:
        self.draft.next_tile()
        self.show_tile(self.draft.letter)

    # Layout

    def _is_tall(self) -> bool:
        """Is there room for a headline and two rows of brushes at this text size?"""
        return bool(self.height >= dp(LOW) * (1 + 0.9 * (self.look.scale - 1)))

    @property
    def shows_sections(self) -> bool:
        """On a small phone the menu replaces the sections, to leave room for the tile."""
        return not self.on_stage or self.is_beside or self._is_tall()

    def head_parts(self) -> list[Any]:
        told = [self.kicker_row, self.headline] if self.on_stage and self._is_tall() else []
        return [*([self.section_row] if self.shows_sections else ()), *told]

    def stage_parts(self) -> list[Any]:
        return [self.canvas_part, self.tabs, self.mirror, self.size_pill, self.post_words]

    def arrange(self) -> None:
        self._sky.pos, self._sky.size = self.pos, self.size
        lay_stars(self._stars, self.pos, self.size)
        low = not self._is_tall() and not self.is_beside
        for brush in self.brushes:
            brush.low = low or self.height < dp(480)
        self.brush_grid.columns = 6 if low and self.look.scale <= BIG else 3
        super().arrange()

    def lay_stage(self, room: Room) -> None:
        high = self.tabs.fit(min(room.width - dp(24), dp(520)))
        self.tabs.pos = (room.x + (room.width - self.tabs.width) / 2, room.top - high)
        self._lay_canvas(room.x, room.y, room.width, room.height - high - dp(4))

    def _lay_canvas(self, x: float, y: float, width: float, height: float) -> None:
        """Centre the tile, with its buttons beside the Post on the side without hexes."""
        edge = dp(6)
        right = self.draft.copy.clockwise
        self.canvas_part.lay((x + edge, y + edge), (width - 2 * edge, height - 2 * edge))
        at = x + width - dp(16) if right else x + dp(16)
        for pill, low in ((self.size_pill, y + dp(10)), (self.mirror, y + dp(64))):
            pill.pos = (at - pill.width if right else at, low)
        post_x, post_y = self.canvas_part.middle((0, 0))
        wide, away = dp(64), self.canvas_part.hex_height * 0.62 + dp(2)
        outside = post_x - away - wide if right else post_x + away
        if not x <= outside <= x + width - wide:
            outside = post_x + away if right else post_x - away - wide
        self.post_words.align = "right" if outside < post_x else "left"
        self.post_words.fit(wide)
        self.post_words.pos = (outside, post_y - self.post_words.height / 2)
