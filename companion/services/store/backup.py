"""Rotating backups beside the file.

Keeps the last, the one before, the last of an earlier day, and one about a week old. A new one is verified
first, and never replaces one that holds more. After damage, rotation stops until the owner decides; until
then new backups go to a separate file.
"""

import json
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from companion.services.ports.java import quietly
from companion.services.store.lines import Journal, head_sum, unbroken
from companion.services.store.rows import Damaged
from companion.services.store.schema import VERSION, reading, version_of

WEEK = 7 * 24 * 3600.0
REST = 0.002
"""Seconds of pause after each play verified in the background, so that no frame waits."""
STALE = 3600.0
"""Remove a killed process's unfinished files after this many seconds."""


def backups_of(path: Path) -> list[Path]:
    return [path.with_name(f"{path.name}.backup{which}") for which in ("", "-before", "-yesterday", "-week")]


def since_damage(path: Path) -> Path:
    """The backup used while damage is undecided."""
    return path.with_name(f"{path.name}.backup-since")


def undecided(path: Path) -> Path:
    """Marker file that exists until the owner decides about damage; holds the message."""
    return path.with_name(f"{path.name}.undecided")


def mark_as_left(path: Path) -> None:
    """Remember the file as it is now: checked, and with nothing outside of it."""
    with suppress(OSError):
        _mark(path).write_text(_looks(path), encoding="utf-8")


def forget_mark(path: Path) -> None:
    with suppress(OSError):
        _mark(path).unlink(missing_ok=True)


def is_as_left(path: Path) -> bool:
    """Whether nobody has touched the file since `mark_as_left`, so that it needs no second check."""
    with suppress(OSError, UnicodeError):
        return _mark(path).read_text(encoding="utf-8") == _looks(path)
    return False


def _mark(path: Path) -> Path:
    return path.with_name(f"{path.name}.as-left")


def _looks(path: Path) -> str:
    seen, beside = path.stat(), Path(f"{path}-wal")
    logged = beside.stat().st_size if beside.exists() else 0
    return f"{seen.st_ino} {seen.st_size} {seen.st_mtime_ns} {logged}"


def all_backups(path: Path) -> list[Path]:
    found: list[tuple[float, Path]] = []
    for one in (since_damage(path), *backups_of(path)):
        with suppress(OSError):
            if one.is_file() and one.stat().st_size:
                found.append((one.stat().st_mtime, one))
    return [one for _, one in sorted(found, key=lambda each: -each[0])]


