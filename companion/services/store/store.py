"""The store itself: every change is one transaction, on disk before the call returns.

Used from one thread. A change that can't be written raises `Refused` with the reason; then nothing
changed. `companion.core.play.Play` turns that into `NotKept` and takes the answer back.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from companion.core.engine.log import Record
from companion.core.questions import Json, Refused
from companion.core.seats import Person
from companion.core.setup import Setup
from companion.core.text import Text, as_json, from_json, say
from companion.core.timers import Countdown
from companion.services.store.backup import Backups
from companion.services.store.rows import CopyRow, PlayRow, ResultRow, Summary
from companion.services.store.seal import new_key, seal, unseal

if TYPE_CHECKING:
    from companion.services.store.opening import Trouble

_PLAY = """SELECT id, uid, game, rules, setup, began, touched, archived, subtitle, points, outcome, noted,
           (SELECT count(*) FROM records WHERE play = plays.id) FROM plays"""
SEAL_KEY = "seal key"


class Store:
    """One open file. Made by `open_store`."""

    def __init__(self, file: sqlite3.Connection, path: Path | None, trouble: Trouble | None = None) -> None:
        """`path` None: nothing outlives this session (`trouble` says why)."""
        self._file = file
        self.path = path
        self.trouble = trouble
        self._backups = None if path is None else Backups(path)
        self._key: str | None = None

    @property
    def writable(self) -> bool:
        """Will what is booked now still be there tomorrow?"""
        return self.trouble is None or self.trouble.writable

    @property
    def notice(self) -> Text | None:
        """What was wrong with the file when it was opened; said before the first answer."""
        return None if self.trouble is None else self.trouble.sentence

    def close(self) -> None:
        """A backup, then the file."""
        if self._backups is not None:
            self._backups.wait()
            self._backups.make()
            self._backups.wait()
        self._file.close()

    def back_up(self) -> None:
        """Make the rolling backup, beside the evening."""
        if self._backups is not None:
            self._backups.make()

    # Plays

    def add_play(self, game: str, rules: str, setup: Setup, when: float, summary: Summary | None = None,
                 records: Sequence[Record] = (), uid: str = "") -> int:
        with self._change() as file:
            touched = max([when, *(record.at for record in records)])
            row = (uid or uuid4().hex, game, rules, json.dumps(setup.to_json()), when, touched)
            play = file.execute("INSERT INTO plays (uid, game, rules, setup, began, touched) VALUES (?, ?, ?, ?, ?, ?)",
                                row).lastrowid or 0
            lines = [(play, number, self._line(play, number, record)) for number, record in enumerate(records)]
            file.executemany("INSERT INTO records VALUES (?, ?, ?)", lines)
            if summary is not None:
                self._note(file, play, len(lines), rules, summary)
        return play

    def plays(self, *, archived: bool = False) -> list[PlayRow]:
        """Newest first."""
        rows = self._file.execute(f"{_PLAY} WHERE archived = ? ORDER BY touched DESC, id DESC", (archived,))
        return [_play_row(row) for row in rows]

    def play(self, play: int) -> PlayRow:
        row = self._file.execute(f"{_PLAY} WHERE id = ?", (play,)).fetchone()
        if row is None:
            raise Refused(say("This play is no longer here."))
        return _play_row(row)

    def play_with(self, uid: str) -> PlayRow | None:
        row = self._file.execute(f"{_PLAY} WHERE uid = ?", (uid,)).fetchone()
        return None if row is None else _play_row(row)

    def records(self, play: int) -> list[Record]:
        """Raises `Refused` where a line can't be read."""
        return list(self._records(play))

    def readable_records(self, play: int) -> list[Record]:
        """Those before the first line that can't be read."""
        found: list[Record] = []
        with suppress(Refused):
            for record in self._records(play):
                found.append(record)
        return found

    def _records(self, play: int) -> Iterator[Record]:
        lines = self._file.execute("SELECT number, line FROM records WHERE play = ? ORDER BY number", (play,))
        return (self._record(play, number, line) for number, line in lines.fetchall())

    def book(self, play: int, number: int, record: Record, rules: str, summary: Summary | None) -> None:
        """Keep one record, with the summary that goes with it (None: it is noted later).

        A line that is there already was written by a second copy of the app: refused, nothing lost.
        """
        with self._change() as file:
            try:
                file.execute("INSERT INTO records VALUES (?, ?, ?)", (play, number, self._line(play, number, record)))
            except sqlite3.IntegrityError as error:
                if error.sqlite_errorname == "SQLITE_CONSTRAINT_FOREIGNKEY":
                    raise Refused(say("This play was deleted meanwhile.")) from None
                raise Refused(say("Somebody else wrote to this play. Open it again; nothing is lost.")) from None
            file.execute("UPDATE plays SET touched = max(touched, ?) WHERE id = ?", (record.at, play))
            if summary is not None:
                self._note(file, play, number + 1, rules, summary)

    def note(self, play: int, records: int, rules: str, summary: Summary) -> None:
        """Bring the summary up to date with that many records."""
        with self._change() as file:
            self._note(file, play, records, rules, summary)

    def _note(self, file: sqlite3.Connection, play: int, records: int, rules: str, summary: Summary) -> None:
        outcome = None if summary.outcome is None else json.dumps(as_json(summary.outcome))
        file.execute("UPDATE plays SET subtitle = ?, points = ?, outcome = ?, noted = ?, rules = ? WHERE id = ?",
                     (json.dumps(as_json(summary.subtitle)), json.dumps(summary.points), outcome, records, rules, play))
        file.execute("DELETE FROM results WHERE play = ?", (play,))
        file.executemany("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?)",
                         [(play, one.seat, one.name, one.place, one.score, one.won) for one in summary.results])

    def archive(self, play: int, on: bool = True) -> None:
        with self._change() as file:
            file.execute("UPDATE plays SET archived = ? WHERE id = ?", (on, play))

    def delete(self, play: int) -> None:
        with self._change() as file:
            file.execute("DELETE FROM plays WHERE id = ?", (play,))

    def results(self) -> list[ResultRow]:
        """Every seat of every finished play, newest first, the best place first."""
        rows = self._file.execute(
            "SELECT play, game, touched, outcome, seat, name, place, score, won FROM results"
            " JOIN plays ON plays.id = play WHERE outcome IS NOT NULL"
            " ORDER BY touched DESC, play DESC, place IS NULL, place, seat")
        return [_result_row(row) for row in rows]

    # Timers

    def timers(self, play: int) -> list[Countdown]:
        rows = self._file.execute("SELECT state FROM timers WHERE play = ? ORDER BY name", (play,))
        read = [Countdown.from_json(json.loads(state)) for (state,) in rows]
        return [one for one in read if one is not None]

    def keep_timer(self, play: int, timer: Countdown) -> None:
        with self._change() as file:
            file.execute("INSERT OR REPLACE INTO timers VALUES (?, ?, ?)",
                         (play, timer.name, json.dumps(timer.to_json())))

    def forget_timers(self, play: int) -> None:
        with self._change() as file:
            file.execute("DELETE FROM timers WHERE play = ?", (play,))

    # People

    def people(self) -> list[Person]:
        """Who has played, the latest first, with the colour they had."""
        rows = self._file.execute("SELECT name, colour FROM people ORDER BY seen DESC, folded")
        return [Person(*row) for row in rows]

    def remember(self, people: Sequence[Person], when: float) -> None:
        """The first of the list is the first shown."""
        rows = [(_fold(one.name), one.name.strip(), one.colour, when - at / 1000) for at, one in enumerate(people)]
        with self._change() as file:
            file.executemany("INSERT OR REPLACE INTO people VALUES (?, ?, ?, ?)", rows)

    def forget(self, name: str) -> None:
        with self._change() as file:
            file.execute("DELETE FROM people WHERE folded = ?", (_fold(name),))

    # Copies

    def copies(self, game: str | None = None) -> list[CopyRow]:
        """The latest first; of one game or of all."""
        rows = self._file.execute("SELECT id, game, name, copy, changed FROM copies WHERE game = ? OR ? IS NULL"
                                  " ORDER BY changed DESC, id DESC", (game, game))
        return [_copy_row(row) for row in rows]

    def copy(self, copy: int) -> CopyRow:
        row = self._file.execute("SELECT id, game, name, copy, changed FROM copies WHERE id = ?", (copy,)).fetchone()
        if row is None:
            raise Refused(say("This copy is no longer here."))
        return _copy_row(row)

    def save_copy(self, game: str, name: str, copy: Json, when: float, id: int | None = None) -> int:
        """A new copy, or (with its id) another name or content for one that is there."""
        with self._change() as file:
            try:
                if id is None:
                    return file.execute("INSERT INTO copies (game, name, copy, changed) VALUES (?, ?, ?, ?)",
                                        (game, name, json.dumps(copy), when)).lastrowid or 0
                file.execute("UPDATE copies SET name = ?, copy = ?, changed = ? WHERE id = ? AND game = ?",
                             (name, json.dumps(copy), when, id, game))
                return id
            except sqlite3.IntegrityError:
                raise Refused(say("There is a copy called {name} already. Choose another name.", name=name)) from None

    def delete_copy(self, copy: int) -> None:
        with self._change() as file:
            file.execute("DELETE FROM copies WHERE id = ?", (copy,))

    # Settings

    def setting(self, key: str) -> Json:
        """None where it was never set."""
        row = self._file.execute("SELECT value FROM settings WHERE key = ?", (key,)).fetchone()
        return None if row is None else json.loads(row[0])

    def set(self, key: str, value: Json) -> None:
        with self._change() as file:
            file.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (key, json.dumps(value)))

    # How it is done

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is on disk afterwards, or nothing changed and the reason is said."""
        file = self._file
        try:
            file.execute("BEGIN IMMEDIATE")
            yield file
            file.execute("COMMIT")
        except BaseException as error:
            with suppress(sqlite3.Error):
                file.execute("ROLLBACK")
            self._key = None  # it may have been made in this very transaction
            if isinstance(error, sqlite3.Error):
                raise Refused(why_not_kept(error)) from error
            raise

    def _line(self, play: int, number: int, record: Record) -> str:
        if record.sealed and not record.masked:
            record = replace(record, answer=seal(record.answer, self._seal_key(), f"{play}/{number}"))
        return json.dumps(record.to_json(), ensure_ascii=False, separators=(",", ":"))

    def _record(self, play: int, number: int, line: str) -> Record:
        try:
            record = Record.from_json(json.loads(line))
            if record.sealed and not record.masked:
                record = replace(record, answer=unseal(record.answer, str(self.setting(SEAL_KEY)), f"{play}/{number}"))
        except (ValueError, TypeError, Refused):
            raise Refused(say("Line {n} of this play is damaged. It can't be read.", n=number + 1)) from None
        return record

    def _seal_key(self) -> str:
        """For writing. Made with the first secret, in the transaction that keeps it."""
        if self._key is None:
            self._file.execute("INSERT OR IGNORE INTO settings VALUES (?, ?)", (SEAL_KEY, json.dumps(new_key())))
            self._key = str(self.setting(SEAL_KEY))
        return self._key


def why_not_kept(error: sqlite3.Error) -> Text:
    """The reason in one sentence that says what to do."""
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith("SQLITE_FULL"):
        return say("The disk is full, so this was not kept. Free some space and try again.")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return say("Another copy of the app is writing just now, so this was not kept. Try again.")
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return say("The file can't be written here, so this was not kept.")
    return say("The file could not be written, so this was not kept: {error}", error=str(error))


def _play_row(row: tuple[Any, ...]) -> PlayRow:
    id, uid, game, rules, setup, began, touched, archived, subtitle, points, outcome, noted, records = row
    return PlayRow(id, uid, game, rules, Setup.from_json(json.loads(setup)), began, touched, bool(archived),
                   from_json(json.loads(subtitle)), tuple(json.loads(points)),
                   None if outcome is None else from_json(json.loads(outcome)), noted, records)


def _result_row(row: tuple[Any, ...]) -> ResultRow:
    play, game, touched, outcome, seat, name, place, score, won = row
    return ResultRow(play, game, touched, from_json(json.loads(outcome)), seat, name, place, score, bool(won))


def _copy_row(row: tuple[Any, ...]) -> CopyRow:
    id, game, name, copy, changed = row
    return CopyRow(id, game, name, json.loads(copy), changed)


def _fold(name: str) -> str:
    return name.strip().casefold()
