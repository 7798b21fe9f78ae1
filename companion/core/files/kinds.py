"""What a file can hold: a play, a copy, or everything; and how it is written, without a secret that is not open.

Only plain data is written: a play is its setup and its log, never a pickle. `companion.core.files` reads it back.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Any

from companion import __version__
from companion.core import log
from companion.core.files.secret_cover import cover
from companion.core.files.timestamps import is_sane, sane
from companion.core.log import Record
from companion.core.play import Play
from companion.core.questions import Json
from companion.core.setup import Setup
from companion.core.text import as_json
from companion.core.views import Outcome

PLAY, COPY, EVERYTHING = "tableside-play", "tableside-copy", "tableside-everything"
VERSION = 2
"""1: as it began. 2: a log may hold `put right`; a play without one is still written as 1, for an older app."""

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
    covered: bool = field(default=False, compare=False)
    """Its game is not here to say which secrets are open, so all of them go out, but covered."""

    def to_json(self) -> dict[str, Any]:
        return {"game": self.game, "rules": self.rules, "uid": self.uid, "began": sane(self.began),
                "setup": self.setup.to_json(), "outcome": self.outcome,
                "scores": [[position, list(points)] for position, points in self.scores],
                "log": [self._line(record) for record in self.log]}

    def _line(self, record: Record) -> dict[str, Any]:
        if not is_sane(record.at):  # the clock of the phone stood somewhere after 2100
            record = replace(record, at=0.0)
        if not self.covered or not record.sealed or record.masked:
            return record.to_json()
        return {**replace(record, answer=cover(record.answer)).to_json(), "covered": True}


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
    """All that is saved on one phone."""

    plays: list[PlayFile] = field(default_factory=list)
    people: list[tuple[str, int]] = field(default_factory=list)
    copies: list[CopyFile] = field(default_factory=list)
    settings: dict[str, Json] = field(default_factory=dict)
    damaged: list[dict[str, Any]] = field(default_factory=list)
    """Plays that could not be read as a whole, as their rows stand: for whoever mends them. Never read back."""

    def to_json(self) -> dict[str, Any]:
        parts = {"plays": [play.to_json() for play in self.plays],
                 "people": [{"name": name, "colour": colour} for name, colour in self.people],
                 "copies": [copy.to_json() for copy in self.copies], "settings": self.settings}
        return {**parts, "damaged": self.damaged} if self.damaged else parts


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


def first_other_score(play: Play[Any], noted: Scores) -> int | None:
    """Where a play that fits the rules leads to other points than were noted: the rules changed silently."""
    now = dict(play.run.scores)
    return next((position for position, points in noted if now.get(position, points) != points), None)


def _could_bring_back_a_secret(records: list[Record]) -> bool:
    """Something was taken back and may be brought back by redo, but a part of it is masked."""
    standing = log.StandingRecords()
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
    return as_text({**head(kinds[type(thing)], _version_of(thing)), **thing.to_json()})


def head(kind: str, version: int = VERSION) -> dict[str, Any]:
    return {"format": kind, "version": version, "app": __version__}


def _version_of(thing: PlayFile | CopyFile | Everything) -> int:
    """A backup is written play by play, so that its head can't wait for what the plays hold."""
    if isinstance(thing, PlayFile):
        return VERSION if any(record.kind == log.PUT_RIGHT for record in thing.log) else 1
    return VERSION if isinstance(thing, Everything) else 1


def as_text(raw: Json) -> str:
    """Text that can be read again: an infinite number, which an older version let in, goes out as nothing."""
    try:
        return json.dumps(raw, ensure_ascii=False, indent=1, allow_nan=False)
    except ValueError:
        return json.dumps(_finite(raw), ensure_ascii=False, indent=1, allow_nan=False)


def _finite(raw: Json) -> Json:
    if isinstance(raw, float):
        return raw if isfinite(raw) else None
    if isinstance(raw, (list, tuple)):
        return [_finite(part) for part in raw]
    return {key: _finite(part) for key, part in raw.items()} if isinstance(raw, dict) else raw
