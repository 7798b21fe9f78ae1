"""The rolling backup: the file as it was a while ago, in two generations beside it."""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

from companion.services.ports.quiet import quietly


def backups_of(path: Path) -> list[Path]:
    """Where the backups lie, the newest first."""
    return [path.with_name(f"{path.name}.backup"), path.with_name(f"{path.name}.backup-before")]


class Backups:
    """Copies the file beside the evening, in a thread of its own and over a connection of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
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
        newest, before = backups_of(self.path)
        unfinished = self.path.with_name(f"{self.path.name}.backup-unfinished")
        with quietly("the rolling backup"):
            copy_file(self.path, unfinished)
            if newest.exists():
                os.replace(newest, before)
            os.replace(unfinished, newest)


def copy_file(source: Path, target: Path) -> None:
    """A whole copy, what still lies in the write-ahead log included."""
    target.unlink(missing_ok=True)
    read_only = f"{source.as_uri()}?mode=ro"
    with closing(sqlite3.connect(read_only, uri=True)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")
    with target.open("rb+") as file:
        os.fsync(file.fileno())
