"""Results over all evenings, from the saved outcomes without replaying."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from companion.core.setup import LONGEST_NAME, Person, is_visible, name_key
from companion.core.text import Refused, Text, say
from companion.core.values import Json
from companion.services.settings import is_allowed
from companion.services.store import ResultRow, Store

SHEET = "/"
"""`score_sheet/Hearts`: named plays of one game are counted separately."""


def key_of(game: str, title: str, name: str) -> str:
    """The key a play is counted under; `title` is the game's own.

    >>> key_of("score_sheet", "Score sheet", "Hearts"), key_of("windmill", "Windmill", "Windmill")
    ('score_sheet/Hearts', 'windmill')
    """
    return game if name == title else f"{game}{SHEET}{name}"


def game_of(key: str) -> str:
    """
    >>> game_of("score_sheet/Hearts"), game_of("windmill")
    ('score_sheet', 'windmill')
    """
    return key.partition(SHEET)[0]


def title_of(key: str, titles: Mapping[str, str]) -> str:
    """
    >>> title_of("score_sheet/Hearts", {}), title_of("story", {"story": "Story"}), title_of("gone", {})
    ('Hearts', 'Story', 'gone')
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


def finished(rows: Iterable[ResultRow]) -> list[Finished]:
    """Newest first."""
    plays = [tuple(seats) for _, seats in groupby(rows, key=lambda row: row.play)]
    return [Finished(seats[0].play, seats[0].game, seats[0].when, seats[0].outcome, seats) for seats in plays]


def game_record(rows: Iterable[ResultRow], game: str) -> GameRecord:
    own = [row for row in rows if row.game == game]
    scored = [row for row in own if row.score is not None]
    best = (min if game in fewest_win(own) else max)(scored, key=lambda row: row.score or 0, default=None)
    found: dict[str, list[ResultRow]] = {}
    for row in own:
        found.setdefault(person_key(row.name), []).append(row)
    tallies = [Tally(rows[0].name, len(rows), sum(row.won for row in rows)) for rows in found.values()]
    order = sorted(tallies, key=lambda one: (-one.wins, -one.plays, one.name))
    return GameRecord(len({row.play for row in own}), tuple(order), best)


def fewest_win(rows: Iterable[ResultRow]) -> set[str]:
    """The games that are mostly won with fewer points than the others have."""
    found: Counter[str] = Counter()
    for _, seats in groupby(rows, key=lambda row: row.play):
        seated = list(seats)
        found[seated[0].game] += low_score_won(seated)
    return {game for game, more in found.items() if more > 0}


def low_score_won(seats: Iterable[ResultRow]) -> int:
    """1 if a play's winners had fewer points than the others, -1 if not, 0 if no points can be compared."""
    points: dict[bool, list[int]] = {True: [], False: []}
    for row in seats:
        if row.score is not None:
            points[row.won].append(row.score)
    if not all(points.values()):
        return 0
    return 1 if max(points[True]) < min(points[False]) else -1


person_key = lru_cache(maxsize=1024)(name_key)
"""Cached: thousands of rows share a few names."""


@dataclass(frozen=True)
class Group:
    """People who often play together: "Friday table"."""

    name: str
    people: tuple[Person, ...]

    def to_json(self) -> Json:
        return {"name": self.name, "people": [[person.name, person.colour] for person in self.people]}


def checked_name(name: str) -> str:
    name = name.strip()
    if not is_visible(name):
        raise Refused(say("Type a name first."))
    if len(name) > LONGEST_NAME:
        raise Refused(say("A name can have at most {n} letters. Shorten it.", n=LONGEST_NAME))
    return name


def plays_elsewhere(store: Store, name: str, but: int) -> bool:
    """Is that name in another play (even archived or deleted) or in a group, or did somebody take it?"""
    rows = (*store.plays(), *store.plays(archived=True), *store.trashed())
    names = {name_key(person.name) for row in rows if row.id != but for person in row.people}
    groups = store.setting("groups")
    if is_allowed("groups", groups):  # the file may hold anything
        names |= {name_key(person) for group in groups for person, _ in group["people"]}
    called = store.setting("now_called")
    if is_allowed("now_called", called):
        names |= {name_key(now) for now in called.values()}
    return name_key(name) in names


def without_circles(names: Mapping[str, str], times: Mapping[str, float]) -> dict[str, str]:
    """Of names that lead back to themselves, leave out the oldest; two phones may have merged crosswise.

    >>> without_circles({"ana": "Bea", "bea": "Cleo", "cleo": "Ana"}, {"ana": 1.0, "bea": 2.0, "cleo": 3.0})
    {'cleo': 'Ana', 'bea': 'Cleo'}
    """
    found: dict[str, str] = {}
    for old in sorted(names, key=lambda name: (-times.get(name, 0.0), name)):
        if name_key(names[old]) == old or name_key(today(names[old], found)) != old:
            found[old] = names[old]
    return found


def today(name: str, names: Mapping[str, str]) -> str:
    seen: set[str] = set()
    while name_key(name) in names and name_key(name) not in seen:
        seen.add(name_key(name))
        name = names[name_key(name)]
    return name
