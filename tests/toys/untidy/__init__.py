"""A toy that breaks the other rules for script authors, all in one place. It is read, not played."""

import random
import time
from datetime import datetime

from companion.core.setup import Setup
from companion.core.table import Table, Unwind
from companion.core.text import say
from tests.toys.orchard.game import OrchardGame
from tests.toys.orchard.questions import Price, Vote
from tests.toys.orchard.table import Grower, Orchard

LAST = 0


class Stop(Unwind):
    pass


class Messy(Table[Grower]):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [])
        self.now = 5


class Untidy(OrchardGame):
    async def play(self, table: Orchard) -> None:
        global LAST  # noqa: PLW0603
        LAST = random.randint(1, int(time.time()))
        for grower in table.seats:
            await table.ask(Vote(grower))
        for _ in range(2):
            await table.ask(Price(None))
        try:
            await table.ask(Price(None))
        finally:
            table.day += 1
        try:
            self.stop()
        except Stop:
            print(datetime.now(), hash("day"), open("diary.txt", encoding="utf-8"))  # noqa: SIM115
        table.tell("A plain sentence.")
        table.tell(say(f"{table.day} days"))
        table.market.takings = tuple([await table.ask(Price(None)) for _ in range(3)])

    def stop(self) -> None:
        raise Stop


game = Untidy()
