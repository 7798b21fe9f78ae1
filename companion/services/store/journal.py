"""What is known outside the database: the journal and the list of what there is.

The journal is a text file beside the store. Every line that was committed is appended to it, so that backup and journal
together hold everything even if the database and its write-ahead log are gone. It is written after the commit and not
flushed by itself: it outlives a killed process; after a power cut the database, which is flushed, is the one to trust.

`known` is written with each backup: which plays there are, with how many records and the sum of the last. It is small,
and tells at every start in a few milliseconds whether the file holds less than it did.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any
from uuid import uuid4

from companion.services.store.checksums import Link, checksum
from companion.services.store.schema import VERSION

MOST_APART = 8
Heads = dict[str, tuple[int, str]]
"""How many records a play has, and the sum of the last; by uid."""


class Journal:
    """Appends to the journal of a store. Opened for each entry: another process may have set the file apart."""

    def __init__(self, place: Path) -> None:
        self.path = place.with_name(f"{place.name}.journal")

    def add(self, *entries: dict[str, Any]) -> None:
        """An entry that can't be written is no reason to disturb the evening: the database has it."""
        with suppress(OSError):
            file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
            try:
                os.write(file, b"".join(_written(json.dumps(entry).encode()) for entry in entries))
            finally:
                os.close(file)

    def set_apart(self) -> list[Path]:
        """Before a backup: what was written so far is in the database, so it is needed only until the backup stands.
        The files that may then be removed."""
        apart = _apart(self.path)
        if len(apart) < MOST_APART:
            with suppress(OSError):
                os.replace(self.path, self.path.with_name(f"{self.path.name}-{uuid4().hex[:12]}"))
        return _apart(self.path)


def journals_of(place: Path) -> list[Path]:
    """The oldest first, the one that is being written last."""
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


@dataclass
class Heard:
    """What the journals say."""

    plays: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The columns of plays that were begun or taken in, by uid."""
    lines: dict[str, dict[int, Link]] = field(default_factory=dict)
    copies: list[dict[str, Any]] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)

    def heads(self) -> Heads:
        found: Heads = {uid: (0, "") for uid in self.plays}
        for uid, lines in self.lines.items():
            last = max(lines)
            found[uid] = (last + 1, lines[last][1] or "")
        return found


def read_journals(place: Path) -> Heard:
    """Every entry that is whole; one that is cut off or damaged is passed over."""
    heard = Heard()
    for path in journals_of(place):
        with suppress(OSError), path.open("rb") as file:
            for raw in file:
                with suppress(ValueError, KeyError, TypeError):
                    _hear(heard, raw)
    return heard


def _written(text: bytes) -> bytes:
    """On a line of its own, whatever was cut off before it."""
    return b"\n" + blake2b(text, digest_size=8).hexdigest().encode() + b" " + text


def _hear(heard: Heard, raw: bytes) -> None:
    raw = raw.rstrip(b"\n")
    text = raw[17:]
    if _written(text)[1:] != raw:
        return
    entry = json.loads(text)
    if "line" in entry:
        heard.lines.setdefault(entry["uid"], {})[entry["number"]] = (entry["line"], entry["sum"])
    elif "setup" in entry:
        heard.plays[entry["uid"]] = entry
        heard.gone.discard(entry["uid"])
    elif "copy" in entry:
        heard.copies.append(entry)
    elif "gone" in entry:
        heard.gone.add(entry["gone"])


# The list of what there is

@dataclass(frozen=True)
class Known:
    """`version`: of the schema, as the app that wrote it knew it."""

    version: int
    heads: Heads


def known_path(place: Path) -> Path:
    return place.with_name(f"{place.name}.known")


def write_known(place: Path, heads: Heads) -> None:
    """All of it or nothing."""
    plays = {uid: list(head) for uid, head in heads.items()}
    path = known_path(place)
    unfinished = path.with_name(f"{path.name}-unfinished-{os.getpid()}-{uuid4().hex[:8]}")
    try:
        with unfinished.open("w", encoding="utf-8") as file:
            json.dump({"version": VERSION, "plays": plays, "sum": checksum(VERSION, plays)}, file)
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)


def read_known(place: Path) -> Known | None:
    """None where there is none, or none that is whole."""
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        raw = json.loads(known_path(place).read_bytes())
        if raw["sum"] == checksum(raw["version"], raw["plays"]):
            return Known(int(raw["version"]), {uid: (int(n), str(last)) for uid, (n, last) in raw["plays"].items()})
    return None
