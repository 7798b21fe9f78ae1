"""The sheet's questions: a number per cell, and whether to end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.core.kinds import Confirm, Number, Row
from companion.core.kinds.number import NumberDraft
from companion.core.questions import Sum, Timer
from companion.core.said import said
from companion.core.showing import Button
from companion.core.table import Unwind
from companion.core.text import Text, say, spelled
from companion.games.any_box.sheet import MOST
from companion.games.any_box.table import AnyBox, Player


class SheetClosed(Unwind):
    """AB-9: an open-ended game ends when players say so."""


def row_name(table: AnyBox, round_: int) -> Text:  # AB-8
    named = table.sheet.categories
    return say("{name}", name=named[round_]) if round_ < len(named) else say("Round {n}", n=spelled(round_ + 1))


class ScoreDraft(NumberDraft):
    """A number whose button leads to the next player."""

    def primary(self) -> Button:
        more = any(self.question.seat not in column.seats for column in self.table.waiting())
        return self.answer_button("arrow-right", icon_last=True) if more else self.answer_button()


@dataclass(frozen=True)
class Score(Number[AnyBox]):  # AB-4
    rule = "AB-4"
    also = ("AB-5", "AB-6")
    typed = True
    seat: Player

    def sentence(self, table: AnyBox) -> Text:
        return say("How many for {names}?", names=table.column_of(self.seat).words)

    def why(self, table: AnyBox) -> Text:
        return say("Frequent numbers take one tap. Hold a key to type its digit and go on at once.")

    def limits(self, table: AnyBox) -> tuple[int, int]:
        return -MOST if table.sheet.below_zero else 0, MOST                 # AB-5

    def row(self, table: AnyBox) -> Row:
        """Frequent values come from the whole sheet, so compute them only for display."""
        low, high = self.limits(table)
        total = table.column_of(self.seat).points
        often = tuple(one for one in table.often() if one >= low)
        return Row(say("Points"), low, high, None, say("total {n}", n=total), often=often)

    def preview(self, table: AnyBox, answer: Any) -> Iterable[Sum]:
        total = table.column_of(self.seat).points
        yield Sum(self.seat, say("total {old} → {new}", old=total, new=total + answer), answer)

    def button(self, table: AnyBox, answer: Any) -> Text:
        waiting = [column for column in table.waiting() if self.seat not in column.seats]
        if waiting:
            return say("Next: {names}", names=waiting[0].words)
        return say("{round} is done", round=row_name(table, table.round))

    def draft(self, table: AnyBox) -> ScoreDraft:
        return ScoreDraft(self, table)

    def timer(self, table: AnyBox) -> Timer | None:  # AB-7
        seconds = table.sheet.clock
        return Timer(f"round {table.round + 1}", seconds) if seconds else None


@dataclass(frozen=True)
class EndTheGame(Confirm[AnyBox]):
    """AB-9, AB-A1: at any time."""

    rule = "AB-9"
    also = ("AB-A1",)
    icon = "flag-checkered"

    sentence = said("Is the game over?")
    title = said("End the game")

    def hint(self, table: AnyBox) -> Text | None:
        return say("What is in the cells counts.") if table.begun() else None

    button = said("End the game")

    async def then(self, table: AnyBox, answer: str) -> None:
        table.ended = True
        raise SheetClosed


@dataclass(frozen=True)
class EndEarly(EndTheGame):
    """Ending mid-round: in the menu only, to save space."""

    icon = ""
