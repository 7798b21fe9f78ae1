"""How the store reads and writes: every change is one transaction, and every failure is a sentence."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from companion.core.questions import Refused
from companion.services.store.journal import Journal
from companion.services.store.recovery_sources import as_text
from companion.services.store.trouble import why_not_read, why_not_saved

Row = tuple[Any, ...]
BUSY = 2.0  # seconds to wait for a second copy of the app


def connect(where: str) -> sqlite3.Connection:
    """Every connection that the store writes through. Text that is damaged comes as it is, for `mending`."""
    file = sqlite3.connect(where, timeout=BUSY, isolation_level=None)
    file.text_factory = as_text
    file.execute("PRAGMA foreign_keys = ON")
    return file


class Transactions:
    """One open file. `path` None: nothing outlives this session."""

    def __init__(self, file: sqlite3.Connection, path: Path | None) -> None:
        self._file = file
        self.path = path
        self._journal = None if path is None else Journal(path)
        self._entries: list[dict[str, Any]] = []

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is on disk afterwards, or nothing changed and the reason is said."""
        self._look_for_file()
        file = self._file
        self._entries.clear()
        try:
            file.execute("BEGIN IMMEDIATE")
            yield file
            file.execute("COMMIT")
        except BaseException as error:
            with suppress(sqlite3.Error):
                file.execute("ROLLBACK")
            if isinstance(error, (sqlite3.Error, ValueError, RecursionError)) and not isinstance(error, Refused):
                raise Refused(why_not_saved(error)) from error
            raise
        if self._journal is not None and self._entries:
            self._journal.add(*self._entries)

    def _look_for_file(self) -> None:
        """Before a change: does what is written now stay? Raises `Refused` if not."""

    def _rows(self, question: str, *values: object) -> list[Row]:
        """Raises `Refused` where the file can't be read."""
        try:
            return self._file.execute(question, values).fetchall()
        except (sqlite3.Error, UnicodeError) as error:
            raise Refused(why_not_read(error)) from error
