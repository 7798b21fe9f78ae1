"""Results over all evenings, from the saved outcomes without replaying."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from companion.core.seats import name_key
from companion.core.text import Text
from companion.services.store import ResultRow

SHEET = "/"
"""`any_box/Hearts`: named plays of one game are counted separately."""


def key_of(game: str, title: str, name: str) -> str:
    """The key a play is counted under; `title` is the game's own.

    >>> key_of("any_box", "Any box", "Hearts"), key_of("windmill", "Windmill", "Windmill")
    ('any_box/Hearts', 'windmill')
    """
    return game if name == title else f"{game}{SHEET}{name}"


def game_of(key: str) -> str:
    """
    >>> game_of("any_box/Hearts"), game_of("windmill")
    ('any_box', 'windmill')
    """
    return key.partition(SHEET)[0]


def title_of(key: str, titles: Mapping[str, str]) -> str:
    """
    >>> title_of("any_box/Hearts", {}), title_of("windmill", {"windmill": "Windmill"}), title_of("gone", {})
    ('Hearts', 'Windmill', 'gone')
    """
    game, _, name = key.partition(SHEET)
    return name or titles.get(game, game)


@dataclass(frozen=True)
class Finished:
    """A finished play. `game`: the key it is counted under. `seats`: best place first."""

    id: int
    game: str
    when: float
    outcome: Text | str
    seats: tuple[ResultRow, ...]


@dataclass(frozen=True)
class Tally:
    name: str
    plays: int = 0
    wins: int = 0


@dataclass(frozen=True)
class GameRecord:
    """A game over all evenings: how often it was finished, and its people, most wins first."""

    plays: int
    people: tuple[Tally, ...]
    best: ResultRow | None


def finished(rows: Iterable[ResultRow], game: str | None = None, name: str | None = None) -> list[Finished]:
    """Newest first, optionally of one game or with one person."""
    found: list[Finished] = []
    for _, seats in groupby(rows, key=lambda row: row.play):
        seated = tuple(seats)
        at_table = {_person_key(row.name) for row in seated}
        if game in (None, seated[0].game) and (name is None or _person_key(name) in at_table):
            found.append(Finished(seated[0].play, seated[0].game, seated[0].when, seated[0].outcome, seated))
    return found


def game_record(rows: Iterable[ResultRow], game: str) -> GameRecord:
    own = [row for row in rows if row.game == game]
    scored = [row for row in own if row.score is not None]
    best = max(scored, key=lambda row: row.score or 0, default=None)
    tallies = sorted(_tallies(own).values(), key=lambda one: (-one.wins, -one.plays, one.name))
    return GameRecord(len({row.play for row in own}), tuple(tallies), best)


def person_records(rows: Iterable[ResultRow], names: Iterable[str]) -> dict[str, Tally]:
    tallies = _tallies(rows)
    return {name: tallies.get(_person_key(name), Tally(name)) for name in names}


def _tallies(rows: Iterable[ResultRow]) -> dict[str, Tally]:
    found: dict[str, list[ResultRow]] = {}
    for row in rows:
        found.setdefault(_person_key(row.name), []).append(row)
    return {key: Tally(own[0].name, len(own), sum(row.won for row in own)) for key, own in found.items()}


_person_key = lru_cache(maxsize=1024)(name_key)
"""Cached: thousands of rows share a few names."""
