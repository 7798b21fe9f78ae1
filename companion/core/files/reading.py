"""A play, a copy, or everything, as one JSON file each: what comes in is looked over first and refused with one
sentence. What goes out stands in `companion.core.files.kinds`; its names can be had from here, too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from io import StringIO
from typing import Any, NoReturn, TextIO

from companion.core import log
from companion.core.engine.boundary import package_of, watched
from companion.core.files.json_stream import finite_number, guard, no_name_twice, no_number, pieces
from companion.core.files.kinds import (
    COPY,
    EVERYTHING,
    PLAY,
    VERSION,
    CopyFile,
    Everything,
    PlayFile,
    Scores,
    as_text,
    dump,
    first_other_score,
    head,
    outcome_note,
    play_file,
    without_secrets,
)
from companion.core.files.secret_cover import uncover
from companion.core.files.timestamps import is_sane
from companion.core.game import Game
from companion.core.kinds import whole
from companion.core.log import Record
from companion.core.play import Play
from companion.core.questions import Json, Refused
from companion.core.seats import COLOURS
from companion.core.setup import Setup, check_people
from companion.core.text import Text, say

__all__ = [
    "COPY", "EVERYTHING", "PLAY", "VERSION", "CopyFile", "Everything", "LeftOut", "Part", "PlayFile", "as_text",
    "check_copy", "dump", "first_other_score", "head", "iter_everything", "outcome_note", "play_file", "read_copy",
    "read_play", "replayed", "without_secrets",
]

LARGEST_FILE = 64_000_000
LARGEST_PART = 1_000_000
MOST_RECORDS = 200_000
LONGEST_KEY = 500
LONGEST_OPTION = 2_000
LARGEST_ANSWER = 200_000
"""In letters: an answer may hold 2,000 emoji, each twelve letters of escaped JSON."""
MOST_PLACES = len(COLOURS)
MOST_LEFT_OUT = 1_000
"""A file with more bad parts than that is junk."""
AT_ONCE = 1_000_000
"""A file of everything up to this size is read at once, a larger one play by play."""



@dataclass(frozen=True)
class LeftOut:
    """A part of a file that can't come in, and the sentence that says so."""

    why: Text


Part = PlayFile | CopyFile | tuple[str, int] | dict[str, Json] | LeftOut


def read_play(text: str | bytes, games: Mapping[str, Game[Any]]) -> PlayFile:
    """A play of a game that is here. Raises `Refused` with one sentence."""
    found = _play(_open(text, PLAY))
    if found.game not in games:
        raise Refused(say("This play belongs to a game that is not installed: {game}. Install the game first.",
                          game=_short(found.game)))
    return found


def replayed(file: PlayFile, game: Game[Any]) -> Play[Any]:
    """The play of a file, every answer checked: where it no longer fits, `misfit` says so. Raises `Refused`."""
    try:
        return watched(package_of(game), Play, game, file.setup, file.log)
    except (Refused, KeyboardInterrupt):
        raise
    except BaseException as error:  # what stands in the file may be anything, and so may a game's own checks
        raise Refused(say("This play does not fit the game ({error}).", error=_short(repr(error)))) from error


def read_copy(text: str | bytes, games: Mapping[str, Game[Any]]) -> CopyFile:
    """A copy of a game that is here, looked over by the game itself. Raises `Refused`."""
    found = _copy(_open(text, COPY))
    if found.game not in games:
        raise Refused(say("This copy belongs to a game that is not installed: {game}. Install the game first.",
                          game=_short(found.game)))
    check_copy(games[found.game], found.copy)
    return found


def check_copy(game: Game[Any], copy: Json) -> list[Text]:
    """The game's warnings. A game that stumbles over a strange copy refuses it, too."""
    try:
        return list(game.check_copy(copy))
    except Refused:
        raise
    except Exception as error:
        raise Refused(say("This copy does not fit the game ({error}).", error=_short(repr(error)))) from error


