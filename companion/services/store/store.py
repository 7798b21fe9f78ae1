"""The store: every change is one transaction, on disk before the call returns.

Used from one thread. A change that can't be written raises `Refused` and changes nothing.
`companion.core.play.Play` turns that into `NotSaved` and takes the answer back.
"""

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.core.log import LATEST, Ending, Record, later, sane
from companion.core.renamed import first_id
from companion.core.setup import COLOURS, Person, Setup, name_key
from companion.core.text import Refused, Text, as_json, say
from companion.core.timers import Countdown
from companion.core.values import Json
from companion.services.store.backup import (
    Backups,
    box_mark,
    boxes_gone,
    forget_mark,
    mark_as_left,
    only_backup,
    settings_of,
    undecided,
)
from companion.services.store.lines import (
    CHANGES,
    SECOND,
    Journal,
    ended_row,
    head_sum,
    is_whole,
    line_of,
    note_sum,
    record_of,
    root_of,
    second_uid,
    summed,
    unbroken,
)
from companion.services.store.mending import changes_in, join, mend, set_aside
from companion.services.store.parsing import Row, box_row, play_row, shown
from companion.services.store.results import Results
from companion.services.store.rows import (
    BoxRow,
    Damaged,
    PlayRow,
    Summary,
    Trouble,
    why_not_read,
    why_not_saved,
)
from companion.services.store.schema import (
    NewerFile,
    check,
    connect,
    is_foreign,
    is_text,
    lay_out,
    put,
    transaction,
)

_PLAY = """SELECT id, uid, game, rules, setup, began, touched, archived, subtitle, points, outcome, noted,
           (SELECT coalesce(max(number), -1) + 1 FROM records WHERE play = plays.id), sum, note_sum, trashed,
           (SELECT value FROM settings WHERE key = 'ended.' || uid),
           (SELECT sum FROM records WHERE play = plays.id ORDER BY number DESC LIMIT 1) FROM plays"""
_HERE = "archived <= 0 AND trashed IS NULL"
_HEAD = ("uid", "game", "rules", "setup", "began", "touched", "sum", "archived", "trashed")
_BOX_COLUMNS = ("id", "game", "name", "copy", "changed", "sum")
CHANGED = say("Tableside is open twice, and the other one changed this play. Open it again; nothing is lost.")
_SOONEST = 0.001
"""The current play is at least this many seconds later than any other, whatever the clock says."""


