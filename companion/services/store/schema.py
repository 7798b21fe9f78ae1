"""The tables of the file, step by step. A new file takes every step; an older one those it lacks.

Never change a step that was released: add another.
"""

from __future__ import annotations

import sqlite3
from typing import Final

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
)

VERSION: Final = len(STEPS)


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
        file.execute(f"PRAGMA application_id = {APPLICATION}")
        file.execute(f"PRAGMA user_version = {VERSION}")
        file.execute("COMMIT")
    except BaseException:
        file.execute("ROLLBACK")
        raise
