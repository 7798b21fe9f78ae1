"""Confirm, pick one, pick a seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from companion.core import chance
from companion.core.kinds import DONE, Confirm, Number, same
from companion.core.questions import Face
from companion.core.text import say
from companion.ui.table.kinds.choosers import Choosers
from companion.ui.table.kinds.kind import LUCK, Action, Host, Kind
from companion.ui.table.layout import BIG
from companion.ui.widgets import Column, Grid
from companion.ui.widgets.controls.answer import AnswerCard
from companion.ui.widgets.controls.entry import TextEntry

SEARCH_FROM = 10  # so many answers and a list needs a field to search it
SHORT = 13
LIKELY = 4  # so many answers most questions have
MOST_NUMBERS = 4


class ConfirmKind(Kind):
    """One button with the deed as its label; *Fix* beside it where the table may differ."""

    def primary(self) -> Action:
        face = self.question.face(self.table, DONE)
        return Action(self.question.button(self.table, DONE), face.icon or "check-bold",
                      lambda: self.host.answer(self.question, DONE))

    def second(self) -> Action | None:
        if isinstance(self.question, Confirm) and self.question.fixable:
            return Action(say("Fix"), "pencil-outline", self.host.correct)
        return None


class PickOne(Choosers):
    """Answer cards, the commonest filled and on top; what the rules forbid now is faded, with the reason."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.column = Column(gap=8)
        self.grid = Grid(columns=2, gap=8)
        self.search: TextEntry | None = None
        self.tapped: AnswerCard | None = None

    def empty(self) -> None:
        self.search = None  # the next question is searched for other words

    def faces(self) -> list[tuple[Any, Face, str]]:
        """Choice, face, and why it is barred."""
        question, table = self.question, self.table
        hidden = self.host.late_hidden(question)
        rows = [(choice, question.face(table, choice), "") for choice in question.choices(table)
                if hidden is None or not same(question.encode(choice), hidden)]
        rows.sort(key=lambda row: not row[1].main)
        rows += [(choice, question.face(table, choice), str(refusal.why)) for choice, refusal in question.barred(table)]
        return rows

    def read(self) -> None:
        self.tapped = None
        rows = self.faces()
        self.shown = self.cards(len(rows))
        for card, (choice, face, why) in zip(self.shown, rows, strict=True):
            card.choice = choice
            card.high = self.host.form.answer
            card.show(face, barred=why, terse=self.host.terse)
        self._fill()

    def prefetch(self) -> list[Callable[[], Any]]:
        return [partial(self.cards, count) for count in range(1, LIKELY + 1)]

    def _tap(self, card: AnswerCard) -> None:
        self.tapped = card
        self.host.answer(self.question, self.question.encode(card.choice))

    def primary(self) -> Action | None:
        """Where chance may answer, the phone draws; nobody draws twice."""
        if not self.question.by_chance:
            return None
        return Action(say("Draw for me"), "dice-multiple-outline", self._draw)

    def _draw(self) -> None:
        drawn = chance.random_answer(self.question, self.table, LUCK)
        face = self.question.face(self.table, self.question.decode(self.table, drawn))
        self.host.app.noise("dice", 30)
        if self.host.answer(self.question, drawn, rolled=True):
            self.host.app.tell(say("The phone drew: {what}.", what=face.label))

    def _fill(self) -> None:
        many = len(self.shown) > 6
        short = all(len(card.text) <= SHORT and not card.hint.text and not card.points.text for card in self.shown)
        if many and short and self.look.scale <= BIG:
            self.grid.fill(self.shown)
            self.column.fill([self.grid])
            return
        if len(self.shown) >= SEARCH_FROM:
            self.search = self.search or TextEntry(self.look, say("Search"), icon="magnify", on_type=self._searched)
            words = self.search.text.casefold().split()
            fits = [card for card in self.shown if all(word in card.text.casefold() for word in words)]
            self.column.fill([self.search, *fits])
        else:
            self.column.fill(self.shown)

    def _searched(self, _: str) -> None:
        self._fill()
        self.host.changed()

    def parts(self) -> list[Any]:
        return [self.column]

    def refused(self, why: str) -> bool:
        if self.tapped is None:
            return False
        self.tapped.refuse(why)
        self.host.changed()
        return True


class FewNumbers(PickOne):
    """A number of which only a few are possible: a card for each, one tap."""

    @staticmethod
    def serves(question: Any, table: Any) -> bool:
        if not isinstance(question, Number):
            return False
        row = question.row(table)
        return 0 <= row.high - row.low < MOST_NUMBERS

    def faces(self) -> list[tuple[Any, Face, str]]:
        question, table = self.question, self.table
        start = question.row(table).start  # type: ignore[attr-defined]
        return [(number, replace(question.face(table, number), label=question.button(table, number),
                                 main=number == start), "")
                for number in question.choices(table)]


class PickSeatKind(PickOne):
    """Tiles with tokens in seating order; with points or a second line, rows in two columns."""

    strip_optional = True

    def read(self) -> None:
        self.tapped = None
        rows = sorted(self.faces(), key=lambda row: getattr(row[1].seat, "index", 99))
        self.plain = not any(face.hint or face.points or why for _, face, why in rows)
        if self.plain:
            self._show_tiles(rows)
        else:
            self._show_cards(rows)
        self.column.fill([self.grid])

    def _show_tiles(self, rows: list[tuple[Any, Face, str]]) -> None:
        tiles = self.tiles(len(rows))
        for tile, (choice, face, _) in zip(tiles, rows, strict=True):
            tile.choice = choice
            tile.show(face)
        self.grid.columns = tile_columns(self.look.scale, len(rows))
        self.grid.fill(tiles)

    def prefetch(self) -> list[Callable[[], Any]]:
        return self.tiles_for_seats()

    def _show_cards(self, rows: list[tuple[Any, Face, str]]) -> None:
        cards = self.cards(len(rows))
        for card, (choice, face, why) in zip(cards, rows, strict=True):
            card.choice, card.high = choice, 76.0
            card.show(face, barred=why, terse=self.host.terse)
        self.grid.columns = 2 if self.look.scale <= BIG else 1
        self.grid.fill(cards)

    def refused(self, why: str) -> bool:
        return super().refused(why) if isinstance(self.tapped, AnswerCard) else False


def tile_columns(scale: float, count: int) -> int:
    """How many tiles a row holds: four, fewer when the names are big."""
    most = 4 if scale <= BIG else 3 if scale <= 1.6 else 2
    return max(1, min(most, count)) if count > 2 else max(2, count)