class Store:
    def __init__(self, file: sqlite3.Connection, path: Path | None, trouble: Trouble | None = None,
                 home: Path | None = None, news: Text | None = None) -> None:
        """`path` is None if nothing survives this session (see `trouble`); the file belongs at `home`."""
        self.file = file
        self.path = path
        self.home = path or home
        self.trouble = trouble
        """What was wrong with the file when opened, or None."""
        self._journal = None if path is None else Journal(path)
        self.backups = None if path is None else Backups(path)
        self.entries: list[dict[str, Any]] = []
        self._beyond_mending: set[int] = set()
        self.results = Results(self.rows, self._stamp)
        self._identity = None if path is None else _identity(path)
        self._log = None if path is None else _identity(log_of(path))
        self._news = news
        self.last_sums: dict[int, str] = {}
        """The checksum of each play's last line that this process has read or written."""
        self._known_newest: tuple[tuple[int, int], list[Row]] | None = None
        self._marked = False
        self._joined_changes = False

    # Reading and writing

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """One transaction. Raises `Refused` if it can't be written; then nothing changed.

        Remember what you wrote after it, never inside: a full disk is noticed at COMMIT."""
        if self._joined_changes:
            yield self.file
            return
        self._look_for_file()
        if self._marked and self.path is not None:
            forget_mark(self.path)
            self._marked = False
        try:
            with transaction(self.file):
                yield self.file
            self._saving_works()
            if self._journal is not None and self.entries:
                self._journal.add(*self.entries)
        except (sqlite3.Error, TypeError, ValueError, RecursionError) as error:
            raise Refused(why_not_saved(error)) from error
        finally:
            self.entries.clear()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Make all changes inside one transaction: many small ones would wait for the disk each."""
        known = dict(self.last_sums)
        try:
            with self.change():
                self._joined_changes = True
                yield
        except BaseException:
            self.last_sums = known
            raise
        finally:
            self._joined_changes = False

    def _saving_works(self) -> None:
        """Drop the notice of a full disk or a lock that has passed."""
        if self.path is not None and self.trouble is not None and not self.trouble.writable:
            self.trouble, self._news = self.trouble.then, say("Saving works again.")

    def _witness(self, file: sqlite3.Connection, *entries: dict[str, Any]) -> None:
        """Journal a change with its number, which shows whether file or journal is newer."""
        number = changes_in(file) + 1
        put(file, "settings", summed({"key": CHANGES, "value": str(number)}))
        self.entries += [{**entry, "change": number} for entry in entries]

    def rows(self, question: str, *values: object) -> list[Row]:
        try:
            return self.file.execute(question, values).fetchall()
        except (sqlite3.Error, UnicodeError) as error:
            raise Refused(why_not_read(error)) from error

    def _stamp(self) -> tuple[int, int]:
        """Changes whenever this app or another instance of it writes to the file."""
        ((others,),) = self.rows("PRAGMA data_version")
        return others, self.file.total_changes

    def _put(self, file: sqlite3.Connection, table: str, row: dict[str, Any],
             how: str = "INSERT OR REPLACE") -> int:
        """Write a row of people, boxes or settings with its checksum, and its journal entry."""
        row = summed(row)
        self._witness(file, {"table": table, "row": row})
        return put(file, table, row, how)

    def _look_for_file(self) -> None:
        """Notice if the file was deleted or replaced while open. Raises `Refused`."""
        if self.path is None or _identity(self.path) == self._identity:
            return
        try:
            new, self._news = self._joined(self.path) or self._written_again(self.path)
        except (OSError, sqlite3.Error) as error:
            raise Refused(say("The file with your plays disappeared and can't be written again, so this was "
                              "not saved. Export the play before you close the app.")) from error
        self.file.close()
        for tail in ("-wal", "-shm"):
            Path(f"{self.path}.replaced{tail}").unlink(missing_ok=True)
        self.file, self._identity, self._log = new, _identity(self.path), _identity(log_of(self.path))
        self.results.forget()
        self.back_up()

    def _joined(self, place: Path) -> tuple[sqlite3.Connection, Text] | None:
        """Join ours with the store that replaced it; None if that file is no store."""
        if not place.is_file() or is_foreign(place):
            return None
        if _identity(log_of(place)) == self._log:  # ours: SQLite would write it into the other file
            for tail in ("-wal", "-shm"):
                with suppress(FileNotFoundError):
                    os.replace(f"{place}{tail}", f"{place}.replaced{tail}")
        new = connect(str(place))
        try:
            check(new)
            lay_out(new)
            with transaction(new):
                join(new, self.file, place)
            return new, say("Another file was put in the place of your plays. Its plays and yours are all "
                            "here now.")
        except (Damaged, NewerFile, UnicodeError):
            new.close()
            return None

    def _written_again(self, place: Path) -> tuple[sqlite3.Connection, Text]:
        place.parent.mkdir(parents=True, exist_ok=True)
        set_aside(place)
        new = connect(str(place))
        self.file.backup(new)
        return new, say("The file with your plays disappeared, so the app saved everything again. Nothing is "
                        "lost.")

    def take_news(self) -> Text | None:
        news, self._news = self._news, None
        return news

    def decided(self) -> None:
        """The owner accepts the repaired state: the notice stops and backups rotate again."""
        self.trouble = None
        if self.path is not None:
            with suppress(OSError):
                undecided(self.path).unlink(missing_ok=True)

    @property
    def writable(self) -> bool:
        """Will changes made now survive the session?"""
        return self.trouble is None or self.trouble.writable

    @property
    def notice(self) -> Text | None:
        """Shown before the first answer."""
        return None if self.trouble is None else self.trouble.sentence

    def close(self, *, backup: bool = True) -> None:
        with suppress(Refused):
            self._look_for_file()
        if self.backups is not None:
            self.backups.rest = 0.0
            self.backups.wait()
            if backup:
                self.checkpoint()
                self.back_up()
                self.backups.wait()
                if self.backups.found_damage:
                    self.back_up()
                    self.backups.wait()
        self.file.close()

    def back_up(self) -> None:
        """Back up in the background. If the last backup found lines missing, repair first."""
        if self.backups is not None:
            if self.backups.found_damage:
                self._mend()
            self.backups.make()

    def checkpoint(self) -> None:
        """Merge the write-ahead log into the file. Called at every pause and at the end."""
        with suppress(sqlite3.Error, Refused):
            self._look_for_file()
            (busy, *_), = self.rows("PRAGMA wal_checkpoint(TRUNCATE)")
            if self.path is not None and not busy and self.trouble is None:
                mark_as_left(self.path)
                self._marked = True

    # Plays

    def add_play(self, game: str, rules: str, setup: Setup, when: float, summary: Summary | None = None,
                 records: Sequence[Record] = (), uid: str = "", ending: Ending | None = None,
                 moved: float = 0.0) -> int:
        with self.change() as file:
            uid = uid or os.urandom(16).hex()
            touched = max(sane(record.at) for record in records) if records else self._now(file, 0, when)
            head = {"uid": uid, "game": first_id(game), "rules": rules,
                    "setup": json.dumps(setup.to_json(), allow_nan=False),
                    "began": float(when), "touched": max(sane(when), touched)}
            head["sum"] = head_sum(head)
            if moved:
                head["archived"] = moved
            play = put(file, "plays", head, "INSERT")
            self.entries.append({"play": head})
            last = self._write(file, play, uid, 0, records, before=uid)
            self._end(file, play, ending)
            if summary is not None:
                self._note(file, play, len(records), rules, summary, ending=ending)
        self.last_sums[play] = last
        return play

    def go_on(self, play: int, number: int, records: Sequence[Record], rules: str, summary: Summary | None,
              ending: Ending | None = None) -> None:
        """Add what a file knows of a play beyond its last line here."""
        with self.change() as file:
            uid, before = file.execute("SELECT uid, (SELECT sum FROM records WHERE play = plays.id AND "
                                       "number = ?) FROM plays WHERE id = ?", (number - 1, play)).fetchone()
            self._write(file, play, uid, number, records, before if number else uid)
            file.execute("UPDATE plays SET touched = max(touched, ?), noted = -1 WHERE id = ?",
                         (sane(records[-1].at), play))
            self._end(file, play, ending)
            if summary is not None:
                self._note(file, play, number + len(records), rules, summary, ending=ending)
        self.last_sums.pop(play, None)

    def courses(self, uid: str) -> list[PlayRow]:
        """The play with this uid, and others that began as the same one (`second_uid`)."""
        root = root_of(uid)
        second = f"{root}{SECOND}"
        return self._plays("uid = ? OR (uid >= ? AND uid < ?)", root, second, f"{second}\U0010ffff")

    def second_uid(self, uid: str, content: str) -> str:
        """For a play that went on differently elsewhere, or comes back after it was deleted for good."""
        made = second_uid(uid, content)
        while self.is_gone(made) or self.play_with(made) is not None:
            made = second_uid(uid, made)
        return made

    def _plays(self, which: str, *values: object) -> list[PlayRow]:
        return [play_row(row) for row in self.rows(f"{_PLAY} WHERE {which}", *values)]

    def plays(self, *, archived: bool = False) -> list[PlayRow]:
        return self._plays("(archived > 0) = ? AND trashed IS NULL"
                           f" ORDER BY touched * (touched <= {LATEST}) DESC, id DESC", archived)

    def open_plays(self) -> list[PlayRow]:
        """Plays under way, and those whose summary may be out of date."""
        return self._plays(f"""{_HERE} AND (outcome IS NULL OR noted !=
            (SELECT coalesce(max(number), -1) + 1 FROM records WHERE play = plays.id))
            ORDER BY touched * (touched <= {LATEST}) DESC, id DESC""")

    def latest(self, game: str = "", *, archived: bool = False) -> Iterator[PlayRow]:
        """The plays of one game or of all, newest first, read one by one. `archived`: all of them."""
        wanted = first_id(game)
        for play, its_game, is_listed in self._newest():
            if (archived or is_listed) and wanted in ("", its_game):
                yield self.play(play)

    def _newest(self) -> list[Row]:
        """Id, game, and whether it isn't archived. Kept until a change: the end of a play asks 30 times."""
        if self.file.in_transaction:  # it may be taken back
            return self._read_newest()
        now = self._stamp()
        if self._known_newest is None or self._known_newest[0] != now:
            self._known_newest = now, self._read_newest()
        return self._known_newest[1]

    def _read_newest(self) -> list[Row]:
        return self.rows("SELECT id, game, archived <= 0 FROM plays WHERE trashed IS NULL"
                         " ORDER BY archived > 0, touched DESC, id DESC")

    def how_many(self, *, archived: bool = False, trashed: bool = False) -> int:
        """Plays in the list, archived or in the trash."""
        asked = "SELECT count(*) FROM plays WHERE"
        if trashed:
            ((found,),) = self.rows(f"{asked} trashed IS NOT NULL")
        else:
            ((found,),) = self.rows(f"{asked} trashed IS NULL AND (archived > 0) = ?", archived)
        return int(found)

    def trashed(self) -> list[PlayRow]:
        return self._plays("trashed IS NOT NULL ORDER BY trashed DESC, id DESC")

    def play(self, play: int) -> PlayRow:
        for row in self._plays("id = ?", play):
            return row
        raise Refused(say("This play is no longer here."))

    def play_with(self, uid: str) -> PlayRow | None:
        return next(iter(self._plays("uid = ?", uid)), None)

    def records(self, play: int) -> list[Record]:
        """Check every line and restore damaged ones from a backup. Raises `Refused` if none has it."""
        found, bad = self._read(play)
        if bad is not None and play not in self._beyond_mending:
            tried = self._mend(self.play(play).uid)
            found, bad = self._read(play)
            if bad is not None and tried:
                self._beyond_mending.add(play)
        if bad is not None:
            raise Refused(say("Line {n} of this play is damaged and can't be read.", n=bad + 1))
        return found

    def readable_records(self, play: int) -> list[Record]:
        return self._read(play)[0]

    def raw_play(self, play: int) -> dict[str, Any]:
        """A play's raw rows, damaged or not, for a complete export."""
        uid, game, rules, setup, began = self.rows("SELECT uid, game, rules, setup, began FROM plays WHERE "
                                                    "id = ?", play)[0]
        rows = self.rows("SELECT number, line FROM records WHERE play = ? ORDER BY number", play)
        return {"uid": shown(uid), "game": shown(game), "rules": shown(rules), "setup": shown(setup),
                "began": sane(began), "lines": [[number, shown(line)] for number, line in rows]}

    def _read(self, play: int) -> tuple[list[Record], int | None]:
        """The records up to the first bad line, and its number, or None."""
        uid = str(next(iter(self.rows("SELECT uid FROM plays WHERE id = ?", play)), ("",))[0])
        found: list[Record] = []
        rows = self.rows("SELECT number, line, sum FROM records WHERE play = ? ORDER BY number", play)
        self.last_sums[play] = uid
        with suppress(ValueError):
            for line, self.last_sums[play] in unbroken(uid, rows):
                record = record_of(line)
                found.append(record if sane(record.at) == record.at else replace(record, at=sane(record.at)))
        return found, None if len(found) == len(rows) else len(found)

    def _mend(self, uid: str | None = None) -> bool:
        """Add what backups and journal have; False if that can't be written now."""
        if self.path is not None:
            with suppress(sqlite3.Error, UnicodeError, OSError):
                mend(self.file, self.path, uid)
                return True
        return False

    def _now(self, file: sqlite3.Connection, play: int, when: float) -> float:
        """A time later than all other plays, so that the current one is first in the library."""
        latest = file.execute("SELECT max(touched) FROM plays WHERE id != ? AND touched <= ?", (play, LATEST))
        return max(sane(when), (latest.fetchone()[0] or 0.0) + _SOONEST)

    def book(self, play: int, number: int, record: Record, rules: str, summary: Summary | None) -> None:
        """Save one record with its summary; without one, `note` follows.

        Refuse a line that follows another one than we know: another instance of the app wrote it.
        """
        with self.change() as file:
            row = file.execute("SELECT uid, (SELECT sum FROM records WHERE play = plays.id AND number = ?) "
                               "FROM plays WHERE id = ?", (number - 1, play)).fetchone()
            if row is None:
                raise Refused(say("This play has been deleted in the meantime."))
            uid, before = row
            before = before if number else uid
            if before != self.last_sums.get(play, before) or before is None:
                raise Refused(CHANGED)
            try:
                last = self._write(file, play, uid, number, [record], before)
            except sqlite3.IntegrityError:
                raise Refused(CHANGED) from None
            now = self._now(file, play, record.at)
            if summary is not None:
                self._note(file, play, number + 1, rules, summary, now)
            else:
                file.execute("UPDATE plays SET touched = max(touched, ?) WHERE id = ?", (now, play))
        self.last_sums[play] = last

    def _write(self, file: sqlite3.Connection, play: int, uid: str, first: int, records: Sequence[Record],
               before: str) -> str:
        """Write the records after the line with the checksum `before`; return the last one's."""
        for number, record in enumerate(records, first):
            line, before = line_of(record, before)
            file.execute("INSERT INTO records (play, number, line, sum) VALUES (?, ?, ?, ?)",
                         (play, number, line, before))
            self.entries.append({"uid": uid, "number": number, "line": line, "sum": before})
        return before

    def note(self, play: int, records: int, rules: str, summary: Summary,
             ending: Ending | None = None) -> None:
        with self.change() as file:
            self._note(file, play, records, rules, summary, ending=ending)

    def end(self, play: int, records: int, rules: str, summary: Summary | None, ending: Ending) -> None:
        """Save what players said after the last record. Without a summary, the next look makes one."""
        with self.change() as file:
            self._end(file, play, ending)
            if summary is not None:
                self._note(file, play, records, rules, summary, ending=ending)

    def _end(self, file: sqlite3.Connection, play: int, ending: Ending | None) -> None:
        if ending is not None:
            row = file.execute("SELECT uid, (SELECT sum FROM records WHERE play = plays.id"
                               " ORDER BY number DESC LIMIT 1) FROM plays WHERE id = ?", (play,)).fetchone()
            if row is None:
                raise Refused(say("This play is no longer here."))
            uid, after = row
            self._put(file, "settings", ended_row(uid, {**ending.to_json(), "after": after}))

    def _note(self, file: sqlite3.Connection, play: int, records: int, rules: str, summary: Summary,
              when: float = 0.0, ending: Ending | None = None) -> None:
        """`when`: the record's time, written in the same update because the row holds the whole setup."""
        subtitle, points = json.dumps(as_json(summary.subtitle)), json.dumps(_numbers(summary))
        outcome = None if summary.outcome is None else json.dumps(as_json(summary.outcome))
        file.execute("UPDATE plays SET touched = max(touched, ?), subtitle = ?, points = ?, outcome = ?, "
                     "noted = ?, rules = ?, note_sum = ? WHERE id = ?",
                     (when, subtitle, points, outcome, records, rules,
                      note_sum(subtitle, points, outcome, records, ending), play))
        file.execute("DELETE FROM results WHERE play = ?", (play,))
        if summary.results:
            file.executemany("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?)",
                             [(play, one.seat, one.name, one.place, one.score, one.won)
                              for one in summary.results])

    def archive(self, play: int, on: bool = True, when: float = 0.0) -> None:
        """Archive a play, or bring it back."""
        at = later(when, abs(self.play(play).moved))
        self.move(play, at if on else -at)

    def move(self, play: int, moved: float) -> None:
        """Archive a play at this time, or if it is negative, bring it back."""
        self._place(play, archived=moved)

    def trash(self, play: int, when: float) -> None:
        """Hide from every list but keep in the file: `bring_back` undoes it, even after restarts."""
        self._place(play, trashed=when)

    def bring_back(self, play: int) -> None:
        self._place(play, trashed=None)

    def _place(self, play: int, **places: float | None) -> None:
        with self.change() as file:
            (column, value), = places.items()
            if not file.execute(f"UPDATE plays SET {column} = ? WHERE id = ?", (value, play)).rowcount:
                raise Refused(say("This play is no longer here."))
            row = file.execute(f"SELECT {', '.join(_HEAD)} FROM plays WHERE id = ?", (play,)).fetchone()
            self._witness(file, {"play": dict(zip(_HEAD, row, strict=True))})

    def delete(self, *plays: int, settings: Mapping[str, Json] | None = None) -> None:
        """Delete for good, with the backups, journals and files set aside that hold it.

        `settings` to save at the same time: without what they said of these plays."""
        with self.change() as file:
            uids = [uid for play in plays
                    for (uid,) in file.execute("SELECT uid FROM plays WHERE id = ?", (play,))]
            for uid in uids:
                file.execute("DELETE FROM plays WHERE uid = ?", (uid,))
                file.execute(*settings_of(uid))
            self._set_all(file, settings or {})
            self._mark_gone(file, *uids)
        self._back_up_afresh(uids)

    def _mark_gone(self, file: sqlite3.Connection, *marks: str) -> None:
        file.executemany("INSERT OR IGNORE INTO gone VALUES (?)", [(mark,) for mark in marks])
        self.entries += [{"gone": mark} for mark in marks]

    def _back_up_afresh(self, deleted: Sequence[str]) -> None:
        if self.path is not None and self.backups is not None and deleted:
            self.backups.wait()
            try:
                only_backup(self.path)
            except Damaged:
                self._mend()
                with suppress(Damaged):
                    only_backup(self.path)
            self.checkpoint()

    def is_gone(self, uid: str) -> bool:
        """Deleted for good? Then this uid is never saved again."""
        return bool(self.rows("SELECT 1 FROM gone WHERE uid = ?", uid))

    # Timers

    def timers(self, play: int) -> list[Countdown]:
        found: list[Countdown] = []
        for (state,) in self.rows("SELECT state FROM timers WHERE play = ? ORDER BY name", play):
            with suppress(ValueError, TypeError):  # an unreadable timer starts over
                timer = Countdown.from_json(json.loads(state))
                if timer is not None:
                    found.append(timer)
        return found

    def save_timer(self, play: int, timer: Countdown) -> None:
        with self.change() as file:
            file.execute("INSERT OR REPLACE INTO timers VALUES (?, ?, ?)",
                         (play, timer.name, json.dumps(timer.to_json())))

    def forget_timers(self, play: int) -> None:
        with self.change() as file:
            file.execute("DELETE FROM timers WHERE play = ?", (play,))

    # People

    def people(self) -> list[Person]:
        """Past players, latest first, with their last colour."""
        rows = self.rows("SELECT name, colour FROM people WHERE forgotten IS NULL"
                          " ORDER BY seen DESC, folded")
        return [Person(name, colour) for name, colour in rows
                if isinstance(name, str) and is_text(name) and colour in range(len(COLOURS))]

    def remember(self, people: Sequence[Person], when: float) -> None:
        with self.change() as file:
            for at, one in enumerate(people):
                self._put(file, "people", {"folded": name_key(one.name), "name": one.name.strip(),
                                           "colour": one.colour, "seen": when - at / 1000, "forgotten": None})

    def forget(self, name: str, when: float = 0.0) -> None:
        """Hide a person. The row stays for `bring_back_person`."""
        self._change_people({name: {"forgotten": when}})

    def bring_back_person(self, name: str, settings: Mapping[str, Json] | None = None) -> None:
        self._change_people({name: {"forgotten": None}}, settings)

    def recolour(self, name: str, colour: int) -> None:
        self._change_people({name: {"colour": colour}})

    def rename_person(self, old: str, new: str, settings: Mapping[str, Json] | None = None) -> None:
        """Rename a person, replacing a hidden one of that name."""
        self._change_people({old: {"folded": name_key(new), "name": new}}, settings)

    def merge_people(self, one: str, into: str, when: float, settings: Mapping[str, Json]) -> None:
        self._change_people({one: {"forgotten": when}, into: {"forgotten": None}}, settings)

    def _change_people(self, by_name: Mapping[str, Any], settings: Mapping[str, Json] | None = None) -> None:
        columns = "folded", "name", "colour", "seen", "forgotten"
        with self.change() as file:
            for called, change in by_name.items():
                for row in file.execute(f"SELECT {', '.join(columns)} FROM people WHERE folded = ?",
                                        (name_key(called),)).fetchall():
                    person = dict(zip(columns, row, strict=True))
                    if "folded" in change:
                        self._put(file, "people", {**person, "forgotten": 0.0})  # older backups have it
                    self._put(file, "people", {**person, **change})
            self._set_all(file, settings or {})

    # Boxes, in the table `copies`

    def boxes(self, game: str | None = None) -> list[BoxRow]:
        """Latest first, of one game or all. Damaged ones are restored from a backup or skipped."""
        question = (f"SELECT {', '.join(_BOX_COLUMNS)} FROM copies WHERE game = ? OR ? IS NULL"
                    " ORDER BY changed DESC, id DESC")
        stored = None if game is None else first_id(game)
        rows = self.rows(question, stored, stored)
        if not all(is_whole(dict(zip(_BOX_COLUMNS, row, strict=True))) for row in rows):
            self._mend()
            rows = self.rows(question, stored, stored)
        return [row for row in map(box_row, rows) if row is not None]

    def box(self, box: int) -> BoxRow:
        row = next((row for row in self.boxes() if row.id == box), None)
        if row is None:
            raise Refused(say("This box is no longer here."))
        return row

    def save_box(self, game: str, name: str, box: Json, when: float, id: int | None = None) -> int:
        """Save a new box, or with `id` update an existing one."""
        game = first_id(game)
        with self.change() as file:
            deleted = boxes_gone([mark for (mark,) in file.execute("SELECT uid FROM gone")])
            when = max(float(when), deleted.get((game, name), -1.0) + _SOONEST)
            text = json.dumps(box, allow_nan=False, ensure_ascii=False)
            row: dict[str, Any] = {"game": game, "name": name, "copy": text, "changed": when}
            try:
                if id is not None:
                    renamed = file.execute("SELECT name FROM copies WHERE id = ? AND name != ?", (id, name))
                    self._mark_gone(file, *(box_mark(game, old, when) for (old,) in renamed.fetchall()))
                    file.execute("DELETE FROM copies WHERE id = ? AND game = ?", (id, game))
                    row["id"] = id
                return self._put(file, "copies", row, "INSERT")
            except sqlite3.IntegrityError:
                raise Refused(say("There is already a box called {name}. Choose another name.",
                                  name=name)) from None

    def delete_box(self, box: int) -> None:
        with self.change() as file:
            rows = file.execute("SELECT game, name, changed FROM copies WHERE id = ?", (box,)).fetchall()
            marks = [box_mark(*row) for row in rows]
            file.execute("DELETE FROM copies WHERE id = ?", (box,))
            self._mark_gone(file, *marks)
        self._back_up_afresh(marks)

    # Settings

    def setting(self, key: str) -> Json:
        """None if never set or unreadable."""
        for (value,) in self.rows("SELECT value FROM settings WHERE key = ?", key):
            with suppress(ValueError, TypeError, RecursionError):
                return json.loads(value)
        return None

    def set(self, key: str, value: Json) -> None:
        self.set_all({key: value})

    def set_all(self, settings: Mapping[str, Json]) -> None:
        """Save several settings in one transaction."""
        with self.change() as file:
            self._set_all(file, settings)

    def _set_all(self, file: sqlite3.Connection, settings: Mapping[str, Json]) -> None:
        for key, value in settings.items():
            text = json.dumps(value, allow_nan=False, ensure_ascii=False)
            self._put(file, "settings", {"key": key, "value": text})


def _numbers(summary: Summary) -> Json:
    """The points, and the seats if they differ from the setup."""
    if not summary.seated:
        return summary.points
    return {"points": summary.points, "people": [[one.name, one.colour] for one in summary.seated]}


def log_of(place: Path) -> Path:
    return place.with_name(f"{place.name}-wal")


def _identity(place: Path) -> tuple[int, int] | None:
    """Identifies the file at this path; None if there is none."""
    try:
        found = os.stat(place)
    except OSError:
        return None
    return found.st_dev, found.st_ino
