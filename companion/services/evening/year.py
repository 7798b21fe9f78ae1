"""A year of plays in numbers, for its picture: the same ones in the app and on the page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.core.text import Text, count, say
from companion.services import when
from companion.services.history import Finished
from companion.services.play_details import Evening, evenings

if TYPE_CHECKING:
    from companion.services.library import Library

FEW = 100  # minutes; longer times are shown in hours
BEST = 3


@dataclass(frozen=True)
class Year:
    year: int
    plays: tuple[Finished, ...]
    minutes: int

    @property
    def title(self) -> Text:
        return say("{year} at our table", year=self.year)

    @property
    def file(self) -> str:
        return f"Tableside {self.year}.png"

    def games(self) -> list[tuple[str, int]]:
        """The key of each game and how often it was played, most played first."""
        return Counter(one.game for one in self.plays).most_common()

    def numbers(self) -> list[tuple[int, Text]]:
        """Each number and what it counts; no time if all plays were entered afterwards."""
        plays, games, hours = len(self.plays), len(self.games()), round(self.minutes / 60)
        time = [(hours, count("hour", "hours", hours))]
        if self.minutes < FEW:
            time = [(self.minutes, count("minute", "minutes", self.minutes))]
        return [(plays, count("play", "plays", plays)), *(time if self.minutes else []),
                (games, count("game", "games", games))]

    def winners(self) -> list[Text]:
        won = Counter(seat.name for one in self.plays for seat in one.seats if seat.won)
        return [say("{name} won {n}", name=name, n=many) for name, many in won.most_common(BEST)]


def played_in(plays: list[Evening], year: int | None) -> int | None:
    """This year, or without one the newest play's, if anybody played then."""
    if year is None:
        return when.year(plays[0].when) if plays else None
    return year if any(when.year(one.when) == year for one in plays) else None


def to_look_back_on(library: Library) -> int | None:
    """In December and January, the year that ends or has just ended, if anybody played then."""
    now = library.clock.wall()
    if when.month_of(now) not in (12, 1):
        return None
    return played_in(evenings(library, archived=True), when.year(now - 31 * when.DAY))


def picture_words(year: int) -> tuple[Text, Text]:
    """What the button for the picture says, and what is on it."""
    return say("{year} as a picture", year=year), say("Plays, hours, games and who won, to share")


def year_of(library: Library, year: int) -> Year:
    own = [one.id for one in evenings(library, archived=True) if when.year(one.when) == year]
    found = tuple(play for one in own if (play := library.finished_play(one)) is not None)
    return Year(year, found, round(sum(map(library.length, own)) / 60))
