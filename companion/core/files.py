"""A play, a copy, or everything, as one JSON file each.

Only plain data is written and read: a play is its setup and its log, never a pickle. Whatever comes in
is looked over first and refused with one sentence. A secret that was not revealed never goes out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, NoReturn

from companion import __version__
from companion.core.engine import log
from companion.core.engine.log import Record
from companion.core.game import Game
from companion.core.json_values import whole
from companion.core.play import Play
from companion.core.questions import Json, Refused
from companion.core.setup import Setup, check_people
from companion.core.text import Text, as_json, say
from companion.core.views import Outcome

PLAY, COPY, EVERYTHING = "tableside-play", "tableside-copy", "tableside-everything"
VERSION = 1

LARGEST_FILE = 64_000_000
LARGEST_PART = 1_000_000
MOST_RECORDS = 200_000
LONGEST_KEY = 500
LARGEST_ANSWER = 20_000
MOST_PLACES = 8

Scores = list[tuple[int, tuple[int, ...]]]


@dataclass(frozen=True)
class PlayFile:
    """A play as it stands in a file. `uid` names the play wherever it is copied to."""

    game: str
    rules: str
    setup: Setup
    log: list[Record] = field(default_factory=list)
    uid: str = ""
    began: float = 0.0
    scores: Scores = field(default_factory=list)
    """Points of every seat at each stretch end, with the number of records that stood then."""
    outcome: Json = None

    def to_json(self) -> dict[str, Any]:
        return {"game": self.game, "rules": self.rules, "uid": self.uid, "began": self.began,
                "setup": self.setup.to_json(), "outcome": self.outcome,
                "scores": [[position, list(points)] for position, points in self.scores],
                "log": [record.to_json() for record in self.log]}


@dataclass(frozen=True)
class CopyFile:
    """An owner's copy of a box: what no rulebook text says."""

    game: str
    name: str
    copy: Json

    def to_json(self) -> dict[str, Any]:
        return {"game": self.game, "name": self.name, "copy": self.copy}


@dataclass(frozen=True)
class Everything:
    """All that is kept on one phone."""

    plays: list[PlayFile] = field(default_factory=list)
    people: list[tuple[str, int]] = field(default_factory=list)
    copies: list[CopyFile] = field(default_factory=list)
    settings: dict[str, Json] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {"plays": [play.to_json() for play in self.plays],
                "people": [{"name": name, "colour": colour} for name, colour in self.people],
                "copies": [copy.to_json() for copy in self.copies], "settings": self.settings}


# Writing

def play_file(play: Play[Any], rules: str, uid: str = "", began: float = 0.0) -> PlayFile:
    """The play with its unrevealed secrets left out: see `without_secrets`. `rules`: the version it was played by."""
    shown = without_secrets(play)
    ended = shown.outcome()
    return PlayFile(play.game.facts.id, rules, play.setup, list(shown.log), uid, began,
                    list(shown.run.scores), None if ended is None else outcome_note(ended))


def without_secrets(play: Play[Any]) -> Play[Any]:
    """The same play, as far as it can be told without a secret that is still sealed.

    A vote that was changed, or whose voter left, is not needed: it is masked and the rest fits. Where a
    sealed answer is still needed, the log ends before it, and those who had given one are asked again.
    """
    records = play.public_log()
    if not any(record.masked for record in records):
        return play
    if _could_bring_back_a_secret(records):
        records = [records[number] for number in log.effective(records)]
    while True:
        shown = Play(play.game, play.setup, records, trusted=True)
        if shown.misfit is not None:
            records = records[:shown.misfit.number]
        elif records and records[-1].masked:
            records.pop()
        else:
            return shown


def without_sealed(records: list[Record]) -> list[Record]:
    """The log up to the first secret: for a play whose game is not here to say which were revealed."""
    first = next((number for number, record in enumerate(records) if record.sealed), len(records))
    return records[:first]


def first_other_score(play: Play[Any], noted: Scores) -> int | None:
    """Where a play that fits the rules leads to other points than were noted: the rules changed silently."""
    now = dict(play.run.scores)
    return next((position for position, points in noted if now.get(position, points) != points), None)


def _could_bring_back_a_secret(records: list[Record]) -> bool:
    """Something was taken back and may be brought back by redo, but a part of it is masked."""
    standing = log.Standing()
    for number, record in enumerate(records):
        standing.add(number, record)
    return any(records[number].masked for taken in standing.undone for number in taken)


def outcome_note(outcome: Outcome) -> Json:
    """How it ended, for people and programs that read the file; never read back."""
    places = [{"seat": place.seat, "place": place.place, "score": place.score} for place in outcome.places]
    return {"sentence": as_json(outcome.sentence), "winners": list(outcome.winners), "won": outcome.won,
            "places": places}


def dump(thing: PlayFile | CopyFile | Everything) -> str:
    """The text of the file."""
    kinds = {PlayFile: PLAY, CopyFile: COPY, Everything: EVERYTHING}
    head = {"format": kinds[type(thing)], "version": VERSION, "app": __version__}
    return json.dumps({**head, **thing.to_json()}, ensure_ascii=False, indent=1)


