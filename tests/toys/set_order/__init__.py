"""A toy whose turns follow the order of a set."""

from companion.core.setup import Setup
from tests.toys.orchard.game import OrchardGame
from tests.toys.orchard.questions import Price
from tests.toys.orchard.table import Orchard


class Scattered(Orchard):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.order: list[str] = []


class SetOrder(OrchardGame):
    def new(self, setup: Setup) -> Scattered:
        return Scattered(setup)

    async def play(self, table: Orchard) -> None:
        assert isinstance(table, Scattered)
        names = {grower.name for grower in table.seats} | {"Zoe", "Yan", "Xia", "Wim"}
        table.order = [name for name in names]
        table.pies.extend(names)
        for name in names - {"Zoe"}:
            table.order.append(name)
        table.order += sorted(names)
        await table.ask(Price(None))
        table.day += 1


game = SetOrder()
