"""Player statistics, straight from the saved outcomes: plays, wins, averages, streaks and rivals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from companion.core.setup import name_key
from companion.services.history import fewest_win
from companion.services.jobs import Job, Steps
from companion.services.store import ResultRow

if TYPE_CHECKING:
    from companion.services.library import Library


@dataclass(frozen=True)
class GameSums:
    """One game of one person. `scores`: oldest first, with the time; empty if the game has none."""

    game: str
    plays: int
    wins: int
    scores: tuple[tuple[float, int], ...]
    low: bool = False
    """The fewest points win."""

    @property
    def best(self) -> int | None:
        return (min if self.low else max)((score for _, score in self.scores), default=None)

    @property
    def average(self) -> float | None:
        return sum(score for _, score in self.scores) / len(self.scores) if self.scores else None


@dataclass(frozen=True)
class Rival:
    """Somebody in the same ranked plays: how often ahead of them, how often behind."""

    name: str
    plays: int
    ahead: int
    behind: int


@dataclass(frozen=True)
class PersonSums:
    name: str
    plays: int
    wins: int
    streak: int
    """Wins in a row up to the last play."""
    longest: int
    games: tuple[GameSums, ...]
    rivals: tuple[Rival, ...]

    @property
    def rate(self) -> int:
        return round(100 * self.wins / self.plays) if self.plays else 0


def person_sums(rows: Iterable[ResultRow], name: str) -> PersonSums:
    """`rows`: every seat of every finished play, newest first."""
    wanted, rows = name_key(name), list(rows)
    own: list[ResultRow] = []
    rivals: dict[str, list[Any]] = {}
    for _, seats in groupby(rows, key=lambda row: row.play):
        seated = list(seats)
        mine = next((row for row in seated if name_key(row.name) == wanted), None)
        if mine is not None:
            own.append(mine)
            _meet(mine, seated, rivals)
    own.reverse()
    streak, longest = _streaks([row.won for row in own])
    met = [Rival(shown, plays, ahead, behind) for shown, plays, ahead, behind in rivals.values()]
    return PersonSums(own[-1].name if own else name, len(own), sum(row.won for row in own), streak, longest,
                      _games(own, fewest_win(rows)), tuple(sorted(met, key=lambda one: (-one.plays, one.name))))


def _meet(mine: ResultRow, seated: Sequence[ResultRow], rivals: dict[str, list[Any]]) -> None:
    for row in seated:
        if row.seat == mine.seat or row.place is None or mine.place is None:
            continue
        met = rivals.setdefault(name_key(row.name), [row.name, 0, 0, 0])
        met[1] += 1
        met[2] += mine.place < row.place
        met[3] += mine.place > row.place


def _streaks(won: Sequence[bool]) -> tuple[int, int]:
    """
    >>> _streaks([True, True, False, True]), _streaks([True, False]), _streaks([])
    ((1, 2), (0, 1), (0, 0))
    """
    now = longest = 0
    for one in won:
        now = now + 1 if one else 0
        longest = max(longest, now)
    return now, longest


def _games(own: Sequence[ResultRow], low: set[str]) -> tuple[GameSums, ...]:
    found: dict[str, list[ResultRow]] = {}
    for row in own:
        found.setdefault(row.game, []).append(row)
    sums = [GameSums(game, len(rows), sum(row.won for row in rows),
                     tuple((row.when, row.score) for row in rows if row.score is not None), game in low)
            for game, rows in found.items()]
    return tuple(sorted(sums, key=lambda one: (-one.plays, one.game)))


def summing(library: Library, name: str) -> Job[PersonSums]:
    """One person's sums, in short steps."""
    return Job(_summing(library, name))


def _summing(library: Library, name: str) -> Steps[PersonSums]:
    for read in library.store.read_results():
        yield read, 0
    return person_sums(library.results(), name)
