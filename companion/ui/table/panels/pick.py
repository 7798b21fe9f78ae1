"""Confirm, pick one, pick a seat."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.core.kinds import Number
from companion.core.showing import ShownChoice
from companion.core.text import folded, say
from companion.ui.table.layout import BIG
from companion.ui.table.panels.answer_panel import AnswerPanel, Choosers, Host
from companion.ui.widgets import Column, Grid
from companion.ui.widgets.controls.answer import AnswerCard, Tile
from companion.ui.widgets.controls.entry import TextEntry

SEARCH_FROM = 10  # from this many answers on, a list has a search field
SHORT = 13
LIKELY = 4  # most questions have up to this many answers


class ConfirmPanel(AnswerPanel):
    """One button labelled with its action, plus *Correct* if the table may differ."""


class PickOnePanel(Choosers):
    """Answer cards, the usual one filled and on top; forbidden ones are faded, with the reason."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.column = Column(gap=8)
        self.grid = Grid(columns=2, gap=8)
        self.search: TextEntry | None = None
        self.shown: list[AnswerCard] = []
        self.tapped: AnswerCard | Tile | None = None

    def begin(self) -> None:
        self.search = None

    def draw(self) -> None:
        self.tapped = None
        choices = self.described.choices
        self.shown = self.cards(len(choices))
        for card, one in zip(self.shown, choices, strict=True):
            card.high = self.host.form.answer
            self._dress(card, one)
        self._fill()

    def _dress(self, card: AnswerCard, one: ShownChoice) -> None:
        card.choice = one.choice
        card.show(one.face, barred=str(one.barred or ""), terse=self.host.terse)

    def prefetch(self) -> list[Callable[[], Any]]:
        return [partial(self.cards, count) for count in range(1, LIKELY + 1)]

    def _tap(self, chooser: AnswerCard | Tile) -> None:
        self.tapped = chooser
        self.passed_on(self.draft.tap(self.question.encode(chooser.choice)))

    def _fill(self) -> None:
        many = len(self.shown) > 6
        short = all(len(card.text) <= SHORT and not card.hint.text and not card.points.text for card in self.shown)
        if many and short and self.look.scale <= BIG:
            self.grid.fill(self.shown)
            self.column.fill([self.grid])
            return
        if len(self.shown) >= SEARCH_FROM:
            self.search = self.search or TextEntry(self.look, say("Search"), icon="magnify", on_type=self._searched)
            words = folded(self.search.text).split()
            fits = [card for card in self.shown if all(word in folded(card.text) for word in words)]
            self.column.fill([self.search, *fits])
        else:
            self.column.fill(self.shown)

    def _searched(self, _: str) -> None:
        self._fill()
        self.host.changed()

    def parts(self) -> list[Any]:
        return [self.column]

    def refused(self, why: str) -> bool:
        if not isinstance(self.tapped, AnswerCard):
            return False
        self.tapped.refuse(why)
        self.host.changed()
        return True


class FewNumbersPanel(PickOnePanel):
    @staticmethod
    def serves(question: Any, table: Any) -> bool:
        return isinstance(question, Number) and question.few(table)


class PickSeatPanel(PickOnePanel):
    """Tiles with tokens in seating order, or two columns of rows if there are points or hints."""

    strip_optional = True

    def draw(self) -> None:
        self.tapped = None
        choices = self.described.choices
        self.plain = not any(one.face.hint or one.face.points or one.barred for one in choices)
        if self.plain:
            self._show_tiles(choices)
        else:
            self._show_cards(choices)
        self.column.fill([self.grid])

    def _show_tiles(self, choices: tuple[ShownChoice, ...]) -> None:
        tiles = self.tiles(len(choices))
        for tile, one in zip(tiles, choices, strict=True):
            tile.choice = one.choice
            tile.show(one.face)
        self.grid.columns = tile_columns(self.look.scale, len(choices))
        self.grid.fill(tiles)

    def prefetch(self) -> list[Callable[[], Any]]:
        return self.tiles_for_seats()

    def _show_cards(self, choices: tuple[ShownChoice, ...]) -> None:
        cards = self.cards(len(choices))
        for card, one in zip(cards, choices, strict=True):
            card.high = 76.0
            self._dress(card, one)
        self.grid.columns = 2 if self.look.scale <= BIG else 1
        self.grid.fill(cards)


def tile_columns(scale: float, count: int) -> int:
    """Tiles per row: four, fewer with big text; rows are balanced, so five become three and two.

    >>> [tile_columns(1.0, count) for count in range(1, 10)]
    [2, 2, 3, 4, 3, 3, 4, 4, 3]
    >>> [tile_columns(2.0, count) for count in (1, 3, 5)]
    [2, 2, 2]
    """
    most = 4 if scale <= BIG else 3 if scale <= 1.6 else 2
    rows = -(-count // most)
    return max(2, -(-count // max(1, rows)))
