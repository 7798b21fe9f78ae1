"""Records as lines of text, and the sums that show whether a line, a head or a copy was changed.

Each line's sum covers the line and the sum before it: a changed or missing line is found, and a line from a backup is
taken only where it fits. A sum guards against accidents, not against somebody who rewrites the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Any

from companion.core.files import cover, uncover
from companion.core.log import Record
from companion.core.questions import Refused

Line = tuple[str, str]
"""A line and its sum."""


def line_of(record: Record) -> str:
    """Raises `ValueError` for what no file can hold (an infinite number, half a letter)."""
    if record.sealed and not record.masked:
        record = replace(record, answer=cover(record.answer))
    line = json.dumps(record.to_json(), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    line.encode()
    return line


def record_of(line: str) -> Record:
    """Raises `ValueError` for a line that can't be read."""
    try:
        record = Record.from_json(json.loads(line))
        if record.sealed and not record.masked:
            record = replace(record, answer=uncover(record.answer))
    except (TypeError, Refused, RecursionError) as error:
        raise ValueError(line[:80]) from error
    return record


def link(before: str, line: str) -> str:
    """The sum of a line after the one with the sum `before`. The first follows the play's uid."""
    return blake2b(f"{before}\n{line}".encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()


def unbroken(uid: str, rows: Iterable[Sequence[Any]]) -> Iterator[Line]:
    """The lines of rows (number, line, sum) up to the first that is missing or changed."""
    before = uid
    for expected, (number, line, sum) in enumerate(rows):
        now = link(before, line) if isinstance(line, str) else ""
        if number != expected or sum != now:
            return
        yield line, now
        before = now


def merged(uid: str, candidates: Sequence[Mapping[int, Line]]) -> list[Line]:
    """The longest log without a hole, each line from the first candidate that has it unchanged."""
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
    """Of the columns of a play that never change."""
    return checksum(play["uid"], play["game"], play["setup"], play["began"])


def note_sum(subtitle: str, points: str, outcome: str | None, noted: int) -> str:
    """Of the summary that the library shows."""
    return checksum(subtitle, points, outcome, noted)


def copy_sum(game: str, name: str, copy: str) -> str:
    return checksum(game, name, copy)
