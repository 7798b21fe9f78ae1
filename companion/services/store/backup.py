"""The backups: the file as it was a while ago, in generations beside it.

The last, the one before, the last of an earlier day, and one about a week old. A new one is looked over before it takes
its place, and one that holds less never replaces one that holds more. After a damage none is rotated away until the
owner has decided; what is backed up meanwhile lies in a file of its own.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Collection
from contextlib import closing, suppress
from pathlib import Path
from uuid import uuid4

from companion.services.ports.quiet import quietly
from companion.services.store.journal import Journal
from companion.services.store.lines import head_sum, unbroken
from companion.services.store.schema import VERSION, connect, reading, transaction, version_of
from companion.services.store.trouble import Damaged

WEEK = 7 * 24 * 3600.0
REST = 0.002
"""Seconds of rest after each play that is looked over beside the evening, so that no frame waits for it."""
STALE = 3600.0
"""What a killed process left unfinished is removed after that many seconds."""


def backups_of(path: Path) -> list[Path]:
    """Where the backups lie, the newest first."""
    return [path.with_name(f"{path.name}.backup{which}") for which in ("", "-before", "-yesterday", "-week")]


def since_damage(path: Path) -> Path:
    """The backup that is made while a damage is undecided."""
    return path.with_name(f"{path.name}.backup-since")


def undecided(path: Path) -> Path:
    """There while the owner has not said what to do about a damaged file; holds what was said about it."""
    return path.with_name(f"{path.name}.undecided")


def all_backups(path: Path) -> list[Path]:
    """Those that are there, the newest first."""
    found: list[tuple[float, Path]] = []
    for one in (since_damage(path), *backups_of(path)):
        with suppress(OSError):
            if one.is_file() and one.stat().st_size:
                found.append((one.stat().st_mtime, one))
    return [one for _, one in sorted(found, key=lambda each: -each[0])]


class Backups:
    """Copies the file beside the evening, in a thread of its own and over a connection of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rest = REST
        self.failed: BaseException | None = None
        """Why the last one was not made."""
        self._thread: threading.Thread | None = None

    def make(self) -> None:
        """Begin a backup, unless one is being made."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._make, name="backup", daemon=True)
            self._thread.start()

    def wait(self) -> None:
        if self._thread is not None:
            self._thread.join(timeout=10)

    def _make(self) -> None:
        """A backup that fails is no reason to disturb the evening."""
        with quietly("the rolling backup"):
            try:
                back_up(self.path, self.rest)
                self.failed = None
            except Exception as error:
                self.failed = error
                raise


def back_up(path: Path, rest: float = 0.0) -> None:
    """Copy, look the copy over, and let it take its place. Raises `Damaged` for one that is not whole, or emptier."""
    apart = Journal(path).set_apart()
    unfinished = path.with_name(f"{path.name}.backup-unfinished-{os.getpid()}-{uuid4().hex[:8]}")
    try:
        copy_file(path, unfinished)
        counts, gone = looked_over(unfinished, rest)
        if any(uid not in gone and counts.get(uid, -1) < count for uid, count in _newest(path).items()):
            raise Damaged
        if undecided(path).exists():
            os.replace(unfinished, since_damage(path))
        else:
            _rotate(path)
            os.replace(unfinished, backups_of(path)[0])
            since_damage(path).unlink(missing_ok=True)
    finally:
        _remove(unfinished)
    for journal in apart:
        journal.unlink(missing_ok=True)


def looked_over(path: Path, rest: float = 0.0) -> tuple[dict[str, int], set[str]]:
    """How many whole lines each play of a file has, and which plays were deleted for good. A play whose head is
    damaged counts as missing. Raises `Damaged` if the file itself is broken."""
    with reading(path) as file:
        try:
            if version_of(file) != VERSION or file.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
                raise Damaged
            counts = {}
            for play, uid, game, setup, began, sum in file.execute(
                    "SELECT id, uid, game, setup, began, sum FROM plays").fetchall():
                if sum == head_sum({"uid": uid, "game": game, "setup": setup, "began": began}):
                    rows = file.execute("SELECT number, line, sum FROM records WHERE play = ? ORDER BY number",
                                        (play,)).fetchall()
                    counts[uid] = len(list(unbroken(uid, rows)))
                    time.sleep(rest)
            return counts, {uid for (uid,) in file.execute("SELECT uid FROM gone")}
        except (sqlite3.DatabaseError, UnicodeError, TypeError) as error:
            raise Damaged from error


def _newest(path: Path) -> dict[str, int]:
    """What the newest backup that can be read holds."""
    for backup in all_backups(path):
        with suppress(OSError, sqlite3.Error, UnicodeError, Damaged):
            return looked_over(backup)[0]
    return {}


def scrub_backups(path: Path, uids: Collection[str]) -> None:
    """Delete plays from every backup, too: they were deleted for good."""
    for backup in all_backups(path):
        with suppress(OSError, sqlite3.Error, UnicodeError):
            made = backup.stat().st_mtime
            with closing(connect(str(backup))) as file, transaction(file):
                file.executemany("INSERT OR IGNORE INTO gone VALUES (?)", [(uid,) for uid in uids])
                file.executemany("DELETE FROM plays WHERE uid = ?", [(uid,) for uid in uids])
            os.utime(backup, (made, made))


def _rotate(path: Path) -> None:
    """Make room for a new one. The last of an earlier day is kept as yesterday's, yesterday's once a week as last
    week's."""
    newest, before, yesterday, week = backups_of(path)
    if before.exists() and _day(_made(before)) < _day(_made(newest) or time.time()):
        if _made(yesterday) - _made(week) >= WEEK:
            _move(yesterday, week)
        _move(before, yesterday)
    _move(newest, before)


def _move(path: Path, to: Path) -> None:
    with suppress(FileNotFoundError):  # also because a second copy of the app was quicker
        os.replace(path, to)


def _made(path: Path) -> float:
    """0 where there is none."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def _day(seconds: float) -> tuple[int, ...]:
    return tuple(time.localtime(seconds)[:3])


def copy_file(source: Path, target: Path) -> None:
    """A whole copy, what still lies in the write-ahead log included."""
    target.unlink(missing_ok=True)
    read_only = f"{source.as_uri()}?mode=ro"
    with closing(sqlite3.connect(read_only, uri=True)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")
    with target.open("rb+") as file:
        os.fsync(file.fileno())


def remove_leftovers(path: Path) -> None:
    """What a killed process left behind, long enough ago that nobody is at it any more."""
    with suppress(OSError):
        for one in path.parent.glob(f"{path.name}.*-unfinished-*"):
            with suppress(OSError):
                if time.time() - _made(one) > STALE:
                    one.unlink()


def _remove(place: Path) -> None:
    for tail in ("", "-wal", "-shm", "-journal"):
        with suppress(OSError):
            Path(f"{place}{tail}").unlink(missing_ok=True)
