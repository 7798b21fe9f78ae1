"""Player statistics: plays, wins, averages, streaks, rivals, and each game's own counts.

Sums come straight from the saved outcomes. What games count is read from their plays in small steps and
saved, so it is replayed only once.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import StringIO
from itertools import groupby
from typing import TYPE_CHECKING, Any

from companion.core.engine.boundary import guarded
from companion.core.game import Game
from companion.core.play import Play
from companion.core.setup import name_key
from companion.core.text import Refused, Text, count, decimal, percent, say, say_in
from companion.core.views import Counted
from companion.services.history import Tally, low_score_won, person_key, title_of, today
from companion.services.jobs import Steps, job
from companion.services.store import PlayRow, ResultRow

if TYPE_CHECKING:
    from companion.services.library import Library

LAST, BEST = 10, 3
NOTED = "counted "
"""Prefix of the store keys for saved counts, before the play's uid."""


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
    last: tuple[ResultRow, ...] = ()
    """The last ten results, oldest first."""
    best: tuple[ResultRow, ...] = ()
    """The best result of each game that was played more than once, most played first."""

    @property
    def rate(self) -> int:
        return round(100 * self.wins / self.plays) if self.plays else 0


@dataclass(frozen=True)
class Chart:
    """Bars of one kind, highest first unless the game orders them."""

    game: str
    kind: str
    bars: tuple[tuple[str, int], ...]


def record_words(record: Tally | GameSums) -> Text:
    if not record.plays:
        return say("No finished plays yet")
    won = say("{n} won", n=record.wins) if record.wins else say("none won")
    return count("{n} play, {won}", "{n} plays, {won}", record.plays, won=won)


def sums_words(game: GameSums) -> Text:
    plays = record_words(game)
    if game.average is None:
        return plays
    return say("{plays}. Average {average}, best {best}.", plays=plays, average=decimal(game.average),
               best=game.best or 0)


def met_words(one: Rival) -> Text:
    return say("Ahead {ahead}, behind {behind}, in {plays}", ahead=one.ahead, behind=one.behind,
               plays=count("one play", "{n} plays", one.plays))


def numbers(sums: PersonSums) -> list[tuple[str, Text]]:
    """For tiles: each number above what it counts."""
    # Translators: stands below a number
    return [(str(sums.plays), count("play", "plays", sums.plays)),
            (str(sums.wins), say("won")),
            (str(percent(sums.rate)), say("of plays won")),
            (str(sums.longest), say("best winning streak"))]


def person_sums(rows: Iterable[ResultRow], name: str) -> PersonSums:
    """`rows`: every seat of every finished play, newest first."""
    return job(_sum_up)(rows, name).finish()


def _sum_up(rows: Iterable[ResultRow], name: str) -> Steps[PersonSums]:
    """One play per step."""
    wanted = name_key(name)
    own: list[ResultRow] = []
    rivals: dict[str, list[Any]] = {}
    low: Counter[str] = Counter()
    for number, (_, seats) in enumerate(groupby(rows, key=lambda row: row.play)):
        seated = list(seats)
        low[seated[0].game] += low_score_won(seated)
        mine = next((row for row in seated if person_key(row.name) == wanted), None)
        if mine is not None:
            own.append(mine)
            _meet(mine, seated, rivals)
        yield number, 0
    own.reverse()
    streak, longest = _streaks([row.won for row in own])
    met = [Rival(shown, plays, ahead, behind) for shown, plays, ahead, behind in rivals.values()]
    spelled = own[-1].name if own else name
    others = tuple(sorted(met, key=lambda one: (-one.plays, one.name)))
    games = _games(own, {game for game, more in low.items() if more > 0})
    return PersonSums(spelled, len(own), sum(row.won for row in own), streak, longest, games, others,
                      tuple(own[-LAST:]), tuple(_best(own, games)))


def _best(own: Sequence[ResultRow], games: Sequence[GameSums]) -> Iterator[ResultRow]:
    for game in games[:BEST]:
        scored = [row for row in own if row.game == game.game and row.score is not None]
        if len(scored) > 1:
            yield next(row for row in scored if row.score == game.best)


