"""The sheet's cells and the current round. Points are derived from the cells."""

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

from companion.core.setup import Person, Seat, Setup, Side, sides
from companion.core.table import Table
from companion.games.score_sheet.sheet import BIDS, DEALER, DECIDED, MOST, NUMBERS, OUT, TAPS, WINS, Sheet

OFTEN = 4
USUAL = (0, 5, 10, 1)
LATELY = 20
"""Rounds whose numbers are offered, and rows that can be filled in advance, so that long plays stay fast."""
SHOWN = 100
"""Rows of the sheet on the screen and in the list of fields."""
HIGHEST = 10_000 * MOST


class Player(Seat):
    lowest: ClassVar[int] = -HIGHEST
    since: int = 0
    """The player's first round (AB-A3)."""
    bid: int | None = None
    """AB-13: the bid of the whole column, stored in its first seat."""
    bonus: int = 0


class SheetTable(Table[Player]):
    """Cells by round and column, like `2.0`; cells not asked for yet are absent."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [player(index, person, setup) for index, person in enumerate(setup.people)])
        self.sheet = Sheet.of(setup.box)
        """AB-A6: part of it can be changed in mid-play."""
        self.columns: list[Side[Player]] = columns(self.seats, self.sheet)
        self.cells: dict[str, int] = {}
        self.round = 0
        self.ended = False
        self.won: bool | None = None
        """AB-15: whether the table won together."""
        self.decided: int | None = None
        """AB-17: the column that won a tie, or -1 if the victory is shared."""

    def column_of(self, seat: Seat) -> Side[Player]:
        return next(column for column in self.columns if seat in column.seats)

    def cell(self, round_: int, column: int) -> int | None:
        return self.cells.get(f"{round_}.{column}")

    def write(self, round_: int, column: int, points: int | None) -> None:
        """AB-4: a column's points are its start plus what its cells are worth."""
        before = self.cell(round_, column) or 0
        if points is None:
            self.cells.pop(f"{round_}.{column}", None)
        else:
            self.cells[f"{round_}.{column}"] = points
        for seat in self.columns[column].seats:
            seat.points += ((points or 0) - before) * self.sheet.worth_of(round_)

    def carry(self, column: Side[Player], points: int) -> None:
        """Set a column's points by hand without changing its cells."""
        for seat in column.seats:
            seat.points = points

    def limits(self, column: Side[Player]) -> tuple[int, int]:
        """AB-5, AB-12"""
        sheet = self.sheet
        below = sheet.below_zero or sheet.zero_sum
        high = min(MOST, max(0, column.points - sheet.target)) if sheet.down and sheet.by == NUMBERS else MOST
        return -MOST if below else 0, high

    def in_order(self) -> list[Side[Player]]:
        """AB-6: left to right, shifted by one each round if the first player rotates."""
        columns = self.columns
        first = self.first_column() if self.sheet.turn else 0
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

    def out(self, column: Side[Player]) -> bool:  # AB-10
        return column.gone or (self.sheet.reach == OUT and self.sheet.reached(column.points))

    def waiting(self) -> list[Side[Player]]:  # AB-A2
        return [column for column in self.in_order()
                if self.cell(self.round, column.index) is None and not self.out(column)]

    def unbid(self) -> list[Side[Player]]:  # AB-13
        return [column for column in self.waiting() if column.seats[0].bid is None]

    def left_over(self) -> int | None:
        """AB-14: the last number of a round that adds up to zero, if all others are known."""
        if not self.sheet.zero_sum or len(self.waiting()) != 1 or not self.begun():
            return None
        return -sum(self.cell(self.round, column.index) or 0 for column in self.columns)

    def reopen(self) -> None:  # AB-A5
        self.round -= 1
        for column in self.columns:
            self.write(self.round, column.index, None)

    def full_rounds(self) -> int:
        """Complete rounds from the first on, the fewest that can have been played."""
        full = 0
        while self._written(full) and not any(self.cell(full, column.index) is None and not self.out(column)
                                              for column in self.columns):
            full += 1
        return full

    def rows(self) -> int:
        """Rows with a number, and the one being played."""
        least = max(self.round + (0 if self.finished() else 1), len(self.sheet.categories), 1)
        late = range(self.round + LATELY, least - 1, -1)
        return next((row + 1 for row in late if self._written(row)), least)

    def often(self) -> tuple[int, ...]:
        """Numbers that came more than once in the last rounds or this named row, then defaults."""
        first = self.round if self.sheet.categories else max(0, self.round - LATELY)
        numbers = [self.cell(row, column.index) for row in range(first, self.round + 1)
                   for column in self.columns]
        counted = Counter(number for number in numbers if number is not None)
        common = [number for number, times in counted.most_common(OFTEN) if times > 1]
        return tuple(sorted([*common, *(one for one in USUAL if one not in common)][:OFTEN]))

    def finished(self) -> bool:
        """AB-9, AB-10: no more points come in."""
        sheet = self.sheet
        if self.ended or (sheet.last_round and self.round >= sheet.last_round):
            return True
        if not sheet.has_target or not (self.round or self.cells):
            return False
        if sheet.reach == OUT:
            return sum(not self.out(column) for column in self.columns) <= min(1, len(self.columns) - 1)
        between = self.round > 0 and not self.begun()
        return (sheet.at_once or between) and any(sheet.reached(column.points) for column in self.columns)

    def over(self) -> bool:  # AB-15
        return self.won is not None if self.sheet.together else self.finished() and not self.undecided

    def best(self) -> list[Side[Player]]:
        """AB-10, AB-11: the last player who is still in, or everybody with the best points."""
        still_in = [column for column in self.columns if not self.out(column)]
        columns = still_in if self.sheet.reach == OUT and self.sheet.has_target and still_in else self.columns
        top = (min if self.sheet.low else max)(column.points for column in columns)
        return [column for column in columns if column.points == top]

    def winners(self) -> list[Side[Player]]:  # AB-17
        noted = self.sheet.winners
        if noted:
            return [column for column in self.columns if any(seat.index in noted for seat in column.seats)]
        best = self.best()
        return [column for column in best if column.index == self.decided] or best

    @property
    def undecided(self) -> bool:  # AB-17
        asks = self.sheet.tie == DECIDED and not self.sheet.together and self.decided is None
        return asks and bool(self.cells) and len(self.best()) > 1

    @property
    def judged_now(self) -> bool:  # AB-15
        return self.sheet.together and (self.sheet.by == WINS or self.finished())

    def begun(self) -> bool:
        return self._written(self.round)

    def _written(self, round_: int) -> bool:
        return any(self.cell(round_, column.index) is not None for column in self.columns)

    @property
    def dealer(self) -> Side[Player] | None:
        return self.in_order()[-1] if self.sheet.turn == DEALER else None

    @property
    def bidding(self) -> bool:
        return self.sheet.by == BIDS

    @property
    def tapping(self) -> bool:
        return self.sheet.by == TAPS


def columns(seats: Sequence[Player], sheet: Sheet) -> list[Side[Player]]:
    """AB-3, AB-15: everybody alone, all together, or teams."""
    if not sheet.partners or not sheet.sides or sheet.together:
        return sides(seats, 1 if sheet.together else sheet.sides)
    return [Side(team, [seat for seat, one in zip(seats, sheet.partners, strict=True) if one == team])
            for team in range(sheet.sides)]


def player(index: int, person: Person, setup: Setup) -> Player:  # AB-2
    seated = Player(index, person)
    seated.points = Sheet.of(setup.box).start
    return seated