def iter_everything(source: TextIO) -> Iterator[Part]:
    """The parts of a file of everything one by one: plays, copies, people (name and colour), and the settings.

    A part that can't be read comes as `LeftOut`. Raises `Refused`, perhaps after some parts.
    """
    left_out = 0
    for part in _iter(source):
        left_out += isinstance(part, LeftOut)
        if left_out > MOST_LEFT_OUT:
            raise Refused(say("This file is cut off or damaged. It can't be read."))
        yield part


def _iter(source: TextIO) -> Iterator[Part]:
    """A large file is read play by play."""
    begin = source.read(AT_ONCE)
    rest = source.read(1)
    if rest:
        yield from _large(_Joined(begin + rest, source))
        return
    raw = _open(begin, EVERYTHING)
    for name in READERS:
        found = raw.get(name)
        for one in found if isinstance(found, list) and name != "settings" else [found]:
            yield _part(name, one)


def _large(source: TextIO) -> Iterator[Part]:
    """The head must come first, as it does in every file that we write."""
    known: dict[str, Json] = {}
    for name, value in pieces(source, ("plays", "people", "copies")):
        if name in ("format", "version", "app"):
            known[name] = value
            continue
        _check_head(known, EVERYTHING)
        if name in READERS:
            yield _part(name, value)
    _check_head(known, EVERYTHING)


def _part(name: str, raw: Json) -> Part:
    """One part of a file of everything. A bad one never refuses the others."""
    try:
        return READERS[name](raw)
    except Refused as error:
        return LeftOut(say("{part} was left out: {why}", part=_name_of(name, raw), why=error.refusal.why))


def _name_of(name: str, raw: Json) -> Text:
    """What a player knows the part by, as far as it can be read."""
    called = raw.get("game" if name == "plays" else "name") if isinstance(raw, dict) else None
    word = _short(called) if isinstance(called, str) and called else "?"
    names = {"plays": say("A play of {game}", game=word), "people": say("The person {name}", name=word),
             "copies": say("The copy {name}", name=word)}
    return names.get(name, say("The settings"))


class _Joined(StringIO):
    """What was read already, and then the rest."""

    def __init__(self, begin: str, rest: TextIO) -> None:
        super().__init__(begin.removeprefix("\ufeff"))
        self._rest = rest

    def read(self, size: int | None = -1, /) -> str:
        return super().read(size) or self._rest.read(-1 if size is None else size)


def _open(text: str | bytes, kind: str) -> dict[str, Any]:
    """The head of the file: is it ours, whole, and not from the future?"""
    if len(text) > LARGEST_FILE:
        raise Refused(say("This file is far too large to be one of Tableside's."))
    try:
        words = _decoded(text)
        guard(words)
        raw = json.loads(words, parse_constant=no_number, parse_float=finite_number, object_pairs_hook=no_name_twice)
        json.dumps(raw, ensure_ascii=False).encode()  # half a letter can be read, but never stored
    except (ValueError, RecursionError):
        raise Refused(say("This file is cut off or damaged. It can't be read.")) from None
    _check_head(raw, kind)
    return dict(raw)


def _decoded(text: str | bytes) -> str:
    try:
        return text.decode("utf-8-sig") if isinstance(text, bytes) else text.removeprefix("\ufeff")
    except ValueError:
        raise Refused(say("This file is cut off or damaged. It can't be read.")) from None


def _check_head(raw: Json, kind: str) -> None:
    if not isinstance(raw, dict) or not str(raw.get("format", "")).startswith("tableside-"):
        raise Refused(say("This is not a Tableside file."))
    if raw["format"] != kind:
        raise Refused(say("This file holds something else: {found} instead of {wanted}.",
                          found=_short(raw["format"]), wanted=kind))
    version: Json = raw.get("version")
    if not whole(version) or version < 1:
        _damaged("version")
    if version > VERSION:
        raise Refused(say("This file was written by a newer Tableside. Update the app to open it."))


