"""The log: the list of everything players entered. With the setup it is the whole save.

Undo and redo are records too; `effective` says which answers stand.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.core.text import Refused, say
from companion.core.values import Json, value, whole

ANSWER: Final = "answer"
CORRECT: Final = "correct"
FIX: Final = "put right"  # its name in files since 1.0
EXIT: Final = "exit"
RESTART: Final = "restart"
LEAVE: Final = "leave"
RETURN: Final = "return"
JOIN: Final = "join"
RENAME: Final = "rename"
UNDO: Final = "undo"
REDO: Final = "redo"
FAILED: Final = "failed"
FOR_GOOD: Final = "for good"
KINDS: Final = (ANSWER, CORRECT, FIX, EXIT, RESTART, LEAVE, RETURN, JOIN, RENAME, UNDO, REDO, FAILED)
CORRECTIONS: Final = (CORRECT, FIX)
"""With these the app follows the table, so nobody moves a piece, nor when they are undone."""
GOING: Final = (UNDO, REDO)
PLAIN: Final = frozenset({str, int, bool, float, type(None)})
"""Immutable values that need no copy."""
NO_TEXT: Final = PLAIN - {str}
DEEPEST: Final = 40
"""Maximum nesting depth of an answer."""


@value
class Record:
    """One line of the log. What `key` and `answer` mean depends on the kind:

    answer    the question's key, and the answer as plain JSON
    correct   the field's path, and its new value
    put right `answer` = pairs of path and value: everything set by hand on one visit
    exit      the Unwind's name
    restart   the turn restarts, on the table as it is
    leave     the seat in `seat`; also for return
    join      a latecomer: the name in `key`, the colour in `answer`
    rename    the seat in `seat`, its new name in `key`
    undo      `answer` = how many standing records stay; `key` FOR_GOOD: redo can't bring the others back
    redo      brings back what the last undo took
    failed    an answer at which the rules crashed; kept, but it does not stand
    """

    kind: str
    key: str = ""
    seat: int | None = None
    answer: Json = None
    at: float = 0.0
    sealed: bool = False
    rolled: bool = False
    """The phone rolled the dice; they were not typed in."""
    masked: bool = False
    """A secret removed from this copy of the log for good, e.g. a changed vote."""

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"kind": self.kind, "key": self.key, "seat": self.seat, "answer": self.answer,
                                "at": self.at}
        for flag in ("sealed", "rolled", "masked"):
            if getattr(self, flag):
                data[flag] = True
        return data

    @staticmethod
    def from_json(raw: Json) -> "Record":
        try:
            kind, key, seat, at = raw["kind"], raw["key"], raw["seat"], raw["at"]
            answer = raw["answer"]
            fits = (kind in KINDS and isinstance(key, str) and (seat is None or type(seat) is int)
                    and isinstance(at, (int, float)))
            at = float(at)
        except (KeyError, TypeError, ValueError, OverflowError):
            fits = False
        if not fits:
            raise Refused(say("A line of this log is damaged and can't be read."))
        return Record(kind, key, seat, answer, at, raw.get("sealed") is True, raw.get("rolled") is True,
                      raw.get("masked") is True)


def renamed(record: Record, formerly: Mapping[str, str]) -> Record:
    """With the present name of its question or exit."""
    name, slash, rest = record.key.partition("/")
    if name not in formerly or record.kind not in (ANSWER, EXIT, FAILED):
        return record
    return replace(record, key=f"{formerly[name]}{slash}{rest}")


def own_copy(raw: Json, depth: int = 0) -> Json:
    """Deep-copy plain JSON. Refuses what no file can hold: endless nesting, or half a surrogate pair."""
    kind = type(raw)
    if kind is str:
        return raw if raw.isascii() else written(raw)
    if kind in NO_TEXT:
        return raw
    if depth >= DEEPEST:
        raise Refused(say("This answer can't be read. Answer again."))
    if isinstance(raw, list):
        return [part if type(part) in NO_TEXT else own_copy(part, depth + 1) for part in raw]
    if isinstance(raw, dict):
        return {own_copy(key, depth): own_copy(part, depth + 1) for key, part in raw.items()}
    return raw


def written(text: str) -> str:
    """Return the text if a file can hold it; refuse half a surrogate pair."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Refused(say("A character in this text can't be saved. Delete it and try again.")) from None
    return text


