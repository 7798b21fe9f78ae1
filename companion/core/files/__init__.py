"""Export and import files: a play, a box, or everything, as JSON Lines.

The first line names the kind of file, each further line is one part, the last gives the number of parts. A
phone holds one play in memory at a time, and one bad part never blocks the others. A shared play ends before
secrets that are still sealed; an export of everything covers them, so that none is lost. Imports are checked
first and refused with one sentence.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from io import BytesIO
from math import isfinite
from typing import Any, BinaryIO, Final, NoReturn

from companion import __version__
from companion.core import log
from companion.core.engine.boundary import GameFailed, guarded
from companion.core.game import Game
from companion.core.kinds import whole
from companion.core.log import Ending, Record, cover, is_sane, sane, uncover
from companion.core.play import GuardedPlay, Play
from companion.core.renamed import id_now
from companion.core.setup import COLOURS, STORED, Person, Setup, check_people, person_json
from companion.core.text import Refused, Text, as_json, say, say_in
from companion.core.values import Json
from companion.core.views import Outcome

PLAY, BOX = "tableside-play", "tableside-copy"
EVERYTHING, DAMAGED = "tableside-everything", "tableside-damaged"
KINDS: Final[Mapping[str, Text]] = {
    PLAY: say_in("file", "a play"), BOX: say_in("file", "a box"),
    EVERYTHING: say_in("file", "everything"), DAMAGED: say_in("file", "a damaged play"),
}
VERSION: Final = 1

LARGEST_FILE: Final = 64_000_000
LARGEST_LINE: Final = 16_000_000
LARGEST_PART: Final = 1_000_000
MOST_VALUES: Final = 1_000_000
"""A line with more commas and brackets would fill a phone's memory."""
DEEPEST: Final = 100
MOST_RECORDS: Final = 200_000
MOST_LEFT_OUT: Final = 1_000
"""A file with more bad parts than this is junk."""
LONGEST_KEY: Final = 500
LONGEST_OPTION: Final = 2_000
LARGEST_ANSWER: Final = 200_000

CUT_OFF: Final = say("This file is incomplete or damaged and can't be read.")

Scores = list[tuple[int, tuple[int, ...]]]


@dataclass(frozen=True)
class PlayFile:
    """A play in a file. `uid` identifies the play wherever it is copied."""

    game: str
    rules: str
    setup: Setup
    log: list[Record] = field(default_factory=list)
    uid: str = ""
    began: float = 0.0
    scores: Scores = field(default_factory=list)
    """Every seat's points at the end of each stretch, with the number of standing records."""
    outcome: Json = None
    covered: bool = field(default=False, compare=False)
    """Covers its secrets: some are still sealed, or without its game nobody knows which."""
    ended: Ending | None = None
    """What players said after the last line of the log: that it ended here, or that it goes on after all."""
    away: float = 0.0
    """When it was archived; negative: brought back; 0: neither. Only in an export of everything."""

    def to_json(self) -> dict[str, Any]:
        return {"game": self.game, "rules": self.rules, "uid": self.uid, "began": sane(self.began),
                "setup": self.setup.to_json(), "outcome": self.outcome,
                **({} if self.ended is None else {"ended": self.ended.to_json()}),
                **({"away": self.away} if self.away else {}),
                "scores": [[position, list(points)] for position, points in self.scores],
                "log": [self._line(record) for record in self.log]}

    def _line(self, record: Record) -> dict[str, Any]:
        if not is_sane(record.at):  # the phone's clock was past 2100
            record = replace(record, at=0.0)
        if not self.covered or not record.sealed or record.masked:
            return record.to_json()
        return {**replace(record, answer=cover(record.answer)).to_json(), "covered": True}


@dataclass(frozen=True)
class BoxFile:
    """An owner's box: what the rulebook doesn't contain."""

    game: str
    name: str
    box: Json


@dataclass(frozen=True)
class PhotoFile:
    """The photo of the play with this uid; only in an export of everything, and only if asked for."""

    uid: str
    content: bytes


@dataclass(frozen=True)
class DamagedPlay:
    """A damaged play's raw rows, for repair by hand. Never imported."""

    rows: dict[str, Any]


@dataclass(frozen=True)
class LeftOut:
    what: Text
    reason: Text

    @property
    def sentence(self) -> Text:
        # Translators: such as: A play of Windmill was left out
        return say("{part} was left out: {why}", part=self.what, why=self.reason)


Settings = dict[str, Json]
Part = PlayFile | BoxFile | PhotoFile | Person | Settings | DamagedPlay | LeftOut


# Writing

