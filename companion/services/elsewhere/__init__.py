"""Files of other programs: plays of BG Stats, and a table of plays as CSV, as parts of a file of ours."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

from companion.core import files
from companion.core.files import LeftOut, PlayFile
from companion.core.log import is_sane
from companion.core.setup import COLOURS, LONGEST_NAME, Person, PlayElsewhere, SeatElsewhere, name_key
from companion.core.text import Refused, Text, count, say
from companion.core.values import Json
from companion.services.play_details import LONGEST_NOTE, LONGEST_PLACE
from companion.services.store.lines import root_of

if TYPE_CHECKING:
    from companion.services.library import Library

FOREIGN = "elsewhere"
"""The kind of such a file."""
SUM = re.compile(r"[+-]?\d+([.,]\d+)?([+-]\d+([.,]\d+)?)*")
LONGEST_SUM = 200


@dataclass(frozen=True)
class LeftOutPlays(LeftOut):
    number: int = 1

    @staticmethod
    def of(number: int, why: Text) -> "LeftOutPlays":
        return LeftOutPlays(say("Plays"), why, number)

    @property
    def sentence(self) -> Text:
        return count("One play was left out: {why}", "{n} plays were left out: {why}", self.number,
                     why=self.reason)


class Seating:
    """Gives each person of a file one colour, and each seat of a play its own name and colour."""

    def __init__(self) -> None:
        self._colours: dict[str, int] = {}

    def seated(self, rows: Sequence[tuple[str, int | None, bool]]) -> tuple[SeatElsewhere, ...]:
        """From names, points and victories. Raises `Refused`."""
        if not rows:
            raise Refused(say("Nobody played."))
        if len(rows) > len(COLOURS):
            raise Refused(say("Too many people played, {n} at most.", n=len(COLOURS)))
        seats: list[SeatElsewhere] = []
        for name, score, won in rows:
            taken = {seat.person.colour for seat in seats}
            free = _free_name(name, {name_key(seat.person.name) for seat in seats})
            seats.append(SeatElsewhere(Person(free, self._colour(free, taken)), score, won, bool(name)))
        return tuple(seats)

    def _colour(self, name: str, taken: set[int]) -> int:
        own = self._colours.setdefault(name_key(name), len(self._colours) % len(COLOURS))
        return own if own not in taken else next(one for one in range(len(COLOURS)) if one not in taken)


def _free_name(name: str, taken: set[str]) -> str:
    name = "".join(letter for letter in name if letter.isprintable()).strip()[:LONGEST_NAME - 4].strip()
    name = name or str(say("Anonymous"))
    free, number = name, 1
    while name_key(free) in taken:
        number += 1
        free = f"{name} {number}"
    return free


def uid_of(program: str, id: str) -> str:
    """The same play has the same uid in every file.

    >>> uid_of("bgstats", "7d1f") == uid_of("bgstats", "7d1f") != uid_of("csv", "7d1f")
    True
    """
    return blake2b(f"{program}:{id}".encode(), digest_size=16).hexdigest()


def number_in(text: str) -> int | None:
    """Points as typed, perhaps as a sum; rounded.

    >>> number_in("12"), number_in("5+7-1"), number_in("12.5"), number_in("−3"), number_in("many")
    (12, 11, 13, -3, None)
    """
    text = text.replace("−", "-").replace(" ", "")
    if len(text) > LONGEST_SUM or SUM.fullmatch(text) is None:
        return None
    total = sum(float(one.replace(",", ".")) for one in re.findall(r"[+-]?[\d.,]+", text))
    return int(total + 0.5) if total >= 0 else -int(0.5 - total)


# As parts of a file of ours

def parts(library: "Library", found: Iterator[PlayElsewhere | LeftOutPlays]) -> Iterator[files.Part]:
    """New people, new plays, and what was noted about them. Plays that are here stay as they are."""
    known = {root_of(str(uid)) for (uid,) in library.store.rows("SELECT uid FROM plays")}
    details: dict[str, Json] = {}
    for play in found:
        if isinstance(play, LeftOutPlays):
            yield play
            continue
        if play.uid in known:
            continue
        known.add(play.uid)
        file = _file(library, play)
        if isinstance(file, PlayFile):
            yield from (seat.person for seat in play.seats if seat.named)
            details.update(_noted(play))
        yield file
    if details:
        yield {"details": details}


def _noted(play: PlayElsewhere) -> dict[str, Json]:
    if not (play.place or play.note):
        return {}
    return {play.uid: {"place": play.place[:LONGEST_PLACE], "note": play.note[:LONGEST_NOTE], "when": 0.0}}


def _file(library: "Library", play: PlayElsewhere) -> PlayFile | LeftOutPlays:
    if not is_sane(play.when):
        return LeftOutPlays.of(1, say("The date can't be read."))
    for id, game in library.games.items():
        told = game.retold(play)
        if told is not None:
            setup, records = told
            return PlayFile(id, game.rules_version, setup, list(records), play.uid, play.when)
    return LeftOutPlays.of(1, say("No game here keeps such plays."))
