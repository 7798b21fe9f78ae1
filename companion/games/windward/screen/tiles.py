"""Tile pictures, for laying out the planet and for swapping misplaced tiles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kivy.metrics import dp

from companion.core.fields import Field
from companion.core.questions import Face
from companion.core.text import say
from companion.core.values import Json, same
from companion.games.windward.copy import guesses
from companion.games.windward.copy.model import TILES, BoardTile, Copy, PlanetSide
from companion.games.windward.screen.editor.tile import TileCanvas
from companion.games.windward.screen.stage.camera import Point
from companion.games.windward.table import Windward
from companion.ui.table.layout import LANDSCAPE, SMALL
from companion.ui.table.panels.several import SeveralPanel
from companion.ui.theme.look import Look
from companion.ui.widgets import Chip, Column, Grid, Words, Wrap
from companion.ui.widgets.base.part import enough
from companion.ui.widgets.controls import answer

HIGH, LOW = 104.0, 84.0  # dp; the lower one on small screens


@dataclass(frozen=True)
class ShownTile:
    copy: Copy
    side: PlanetSide
    tile: BoardTile
    guess: bool

    def is_guess(self) -> bool:
        return self.guess


def shown_tile(table: Windward, letter: str) -> ShownTile:
    copy, side = table.copy, table.copy.side(table.small)
    return ShownTile(copy, side, side.tile(letter), guesses.tile_key(table.small, letter) in copy.guessed)


class TilePicture(TileCanvas):
    """A small read-only tile with larger signs, not faded for guesses."""

    grown, faint = 1.6, 1.0

    def __init__(self, shown: ShownTile) -> None:
        super().__init__(shown, lambda: None)

    def lay(self, pos: Point, size: Point) -> None:
        if tuple(self.size) == size and self._drawn:
            self.pos = self._corner.xy = pos  # read-only, so moving needs no redraw
        else:
            super().lay(pos, size)

    def on_touch_down(self, touch: Any) -> bool:
        return False


class TileButton(answer.Tile):
    def __init__(self, look: Look) -> None:
        super().__init__(look, high=HIGH)
        self.picture: TilePicture | None = None
        self._shows: ShownTile | None = None
        self._fitted = False

    def picture_of(self, shown: ShownTile) -> None:
        if self._shows == shown:
            return
        self._shows = shown
        if self.picture is not None:
            self.remove_widget(self.picture)
        self.picture = TilePicture(shown)
        self.add_widget(self.picture, index=len(self.children))  # below the badge
        if self._fitted:
            self.arrange()

    def fit(self, width: float) -> float:
        self._fitted = True
        self.label.fit(width - dp(12))
        return self.take_size(width, max(dp(self.high), self.look.high(56)))

    def arrange(self) -> None:
        super().arrange()
        self.label.pos = (self.x + dp(6), self.y + dp(4))
        picture = getattr(self, "picture", None)
        if picture is not None:
            low, top = self.y + dp(4) + self.label.height, self.y + self.height - dp(6)
            picture.lay((self.x + dp(8), low), (max(2.0, self.width - dp(16)), max(2.0, top - low)))


class LayoutPanel(SeveralPanel):
    """Choose the layout by pictures, because players know tiles by their print."""

    def tiles(self, count: int) -> list[Any]:
        return enough(self.made_tiles, count, lambda: self._bound(TileButton(self.look)))

    def _dress(self) -> None:
        super()._dress()
        for tile in self.shown:
            tile.high = LOW if self.host.form.name in (SMALL, LANDSCAPE) else HIGH
            tile.picture_of(shown_tile(self.table, tile.choice))


class TilesRow(Column):
    """The six tiles under "Does it match?"; tap two to swap them."""

    path = ""

    def __init__(self, page: Any, field: Field) -> None:
        self.page, self.layout, self.held = page, str(field.read()) or TILES, -1
        self.label = Words(page.look, field.label, "answer")
        self.hint = Words(page.look, "", "support", "text2")
        self.tiles = [TileButton(page.look) for _ in TILES]
        for at, tile in enumerate(self.tiles):
            tile.bind(on_tap=self._tapper(at))
        self.grid = Grid(self.tiles, columns=3, gap=8)
        self.confirm = Chip(page.look, say("They are laid out like this"), "check-bold",
                            lambda: page.set_to(self.path, self.layout))
        super().__init__([Column([self.label, self.hint], gap=0), self.grid], gap=10, pad=6)

    def _tapper(self, at: int) -> Callable[[Any], None]:
        return lambda _: self._tap(at)

    def show(self, field: Field, was: Json) -> None:
        now, self.held = str(field.read()), -1
        self.layout = now or self.layout
        changed = not same(now, was)
        self.hint.say(say("was {old}", old=field.words(was)) if changed and was else
                      say("Tap two tiles to swap them"))
        self.fill([self.parts[0], self.grid, *([] if now else [Wrap([self.confirm])])])
        self.hint.tint("warm" if changed else "text2")
        self._dress()

    def _dress(self) -> None:
        table = self.page.draft.play.table
        for at, (tile, letter) in enumerate(zip(self.tiles, self.layout, strict=False)):
            tile.choice = letter
            tile.show(Face(say("{n}: tile {letter}", n=at + 1, letter=letter)), chosen=at == self.held)
            tile.picture_of(shown_tile(table, letter))

    def _tap(self, at: int) -> None:
        if self.held in (-1, at):
            self.held = at if self.held == -1 else -1
            self._dress()
            return
        letters = list(self.layout)
        letters[at], letters[self.held] = letters[self.held], letters[at]
        self.held = -1
        self.page.set_to(self.path, "".join(letters))

    def refuse(self, why: str) -> None:
        self.hint.say(why)
        self.hint.tint("loss")