def _play(raw: Json) -> PlayFile:
    if not isinstance(raw, dict):
        _damaged("plays")
    lines = _list(raw, "log")
    if len(lines) > MOST_RECORDS:
        raise Refused(say("This play has far too many lines to be a real one."))
    setup = Setup.from_json(raw.get("setup"))
    _check_setup(setup, raw["setup"])
    records = [_record(number, line) for number, line in enumerate(lines)]
    return PlayFile(_word(raw, "game"), _word(raw, "rules"), setup, records, _word(raw, "uid"),
                    _time(raw.get("began")), _scores(raw.get("scores")), raw.get("outcome"))


def _check_setup(setup: Setup, raw: Json) -> None:
    """What must hold for any game, known here or not."""
    if not all(isinstance(one.get("name"), str) and whole(one.get("colour")) for one in raw["people"]):
        _damaged("setup")
    check_people(setup.people, 1, MOST_PLACES, "")
    if any(len(json.dumps(value, ensure_ascii=False)) > LONGEST_OPTION for value in setup.options.values()):
        _damaged("setup")  # its game would refuse it with a sentence as long as the value
    if len(json.dumps(raw)) > LARGEST_PART:
        raise Refused(say("The table of this play is far too large to be a real one."))


def _record(number: int, raw: Json) -> Record:
    try:
        record = Record.from_json(raw)
        if record.sealed and raw.get("covered") is True:
            record = replace(record, answer=uncover(record.answer))
        fits = (is_sane(record.at) and len(record.key) <= LONGEST_KEY
                and (record.kind != log.UNDO or (whole(record.answer) and record.answer >= 0))
                and len(json.dumps(record.answer, ensure_ascii=False)) <= LARGEST_ANSWER)
    except (Refused, ValueError, OverflowError, RecursionError):
        fits = False
    if not fits:
        raise Refused(say("Line {n} of this play is damaged. It can't be read.", n=number + 1))
    return record


def _copy(raw: Json) -> CopyFile:
    if not isinstance(raw, dict) or "copy" not in raw:
        _damaged("copy")
    if len(json.dumps(raw["copy"])) > LARGEST_PART:
        raise Refused(say("This copy is far too large to be a real one."))
    return CopyFile(_word(raw, "game"), _word(raw, "name"), raw["copy"])


def _person(raw: Json) -> tuple[str, int]:
    if not isinstance(raw, dict) or not whole(raw.get("colour")) or not 0 <= raw["colour"] < MOST_PLACES:
        _damaged("people")
    return _word(raw, "name"), raw["colour"]


def _settings(raw: Json) -> dict[str, Json]:
    if not isinstance(raw, dict):
        _damaged("settings")
    return raw


READERS: Mapping[str, Callable[[Json], Part]] = {
    "plays": _play, "people": _person, "copies": _copy, "settings": _settings,
}


def _scores(raw: Json) -> Scores:
    try:
        scores = [(position, tuple(points)) for position, points in raw]
    except (TypeError, ValueError):
        _damaged("scores")
    if not all(whole(number) for position, points in scores for number in (position, *points)):
        _damaged("scores")
    return scores


def _list(raw: dict[str, Any], name: str) -> list[Any]:
    found = raw.get(name)
    if not isinstance(found, list):
        _damaged(name)
    return found


def _word(raw: dict[str, Any], name: str) -> str:
    found = raw.get(name)
    if not isinstance(found, str) or len(found) > LONGEST_KEY:
        _damaged(name)
    return found


def _time(raw: Json) -> float:
    if not is_sane(raw):
        _damaged("began")
    return float(raw)


def _damaged(part: str) -> NoReturn:
    raise Refused(say("A part of this file is damaged: {part}. It can't be read.", part=part))


def _short(word: object) -> str:
    text = str(word)
    return text if len(text) <= 40 else f"{text[:40]}…"