class Backups:
    """Copies the file in a separate thread, over its own connection."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rest = REST
        self.found_damage = False
        self.later: Callable[[Callable[[], None]], None] | None = None
        """Without threads: does it once nobody waits for an answer."""
        self._thread: threading.Thread | None = None

    def make(self) -> None:
        """Start a backup, unless one is running."""
        if self.later is not None:
            self.later(self._make)
        elif self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._make, name="backup", daemon=True)
            try:
                self._thread.start()
            except RuntimeError:  # a browser tab has no threads
                self._thread, self.rest = None, 0.0
                self._make()

    def wait(self) -> None:
        if self._thread is not None:
            self._thread.join(timeout=10)

    def _make(self) -> None:
        """A failed backup must not disturb the evening."""
        with quietly("the rolling backup"):
            try:
                self.found_damage = False
                back_up(self.path, lambda: self.rest)
            except Damaged:
                self.found_damage = True
                raise


def back_up(path: Path, rest: Callable[[], float] = float) -> None:
    """Copy, verify the copy, and rotate it in. Raises `Damaged` if it is broken or holds less.

    `rest`: seconds of pause after each play, asked each time, as the app may end meanwhile.
    """
    apart = Journal(path).set_apart()
    unfinished = path.with_name(f"{path.name}.backup-unfinished-{os.getpid()}-{os.urandom(4).hex()}")
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


def only_backup(path: Path) -> None:
    """After a deletion for good: a fresh backup replaces all others, the journal and whatever was set aside.

    Raises `Damaged`."""
    with suppress(OSError, sqlite3.Error):  # else the old files stay, but nothing comes back from them
        back_up(path)
        fresh = since_damage(path) if undecided(path).exists() else backups_of(path)[0]
        for one in path.parent.glob(f"{path.name}.*"):
            kind = one.name.removeprefix(f"{path.name}.")
            if one != fresh and kind.startswith(("backup", "damaged-", "before-")):
                one.unlink(missing_ok=True)


def looked_over(path: Path, rest: Callable[[], float] = float) -> tuple[dict[str, int], set[str]]:
    """Count each play's intact lines and find deleted plays. Raises `Damaged`.

    A play with a damaged head counts as missing.
    """
    with reading(path) as file:
        try:
            if version_of(file) != VERSION or file.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
                raise Damaged
            counts = {}
            for play, uid, game, setup, began, sum in file.execute(
                    "SELECT id, uid, game, setup, began, sum FROM plays").fetchall():
                if sum == head_sum({"uid": uid, "game": game, "setup": setup, "began": began}):
                    lines = "SELECT number, line, sum FROM records WHERE play = ? ORDER BY number"
                    rows = file.execute(lines, (play,)).fetchall()
                    counts[uid] = len(list(unbroken(uid, rows)))
                    time.sleep(rest())
            return counts, {uid for (uid,) in file.execute("SELECT uid FROM gone")}
        except (sqlite3.DatabaseError, UnicodeError, TypeError) as error:
            raise Damaged from error


def _newest(path: Path) -> dict[str, int]:
    for backup in all_backups(path):
        with suppress(OSError, sqlite3.Error, UnicodeError, Damaged):
            return looked_over(backup)[0]
    return {}


def _rotate(path: Path) -> None:
    """Make room: an earlier day's becomes yesterday's, and weekly yesterday's becomes last week's."""
    newest, before, yesterday, week = backups_of(path)
    if before.exists() and _day(_made(before)) < _day(_made(newest) or time.time()):
        if _made(yesterday) - _made(week) >= WEEK:
            _move(yesterday, week)
        _move(before, yesterday)
    _move(newest, before)


def _move(path: Path, to: Path) -> None:
    with suppress(FileNotFoundError):  # another instance of the app may have been quicker
        os.replace(path, to)


def _made(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def _day(seconds: float) -> tuple[int, ...]:
    return tuple(time.localtime(seconds)[:3])


def copy_file(source: Path, target: Path) -> None:
    """Copy the whole database, including the write-ahead log."""
    target.unlink(missing_ok=True)
    read_only = f"{source.as_uri()}?mode=ro"
    with closing(sqlite3.connect(read_only, uri=True)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")
    with target.open("rb+") as file:
        os.fsync(file.fileno())


def remove_leftovers(path: Path) -> None:
    with suppress(OSError):
        for one in path.parent.glob(f"{path.name}.*-unfinished-*"):
            with suppress(OSError):
                if time.time() - _made(one) > STALE:
                    one.unlink()


def _remove(place: Path) -> None:
    for tail in ("", "-wal", "-shm", "-journal"):
        with suppress(OSError):
            Path(f"{place}{tail}").unlink(missing_ok=True)


BOX = "copy "  # as files have it
Row = tuple[Any, ...]


def box_mark(game: str, name: str, changed: float) -> str:
    """What table `gone` says of a deleted box: its versions up to this time never come back."""
    return BOX + json.dumps([game, name, changed])


def boxes_gone(gone: Collection[str]) -> dict[Row, float]:
    """The time of the last deletion, by game and name."""
    found: dict[Row, float] = {}
    for mark in gone:
        if mark.startswith(BOX):
            with suppress(ValueError, TypeError):
                *key, changed = json.loads(mark.removeprefix(BOX))
                found[tuple(key)] = max(float(changed), found.get(tuple(key), 0.0))
    return found


def was_deleted(row: Mapping[str, Any], boxes: Mapping[Row, float]) -> bool:
    until, changed = boxes.get((row.get("game"), row.get("name"))), row.get("changed")
    return until is not None and isinstance(changed, float) and changed <= until


def settings_of(uid: str) -> tuple[str, tuple[int, str]]:
    """The statement that deletes a play's settings. An imported uid may hold any letters."""
    return "DELETE FROM settings WHERE substr(key, ?) = ?", (-len(uid) - 1, f".{uid}")