class StandingRecords:
    """Tracks which records stand (neither undone nor failed) as the log grows."""

    def __init__(self, log: Iterable[Record] = ()) -> None:
        self.numbers: list[int] = []
        self.undone: list[list[int]] = []
        for number, record in enumerate(log):
            self.add(number, record)

    def add(self, number: int, record: Record) -> None:
        if record.kind == UNDO:
            length = record.answer
            if record.key == FOR_GOOD:
                self.undone.clear()
            else:
                self.undone.append(self.numbers[length:])
            del self.numbers[length:]
        elif record.kind == REDO:
            if self.undone:
                self.numbers.extend(self.undone.pop())
        elif record.kind != FAILED:
            self.numbers.append(number)
            self.undone.clear()


def effective(log: Iterable[Record]) -> list[int]:
    """Numbers of the standing records, in order.

    >>> effective([Record(ANSWER), Record(ANSWER), Record(UNDO, answer=1), Record(ANSWER)])
    [0, 3]
    """
    return StandingRecords(log).numbers


def public(log: Sequence[Record], revealed: Iterable[int]) -> list[Record]:
    """The log with sealed answers masked unless revealed."""
    open_now = set(revealed)
    return [replace(record, answer=None, masked=True) if record.sealed and number not in open_now else record
            for number, record in enumerate(log)]


# Moments

LATEST: Final = 4_102_444_800.0
"""The year 2100. A later record is damaged, or a joke."""

def is_sane(seconds: object) -> bool:
    """Is it a time that every machine's calendar can show?

    >>> is_sane(1_700_000_000), is_sane(1e300), is_sane(-1), is_sane(float("nan")), is_sane(True)
    (True, False, False, False, False)
    """
    return not isinstance(seconds, bool) and isinstance(seconds, (int, float)) and 0 <= seconds < LATEST


def sane(seconds: object) -> float:
    return float(seconds) if is_sane(seconds) else 0.0  # type: ignore[arg-type]


def later(now: object, than: float) -> float:
    """The current time, but after `than`: the clock may be wrong.

    >>> later(20.0, 5.0), later(3.0, 5.0), later(1e300, 5.0)
    (20.0, 5.001, 5.001)
    """
    return max(sane(now), than + 0.001)


# What players say of a play beside its log

@value
class Ending:
    """*End here*, or its undo, said after the last record. The newest counts; the next record reopens."""

    ended: bool
    winner: int | None = None
    at: float = 0.0

    @property
    def rank(self) -> tuple[float, bool, int]:
        """The highest counts, so two phones agree even if players end a play on both at once."""
        return self.at, self.ended, -1 if self.winner is None else self.winner

    def to_json(self) -> dict[str, Json]:
        return {"ended": self.ended, "winner": self.winner, "at": self.at}

    @staticmethod
    def from_json(raw: Json) -> "Ending":
        """Raises `ValueError`."""
        try:
            ended, winner, at = raw["ended"], raw["winner"], raw["at"]
        except (KeyError, TypeError) as error:
            raise ValueError(raw) from error
        if type(ended) is not bool or not (winner is None or whole(winner)) or not is_sane(at):
            raise ValueError(raw)
        return Ending(ended, winner, float(at))


# Covers keep secrets from being read at a glance, in the store or a file. This is not encryption.

_COVER: Final = "covered:"
_BLOCK: Final = 33  # a multiple of three bytes needs no padding in base64


def cover(answer: Json) -> str:
    """Encode as base64 JSON, padded to hide its length.

    >>> uncover(cover(["Ana", 3])), len(cover(1)) == len(cover("Maximiliane"))
    (['Ana', 3], True)
    """
    plain = json.dumps(answer, allow_nan=False).encode()
    padded = plain.ljust(-(-len(plain) // _BLOCK) * _BLOCK)
    return _COVER + b64encode(padded).decode("ascii")


def uncover(covered: Json) -> Json:
    if not isinstance(covered, str) or not covered.startswith(_COVER):
        raise ValueError("not covered")
    return json.loads(b64decode(covered.removeprefix(_COVER), validate=True))
