"""A toy with awaits inside expressions."""

from tests.toys.orchard.game import OrchardGame
from tests.toys.orchard.questions import Price
from tests.toys.orchard.table import Orchard


class HiddenAwait(OrchardGame):
    async def play(self, table: Orchard) -> None:
        table.seats[0].points += await table.ask(Price(None))
        table.seats[0].points = max(table.basket, await table.ask(Price(None)))
        total = table.basket + await table.ask(Price(None))
        table.tell(await table.ask(Price(None)))
        first = abs(await table.ask(Price(None)))
        if not table.frost or await table.ask(Price(None)) == 3:
            table.day += total + first
        table.day += 1


game = HiddenAwait()
