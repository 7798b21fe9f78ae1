"""Everybody at once, with different questions, several rounds in one stretch."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from companion.core.kinds import Number, PickText, Row
from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.core.text import Text, say
from tests.toys.orchard.game import OrchardGame
from tests.toys.orchard.table import Grower, Orchard


class Colour(PickText[Orchard]):
    rule: ClassVar[str] = "OR-4"
    seat: Grower

    def sentence(self, table: Orchard) -> Text:
        return say("{name}, which colour?", name=self.seat)

    def choices(self, table: Orchard) -> Iterable[str]:
        return ("red", "green")


class Weight(Number[Orchard]):
    rule: ClassVar[str] = "OR-4"
    seat: Grower

    def sentence(self, table: Orchard) -> Text:
        return say("{name}, how heavy?", name=self.seat)

    def row(self, table: Orchard) -> Row:
        return Row(say("Weight"), 0, 99)


class Together(OrchardGame):
    """First Ana picks a colour while the others weigh; then it is the other way round."""

    async def play(self, table: Orchard) -> None:
        ana, *others = table.seats
        first = await table.all_of([Colour(ana), *(Weight(grower) for grower in others)])
        for grower, answer in first.items():
            grower.gain(answer if isinstance(answer, int) else 1)
        second = await table.all_of([Weight(ana), *(Colour(grower) for grower in others)])
        for grower, answer in second.items():
            grower.gain(answer if isinstance(answer, int) else 1)
        table.day += 1


def test_two_rounds_of_different_questions_for_everybody() -> None:
    play: Play[Any] = Play(Together(), Setup(people("Ana", "Ben", "Cleo")))
    assert [one.key() for one in play.open()] == ["Colour/0", "Weight/1", "Weight/2"]
    play.answer("Weight/2", 30)
    play.answer("Colour/0", "red")
    play.answer("Weight/2", 31)  # changed until the last is in
    play.answer("Weight/1", 20)
    assert [one.key() for one in play.open()] == ["Weight/0", "Colour/1", "Colour/2"]
    play.answer("Weight/0", 7)
    play.answer("Colour/1", "green")
    play.answer("Colour/2", "green")
    assert [seat.points for seat in play.table.seats] == [8, 21, 32]
