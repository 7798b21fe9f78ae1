"""What lies on the table in Pebbles."""

from __future__ import annotations

from companion.core.seats import Person, Seat
from companion.core.setup import Setup
from companion.core.table import Table

HEAP = 15  # PB-2
MOST = 3  # PB-3


class Player(Seat):
    """Somebody who takes pebbles; the points are in `Seat`."""

    def __init__(self, index: int, person: Person) -> None:
        super().__init__(index, person)
        self.pebbles = 0


class Pebbles(Table[Player]):
    """One heap, and what everybody has taken off it."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Player(index, person) for index, person in enumerate(setup.people)])
        self.heap = HEAP
        self.heaps_played = 0
        self.turn: Player = self.seats[0]
        self.last: Player | None = None
        """Who took the last pebbles so far."""