def _meet(mine: ResultRow, seated: Sequence[ResultRow], rivals: dict[str, list[Any]]) -> None:
    for row in seated:
        if row.seat == mine.seat or row.place is None or mine.place is None:
            continue
        met = rivals.setdefault(person_key(row.name), [row.name, 0, 0, 0])
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


# What games count

@job
def summing(library: Library, name: str) -> Steps[PersonSums]:
    """One person's sums, in short steps."""
    for read in library.store.results.read():
        yield read, 0
    return (yield from _sum_up(library.each_result(), name))


@job
def counting(library: Library, name: str) -> Steps[list[Chart]]:
    """One person's charts, one play per step."""
    found: dict[tuple[str, str], Counter[str]] = {}
    names, wanted = library.names(), name_key(name)
    own = library.store.results.latest_of(lambda name: name_key(today(name, names)) == wanted)
    plays = sorted(own, reverse=True)
    for number, play in enumerate(plays):
        row = library.store.play(play)
        if row.outcome is None or row.damaged or row.trashed is not None:
            continue
        seats = {at for at, person in enumerate(row.people)
                 if name_key(today(person.name, names)) == name_key(name)}
        if seats:
            for one in counted(library, row):
                if one.seat is None or one.seat in seats:
                    found.setdefault((row.game, str(one.kind)), Counter())[_label(row, one, names)] += one.n
        yield number + 1, len(plays)
    return [Chart(game, kind, tuple(bars.items())) for (game, kind), bars in sorted(found.items())]


def _label(row: PlayRow, one: Counted, names: Mapping[str, str]) -> str:
    label = str(one.label)
    return today(label, names) if any(person.name == label for person in row.people) else label


def counted(library: Library, row: PlayRow) -> list[Counted]:
    """A finished play's counts, saved or read now; empty if the game fails."""
    game = library.games.get(row.game)
    if game is None:
        return []
    mark = [row.records, game.rules_version]
    noted = library.store.setting(NOTED + row.uid)
    with suppress(ValueError, TypeError, KeyError, AttributeError):
        if noted["of"] == mark:
            return [Counted.from_json(one) for one in noted["counted"]]
    found: list[Counted] = []
    with suppress(Refused):
        found = guarded(_count, library, game, row)
    with suppress(Refused):  # counted again next time
        library.store.set(NOTED + row.uid, {"of": mark, "counted": [one.to_json() for one in found]})
    return found


def _count(library: Library, game: Game[Any], row: PlayRow) -> list[Counted]:
    play = Play(game, row.setup, library.store.records(row.id), trusted=row.rules == game.rules_version)
    found = game.counted(play.table, [play.log[number] for number in sorted(play.standing_numbers())])
    return [Counted.from_json(one.to_json()) for one in found]


# Export

COLUMNS = (say_in("column", "name"), say_in("column", "game"), say_in("column", "plays"),
           say_in("column", "wins"),
           say_in("column", "average"), say_in("column", "best"), say_in("column", "streak"),
           say_in("column", "longest streak"))


MARK = "\ufeff"


def as_csv(people: Iterable[PersonSums], titles: Mapping[str, str]) -> str:
    """One line per person and game, plus one for all games. A decimal comma needs semicolons between cells.

    Excel takes a file for UTF-8 only if it begins with a mark.
    """
    out = StringIO()
    out.write(MARK)
    table = csv.writer(out, delimiter=";" if "," in decimal(0.5) else ",", lineterminator="\n")
    table.writerow(COLUMNS)
    for one in people:
        table.writerow([_cell(one.name), "", one.plays, one.wins, "", "", one.streak, one.longest])
        for game in one.games:
            average = "" if game.average is None else decimal(game.average).replace("−", "-")
            table.writerow([_cell(one.name), _cell(title_of(game.game, titles)), game.plays, game.wins,
                            average, "" if game.best is None else game.best, "", ""])
    return out.getvalue()


def _cell(text: str) -> str:
    """Escape a name that starts like a formula.

    >>> _cell("=1+1"), _cell("Ana")
    ("'=1+1", 'Ana')
    """
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text