def dump(*parts: Part, kind: str = "") -> str:
    """Return a file with these parts; its kind follows from the first."""
    return "".join(lines(kind or (PLAY if isinstance(parts[0], PlayFile) else BOX), parts))


def lines(kind: str, parts: Iterable[Part]) -> Iterator[str]:
    yield _line({"format": kind, "version": VERSION, "app": __version__})
    number = 0
    for part in parts:
        yield _line(_part_json(part))
        number += 1
    yield _line({"end": number})


def _part_json(part: Part) -> dict[str, Json]:
    match part:
        case PlayFile():
            return {"play": part.to_json()}
        case BoxFile():
            return {STORED: {"game": part.game, "name": part.name, STORED: part.box}}
        case PhotoFile(uid, content):
            return {"photo": {"uid": uid, "content": b64encode(content).decode()}}
        case Person():
            return {"person": person_json(part)}
        case DamagedPlay(rows):
            return {"damaged": rows}
        case dict():
            return {"settings": part}
    raise TypeError(part)


def _line(raw: Json) -> str:
    """Write infinite numbers as null; JSON can't hold them."""
    try:
        return json.dumps(raw, ensure_ascii=False, allow_nan=False) + "\n"
    except ValueError:
        return json.dumps(_finite(raw), ensure_ascii=False, allow_nan=False) + "\n"


def _finite(raw: Json) -> Json:
    if isinstance(raw, float):
        return raw if isfinite(raw) else None
    if isinstance(raw, (list, tuple)):
        return [_finite(part) for part in raw]
    return {key: _finite(part) for key, part in raw.items()} if isinstance(raw, dict) else raw


def play_file(play: Play[Any], rules: str, uid: str = "", began: float = 0.0) -> PlayFile:
    """Export the play without its sealed secrets. `rules`: the version it was played with."""
    shown = without_secrets(play)
    ended = shown.outcome()
    return PlayFile(play.game.facts.id, rules, play.setup, list(shown.log), uid, began,
                    list(shown.run.scores), None if ended is None else outcome_note(ended))


def without_secrets(play: Play[Any]) -> Play[Any]:
    """Return the play without secrets that are still sealed.

    Unneeded ballots (changed, or the voter left) are masked. If a sealed answer is still needed, the log ends
    before it, and its players are asked again.
    """
    records = play.public_log()
    if not any(record.masked for record in records):
        return play
    undone = log.StandingRecords(records).undone
    # a redo could bring back a secret
    if any(records[number].masked for taken in undone for number in taken):
        records = [records[number] for number in log.effective(records)]
    while True:
        shown = Play(play.game, play.setup, records, trusted=True)
        if shown.misfit is not None:
            records = records[:shown.misfit.number]
        elif records and records[-1].masked:
            records.pop()
        else:
            return shown


def outcome_note(outcome: Outcome) -> Json:
    """The result, for people and programs that read the file; never imported."""
    places = [{"seat": place.seat, "place": place.place, "score": place.score} for place in outcome.places]
    return {"sentence": as_json(outcome.sentence), "winners": list(outcome.winners), "won": outcome.won,
            "places": places}


# Reading

def read_parts(source: BinaryIO, kind: str) -> Iterator[Part]:
    """Yield the parts of a file, with `LeftOut` for unreadable ones. Raises `Refused`."""
    _check_head(source, kind)
    number, left_out, ended = 0, 0, False
    while raw := source.readline(LARGEST_LINE + 1):
        if len(raw) > LARGEST_LINE:
            raise Refused(say("This file is too large to be from Tableside."))
        if not raw.strip() or ended:
            continue
        number += 1
        try:
            found = parsed(raw)
            ended = isinstance(found, dict) and found.get("end") == number - 1
            if ended:
                continue
            part = _part(found, number)
        except ValueError:
            part = LeftOut(say("Line {n} of this file", n=number + 1), CUT_OFF)
        left_out += isinstance(part, LeftOut)
        if left_out > MOST_LEFT_OUT:
            raise Refused(CUT_OFF)
        yield part
    if not ended:
        yield LeftOut(say("The end of this file"), CUT_OFF)


def read_play(text: str | bytes, games: Mapping[str, Game[Any]]) -> PlayFile:
    found = read_one(_open(text), PLAY, games)
    assert isinstance(found, PlayFile)
    return found