# Reading

def read_play(text: str | bytes, games: Mapping[str, Game[Any]]) -> PlayFile:
    """A play of a game that is here. Raises `Refused` with one sentence."""
    found = _play(_open(text, PLAY))
    if found.game not in games:
        raise Refused(say("This play is of a game that is not here: {game}. Install the game first.",
                          game=_short(found.game)))
    return found


def replayed(file: PlayFile, game: Game[Any]) -> Play[Any]:
    """The play of a file, every answer checked: where it no longer fits, `misfit` says so. Raises `Refused`."""
    try:
        return Play(game, file.setup, file.log)
    except Refused:
        raise
    except Exception as error:  # what stands in the file may be anything, and so may a game's own checks
        raise Refused(say("This play does not fit the game ({error}).", error=_short(repr(error)))) from error


def read_copy(text: str | bytes, games: Mapping[str, Game[Any]]) -> CopyFile:
    """A copy of a game that is here, looked over by the game itself. Raises `Refused`."""
    found = _copy(_open(text, COPY))
    if found.game not in games:
        raise Refused(say("This copy is of a game that is not here: {game}. Install the game first.",
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


def read_everything(text: str | bytes) -> Everything:
    """Everything from another phone. Plays of games that are not here are kept all the same."""
    raw = _open(text, EVERYTHING)
    plays, people, copies = (_list(raw, name) for name in ("plays", "people", "copies"))
    settings = raw.get("settings")
    if not isinstance(settings, dict):
        _damaged("settings")
    return Everything([_play(one) for one in plays], [_person(one) for one in people],
                      [_copy(one) for one in copies], settings)


def _open(text: str | bytes, kind: str) -> dict[str, Any]:
    """The head of the file: is it ours, whole, and not from the future?"""
    if len(text) > LARGEST_FILE:
        raise Refused(say("This file is far too large to be one of Tableside's."))
    try:
        words = text.decode("utf-8-sig") if isinstance(text, bytes) else text.removeprefix("\ufeff")
        raw = json.loads(words, parse_constant=_no_number)
        json.dumps(raw, ensure_ascii=False).encode()  # half a letter can be read, but never stored
    except (ValueError, RecursionError):
        raise Refused(say("This file is cut off or damaged. It can't be read.")) from None
    if not isinstance(raw, dict) or not str(raw.get("format", "")).startswith("tableside-"):
        raise Refused(say("This is not a file of Tableside."))
    if raw["format"] != kind:
        raise Refused(say("This file holds something else: {found} instead of {wanted}.",
                          found=_short(raw["format"]), wanted=kind))
    version: Json = raw.get("version")
    if not whole(version) or version < 1:
        _damaged("version")
    if version > VERSION:
        raise Refused(say("This file was written by a newer Tableside. Update the app to open it."))
    return raw


def _play(raw: Json) -> PlayFile:
    if not isinstance(raw, dict):
        _damaged("plays")
    lines = _list(raw, "log")
    if len(lines) > MOST_RECORDS:
        raise Refused(say("This play has too many lines to be true."))
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
    if len(json.dumps(raw)) > LARGEST_PART:
        raise Refused(say("What stood on the table in this play is too large to be true."))


def _record(number: int, raw: Json) -> Record:
    try:
        record = Record.from_json(raw)
        fits = (isfinite(record.at) and len(record.key) <= LONGEST_KEY
                and (record.kind != log.UNDO or (whole(record.answer) and record.answer >= 0))
                and len(json.dumps(record.answer)) <= LARGEST_ANSWER)
    except (Refused, OverflowError):
        fits = False
    if not fits:
        raise Refused(say("Line {n} of this play is damaged. It can't be read.", n=number + 1))
    return record


def _copy(raw: Json) -> CopyFile:
    if not isinstance(raw, dict) or "copy" not in raw:
        _damaged("copy")
    if len(json.dumps(raw["copy"])) > LARGEST_PART:
        raise Refused(say("This copy is too large to be true."))
    return CopyFile(_word(raw, "game"), _word(raw, "name"), raw["copy"])


def _person(raw: Json) -> tuple[str, int]:
    if not isinstance(raw, dict) or not whole(raw.get("colour")) or not 0 <= raw["colour"] < MOST_PLACES:
        _damaged("people")
    return _word(raw, "name"), raw["colour"]


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
    if isinstance(raw, bool) or not isinstance(raw, (int, float)) or not 0 <= raw < 1e12:
        _damaged("began")
    return float(raw)


def _no_number(word: str) -> NoReturn:
    raise ValueError(word)


def _damaged(part: str) -> NoReturn:
    raise Refused(say("A part of this file is damaged: {part}. It can't be read.", part=part))


def _short(word: object) -> str:
    text = str(word)
    return text if len(text) <= 40 else f"{text[:40]}…"
