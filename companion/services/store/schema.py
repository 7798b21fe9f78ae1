"""The file's tables, and how to open it."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from companion.services.store.rows import Damaged

MAGIC: Final = b"SQLite format 3\0"
APPLICATION: Final = 0x7461626C  # "tabl": marks the file as ours
VERSION: Final = 1
BUSY: Final = 2.0
"""Seconds to wait for another instance of the app."""

TABLES: Final = {
    "plays": """(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uid TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        rules TEXT NOT NULL,
        began REAL NOT NULL,
        touched REAL NOT NULL,
        setup TEXT NOT NULL,
        sum TEXT NOT NULL,
        archived INTEGER NOT NULL DEFAULT 0, -- when; negative: brought back; 0: neither
        trashed REAL,
        subtitle TEXT NOT NULL DEFAULT '""',
        points TEXT NOT NULL DEFAULT '[]',
        outcome TEXT,
        noted INTEGER NOT NULL DEFAULT -1,
        note_sum TEXT NOT NULL DEFAULT ''
    )""",
    "records": """(
        play INTEGER NOT NULL REFERENCES plays ON DELETE CASCADE,
        number INTEGER NOT NULL,
        line TEXT NOT NULL,
        sum TEXT NOT NULL,
        PRIMARY KEY (play, number)
    ) WITHOUT ROWID""",
    "results": """(
        play INTEGER NOT NULL REFERENCES plays ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        name TEXT NOT NULL,
        place INTEGER,
        score INTEGER,
        won INTEGER NOT NULL,
        PRIMARY KEY (play, seat)
    ) WITHOUT ROWID""",
    "timers": """(
        play INTEGER NOT NULL REFERENCES plays ON DELETE CASCADE,
        name TEXT NOT NULL,
        state TEXT NOT NULL,
        PRIMARY KEY (play, name)
    ) WITHOUT ROWID""",
    "gone": "(uid TEXT PRIMARY KEY) WITHOUT ROWID",
    "people": """(
        folded TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        colour INTEGER NOT NULL,
        seen REAL NOT NULL,
        forgotten REAL,
        sum TEXT NOT NULL
    ) WITHOUT ROWID""",
    # Boxes were once called copies; a file keeps its names
    "copies": """(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game TEXT NOT NULL,
        name TEXT NOT NULL,
        copy TEXT NOT NULL,
        changed REAL NOT NULL,
        sum TEXT NOT NULL,
        UNIQUE (game, name)
    )""",
    "settings": "(key TEXT PRIMARY KEY, value TEXT NOT NULL, sum TEXT NOT NULL) WITHOUT ROWID",
}


class NewerFile(Exception):
    """The file was written by a newer app; it is left alone."""


as_text = partial(str, encoding="utf-8", errors="surrogateescape")
"""Reads text so that damaged bytes don't raise."""


def is_text(line: object) -> bool:
    """Can it be written back? Text from a damaged page may not be."""
    try:
        return isinstance(line, str) and line.encode() is not None
    except UnicodeError:
        return False


def connect(where: str) -> sqlite3.Connection:
    """Open a file for writing. Deleted rows are overwritten with zeros."""
    file = sqlite3.connect(where, timeout=BUSY, isolation_level=None)
    file.text_factory = as_text
    file.execute("PRAGMA foreign_keys = ON")
    file.execute("PRAGMA secure_delete = ON")
    return file


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)) as file:
        file.text_factory = as_text
        yield file


@contextmanager
def transaction(file: sqlite3.Connection) -> Iterator[None]:
    file.execute("BEGIN IMMEDIATE")
    try:
        yield
        file.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            file.execute("ROLLBACK")
        raise


def put(file: sqlite3.Connection, table: str, row: Mapping[str, Any], how: str = "INSERT OR REPLACE") -> int:
    """Write a row and return its id."""
    return file.execute(f"{how} INTO {table} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})",
                        tuple(row.values())).lastrowid or 0


def version_of(file: sqlite3.Connection) -> int:
    return int(file.execute("PRAGMA user_version").fetchone()[0])


def lay_out(file: sqlite3.Connection) -> None:
    if version_of(file):
        return
    with transaction(file):
        if version_of(file):  # another instance of the app was quicker
            return
        for table, columns in TABLES.items():
            file.execute(f"CREATE TABLE {table} {columns}")
        file.execute(f"PRAGMA application_id = {APPLICATION}")
        file.execute(f"PRAGMA user_version = {VERSION}")


def shape_of(file: sqlite3.Connection) -> list[tuple[Any, ...]]:
    """Tables and columns, for comparison: a flipped bit in the schema renames a column."""
    return [(table, *row[1:4], row[5]) for table in TABLES
            for row in file.execute(f"PRAGMA table_info({table})")]


@cache
def columns_of(table: str) -> set[str]:
    return {row[1] for row in right_shape() if row[0] == table}


@cache
def right_shape() -> list[tuple[Any, ...]]:
    with closing(connect(":memory:")) as memory:
        lay_out(memory)
        return shape_of(memory)


def is_foreign(place: Path) -> bool:
    """Not a database, or one with a damaged first page, which SQLite opens but can't write."""
    if not place.exists() or not place.stat().st_size:
        return False
    with place.open("rb") as file:
        head = file.read(100)
    return not (head.startswith(MAGIC) and len(head) == 100 and head[18] in (1, 2) and head[19] in (1, 2)
                and head[20] == 0 and head[21:24] == b"\x40\x20\x20"
                and int.from_bytes(head[56:60], "big") in (0, 1))


def check(file: sqlite3.Connection, *, known: bool = False) -> int:
    """Return the number of lines, 0 for a new file or a `known` one. Raises `Damaged` or `NewerFile`."""
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
    if known:
        return 0
    if file.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
        raise Damaged
    return int(file.execute("SELECT count(*) FROM records").fetchone()[0])
