"""The sheet's cells and the current round. Points are derived from the cells."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import ClassVar

from companion.core.seats import Person, Seat, Side, sides
from companion.core.setup import Setup
from companion.core.table import Table
from companion.games.any_box.sheet import MOST, Sheet

OFTEN = 4
USUAL = (0, 5, 10, 1)


class Player(Seat):
    lowest: ClassVar[int] = -100 * MOST
    since: int = 0
    """The player's first round (AB-A3)."""


class AnyBox(Table[Player]):
    """Cells by round and column, like `2.0`; cells not asked for yet are absent."""

    constant: ClassVar[frozenset[str]] = frozenset({"sheet"})
    sheet: Sheet

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [player(index, person, setup) for index, person in enumerate(setup.people)])
        self.columns: list[Side[Player]] = sides(self.seats, self.sheet.sides)          # AB-3
        self.cells: dict[str, int] = {}
        self.round = 0
        self.ended = False

    def furnish(self) -> None:
        self.sheet = Sheet.of(self.setup.copy)

    def column_of(self, seat: Seat) -> Side[Player]:
        return next(column for column in self.columns if seat in column.seats)

    def cell(self, round_: int, column: int) -> int | None:
        return self.cells.get(f"{round_}.{column}")

    def write(self, round_: int, column: int, points: int | None) -> None:
        """AB-4: a column's points are its start plus all cells."""
        before = self.cell(round_, column) or 0
        if points is None:
            self.cells.pop(f"{round_}.{column}", None)
        else:
            self.cells[f"{round_}.{column}"] = points
        for seat in self.columns[column].seats:
            seat.points += (points or 0) - before

    def carry(self, column: Side[Player], points: int) -> None:
        """Set a column's points by hand without changing its cells."""
        for seat in column.seats:
            seat.points = points

    def in_order(self) -> list[Side[Player]]:
        """AB-6: left to right, shifted by one each round if the first player rotates."""
        columns = self.columns
        first = self.first_column() if self.sheet.passes else 0
        return columns[first:] + columns[:first]

    def first_column(self) -> int:
        """AB-6, AB-A3: one further than last round, among those seated then."""
        since = [column.seats[0].since for column in self.columns]
        all_there = min(max(since), self.round)
        first = 0
        for round_ in range(1, all_there + 1):
            first = (first + 1) % sum(one <= round_ for one in since)
        return (first + self.round - all_there) % len(since)

    def sit_down(self, player: Player) -> None:  # AB-A3
        self.columns.append(Side(len(self.columns), (player,)))
        player.since = self.round
        player.points = self.sheet.start

    def waiting(self) -> list[Side[Player]]:  # AB-A2
        return [column for column in self.in_order() if self.cell(self.round, column.index) is None and not column.gone]

    def full_rounds(self) -> int:
        """Complete rounds from the first on, the fewest that can have been played."""
        full = 0
        while self._written(full) and not any(self.cell(full, column.index) is None and not column.gone
                                              for column in self.columns):
            full += 1
        return full

    def often(self) -> tuple[int, ...]:
        """The most frequent numbers of this play, or defaults at the start."""
        counted = Counter(self.cells[key] for key in sorted(self.cells))
        common = [number for number, _ in counted.most_common(OFTEN)]
        return tuple(sorted([*common, *(one for one in USUAL if one not in common)][:OFTEN]))

    def over(self) -> bool:  # AB-9, AB-10
        sheet = self.sheet
        if self.ended or (sheet.last_round and self.round >= sheet.last_round):
            return True
        best = max(column.points for column in self.columns)
        reached = sheet.target > sheet.start and best >= sheet.target
        if sheet.target < 0:
            reached = min(column.points for column in self.columns) <= sheet.target
        return reached and self.round > 0 and not self.begun()

    def begun(self) -> bool:
        return self._written(self.round)

    def _written(self, round_: int) -> bool:
        return any(self.cell(round_, column.index) is not None for column in self.columns)


@cache
def place_of(key: str) -> tuple[int, int]:
    round_, _, column = key.partition(".")
    return int(round_), int(column)


def player(index: int, person: Person, setup: Setup) -> Player:  # AB-2
    seated = Player(index, person)
    seated.points = Sheet.of(setup.copy).start
    return seated
