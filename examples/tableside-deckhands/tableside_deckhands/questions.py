"""What Deckhands asks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.core.kinds import Numbers, Row, SecretNumber
from companion.core.questions import Sum
from companion.core.text import Text, count, say, spelled
from tableside_deckhands.table import Deckhands, Sailor


@dataclass(frozen=True)
class Bid(SecretNumber[Deckhands]):
    """DH-3"""

    rule: ClassVar[str] = "DH-3"
    seat: Sailor

    def sentence(self, table: Deckhands) -> Text:
        return say("{name}, how many tricks will you take?", name=self.seat)

    def row(self, table: Deckhands) -> Row:
        return Row(say("Tricks"), 0, table.round)

    def button(self, table: Deckhands, answer: Any) -> Text:
        return say("Seal the bid")

    def noted(self, table: Deckhands) -> Text:
        return say("{name} has bid.", name=self.seat)


@dataclass(frozen=True)
class Tricks(Numbers[Deckhands]):
    """DH-4: all of them went to somebody."""

    rule: ClassVar[str] = "DH-4"
    also: ClassVar[tuple[str, ...]] = ("DH-5", "DH-6")

    def sentence(self, table: Deckhands) -> Text:
        return say("Who took how many tricks?")

    def rows(self, table: Deckhands) -> Sequence[Row]:
        return [Row(sailor.name, 0, table.round, None, hint=bid_words(sailor), seat=sailor)
                for sailor in table.present()]

    def total(self, table: Deckhands) -> int | None:
        return table.round

    def preview(self, table: Deckhands, answer: Any) -> Iterable[Sum]:
        for sailor, tricks in zip(table.present(), answer, strict=False):
            yield Sum(sailor, bid_words(sailor) or say("no bid"), change(table, sailor, tricks))


def bid_words(sailor: Sailor) -> Text | None:
    return None if sailor.bid is None else say("bid {n}", n=spelled(sailor.bid))


def change(table: Deckhands, sailor: Sailor, tricks: int) -> int:
    """DH-5, DH-6"""
    bid = sailor.bid or 0
    if bid == tricks:
        return 20 * bid if bid else 10 * table.round
    return -10 * abs(bid - tricks) if bid else -10 * table.round


def told(sailor: Sailor, tricks: int) -> Text:
    return count("{name} bid {bid} and took one trick.", "{name} bid {bid} and took {tricks} tricks.", tricks,
                 name=sailor, bid=spelled(sailor.bid or 0), tricks=spelled(tricks))
