"""The tables of the file, step by step. A new file takes every step; an older one those it lacks.

Never change a step that was released: add another.
"""

from __future__ import annotations

import json
import sqlite3
from typing import Any, Final

from companion.services.store.checksums import chained, copy_sum, head_sum, note_sum
from companion.services.store.record_lines import OLD_KEY, renewed

APPLICATION: Final = 0x7461626C  # "tabl": marks the file as ours

STEPS: Final = (
    """
    CREATE TABLE plays (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uid TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        rules TEXT NOT NULL,
        setup TEXT NOT NULL,
        began REAL NOT NULL,
        touched REAL NOT NULL
    );
    CREATE TABLE records (
        play INTEGER NOT NULL REFERENCES plays ON DELETE CASCADE,
        number INTEGER NOT NULL,
        line TEXT NOT NULL,
        PRIMARY KEY (play, number)
    ) WITHOUT ROWID;
    CREATE TABLE people (
        folded TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        colour INTEGER NOT NULL,
        seen REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE copies (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game TEXT NOT NULL,
        name TEXT NOT NULL,
        copy TEXT NOT NULL,
        changed REAL NOT NULL,
        UNIQUE (game, name)
    );
    CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    """,
    # What the library and the statistics show without replaying a play, and the clocks.
    """
    ALTER TABLE plays ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE plays ADD COLUMN subtitle TEXT NOT NULL DEFAULT '""';
    ALTER TABLE plays ADD COLUMN points TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE plays ADD COLUMN outcome TEXT;
    ALTER TABLE plays ADD COLUMN noted INTEGER NOT NULL DEFAULT -1;
    CREATE TABLE results (
        play INTEGER NOT NULL REFERENCES plays ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        name TEXT NOT NULL,
        place INTEGER,
        score INTEGER,
        won INTEGER NOT NULL,
        PRIMARY KEY (play, seat)
    ) WITHOUT ROWID;
    CREATE TABLE timers (
        play INTEGER NOT NULL REFERENCES plays ON DELETE CASCADE,
        name TEXT NOT NULL,
        state TEXT NOT NULL,
        PRIMARY KEY (play, name)
    ) WITHOUT ROWID;
    """,
    # Checksums, the trash, and what is known to be gone for good. `fill_chains` sums up what is there already.
    """
    ALTER TABLE plays ADD COLUMN sum TEXT NOT NULL DEFAULT '';
    ALTER TABLE plays ADD COLUMN note_sum TEXT NOT NULL DEFAULT '';
    ALTER TABLE plays ADD COLUMN trashed REAL;
    ALTER TABLE records ADD COLUMN sum TEXT NOT NULL DEFAULT '';
    ALTER TABLE copies ADD COLUMN sum TEXT NOT NULL DEFAULT '';
    ALTER TABLE people ADD COLUMN forgotten REAL;
    CREATE TABLE gone (uid TEXT PRIMARY KEY, at REAL NOT NULL) WITHOUT ROWID;
    CREATE TABLE scraps (play INTEGER NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL);
    """,
)

VERSION: Final = len(STEPS)
WITH_SUMS: Final = 3
"""From this version on every line has its sum."""

TABLES: Final = ("plays", "records", "people", "copies", "settings", "results", "timers", "gone", "scraps")


class NewerFile(Exception):
    """The file was written by a newer app; it is left alone."""


def version_of(file: sqlite3.Connection) -> int:
    return int(file.execute("PRAGMA user_version").fetchone()[0])


def bring_up_to_date(file: sqlite3.Connection) -> None:
    """Take the steps this file lacks, all or none of them."""
    if version_of(file) == VERSION:
        return
    file.execute("BEGIN IMMEDIATE")
    try:
        done = version_of(file)  # again, now that nobody else can write: a second copy may have been quicker
        if done > VERSION:
            raise NewerFile
        for step in STEPS[done:]:
            for statement in step.split(";"):
                file.execute(statement)
        if done < WITH_SUMS:
            fill_chains(file)
        file.execute(f"PRAGMA application_id = {APPLICATION}")
        file.execute(f"PRAGMA user_version = {VERSION}")
        file.execute("COMMIT")
    except BaseException:
        file.execute("ROLLBACK")
        raise


def fill_chains(file: sqlite3.Connection) -> None:
    """A file from before the sums: every play gets its chain, every secret the plain cover."""
    key = old_key(file)
    plays = file.execute("SELECT id, uid, game, setup, began, subtitle, points, outcome, noted FROM plays").fetchall()
    for play, uid, game, setup, began, *note in plays:
        file.execute("UPDATE plays SET sum = ?, note_sum = ? WHERE id = ?",
                     (head_sum(uid, game, setup, began), note_sum(*note), play))
        rows = file.execute("SELECT number, line FROM records WHERE play = ? ORDER BY number", (play,)).fetchall()
        lines = [renewed(line, key, f"{play}/{number}") for number, line in rows]
        file.executemany("UPDATE records SET line = ?, sum = ? WHERE play = ? AND number = ?",
                         [(line, sum, play, number) for (number, _), line, sum
                          in zip(rows, lines, chained(uid, lines), strict=True) if is_text(line)])
    for copy, *parts in file.execute("SELECT id, game, name, copy FROM copies").fetchall():
        file.execute("UPDATE copies SET sum = ? WHERE id = ?", (copy_sum(*parts), copy))


def is_text(line: str) -> bool:
    """What was read from a damaged page may be no text, and can't be written again."""
    try:
        return bool(line.encode()) or not line
    except (UnicodeError, AttributeError):
        return False


def old_key(file: sqlite3.Connection) -> str:
    """The key that the first version mixed secrets with; empty where there was none."""
    row = file.execute("SELECT value FROM settings WHERE key = ?", (OLD_KEY,)).fetchone()
    try:
        return "" if row is None else str(json.loads(row[0]))
    except ValueError:
        return ""


def shape_of(file: sqlite3.Connection) -> list[tuple[Any, ...]]:
    """The tables and columns, to be compared: a flipped bit in the schema gives a column another name."""
    return [(table, *row[1:4], row[5]) for table in TABLES for row in file.execute(f"PRAGMA table_info({table})")]
