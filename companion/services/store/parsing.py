"""Rows of the file as plain values, whatever damage did to them."""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from companion.core.log import Ending, sane
from companion.core.renamed import id_now
from companion.core.setup import Person, Setup
from companion.core.text import Refused, Text, from_json
from companion.core.values import Json
from companion.services.store.lines import head_sum, note_sum
from companion.services.store.rows import BoxRow, PlayRow, ResultRow
from companion.services.store.schema import is_text

Row = tuple[Any, ...]


def play_row(row: tuple[Any, ...]) -> PlayRow:
    """Never raises: an unreadable summary is rebuilt later, an unreadable head is marked damaged."""
    (id, uid, game, rules, setup, began, touched, archived, subtitle, points, outcome, noted, records, sum,
     summed, trashed, said, last) = row
    table, damaged = _setup(
        setup, sum == head_sum({"uid": uid, "game": game, "setup": setup, "began": began}))
    summary = None
    with suppress(ValueError, TypeError, KeyError, AttributeError):
        summary = (sentence_of(subtitle), *_read_numbers(json.loads(points)),
                   None if outcome is None else sentence_of(outcome))
    ending = _ending(said, last)
    if summary is None or (summed != note_sum(subtitle, points, outcome, noted, ending)):
        noted = -1
    moved = float(archived) if isinstance(archived, (int, float)) else 0.0
    words, numbers, seated, ended = summary or ("", (), (), None)
    return PlayRow(id, str(uid), game_in(game), shown(rules), table, sane(began), sane(touched), moved > 0,
                   words, numbers, ended, noted, records, damaged,
                   trashed if isinstance(trashed, float) else None, seated, ending, moved)


def _ending(said: object, last: object) -> Ending | None:
    """What players said after the last line, or None if another line followed."""
    if isinstance(said, str):
        with suppress(ValueError, TypeError, KeyError, RecursionError):
            found = json.loads(said)
            if found["after"] == last:
                return Ending.from_json(found)
    return None


def _read_numbers(raw: Json) -> tuple[tuple[int, ...], tuple[Person, ...]]:
    seated: tuple[Person, ...] = ()
    if isinstance(raw, dict):
        seated = tuple(Person(str(name), int(colour)) for name, colour in raw["people"])
    return tuple(int(one) for one in (raw["points"] if isinstance(raw, dict) else raw)), seated


def _setup(text: object, whole: bool) -> tuple[Setup, bool]:
    """The setup, and whether it is damaged."""
    try:
        if not isinstance(text, str) or not is_text(text):
            raise ValueError
        return Setup.from_json(json.loads(text)), not whole
    except (ValueError, Refused, RecursionError):
        return Setup(()), True


def sentence_of(text: str) -> Text | str:
    found = from_json(json.loads(text))
    str(found)  # an invalid message would crash the screen later
    return found


def result_row(row: tuple[Any, ...], sentence: Callable[[str], Text | str]) -> ResultRow | None:
    play, game, touched, outcome, seat, name, place, score, won = row
    with suppress(ValueError, TypeError, KeyError, AttributeError):
        numbers = all(one is None or type(one) is int for one in (place, score))
        if isinstance(name, str) and is_text(name) and isinstance(seat, int) and numbers:
            return ResultRow(seat, name, place, score, bool(won), play, game_in(game), sane(touched),
                             sentence(outcome))
    return None


def game_in(word: object) -> str:
    return id_now(shown(word))


def shown(word: object) -> str:
    """Make any text writable."""
    raw = word if isinstance(word, bytes) else str(word).encode("utf-8", "surrogateescape")
    return raw.decode("utf-8", "backslashreplace")


def box_row(row: Row) -> BoxRow | None:
    id, game, name, box, changed, _ = row
    with suppress(ValueError, TypeError, RecursionError):
        return BoxRow(id, game_in(game), str(name), json.loads(box), float(changed))
    return None
