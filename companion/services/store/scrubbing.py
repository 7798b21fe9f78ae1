"""Removes what was deleted for good from every file beside the store: backups, journals and files set aside."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Collection, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from companion.services.store.lines import entry_of
from companion.services.store.schema import MAGIC, connect, transaction

SUM = re.compile(rb"[0-9a-f]{16}")
UNTOUCHED = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_FULL")
COPY = "copy "
Row = tuple[Any, ...]


def copy_mark(game: str, name: str, changed: float) -> str:
    """What table `gone` says of a deleted copy: its versions up to this time never come back."""
    return COPY + json.dumps([game, name, changed])


def copies_gone(gone: Collection[str]) -> dict[Row, float]:
    """The time of the last deletion, by game and name."""
    found: dict[Row, float] = {}
    for mark in gone:
        if mark.startswith(COPY):
            with suppress(ValueError, TypeError):
                *key, changed = json.loads(mark.removeprefix(COPY))
                found[tuple(key)] = max(float(changed), found.get(tuple(key), 0.0))
    return found


def was_deleted(row: Mapping[str, Any], copies: Mapping[Row, float]) -> bool:
    until, changed = copies.get((row.get("game"), row.get("name"))), row.get("changed")
    return until is not None and isinstance(changed, float) and changed <= until


def settings_of(uid: str) -> tuple[str, tuple[int, str]]:
    """The statement that deletes a play's settings. An imported uid may hold any letters."""
    return "DELETE FROM settings WHERE substr(key, ?) = ?", (-len(uid) - 1, f".{uid}")


def scrub(place: Path, gone: Collection[str], sums: Collection[str], settings: Mapping[str, Row]) -> None:
    """Delete plays and copies (`gone`) from all files; `sums` are those of the plays' lines.

    `settings`: the rows as they are now; in other files they replace rows that name a deleted play.
    """
    uids = [mark for mark in gone if not mark.startswith(COPY)]
    for path in list(place.parent.iterdir()):
        if path.name.startswith(f"{place.name}.") and not path.name.endswith(("-wal", "-shm", "-journal")):
            with suppress(OSError):
                made, marks = path.stat().st_mtime, list(sums)
                with path.open("rb") as file:
                    is_database = file.read(len(MAGIC)) == MAGIC
                if is_database:
                    try:
                        _scrub_database(path, gone, uids, settings)
                    except (sqlite3.Error, UnicodeError) as error:
                        if getattr(error, "sqlite_errorname", "").startswith(UNTOUCHED):
                            continue
                        marks += uids
                elif ".journal" in path.name:
                    _scrub_journal(path, gone, uids)
                else:
                    marks += uids
                if _holds(path, marks):  # damaged: only without it the play is gone for good
                    for tail in ("", "-wal", "-shm"):
                        Path(f"{path}{tail}").unlink(missing_ok=True)
                else:
                    os.utime(path, (made, made))


def _scrub_database(path: Path, gone: Collection[str], uids: Collection[str], settings: Mapping[str, Row]) -> None:
    with closing(connect(str(path))) as file:
        with transaction(file):
            file.executemany("INSERT OR IGNORE INTO gone VALUES (?)", [(mark,) for mark in gone])
            file.executemany("DELETE FROM copies WHERE game = ? AND name = ? AND changed <= ?",
                             [(*key, changed) for key, changed in copies_gone(gone).items()])
            for uid in uids:
                file.execute("DELETE FROM plays WHERE uid = ?", (uid,))
                file.execute(*settings_of(uid))
                for (key,) in file.execute("SELECT key FROM settings WHERE instr(value, ?)", (f'"{uid}"',)).fetchall():
                    file.execute("DELETE FROM settings WHERE key = ?", (key,))
                    if key in settings:
                        file.execute("INSERT INTO settings VALUES (?, ?, ?)", settings[key])
        file.execute("PRAGMA journal_mode = DELETE")


def _holds(path: Path, marks: Collection[str]) -> bool:
    raw = b"".join(part.read_bytes() for part in (path, Path(f"{path}-wal")) if part.exists())
    sums = set(SUM.findall(raw))
    return any(mark.encode() in (sums if len(mark) == 16 else raw) for mark in marks if len(mark) >= 16)


def _scrub_journal(path: Path, gone: Collection[str], uids: Collection[str]) -> None:
    """Keep only the note that it was deleted."""
    copies, lines = copies_gone(gone), path.read_bytes().split(b"\n")

    def stays(line: bytes) -> bool:
        entry = entry_of(line)
        if entry is None:
            return not any(json.dumps(uid).encode() in line for uid in uids)
        row = entry.get("row", {})
        key, value = str(row.get("key", "")), str(row.get("value", ""))
        return "gone" in entry or not (
            was_deleted(row, copies) or entry.get("uid", entry.get("play", {}).get("uid")) in uids
            or any(key.endswith(f".{uid}") or json.dumps(uid) in value for uid in uids))

    rest = [line for line in lines if stays(line)]
    if len(rest) < len(lines):
        unfinished = path.with_name(f"{path.name}.scrub-unfinished-{os.urandom(4).hex()}")
        unfinished.write_bytes(b"\n".join(rest))
        os.replace(unfinished, path)
