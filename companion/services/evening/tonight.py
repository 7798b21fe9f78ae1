"""The plays of one evening with mostly the same people, as one: stated once for the app and the page."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.game import Game
from companion.core.setup import initials, name_key
from companion.core.text import Text, count, listing, say
from companion.core.views import Outcome, PodiumPlace
from companion.services import when
from companion.services.history import Finished, title_of
from companion.services.library import Library
from companion.services.play_details import KEY, Details
from companion.services.store import PlayRow

PAUSE = 5 * 3600.0  # seconds between two plays of one evening, at most
SHOWN = 18 * 3600.0  # seconds for which the library tells of an evening
MOST = 16  # plays looked at
NOTHING = say("Nothing was played lately.")
NUMBERS = say("The numbers are plays won.")


@dataclass(frozen=True)
class Guest:
    """Somebody of an evening. `place`: by wins; those with equal wins share it."""

    name: str
    colour: int
    letter: str
    plays: int
    wins: int
    place: int


@dataclass(frozen=True)
class Night:
    """`plays`: oldest first."""

    plays: tuple[Finished, ...]
    guests: tuple[Guest, ...]

    @property
    def best(self) -> tuple[Guest, ...]:
        return tuple(one for one in self.guests if one.place == 1 and one.wins)

    def outcome(self) -> Outcome:
        """The evening as a result, for a podium: the seats are the guests, the points their wins."""
        places = tuple(self._place(at, one) for at, one in enumerate(self.guests))
        winners = tuple(at for at, one in enumerate(self.guests) if one in self.best)
        return Outcome(self.wins_words(), winners, places)

    def _place(self, at: int, guest: Guest) -> PodiumPlace:
        """Of a single play, the place and points in it."""
        if len(self.plays) > 1:
            return PodiumPlace(at, guest.place, guest.wins)
        seat = next(one for one in self.plays[0].seats if one.name == guest.name)
        return PodiumPlace(at, seat.place or guest.place, seat.score)

    def games_words(self, games: Mapping[str, Game[Any]]) -> Text | str:
        """E.g. "Windmill, Story ×2"."""
        titles = {id: game.facts.title for id, game in games.items()}
        played = Counter(title_of(one.game, titles) for one in self.plays)
        return listing([title if times == 1 else f"{title} ×{times}" for title, times in played.items()])

    def wins_words(self) -> Text:
        """E.g. "Dev won 2"; the words of the only play if there is one."""
        if len(self.plays) == 1 and isinstance(self.plays[0].outcome, Text):
            return self.plays[0].outcome
        if not self.best:
            return say("Nobody has won yet.")
        names = listing([one.name for one in self.best])
        return count("{names}: one win", "{names}: {n} wins", self.best[0].wins, names=names)


def mostly_same(some: Sequence[str], others: Sequence[str]) -> bool:
    """
    >>> mostly_same(["ana", "ben", "cleo"], ["ben", "cleo", "dev"]), mostly_same(["ana"], ["ben"])
    (True, False)
    """
    return 2 * len({*some} & {*others}) >= max(len({*some}), len({*others}))


def tonight(library: Library) -> Night | None:
    """The evening of the newest finished play, if it ended lately."""
    found = list(_lately(library))
    if not found or library.clock.wall() - found[0][0].when > SHOWN:
        return None
    plays = [one for one, _ in found]
    colours = {name_key(person.name): person.colour for _, row in found for person in row.people}
    return Night(tuple(reversed(plays)), _guests(plays, colours))


def _lately(library: Library) -> Iterator[tuple[Finished, PlayRow]]:
    """The newest finished play, and those before it with the same people and no long pause between them."""
    newer: Finished | None = None
    who: list[str] = []
    details, others = library.setting(KEY), library.store.results.other_courses()
    for number, row in enumerate(library.store.latest()):
        if number == MOST or (newer is not None and newer.when - row.touched > PAUSE):
            return
        over = row.outcome is not None and row.trashed is None and row.id not in others
        corrected = Details(**details.get(row.uid, {})).when
        one = library.finished_play(row.id) if over and _is_same_day(corrected, row.touched) else None
        if one is None:
            continue
        names = [name_key(seat.name) for seat in one.seats]
        if newer is None or mostly_same(who, names):
            newer, who = one, who or names
            yield one, row


def _is_same_day(corrected: float, saved: float) -> bool:
    return not corrected or when.days_between(corrected, saved) == 0


def _guests(plays: Sequence[Finished], colours: Mapping[str, int]) -> tuple[Guest, ...]:
    names = {name_key(seat.name): seat.name for one in plays for seat in one.seats}
    played = Counter(name_key(seat.name) for one in plays for seat in one.seats)
    won = Counter(name_key(seat.name) for one in plays for seat in one.seats if seat.won)
    order = sorted(names, key=lambda key: (-won[key], -played[key], names[key]))
    letters = initials(names[key] for key in order)
    return tuple(Guest(names[key], colours.get(key, 0), letter, played[key], won[key],
                       1 + sum(won[other] > won[key] for other in order))
                 for key, letter in zip(order, letters, strict=True))


def words_of(night: Night, library: Library) -> tuple[Text, Text]:
    """Two lines for the library, e.g. "Tonight: Windmill, Story" and "Dev: 2 wins"."""
    games = night.games_words(library.games)
    if when.days_between(night.plays[-1].when, library.clock.wall()):
        return say("Last night: {games}", games=games), night.wins_words()
    return say("Tonight: {games}", games=games), night.wins_words()


def tonight_json(library: Library) -> dict[str, Any] | None:
    """The two lines for the page; None if nothing was played lately."""
    night = tonight(library)
    if night is None:
        return None
    title, wins = words_of(night, library)
    return {"title": title, "wins": wins}
