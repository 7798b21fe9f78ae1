"""History as a table for a spreadsheet, one line for each seat, and back."""

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from io import StringIO
from typing import TYPE_CHECKING

from companion.core.files import CUT_OFF
from companion.core.setup import PlayElsewhere, SeatElsewhere
from companion.core.text import Refused, Text, say
from companion.services import history
from companion.services.elsewhere import LeftOutPlays, Seating, number_in, uid_of
from companion.services.jobs import Steps, job
from companion.services.play_details import Details, every_details

if TYPE_CHECKING:
    from companion.services.library import Library

COLUMNS = ("play", "date", "game", "bgg", "place", "minutes", "note", "name", "points", "rank", "won")
NEEDED = {"date", "game", "name"}
HEAD = ",".join(COLUMNS)
MARK = "\ufeff"
"""Tells spreadsheets that the text is UTF-8."""
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet would compute a text that begins with one of these."""
OWN_UID = re.compile(r"[0-9a-f]{32}")
YES = {"1", "yes", "true", "x"}
LONGEST_FIELD = 100_000


# Out

@job
def as_csv(library: "Library") -> Steps[str]:
    """Every finished play, newest first, under people's current names."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    plays, details = history.finished(library.results()), every_details(library)
    titles = {id: game.facts.title for id, game in library.games.items()}
    for number, play in enumerate(plays):
        writer.writerows(_lines(library, play, details, titles))
        yield number, len(plays)
    return MARK + out.getvalue()


def _lines(library: "Library", play: history.Finished, details: Mapping[str, Details],
           titles: Mapping[str, str]) -> Iterator[list[str]]:
    row = library.store.play(play.id)
    game, noted = library.games.get(row.game), details.get(row.uid, Details())
    bgg = game.bgg_of(row.setup) if game is not None else 0
    date = datetime.fromtimestamp(noted.when or play.when).strftime("%Y-%m-%d %H:%M")
    about = [row.uid, date, _safe(history.title_of(play.game, titles)), _number(bgg), _safe(noted.place),
             _number(round(library.length(play.id) / 60)), _safe(noted.note)]
    for seat in sorted(play.seats, key=lambda one: one.seat):
        score = "" if seat.score is None else str(seat.score)
        yield [*about, _safe(seat.name), score, "" if seat.place is None else str(seat.place),
               str(int(seat.won))]


def _number(number: int) -> str:
    return str(number) if number else ""


def _safe(text: str) -> str:
    return f"'{text}" if text.startswith((*FORMULA, "'")) else text


def _plain(text: str | None) -> str:
    text = (text or "").strip()
    return text[1:] if text[:1] == "'" and text[1:].startswith((*FORMULA, "'")) else text


# In

def is_table(raw: bytes) -> bool:
    """Does its first line name the columns?"""
    return set(_columns(_text(raw[:LONGEST_FIELD]))) >= NEEDED


def plays_in(raw: bytes) -> Iterator[PlayElsewhere | LeftOutPlays]:
    """Lines with the same play, or without one the same date and game, belong together. Raises `Refused`."""
    text, seating = _text(raw), Seating()
    left_out: Counter[Text] = Counter()
    rows = csv.DictReader(StringIO(text), _columns(text), delimiter=_delimiter(text))
    try:
        next(rows, None)
        lines = [{key: _plain(row.get(key)) for key in COLUMNS} for row in rows]
    except csv.Error:
        raise Refused(CUT_OFF) from None
    together: dict[Sequence[str], list[Mapping[str, str]]] = {}
    for line in filter(_is_filled, lines):  # a spreadsheet may have sorted them by name
        together.setdefault(_which(line), []).append(line)
    for same in together.values():
        try:
            yield _play(same, seating)
        except Refused as error:
            left_out[error.refusal.why] += 1
    yield from (LeftOutPlays.of(number, why) for why, number in left_out.items())


def _text(raw: bytes) -> str:
    """Spreadsheets on Windows may write their own code page."""
    with suppress(UnicodeError):
        return raw.decode("utf-8-sig")
    return raw.decode("cp1252", "replace")


def _delimiter(text: str) -> str:
    head = text.partition("\n")[0]
    return max(",;\t", key=head.count)


def _columns(text: str) -> list[str]:
    head = text.partition("\n")[0]
    return [one.strip().strip('"').casefold() for one in head.split(_delimiter(text))]


def _is_filled(line: Mapping[str, str]) -> bool:
    return any(line.values())


def _which(line: Mapping[str, str]) -> Sequence[str]:
    return (line["play"],) if line.get("play") else (line.get("date", ""), line.get("game", ""))


def _play(lines: Sequence[Mapping[str, str]], seating: Seating) -> PlayElsewhere:
    first = lines[0]
    if not first.get("game"):
        raise Refused(say("The game isn't in the file."))
    seats = seating.seated([(one.get("name", ""), number_in(one.get("points", "")),
                             one.get("won", "").casefold() in YES) for one in lines])
    own = first.get("play", "")
    uid = own if OWN_UID.fullmatch(own) else uid_of("csv", own or json.dumps(lines, sort_keys=True))
    return PlayElsewhere(uid, first["game"], _date(first.get("date", "")), seats,
                         _positive(first.get("minutes", "")), first.get("place", ""),
                         first.get("note", ""), _positive(first.get("bgg", "")),
                         low=_is_low(lines, seats))


def _is_low(lines: Sequence[Mapping[str, str]], seats: Sequence[SeatElsewhere]) -> bool:
    """Do the fewest points win? The others' ranks tell, or else what the winners have."""
    lost = sorted((_positive(line.get("rank", "")), seat.score)
                  for line, seat in zip(lines, seats, strict=True) if seat.score is not None and not seat.won)
    best = [seat.score for seat in seats if seat.won and seat.score is not None]
    if lost and lost[0][0] and lost[0][1] != lost[-1][1]:
        return lost[0][1] < lost[-1][1]
    return bool(best and lost) and max(best) < min(score for _, score in lost)


def _positive(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _date(text: str) -> float:
    """Local time; as ISO, or as spreadsheets rewrite it. Raises `Refused`."""
    for form in ("%Y-%m-%d %H:%M", "%Y-%m-%d", "%Y-%m-%d %H:%M:%S", "%d.%m.%Y %H:%M", "%d.%m.%Y"):
        with suppress(ValueError, OverflowError, OSError):
            return datetime.strptime(text, form).timestamp()
    raise Refused(say("The date can't be read."))
