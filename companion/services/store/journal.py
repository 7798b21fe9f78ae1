"""The journal: a text file beside the store with every change since the last backup.

Backup and journal together hold everything, even without the database. It is written after the commit and not flushed:
it survives a killed process; after a power cut the flushed database is used.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

MOST_APART = 8


class Journal:
    """Reopened for each entry, as another process may have rotated the file."""

    def __init__(self, place: Path) -> None:
        self.path = place.with_name(f"{place.name}.journal")

    def add(self, *entries: dict[str, Any]) -> None:
        """Ignore write errors: the database already has the entry."""
        with suppress(OSError):
            file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
            try:
                os.write(file, b"".join(_written(json.dumps(entry).encode()) for entry in entries))
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
            if one.name.startswith(f"{path.name}-"):
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
