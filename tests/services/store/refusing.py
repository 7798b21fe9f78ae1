"""A disk that refuses statements of an open store."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from companion.services.store import Store

FULL = "The disk is full, so this was not saved. Free some space and try again."
Refuses = Callable[[int, str], bool]


def failed(name: str) -> sqlite3.OperationalError:
    error: Any = sqlite3.OperationalError("odd")
    error.sqlite_errorname = name
    return error


class Refusing:
    """A connection that raises at some statements: `refuses` gets the number and the text of each."""

    def __init__(self, file: sqlite3.Connection, refuses: Refuses, error: str) -> None:
        self.file, self.refuses, self.error, self.count = file, refuses, error, 0

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        self._look(statement)
        return self.file.execute(statement, *values)

    def executemany(self, statement: str, *values: Any) -> sqlite3.Cursor:
        self._look(statement)
        return self.file.executemany(statement, *values)

    def _look(self, statement: str) -> None:
        number, self.count = self.count, self.count + 1
        if statement != "ROLLBACK" and self.refuses(number, statement):
            raise failed(self.error)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


@contextmanager
def refusing(store: Store, refuses: Refuses, error: str = "SQLITE_FULL") -> Iterator[None]:
    file = store.file
    store.file = Refusing(file, refuses, error)  # type: ignore[assignment]
    try:
        yield
    finally:
        store.file = file


@contextmanager
def full_disk(store: Store) -> Iterator[None]:
    """Pages are written at COMMIT, so that is where a full disk is noticed."""
    with refusing(store, lambda number, statement: statement == "COMMIT"):
        yield
