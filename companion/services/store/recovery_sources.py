"""Where lost lines may still be found: a damaged file, a backup, the journal. Each is read as far as it can be."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from companion.services.store.checksums import Link, copy_sum, head_sum
from companion.services.store.journal import Heard
from companion.services.store.record_lines import renewed
from companion.services.store.schema import is_text, old_key

Row = tuple[Any, ...]
TRIES = 300
"""So many rows that can't be read are stepped over, then a table is given up."""

as_text = partial(str, encoding="utf-8", errors="surrogateescape")
"""How text is read: what is no text any more must stop nobody."""


@dataclass(frozen=True)
class Head:
    """A play without its lines, as its columns say. `whole`: they are as they were written."""

    id: int
    uid: str
    game: str
    rules: str
    setup: str
    began: float
    touched: float
    archived: int = 0
    trashed: float | None = None
    whole: bool = True


class Source(Protocol):
    def heads(self) -> list[Head]: ...

    def lines(self, uid: str, play: int) -> dict[int, Link]:
        """The lines of a play by number. `play`: its id in the file that is being mended."""

    def others(self) -> Iterator[tuple[str, list[str], Row]]:
        """Rows of settings, people and copies: table, columns, values."""


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A file to be looked at only."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as file:
        file.text_factory = as_text
        yield file


class FileSource:
    """A database, whole or damaged, of this version or an older one."""

    def __init__(self, file: sqlite3.Connection) -> None:
        file.text_factory = as_text
        self._file = file
        self._columns = {table: [str(row[1]) for row in self._rows(f"PRAGMA table_info({table})")]
                         for table in ("plays", "records", "settings", "people", "copies")}
        self._key = ""
        with suppress(sqlite3.Error, UnicodeError):
            self._key = old_key(file)
        self._heads = [head for head in self._read_heads() if is_text(head.uid)]
        self._ids = {head.uid: head.id for head in self._heads}

    def heads(self) -> list[Head]:
        return self._heads

    def lines(self, uid: str, play: int) -> dict[int, Link]:
        own = self._ids.get(uid, play)
        if uid not in self._ids and own in self._ids.values():
            return {}
        sums = "sum" in self._columns["records"]
        found: dict[int, Link] = {}
        rows = self._by_number("records", "number, line, sum" if sums else "number, line, NULL", "number",
                               f"play = {own} AND")
        for number, line, sum in rows:
            if isinstance(line, str) and is_text(line):
                found[number] = (line, str(sum)) if sums else (renewed(line, self._key, f"{own}/{number}"), None)
        return found

    def others(self) -> Iterator[tuple[str, list[str], Row]]:
        for table in ("settings", "people", "copies"):
            columns = [name for name in self._columns[table] if name != "id"]
            if columns:
                for row in self._rows(f"SELECT {', '.join(columns)} FROM {table}"):
                    if all(not isinstance(one, str) or is_text(one) for one in row):
                        yield table, columns, row

    def _read_heads(self) -> Iterator[Head]:
        known = self._columns["plays"]
        wanted = ["id", "uid", "game", "rules", "setup", "began", "touched", "archived", "trashed", "sum"]
        columns = ", ".join(name if name in known else "NULL" for name in wanted)
        for *row, sum in self._by_number("plays", columns, "id", ""):
            id, uid, game, rules, setup, began, touched, archived, trashed = row
            with suppress(TypeError, ValueError):
                whole = sum is None or sum == head_sum(uid, game, setup, began)
                yield Head(id, str(uid), str(game), str(rules), str(setup), float(began), float(touched),
                           int(archived or 0), trashed if isinstance(trashed, float) else None, whole)

    def _by_number(self, table: str, columns: str, number: str, where: str) -> Iterator[Row]:
        """In order; a row that can't be read is stepped over."""
        if not self._columns[table]:
            return
        after = -1
        for _ in range(TRIES):
            try:
                for row in self._file.execute(f"SELECT {columns} FROM {table} WHERE {where} {number} > {after} "
                                              f"ORDER BY {number}"):
                    if isinstance(row[0], int):
                        after = max(after, row[0])
                        yield row
                return
            except (sqlite3.Error, UnicodeError):
                after += 1

    def _rows(self, question: str) -> Iterator[Row]:
        """The rows up to the first that can't be read."""
        with suppress(sqlite3.Error, UnicodeError):
            yield from self._file.execute(question)


class JournalSource:
    """What was appended beside the file, line by line."""

    def __init__(self, heard: Heard) -> None:
        self._heard = heard

    def heads(self) -> list[Head]:
        return [Head(0, uid, raw["game"], raw["rules"], raw["setup"], raw["began"], raw["touched"])
                for uid, raw in self._heard.plays.items()]

    def lines(self, uid: str, play: int) -> dict[int, Link]:
        return self._heard.lines.get(uid, {})

    def others(self) -> Iterator[tuple[str, list[str], Row]]:
        for one in reversed(self._heard.copies):
            row = (one["game"], one["name"], one["copy"], one["changed"])
            yield "copies", ["game", "name", "copy", "changed", "sum"], (*row, copy_sum(*row[:3]))