def read_one(source: BinaryIO, kind: str, games: Mapping[str, Game[Any]]) -> PlayFile | BoxFile:
    found: list[PlayFile | BoxFile] = []
    for part in read_parts(source, kind):
        if isinstance(part, LeftOut):
            raise Refused(part.reason)
        if isinstance(part, PlayFile if kind == PLAY else BoxFile):
            found.append(part)
    if len(found) != 1:
        raise Refused(CUT_OFF)
    (one,) = found
    if one.game not in games:
        game = _short(one.game)
        if kind == PLAY:
            raise Refused(say("{game} isn't installed. Install it to open this play.", game=game))
        raise Refused(say("{game} isn't installed. Install it to use this box.", game=game))
    if isinstance(one, BoxFile):
        check_box(games[one.game], one.box)
    return one


def _open(text: str | bytes) -> BinaryIO:
    if len(text) > LARGEST_FILE:
        raise Refused(say("This file is too large to be from Tableside."))
    return BytesIO(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))


def _check_head(source: BinaryIO, kind: str) -> None:
    """Is it one of our files, and not from a newer version?"""
    first = source.readline(LARGEST_PART).removeprefix(b"\xef\xbb\xbf")
    try:
        raw = parsed(first)
    except ValueError:
        if b'"tableside-' in first:
            raise Refused(CUT_OFF) from None
        raw = None
    if not isinstance(raw, dict) or not str(raw.get("format", "")).startswith("tableside-"):
        raise Refused(say("This is not a Tableside file."))
    if raw["format"] != kind:
        # Translators: both are kinds of files, such as "a play"
        raise Refused(say("This file contains {found}, not {wanted}.",
                          found=KINDS.get(raw["format"], _short(raw["format"])), wanted=KINDS[kind]))
    version: Json = raw.get("version")
    if not whole(version) or version < 1:
        _damaged("version")
    if version > VERSION:
        raise Refused(say("This file is from a newer Tableside. Update the app to open it."))


def parsed(raw: bytes) -> Json:
    """Raises `ValueError` if it is not JSON, too large, or can't be written back."""
    text = raw.decode()
    if sum(text.count(letter) for letter in ",[{") > MOST_VALUES:
        raise ValueError("too many values")
    try:
        found = json.loads(text, parse_constant=_finite_number, parse_float=_finite_number,
                           object_pairs_hook=_no_name_twice)
    except RecursionError as error:
        raise ValueError("too deep") from error
    _check_depth(found)
    json.dumps(found, ensure_ascii=False).encode()  # half a surrogate pair can be read, but not stored
    return found


def _check_depth(value: Json) -> None:
    """From Python 3.14 on, json reads nests that are too deep for everything else."""
    level = [value]
    for _ in range(DEEPEST):
        lists = [one for one in level if isinstance(one, list)]
        lists += [list(one.values()) for one in level if isinstance(one, dict)]
        level = [inner for one in lists for inner in one]
    if level:
        raise ValueError("too deep")


def _finite_number(word: str) -> float:
    found = float(word)
    if not isfinite(found):
        raise ValueError(word)
    return found


