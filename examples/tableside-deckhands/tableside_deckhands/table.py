"""What lies on the table in Deckhands."""

from __future__ import annotations

from typing import ClassVar

from companion.core.seats import Person, Seat
from companion.core.setup import Setup
from companion.core.table import Table


class Sailor(Seat):
    lowest: ClassVar[int] = -9999                                           # DH-6

    def __init__(self, index: int, person: Person) -> None:
        super().__init__(index, person)
        self.bid: int | None = None
        """Open to everybody; None: not bid yet."""


class Deckhands(Table[Sailor]):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Sailor(index, person) for index, person in enumerate(setup.people)])
        self.round = 1
