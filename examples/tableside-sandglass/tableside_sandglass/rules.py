"""Sandglass as a script: a stretch is one turn. Table, questions and rules in one small module."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.core.kinds import Confirm, Numbers, Row
from companion.core.questions import Timer
from companion.core.seats import Seat, Side, sides
from companion.core.setup import Setup
from companion.core.table import Table
from companion.core.text import Text, count, say, spelled

SIDES, SECONDS, MOST = 2, 60, 30


class Sandglass(Table[Seat]):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Seat(index, person) for index, person in enumerate(setup.people)])
        self.sides: list[Side[Seat]] = sides(self.seats, SIDES)             # SG-1
        self.turns = 0
        self.describer: Seat = self.seats[0]

    def side_of(self, seat: Seat) -> Side[Seat]:
        return next(side for side in self.sides if seat in side.seats)


@dataclass(frozen=True)
class Describe(Confirm[Sandglass]):
    """SG-2, SG-3"""

    rule: ClassVar[str] = "SG-2"
    also: ClassVar[tuple[str, ...]] = ("SG-3",)
    seat: Seat

    def sentence(self, table: Sandglass) -> Text:
        return say("{name} describes. Guess, partners!", name=self.seat)

    def timer(self, table: Sandglass) -> Timer:
        return Timer(f"turn {table.turns + 1}", SECONDS)

    def button(self, table: Sandglass, answer: Any) -> Text:
        return say("The turn is over")


@dataclass(frozen=True)
class Words(Numbers[Sandglass]):
    """SG-4, SG-5"""

    rule: ClassVar[str] = "SG-4"
    also: ClassVar[tuple[str, ...]] = ("SG-5",)
    seat: Seat

    def sentence(self, table: Sandglass) -> Text:
        return say("How many words, and how many slips?")

    def rows(self, table: Sandglass) -> Sequence[Row]:
        return Row(say("Words guessed"), 0, MOST), Row(say("Slips"), 0, MOST)


async def play(table: Sandglass) -> None:
    if table.describer.gone:
        table.describer = table.next_of(table.describer)
    await table.ask(Describe(table.describer))                              # SG-2, SG-3
    words, slips = await table.ask(Words(table.describer))
    side = table.side_of(table.describer)
    side.gain(words)                                                        # SG-4
    side.lose(slips)                                                        # SG-5
    table.tell(count("{names} guessed one word.", "{names} guessed {n} words.", words, names=side.words),
               table.describer, "SG-4")
    if slips:
        table.tell(count("One slip.", "{number} slips.", slips, number=spelled(slips)), table.describer, "SG-5")
    table.turns += 1
    table.describer = table.next_of(table.describer)