def _no_name_twice(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """Reject duplicate names; a reader would silently drop the first value."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands there twice")
    return found


def _part(raw: Json, number: int) -> Part:
    if not isinstance(raw, dict) or len(raw) != 1 or next(iter(raw)) not in _READERS:
        raise ValueError("no part")
    ((name, content),) = raw.items()
    try:
        if not isinstance(content, dict):
            _damaged(name)
        return _READERS[name](content)
    except Refused as error:
        return LeftOut(_called(name, content), error.refusal.why)


def _called(name: str, raw: Json) -> Text:
    key = "game" if name == "play" else "name"
    found = raw.get(key) if isinstance(raw, dict) else None
    word = _short(id_now(found)) if isinstance(found, str) and found else "?"
    names = {"play": say("A play of {game}", game=word), "person": say("The person {name}", name=word),
             STORED: say("The box {name}", name=word), "photo": say("A photo")}
    return names.get(name, say("The settings"))


def _play(raw: dict[str, Any]) -> PlayFile:
    records = raw.get("log")
    if not isinstance(records, list):
        _damaged("log")
    if len(records) > MOST_RECORDS:
        raise Refused(say("This play has too many lines. The file may be damaged."))
    setup = Setup.from_json(raw.get("setup"))
    _check_setup(setup, raw["setup"])
    if not is_sane(raw.get("began")):
        _damaged("began")
    return PlayFile(id_now(_word(raw, "game")), _word(raw, "rules"), setup,
                    [_record(number, line) for number, line in enumerate(records)], _word(raw, "uid"),
                    float(raw["began"]), _scores(raw.get("scores")), raw.get("outcome"),
                    any(isinstance(line, dict) and line.get("covered") is True for line in records),
                    _ended(raw.get("ended")), _away(raw.get("away", 0.0)))


def _ended(raw: Json) -> Ending | None:
    try:
        return None if raw is None else Ending.from_json(raw)
    except ValueError:
        _damaged("ended")


def _away(raw: Json) -> float:
    if isinstance(raw, bool) or not isinstance(raw, (int, float)) or not is_sane(abs(raw)):
        _damaged("away")
    return float(raw)


def _check_setup(setup: Setup, raw: Json) -> None:
    if not all(isinstance(one.get("name"), str) and whole(one.get("colour")) for one in raw["people"]):
        _damaged("setup")
    check_people(setup.people, 1, len(COLOURS), "")
    if any(_letters(value) > LONGEST_OPTION for value in setup.options.values()):
        _damaged("setup")  # its game would quote the whole value in its refusal
    if _letters(raw) > LARGEST_PART:
        raise Refused(say("This play's data is too large. The file may be damaged."))


def _letters(value: Json) -> int:
    """Count characters, not bytes: an emoji would count as twelve."""
    return len(json.dumps(value, ensure_ascii=False))


def _record(number: int, raw: Json) -> Record:
    try:
        record = Record.from_json(raw)
        if record.sealed and raw.get("covered") is True:
            record = replace(record, answer=uncover(record.answer))
        fits = (is_sane(record.at) and len(record.key) <= LONGEST_KEY
                and (record.seat is None or 0 <= record.seat < len(COLOURS))
                and (record.kind != log.UNDO or (whole(record.answer) and record.answer >= 0))
                and _letters(record.answer) <= LARGEST_ANSWER)
    except (Refused, ValueError, OverflowError, RecursionError):
        fits = False
    if not fits:
        raise Refused(say("Line {n} of this play is damaged and can't be read.", n=number + 1))
    return record


def _box(raw: dict[str, Any]) -> BoxFile:
    if STORED not in raw:
        _damaged(STORED)
    if _letters(raw[STORED]) > LARGEST_PART:
        raise Refused(say("This box is too large. The file may be damaged."))
    return BoxFile(id_now(_word(raw, "game")), _word(raw, "name"), raw[STORED])


def _photo(raw: dict[str, Any]) -> PhotoFile:
    try:
        return PhotoFile(_word(raw, "uid"), b64decode(raw.get("content", "?"), validate=True))
    except (TypeError, ValueError):
        _damaged("photo")


def _person(raw: dict[str, Any]) -> Person:
    if not whole(raw.get("colour")) or not 0 <= raw["colour"] < len(COLOURS):
        _damaged("person")
    return Person(_word(raw, "name"), raw["colour"])


_READERS: Final[Mapping[str, Callable[[dict[str, Any]], Part]]] = {
    "play": _play, STORED: _box, "person": _person, "settings": dict, "damaged": DamagedPlay,
    "photo": _photo,
}


def _scores(raw: Json) -> Scores:
    try:
        scores = [(position, tuple(points)) for position, points in raw]
    except (TypeError, ValueError):
        _damaged("scores")
    if not all(whole(number) for position, points in scores for number in (position, *points)):
        _damaged("scores")
    return scores


def _word(raw: dict[str, Any], name: str) -> str:
    found = raw.get(name)
    if not isinstance(found, str) or len(found) > LONGEST_KEY:
        _damaged(name)
    return found


def _damaged(part: str) -> NoReturn:
    raise Refused(say("This part of the file is damaged and can't be read: {part}.", part=part))


def _short(word: object) -> str:
    text = str(word)
    return text if len(text) <= 40 else f"{text[:40]}…"


# Replaying imports under the installed rules

def replayed(file: PlayFile, game: Game[Any]) -> GuardedPlay:
    """Replay the play with every answer checked; `misfit` says if it doesn't fit. Raises `Refused`."""
    try:
        return GuardedPlay(game, file.setup, file.log)
    except GameFailed as failed:  # the file may contain anything, and a game's checks may raise anything
        raise Refused(say("This play doesn't fit the game ({error}).",
                          error=_short(repr(failed.__cause__)))) from failed


def check_box(game: Game[Any], box: Json) -> list[Text]:
    """The game's warnings. Refuses the box if the game's check fails."""
    try:
        return guarded(lambda: list(game.boxes.check(box)))
    except GameFailed as failed:
        raise Refused(say("This box doesn't fit the game ({error}).",
                          error=_short(repr(failed.__cause__)))) from failed


def first_other_score(play: Play[Any], noted: Scores) -> int | None:
    """First position where the points differ from the saved ones: the rules have changed."""
    now = dict(play.run.scores)
    return next((position for position, points in noted if now.get(position, points) != points), None)
