"""Records that fall with a play: a best score, a round number of plays together, a first win in long."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from companion.core.setup import Seat, name_key
from companion.core.text import Text, listing, say
from companion.core.views import Reminder
from companion.services import when
from companion.services.history import fewest_win, title_of
from companion.services.jobs import Steps, job
from companion.services.store import ResultRow

if TYPE_CHECKING:
    from companion.services.library import Library

ENOUGH = 3  # earlier plays before a best score is worth telling
LONG = 60 * when.DAY
ROUND = (10, 25, 50, 100, 150, 200, 250, 300, 400, 500, 1000)
MOST = 4


@dataclass(frozen=True)
class Fallen:
    """`name`: whose record it is; empty if it is everybody's."""

    text: Text
    name: str = ""


@job
def falling(library: Library, play: int) -> Steps[list[Fallen]]:
    """The records of this play, in short steps."""
    for read in library.store.results.read():
        yield read, 0
    titles = {id: game.facts.title for id, game in library.games.items()}
    return fallen(library.results(), play, lambda key: title_of(key, titles))


def fallen(rows: Iterable[ResultRow], play: int, title: Callable[[str], str]) -> list[Fallen]:
    """`rows`: every seat of every finished play, newest first."""
    plays = [tuple(seats) for _, seats in groupby(rows, key=lambda row: row.play)]
    at = next((number for number, seats in enumerate(plays) if seats[0].play == play), None)
    if at is None:
        return []
    now, before = plays[at], plays[at + 1:]
    found = [*_bests(now, before, title), *_wins(now, before), *_together(now, before)]
    return found[:MOST]


def as_reminders(found: Iterable[Fallen], seats: Sequence[Seat]) -> tuple[Reminder, ...]:
    """To stand among what is worth telling of an outcome."""
    index = {seat.name: seat.index for seat in seats}
    return tuple(Reminder(one.text, "trophy-outline", seat=index.get(one.name)) for one in found)


def _bests(now: Sequence[ResultRow], before: Sequence[Sequence[ResultRow]],
           title: Callable[[str], str]) -> Iterator[Fallen]:
    game = now[0].game
    earlier = [row for seats in before if seats[0].game == game for row in seats if row.score is not None]
    low = game in fewest_win([*now, *earlier])
    better = min if low else max
    for row in now:
        own = [one.score or 0 for one in earlier if name_key(one.name) == name_key(row.name)]
        if row.score is None or len(own) < ENOUGH:
            continue
        if row.score not in own and better(row.score, *own) == row.score:
            yield Fallen(say("{name}'s best {game} ever: {score}", name=row.name, game=title(game),
                             score=row.score), row.name)


def _wins(now: Sequence[ResultRow], before: Sequence[Sequence[ResultRow]]) -> Iterator[Fallen]:
    for row in now:
        own = [one for seats in before for one in seats if name_key(one.name) == name_key(row.name)]
        if not row.won or len(own) < ENOUGH:
            continue
        last = next((one.when for one in own if one.won), None)
        if last is None:
            yield Fallen(say("{name}'s first win", name=row.name), row.name)
        elif row.when - last >= LONG:
            yield Fallen(say("{name}'s first win since {month}", name=row.name, month=when.month(last)),
                         row.name)


def _together(now: Sequence[ResultRow], before: Sequence[Sequence[ResultRow]]) -> Iterator[Fallen]:
    """A round number of plays of exactly these people."""
    here = {name_key(row.name) for row in now}
    plays = 1 + sum(here == {name_key(row.name) for row in seats} for seats in before)
    if plays in ROUND and len(here) > 1:
        names = listing([row.name for row in sorted(now, key=lambda one: one.seat)])
        yield Fallen(say("{names}: play {n} together", n=plays, names=names))
