"""What a damaged file still gives away: answers that are newer than the backup, read as far as they can be."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from companion.core.engine.log import Record
from companion.core.questions import Refused

Row = tuple[Any, ...]
SIMPLE = ("settings", "people", "copies")


def rescue(damaged: Path, file: sqlite3.Connection) -> int:
    """Add what the damaged file holds and `file` lacks; how many answers were found."""
    found = 0
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"{damaged.as_uri()}?mode=ro", uri=True)) as old:
        file.execute("BEGIN IMMEDIATE")
        for table in (*SIMPLE, "plays"):
            columns = ", ".join(name for _, name, *_ in _readable(old, f"PRAGMA table_info({table})"))
            for row in _readable(old, f"SELECT {columns} FROM {table}"):
                _add(file, f"{table} ({columns})", row)
        for play, uid in file.execute("SELECT id, uid FROM plays").fetchall():
            if list(_readable(old, "SELECT uid FROM plays WHERE id = ?", play)) == [(uid,)]:
                found += _rescue_records(old, file, play)
        file.execute("COMMIT")
    if file.in_transaction:
        file.execute("ROLLBACK")
        return 0
    return found


def _rescue_records(old: sqlite3.Connection, file: sqlite3.Connection, play: int) -> int:
    """The lines that follow the last one we have, without a gap: a log with a hole in it is no log."""
    kept: int = file.execute("SELECT count(*) FROM records WHERE play = ?", (play,)).fetchone()[0]
    found = 0
    for number, line in _readable(old, "SELECT number, line FROM records WHERE play = ? ORDER BY number", play):
        if number == kept + found:
            if not _is_line(line):
                break
            _add(file, "records", (play, number, line))
            found += 1
    return found


def _readable(old: sqlite3.Connection, question: str, *values: object) -> Iterator[Row]:
    """The rows up to the first that can't be read."""
    with suppress(sqlite3.Error):
        yield from old.execute(question, values)


def _add(file: sqlite3.Connection, table: str, row: Row) -> None:
    with suppress(sqlite3.Error):  # a row whose content is damaged, too
        file.execute(f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def _is_line(line: object) -> bool:
    try:
        Record.from_json(json.loads(str(line)))
    except (ValueError, Refused):
        return False
    return True
