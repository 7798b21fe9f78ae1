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
from contextlib import closing, suppress
from pathlib import Path
from uuid import uuid4

from companion.services.ports.quiet import quietly
from companion.services.store.checksums import head_sum, link
from companion.services.store.journal import Heads, Journal, read_known, write_known
from companion.services.store.recovery_sources import reading
from companion.services.store.schema import VERSION, version_of
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
        heads, gone = looked_over(unfinished, rest)
        if not fuller(heads, gone, _heads_of_newest(path)):
            raise Damaged
        if undecided(path).exists():
            os.replace(unfinished, since_damage(path))
        else:
            _rotate(path)
            os.replace(unfinished, backups_of(path)[0])
            since_damage(path).unlink(missing_ok=True)
        write_known(path, heads)
    finally:
        _remove(unfinished)
    for journal in apart:
        journal.unlink(missing_ok=True)


def looked_over(path: Path, rest: float = 0.0) -> tuple[Heads, set[str]]:
    """The plays of a file, each as far as its lines are whole, and those that were deleted for good. A play whose head
    is damaged counts as missing. Raises `Damaged` where the file itself is broken."""
    with reading(path) as file:
        try:
            if version_of(file) != VERSION or file.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                raise Damaged
            heads = {}
            plays = file.execute("SELECT id, uid, game, setup, began, sum FROM plays").fetchall()
            for play, uid, game, setup, began, sum in plays:
                if sum == head_sum(uid, game, setup, began):
                    heads[uid] = _checked(file, play, uid)
                    time.sleep(rest)
            return heads, {uid for (uid,) in file.execute("SELECT uid FROM gone")}
        except (sqlite3.DatabaseError, UnicodeError) as error:
            raise Damaged from error


def _checked(file: sqlite3.Connection, play: int, uid: str) -> tuple[int, str]:
    rows = file.execute("SELECT number, line, sum FROM records WHERE play = ? ORDER BY number", (play,)).fetchall()
    before, whole = uid, 0
    for number, line, sum in rows:
        now = link(before, line) if isinstance(line, str) else ""
        if number != whole or sum != now:
            break
        before, whole = now, whole + 1
    return whole, before if whole else ""


def fuller(new: Heads, gone: set[str], old: Heads) -> bool:
    """Does the new one hold all that the old one does, but for what was deleted for good?"""
    return all(uid in gone or (uid in new and new[uid][0] >= number) for uid, (number, _) in old.items())


def _heads_of_newest(path: Path) -> Heads:
    """What the newest backup holds; nothing where there is none that can be read."""
    known = read_known(path)
    if known is not None:
        return known.heads
    for backup in all_backups(path):
        with suppress(OSError, sqlite3.Error, UnicodeError, Damaged):
            return looked_over(backup)[0]
    return {}


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
