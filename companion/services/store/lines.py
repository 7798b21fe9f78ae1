"""Records as text lines, with checksums for lines, heads and other rows.

Each line's checksum covers the line and the previous checksum, so changed or missing lines are found, and a line from a
backup is used only where it fits. This guards against accidents, not tampering.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Any

from companion.core.log import Record, cover, uncover
from companion.core.questions import Refused

Line = tuple[str, str]


def line_of(record: Record) -> str:
    """Raises `ValueError` for what no file can hold (an infinite number, a lone surrogate)."""
    if record.sealed and not record.masked:
        record = replace(record, answer=cover(record.answer))
    line = json.dumps(record.to_json(), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    line.encode()
    return line


def record_of(line: str) -> Record:
    try:
        record = Record.from_json(json.loads(line))
        if record.sealed and not record.masked:
            record = replace(record, answer=uncover(record.answer))
    except (TypeError, Refused, RecursionError) as error:
        raise ValueError(line[:80]) from error
    return record


def link(before: str, line: str) -> str:
    """The checksum of a line that follows checksum `before`. The first follows the play's uid."""
    return blake2b(f"{before}\n{line}".encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()


def unbroken(uid: str, rows: Iterable[Sequence[Any]]) -> Iterator[Line]:
    """Yield lines of rows (number, line, checksum) up to the first missing or changed one."""
    before = uid
    for expected, (number, line, sum) in enumerate(rows):
        now = link(before, line) if isinstance(line, str) else ""
        if number != expected or sum != now:
            return
        yield line, now
        before = now


def merged(uid: str, candidates: Sequence[Mapping[int, Line]]) -> list[Line]:
    """The longest log without gaps, each line from the first candidate that has it intact."""
    found: list[Line] = []
    while True:
        number, before = len(found), found[-1][1] if found else uid
        fitting = next((lines[number] for lines in candidates
                        if number in lines and lines[number][1] == link(before, lines[number][0])), None)
        if fitting is None:
            return found
        found.append(fitting)


def checksum(*parts: object) -> str:
    return blake2b(json.dumps(parts).encode(), digest_size=8).hexdigest()


def head_sum(play: Mapping[str, Any]) -> str:
    """Checksum of a play's constant columns."""
    return checksum(play["uid"], play["game"], play["setup"], play["began"])


def note_sum(subtitle: str, points: str, outcome: str | None, noted: int) -> str:
    """Checksum of the summary in the library."""
    return checksum(subtitle, points, outcome, noted)


def row_sum(row: Mapping[str, Any]) -> str:
    """Checksum of a row of people, copies or settings."""
    return checksum(*(row[name] for name in sorted(row) if name not in ("id", "sum")))


def is_whole(row: Mapping[str, Any], sum_of: Callable[[Mapping[str, Any]], str] = row_sum) -> bool:
    try:
        return bool(row["sum"] == sum_of(row))
    except (KeyError, TypeError, UnicodeError):
        return False
