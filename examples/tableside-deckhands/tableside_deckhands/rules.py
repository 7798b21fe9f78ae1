"""Deckhands: the table, the questions and the script. A stretch is a round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.api import (
    Numbers,
    Person,
    Row,
    Seat,
    SecretNumber,
    Setup,
    Sum,
    Table,
    Text,
    count,
    said,
    say,
    spelled,
)


class Sailor(Seat):
    lowest = -9999                                           # DH-6

    def __init__(self, index: int, person: Person) -> None:
        super().__init__(index, person)
        self.bid: int | None = None
        """The revealed bid; None before that."""


class Deckhands(Table[Sailor]):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Sailor(index, person) for index, person in enumerate(setup.people)])
        self.round = 1


class Bid(SecretNumber[Deckhands]):
    """DH-3"""

    rule = "DH-3"
    seat: Sailor

    sentence = said("{seat}, how many tricks will you take?")
    button = said("Seal the bid")
    noted = said("{seat} has bid.")

    def row(self, table: Deckhands) -> Row:
        return Row(say("Tricks"), 0, table.round)


class Tricks(Numbers[Deckhands]):
    """DH-4: together they took every trick."""

    rule = "DH-4"
    also = ("DH-5", "DH-6")

    sentence = said("Who took how many tricks?")

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


async def play(table: Deckhands) -> None:
    if any(sailor.bid is None for sailor in table.present()):
        bids = await table.all_of(Bid(sailor) for sailor in table.present())        # DH-3
        for sailor in table.present():
            if sailor in bids:
                sailor.bid = table.reveal(bids[sailor])
                table.tell(say("{name} bid {n}.", name=sailor, n=spelled(sailor.bid)), sailor, "DH-3")
    tricks = await table.ask(Tricks(None))                                          # DH-4
    for sailor, taken in zip(table.present(), tricks, strict=False):
        table.tell(told(sailor, taken), sailor, "DH-5" if sailor.bid == taken else "DH-6")
        points = change(table, sailor, taken)
        if points < 0:
            sailor.lose(-points)                                                    # DH-6
        else:
            sailor.gain(points)                                                     # DH-5
    for sailor in table.seats:
        sailor.bid = None
    table.round += 1                                                                # DH-2
