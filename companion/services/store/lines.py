"""Records as text lines, with checksums for lines, heads and other rows, and the journal.

Each line's checksum covers the line and the previous checksum, so changed or missing lines are found, and a
line from a backup is used only where it fits. This guards against accidents, not tampering.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

from companion.core.log import Ending, Record, cover, uncover
from companion.core.text import Refused
from companion.services.store.schema import as_text

Line = tuple[str, str]


def line_of(record: Record, before: str) -> Line:
    """The line and its checksum. Raises `ValueError` for infinity and lone surrogates."""
    if record.sealed and not record.masked:
        record = replace(record, answer=cover(record.answer))
    line = json.dumps(record.to_json(), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    line.encode()
    return line, link(before, line)


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


SECOND = "~"
"""In a uid, before what tells a second course of a play from the first."""
CHANGES = "changes"
"""The setting that numbers changes beside the answers."""


def ended_row(uid: str, said: Mapping[str, Any]) -> dict[str, Any]:
    """The setting with a play's `Ending`, and `after` which line players said it, by its checksum."""
    return {"key": f"ended.{uid}", "value": json.dumps(said)}


def root_of(uid: str) -> str:
    return uid.partition(SECOND)[0]


def second_uid(uid: str, content: str) -> str:
    return f"{root_of(uid)}{SECOND}{blake2b(content.encode(), digest_size=8).hexdigest()}"


def checksum(*parts: object) -> str:
    """In a damaged row a text may be bytes: that is another value."""
    return blake2b(json.dumps(parts, default=repr).encode(), digest_size=8).hexdigest()


def head_sum(play: Mapping[str, Any]) -> str:
    return checksum(play["uid"], play["game"], play["setup"], play["began"])


def note_sum(subtitle: str, points: str, outcome: str | None, noted: int, ending: Ending | None) -> str:
    """Without the same ending, the summary is out of date."""
    return checksum(subtitle, points, outcome, noted, *([] if ending is None else [ending.to_json()]))


def row_sum(row: Mapping[str, Any]) -> str:
    return checksum(*(row[name] for name in sorted(row) if name not in ("id", "sum")))


def summed(row: Mapping[str, Any]) -> dict[str, Any]:
    return {**row, "sum": row_sum(row)}


def is_whole(row: Mapping[str, Any], sum_of: Callable[[Mapping[str, Any]], str] = row_sum) -> bool:
    try:
        return bool(row["sum"] == sum_of(row))
    except (KeyError, TypeError, UnicodeError):
        return False


# The journal: a text file beside the store with every change since the last backup. Backup and journal
# together hold everything, even without the database. It is written after the commit and not flushed: it
# survives a killed process; after a power cut the flushed database is used.

MOST_APART = 8


class Journal:
    """Reopened for each entry, as another process may have rotated the file."""

    def __init__(self, place: Path) -> None:
        self.path = place.with_name(f"{place.name}.journal")

    def add(self, *entries: dict[str, Any]) -> None:
        """Ignore write errors: the database already has the entry."""
        with suppress(OSError):
            file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
                           | getattr(os, "O_NONBLOCK", 0), 0o666)  # a pipe of that name must not block
            try:
                os.write(file, b"".join(_written(json.dumps(entry, default=as_text).encode())
                                        for entry in entries))
            finally:
                os.close(file)

    def set_apart(self) -> list[Path]:
        """Before a backup, rotate the journal; return the files to delete after it."""
        if len(_apart(self.path)) < MOST_APART:
            with suppress(OSError):
                os.replace(self.path, self.path.with_name(f"{self.path.name}-{os.urandom(6).hex()}"))
        return _apart(self.path)


def journals_of(place: Path) -> list[Path]:
    path = Journal(place).path
    return [*_apart(path), *([path] if path.is_file() else [])]


def _apart(path: Path) -> list[Path]:
    found: list[tuple[float, Path]] = []
    with suppress(OSError):
        for one in path.parent.iterdir():
            if one.name.startswith(f"{path.name}-") and one.is_file():
                with suppress(OSError):
                    found.append((one.stat().st_mtime, one))
    return [one for _, one in sorted(found)]


def read_journals(place: Path) -> Iterator[dict[str, Any]]:
    """Yield every intact entry, oldest first, skipping damaged ones."""
    for path in journals_of(place):
        with suppress(OSError):
            yield from filter(None, map(entry_of, path.read_bytes().split(b"\n")))


def entry_of(line: bytes) -> dict[str, Any] | None:
    """None if the line is damaged."""
    with suppress(ValueError):
        if _written(line[17:])[1:] == line:
            return dict(json.loads(line[17:]))
    return None


def _written(text: bytes) -> bytes:
    """Start on a new line, in case the previous entry was cut off."""
    return b"\n" + blake2b(text, digest_size=8).hexdigest().encode() + b" " + text
