"""Orchard as a script."""

from typing import ClassVar

from companion.core.kinds import Confirm
from companion.core.table import Unwind
from companion.core.text import Text, say, spelled
from tests.toys.orchard.questions import (
    Crates,
    Give,
    Pick,
    PieName,
    Price,
    Queue,
    Stall,
    Takings,
    Vote,
    Weather,
)
from tests.toys.orchard.table import DAYS, Baking, Grower, Orchard, Turn


class TurnOver(Unwind):
    by_hand = say("End this turn here")


class Frost(Unwind):
    """OR-10: no day outlives it."""


class DayLost(Unwind):
    by_hand = say("Call the day off")


class Rest(Confirm[Orchard]):
    """OR-6"""

    rule: ClassVar[str] = "OR-6"
    seat: Grower

    def sentence(self, table: Orchard) -> Text:
        return say("{name} rests.", name=self.seat)

    async def then(self, table: Orchard, answer: str) -> None:
        raise TurnOver


class Bake(Confirm[Orchard]):
    """OR-9, a standing question."""

    rule: ClassVar[str] = "OR-9"
    seat: Grower

    def sentence(self, table: Orchard) -> Text:
        return say("{name} bakes a pie.", name=self.seat)

    async def then(self, table: Orchard, answer: str) -> None:
        with table.during(Baking(self.seat)):
            name = await table.ask(PieName(self.seat))
            table.pies.append(name)
            used = min(3, self.seat.apples)
            self.seat.apples -= used
            table.basket += used
            self.seat.gain(3)
            table.tell(say("{name} baked a pie.", name=self.seat), self.seat, "OR-9")
            if len(table.pies) >= 2:
                raise Frost


async def play(table: Orchard) -> None:
    """One stretch: a day."""
    with table.until(Frost):
        with table.until(DayLost):
            await day(table)
        night(table)
        return
    table.had_turn.clear()
    table.frost = True                                                      # OR-10


async def day(table: Orchard) -> None:
    dice = await table.ask(Weather(None))                                   # OR-2
    table.weather = dice[0]
    for grower in table.each(lambda: waiting(table)):                       # OR-3
        await turn(table, grower)
        table.had_turn.append(grower)
    if table.setup.options["market"]:
        await market(table)                                                 # OR-8
    await vote(table)                                                       # OR-7


async def turn(table: Orchard, grower: Grower) -> None:
    with table.during(Turn(grower)) as turn, table.until(TurnOver):
        while turn.actions < 2:
            await table.one_of(Pick(grower), Give(grower), Rest(grower))


async def market(table: Orchard) -> None:
    table.market.price = await table.ask(Price(None))
    crates = await table.ask(Crates(None))
    table.market.crates = list(crates)
    queue = await table.ask(Queue(None))
    table.market.queue = list(queue)
    table.market.stall = await table.ask(Stall(None))
    table.market.takings = await table.ask(Takings(None))


async def vote(table: Orchard) -> None:
    sealed = await table.all_of([Vote(grower) for grower in table.present()])
    votes = [table.reveal(ballot) for ballot in sealed.values()]
    for grower in table.seats:
        if all(votes.count(grower) > votes.count(other) for other in table.seats if other is not grower):
            grower.gain(2)
            table.tell(say("{name} was kindest.", name=grower), grower, "OR-7")


def night(table: Orchard) -> None:
    table.had_turn.clear()
    table.weather = 0
    table.day += 1
    if table.day <= DAYS:
        table.tell(say("Day {n}", n=spelled(table.day)), rule="OR-3", heading=True)


def waiting(table: Orchard) -> list[Grower]:
    return [grower for grower in table.present() if grower not in table.had_turn]
