"""Checks a file before use, and rebuilds it if damaged.

The new file is completed under another name first, so if the disk is full nothing has changed.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from companion.services.store.backup import all_backups, copy_file, since_damage, undecided
from companion.services.store.journal import journals_of
from companion.services.store.lines import head_sum, is_whole
from companion.services.store.mending import Expected, expected, file_source, merge, sources_of
from companion.services.store.schema import (
    APPLICATION,
    VERSION,
    NewerFile,
    connect,
    lay_out,
    reading,
    right_shape,
    shape_of,
    transaction,
    version_of,
)
from companion.services.store.scrubbing import MAGIC, copies_gone, was_deleted
from companion.services.store.trouble import Damaged

TAILS = ("", "-wal", "-shm")
UNREADABLE = (sqlite3.Error, UnicodeError, OSError, Damaged, NewerFile)


class NoRoom(Exception):
    """The repaired file could not be written; nothing has changed."""


# Checking

def is_lost(place: Path) -> bool:
    with suppress(FileNotFoundError):
        if place.stat().st_size:
            return False
    return bool(all_backups(place)) or bool(expected(place).counts)


def is_foreign(place: Path) -> bool:
    """Not a database, or one with a damaged first page, which SQLite opens but can't write."""
    if not place.exists() or not place.stat().st_size:
        return False
    with place.open("rb") as file:
        head = file.read(100)
    return not (head.startswith(MAGIC) and len(head) == 100 and head[18] in (1, 2) and head[19] in (1, 2)
                and head[20] == 0 and head[21:24] == b"\x40\x20\x20" and int.from_bytes(head[56:60], "big") in (0, 1))


def check(file: sqlite3.Connection) -> int:
    """Return the number of lines, 0 for a new file. Raises `Damaged` or `NewerFile`."""
    file.execute("BEGIN")  # one consistent read: another instance may be creating the tables
    version, tables = version_of(file), file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    application, shape = file.execute("PRAGMA application_id").fetchone()[0], shape_of(file)
    file.execute("COMMIT")
    if not tables and version == 0:
        return 0
    right = shape == right_shape()
    if version > VERSION and not (right and (version ^ VERSION).bit_count() == 1):  # a single flipped bit
        raise NewerFile
    if version != VERSION or application != APPLICATION or not right:
        raise Damaged
    if file.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
        raise Damaged
    return int(file.execute("SELECT count(*) FROM records").fetchone()[0])


def lacks(file: sqlite3.Connection, wanted: Expected) -> bool:
    ids = dict(file.execute("SELECT uid, id FROM plays"))
    gone = {uid for (uid,) in file.execute("SELECT uid FROM gone")}
    return any(uid not in gone and (uid not in ids or (count > 0 and file.execute(
        "SELECT 1 FROM records WHERE play = ? AND number = ?", (ids[uid], count - 1)).fetchone() is None))
        for uid, count in wanted.counts.items())


def is_doubtful(file: sqlite3.Connection, wanted: Expected) -> bool:
    """Is a row changed (lines are checked when read), or something here that was deleted for good?"""
    own = file_source(file)
    gone = copies_gone(wanted.gone)
    return (any(uid in wanted.gone or not is_whole(head, head_sum) for uid, head in own.heads.items())
            or any(not is_whole(row) or was_deleted(row, gone) for _, row in own.others))


# Repairing

@dataclass(frozen=True)
class Restored:
    """The result of a repair. `backup_from` is None if the file itself held the most, or there was no backup."""

    set_aside: Path | None
    from_itself: bool
    backup_from: float | None
    rescued: int


def restore(place: Path) -> Restored:
    """Rebuild the file from all sources. Raises `NoRoom`; then nothing changed."""
    base, lines = _fullest(place)
    unfinished = place.with_name(f"{place.name}.restored-unfinished-{os.getpid()}-{os.urandom(4).hex()}")
    try:
        with closing(connect(str(unfinished))) as file:
            file.execute("PRAGMA journal_mode = DELETE")
            fill(file, place)
            now = check(file)
        with unfinished.open("rb+") as written:
            os.fsync(written.fileno())
        made = None if base in (None, place) else base.stat().st_mtime
        aside = set_aside(place)
        os.replace(unfinished, place)
    except UNREADABLE as error:
        raise NoRoom from error
    finally:
        for tail in (*TAILS, "-journal"):
            with suppress(OSError):
                Path(f"{unfinished}{tail}").unlink(missing_ok=True)
    _settle(place)
    return Restored(aside, base == place, made, max(0, now - lines))


def _settle(place: Path) -> None:
    """Make the repaired file the newest backup, and put the journals aside."""
    _rename(journals_of(place), place)
    with suppress(OSError, sqlite3.Error):
        copy_file(place, since_damage(place))


def _fullest(place: Path) -> tuple[Path | None, int]:
    """The intact file, itself or a backup, with the most lines."""
    best: tuple[Path | None, int] = (None, 0)
    for path in (place, *all_backups(place)):
        with suppress(*UNREADABLE):
            if path.is_file() and path.stat().st_size and not is_foreign(path):
                with reading(path) as file:
                    lines = check(file)
                if best[0] is None or lines > best[1]:
                    best = (path, lines)
    return best


def fill(file: sqlite3.Connection, place: Path) -> None:
    lay_out(file)
    with transaction(file), sources_of(place, with_itself=True) as sources:
        merge(file, sources, expected(place))


def mend(file: sqlite3.Connection, place: Path, uid: str | None = None) -> None:
    with transaction(file), sources_of(place, with_itself=False) as sources:
        merge(file, sources, expected(place), only=uid)


# File names

def set_aside(place: Path) -> Path | None:
    """Rename the file, and its write-ahead log, which may hold the last answers."""
    aside = _free(place, "damaged")
    was_there = place.exists()
    for tail in TAILS:
        with suppress(FileNotFoundError):
            os.replace(f"{place}{tail}", f"{aside}{tail}")
    return aside if was_there else None


def set_everything_aside(place: Path) -> None:
    """Rename the file, its backups and journals, so the next start is a fresh one."""
    set_aside(place)
    _rename([*all_backups(place), *journals_of(place), undecided(place)], place)


def _rename(paths: list[Path], place: Path) -> None:
    old = _free(place, "before")
    for path in paths:
        with suppress(FileNotFoundError):
            os.replace(path, f"{old}{path.name.removeprefix(place.name)}")


def _free(place: Path, word: str) -> Path:
    stamp = time.strftime("%Y%m%d-%H%M%S")
    aside, tries = f"{place.name}.{word}-{stamp}", 1
    while any(place.parent.glob(f"{aside}*")):
        tries += 1
        aside = f"{place.name}.{word}-{stamp}-{tries}"
    return place.with_name(aside)


@contextmanager
def alone(place: Path) -> Iterator[None]:
    """Lock out other instances repairing the same file, if the system supports it."""
    with ExitStack() as stack:
        with suppress(ImportError, OSError):
            import fcntl
            lock = stack.enter_context(place.with_name(f"{place.name}.mending").open("wb"))
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
