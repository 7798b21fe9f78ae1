"""What Orchard asks: one question of every kind."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from companion.core.kinds import (
    Confirm,
    Dice,
    Note,
    Number,
    Numbers,
    PickSeat,
    PickSeveral,
    Place,
    PutInOrder,
    Row,
    SecretSeat,
)
from companion.core.questions import Face, Timer
from companion.core.text import Refusal, Text, said, say
from tests.toys.orchard.table import Baking, Grower, Orchard, Turn


class Weather(Dice[Orchard]):
    rule: ClassVar[str] = "OR-2"
    sentence = said("What does the weather die show?")


class Pick(Confirm[Orchard]):
    rule: ClassVar[str] = "OR-4"
    seat: Grower

    def sentence(self, table: Orchard) -> Text:
        return say("{name}, pick an apple.", name=self.seat)

    def choices(self, table: Orchard) -> Iterable[str]:
        return ("done",) if table.basket and table.weather != 1 else ()

    def barred(self, table: Orchard) -> Iterable[tuple[str, Refusal]]:
        if table.weather == 1:
            yield "done", Refusal(say("Nobody picks in a storm."), "OR-2")
        elif not table.basket:
            yield "done", Refusal(say("The basket is empty."), "OR-4")

    async def then(self, table: Orchard, answer: str) -> None:
        table.basket -= 1
        self.seat.apples += 1
        table.by_players()
        table.under_way(Turn).actions += 1
        table.tell(say("{name} picked an apple.", name=self.seat), self.seat, "OR-4")


class Give(PickSeat[Orchard, Grower]):
    rule: ClassVar[str] = "OR-5"
    seat: Grower

    def sentence(self, table: Orchard) -> Text:
        return say("{name}, who gets an apple of yours?", name=self.seat)

    def choices(self, table: Orchard) -> Iterable[Grower]:
        return list(table.left_of(self.seat)) if self.seat.apples else []

    async def then(self, table: Orchard, answer: Grower) -> None:
        self.seat.apples -= 1
        answer.apples += 1
        table.by_players()
        table.under_way(Turn).actions += 1
        table.tell(say("{giver} gave {taker} an apple.", giver=self.seat, taker=answer), self.seat, "OR-5")


class Vote(SecretSeat[Orchard, Grower]):
    rule: ClassVar[str] = "OR-7"
    seat: Grower

    def sentence(self, table: Orchard) -> Text:
        return say("{name}, who was kindest today?", name=self.seat)

    def eligible(self, table: Orchard) -> Iterable[Grower]:
        return table.present()

    def timer(self, table: Orchard) -> Timer | None:
        return Timer(f"vote {table.day}", 20)


class Price(Number[Orchard]):
    rule: ClassVar[str] = "OR-8"
    sentence = said("What does an apple cost?")

    def row(self, table: Orchard) -> Row:
        return Row(say("Price"), 1, 5, 2)


class Crates(PickSeveral[Orchard, Grower]):
    rule: ClassVar[str] = "OR-8"
    sentence = said("Who brings a crate?")

    def things(self, table: Orchard) -> Sequence[Grower]:
        return table.present()

    def least(self, table: Orchard) -> int:
        return 1


class Queue(PutInOrder[Orchard, Grower]):
    rule: ClassVar[str] = "OR-8"
    sentence = said("Who stands where in the queue?")

    def things(self, table: Orchard) -> Sequence[Grower]:
        return table.present()

    def least(self, table: Orchard) -> int:
        return len(self.things(table))


class Stall(Place[Orchard, tuple[int, int]]):
    rule: ClassVar[str] = "OR-8"
    sentence = said("Where is the stall?")

    def choices(self, table: Orchard) -> Iterable[tuple[int, int]]:
        return ((0, 0), (0, 1), (1, 0))

    def face(self, table: Orchard, choice: Any) -> Face:
        return Face(say("Row {row}, place {place}", row=choice[0], place=choice[1]))


class Takings(Numbers[Orchard]):
    rule: ClassVar[str] = "OR-8"
    sentence = said("How much did each of you earn?")

    def rows(self, table: Orchard) -> Sequence[Row]:
        return [Row(grower.name, 0, 9, seat=grower) for grower in table.seats]


class PieName(Note[Orchard]):
    rule: ClassVar[str] = "OR-9"
    seat: Grower

    def sentence(self, table: Orchard) -> Text:
        return say("What is {name}'s pie called?", name=table.under_way(Baking).baker
                   if table.is_under_way(Baking) else self.seat)
