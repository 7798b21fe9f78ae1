"""The store: what was booked is on disk; what cannot be booked changes nothing."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.core.engine.log import ANSWER, Record
from companion.core.engine.state import picture
from companion.core.play import NotKept
from companion.core.questions import Refused
from companion.core.seats import Person
from companion.core.setup import Setup, people
from companion.core.text import count, say
from companion.core.timers import Countdown, Moment
from companion.services.evening import Evening
from companion.services.open_play import OpenPlay
from companion.services.ports.recording import SetClock
from companion.services.store import Store, Summary, open_store, opening, schema
from companion.services.store.rows import SeatResult
from companion.services.store.schema import VERSION
from companion.services.store.store import why_not_kept
from tests.toys.orchard import game as orchard

NOBODY = Summary("", ())
SETUP = Setup(people("Ana", "Ben", "Cleo"), {"market": False})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tableside.sqlite3"


def evening(path: Path) -> Evening:
    return Evening(open_store(path), {"orchard": orchard}, SetClock())


def begun(path: Path) -> OpenPlay:
    """Orchard, with the weather rolled and one apple picked: two records."""
    table = evening(path).start("orchard", SETUP)
    table.answer("Weather/table", [3])
    table.answer("Pick/0", "done")
    return table


def reopened(path: Path, play: int) -> OpenPlay:
    return evening(path).resume(play)


# Keeping

def test_what_was_booked_is_there_for_whoever_opens_the_file_next(path: Path) -> None:
    table = begun(path)
    again = reopened(path, table.id)  # the first one is still open: nothing waits for a close
    assert again.play.log == table.play.log and len(again.play.log) == 2
    assert picture(again.play.table) == picture(table.play.table)


def test_it_is_kept_as_the_design_says(path: Path) -> None:
    store = open_store(path)
    assert store.notice is None and store.writable
    file = sqlite3.connect(path)
    assert file.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert file.execute("PRAGMA user_version").fetchone() == (VERSION,)
    assert store._file.execute("PRAGMA synchronous").fetchone() == (2,), "FULL"


def test_records_of_every_sort_come_back_equal(path: Path) -> None:
    store = open_store(path)
    records = [Record(ANSWER, "Q/1", 1, {"deep": [1, "ü", None, 2.5]}, 17.25, rolled=True),
               Record(ANSWER, "Q/2", 2, "the mill", 18.0, sealed=True),
               Record(ANSWER, "Q/2", 2, None, 19.0, sealed=True, masked=True),
               Record("undo", answer=1), Record("leave", seat=2)]
    play = store.add_play("orchard", "1", SETUP, 5.0)
    for number, record in enumerate(records):
        store.book(play, number, record, "1", None)
    assert store.records(play) == records


def test_several_plays_lie_side_by_side(path: Path) -> None:
    one, two = begun(path), begun(path)
    one.answer("Pick/0", "done")
    two.answer("Rest/0", "done")
    assert reopened(path, one.id).play.table.seats[0].apples == 2
    assert reopened(path, two.id).play.table.seats[0].apples == 1


def test_a_play_that_is_not_there_is_said(path: Path) -> None:
    store = open_store(path)
    for read in (store.play, store.copy):
        with pytest.raises(Refused, match="no longer here"):
            read(7)


def test_deleting_a_play_takes_its_records_along(path: Path) -> None:
    table = begun(path)
    store = open_store(path)
    store.keep_timer(table.id, Countdown("a", 1.0))
    store.delete(table.id)
    for rest in ("records", "timers", "results"):
        assert store._file.execute(f"SELECT count(*) FROM {rest}").fetchone() == (0,)
    with pytest.raises(NotKept, match="deleted meanwhile"):
        table.answer("Pick/0", "done")


def test_sentences_are_kept_as_data_so_that_the_language_may_change(path: Path) -> None:
    store = open_store(path)
    subtitle = count("{n} card", "{n} cards", 3, who=say("one of {all}", all=2))
    seats = (SeatResult(0, "Ana", 1, 7, True), SeatResult(1, "Ben", None, None, False))
    ended = say("{name} wins.", name="Ana")
    row = store.play(store.add_play("orchard", "1", SETUP, 5.0, Summary(subtitle, (7, 0, 0), ended, seats)))
    assert (row.subtitle, row.outcome, row.points) == (subtitle, ended, (7, 0, 0))
    assert [(one.name, one.place, one.score, one.won) for one in store.results()] == [
        ("Ana", 1, 7, True), ("Ben", None, None, False)]


def test_people_copies_settings_and_timers(path: Path) -> None:
    store = open_store(path)
    store.remember([Person("Ana", 0), Person("Ben", 1)], 100.0)
    store.remember([Person(" ana", 4)], 200.0)
    assert store.people() == [Person("ana", 4), Person("Ben", 1)], "one Ana, as she was last"
    first = store.save_copy("windward", "Mine", {"tiles": [1]}, 1.0)
    second = store.save_copy("windward", "Ben's", [2], 2.0)
    assert [row.id for row in store.copies("windward")] == [second, first] and store.copies("story") == []
    with pytest.raises(Refused, match="There is a copy called Mine already"):
        store.save_copy("windward", "Mine", {}, 3.0)
    with pytest.raises(Refused, match="already"):
        store.save_copy("windward", "Mine", {}, 3.0, second)
    store.save_copy("windward", "Old", {"tiles": [3]}, 4.0, first)
    assert store.copy(first).copy == {"tiles": [3]} and store.copy(first).name == "Old"
    store.set("theme", "dark")
    store.set("theme", "light")
    assert (store.setting("theme"), store.setting("never set")) == ("light", None)
    play = store.add_play("orchard", "1", SETUP, 5.0)
    running = Countdown("vote 1", 20.0, Moment(5.0, 9.0))
    store.keep_timer(play, Countdown("vote 1", 20.0))
    store.keep_timer(play, running)
    assert open_store(path).timers(play) == [running]


# Secrets

def voted(path: Path) -> OpenPlay:
    """Orchard on the evening of the first day; Ana has voted for Cleo (seat 2)."""
    table = evening(path).start("orchard", SETUP)
    table.answer("Weather/table", [3])
    for seat in range(3):
        table.answer(f"Rest/{seat}", "done")
    table.answer("Vote/0", 2)
    return table


def test_a_ballot_is_not_readable_in_the_file(path: Path) -> None:
    table = voted(path)
    line = json.loads(sqlite3.connect(path).execute(
        "SELECT line FROM records WHERE play = ? ORDER BY number DESC", (table.id,)).fetchone()[0])
    assert line["key"] == "Vote/0" and line["sealed"] is True
    assert line["answer"] not in (2, "2") and len(line["answer"]) >= 40
    assert reopened(path, table.id).play.log[-1].answer == 2


def test_equal_ballots_look_different_and_long_ones_are_no_longer(path: Path) -> None:
    store = open_store(path)
    play = store.add_play("orchard", "1", SETUP, 5.0)
    for number, word in enumerate(["Ana", "Ana", "Maximiliane"]):
        store.book(play, number, Record(ANSWER, "V", 0, word, sealed=True), "1", None)
    lines = [json.loads(line)["answer"] for (line,) in store._file.execute("SELECT line FROM records ORDER BY number")]
    assert len(set(lines)) == 3 and len({len(line) for line in lines}) == 1
    assert [record.answer for record in store.records(play)] == ["Ana", "Ana", "Maximiliane"]


def test_the_key_is_kept_with_the_first_secret_or_not_at_all(path: Path) -> None:
    store = open_store(path)
    play = store.add_play("orchard", "1", SETUP, 5.0)
    secret = Record(ANSWER, "V", 0, "Ana", sealed=True)
    with pytest.raises(Refused):
        store.book(99, 0, secret, "1", None)
    assert store.setting("seal key") is None
    other = open_store(path)
    other.book(play, 0, secret, "1", None)
    store.book(play, 1, secret, "1", None)
    assert open_store(path).records(play) == store.records(play) == other.records(play) == [secret, secret]


@pytest.mark.parametrize("line", [
    "", "{", "[]", '{"kind":"answer","key":"V","seat":0,"answer":"####","at":0,"sealed":true}',
    '{"kind":"answer","key":"V","seat":0,"answer":"AAAA","at":0,"sealed":true}'])
def test_a_damaged_line_is_said(path: Path, line: str) -> None:
    table = begun(path)
    table._store._file.execute("UPDATE records SET line = ? WHERE number = 1", (line,))
    with pytest.raises(Refused, match="Line 2 of this play is damaged"):
        reopened(path, table.id)
    assert [one.id for one in evening(path).plays()] == [table.id], "it is listed all the same"
    exported = json.loads(evening(path).export_play(table.id))
    assert [line["key"] for line in exported["log"]] == ["Weather/table"], "and what can be read can be taken along"


# Two copies of the app

def test_a_second_copy_of_the_app_is_noticed_and_nothing_is_lost(path: Path) -> None:
    one = begun(path)
    two = reopened(path, one.id)
    one.answer("Pick/0", "done")
    before = picture(two.play.table)
    with pytest.raises(NotKept, match="Somebody else wrote to this play"):
        two.answer("Rest/0", "done")
    assert picture(two.play.table) == before and len(two.play.log) == 2
    again = reopened(path, one.id)
    assert again.play.log == one.play.log and again.play.table.seats[0].apples == 2
    again.answer("Pick/1", "done")


def test_many_copies_may_start_at_once_on_a_new_file(path: Path) -> None:
    notices: list[object] = []

    def start() -> None:
        store = open_store(path)
        notices.append((store.notice, store.writable))
        store._file.close()

    copies = [threading.Thread(target=start) for _ in range(8)]
    for one in copies:
        one.start()
    for one in copies:
        one.join()
    assert notices == [(None, True)] * 8
    assert not list(path.parent.glob("*damaged*"))


def test_two_copies_on_two_plays_do_not_disturb_each_other(path: Path) -> None:
    one, two = begun(path), begun(path)
    for _ in range(3):
        one.undo()
        one.redo()
        two.undo()
        two.redo()
    assert len(reopened(path, one.id).play.log) == len(reopened(path, two.id).play.log) == 8


def test_a_file_that_is_busy_for_a_moment_is_waited_for(path: Path) -> None:
    table = begun(path)
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    timer = threading.Timer(0.2, lambda: other.execute("COMMIT"))
    timer.start()
    table.answer("Pick/0", "done")
    timer.join()
    assert len(reopened(path, table.id).play.log) == 3


def test_a_file_that_stays_busy_is_said(path: Path) -> None:
    table = begun(path)
    table._store._file.execute("PRAGMA busy_timeout = 50")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(NotKept, match="Another copy of the app is writing just now"):
        table.answer("Pick/0", "done")
    other.execute("COMMIT")
    table.answer("Pick/0", "done")
    assert len(reopened(path, table.id).play.log) == 3


# A full disk

def full(store: Store) -> None:
    """No page more than there is; small changes may still fit into a page that is not full."""
    pages = store._file.execute("PRAGMA page_count").fetchone()[0]
    store._file.execute(f"PRAGMA max_page_count = {pages}")


def mended(store: Store) -> None:
    store._file.execute("PRAGMA max_page_count = 1000000")


def test_a_full_disk_while_booking_changes_nothing(path: Path) -> None:
    table = begun(path)
    full(table._store)
    before, kept = picture(table.play.table), 2
    with pytest.raises(NotKept) as caught:
        for turn in range(1_000):
            table.correct("basket", turn % 12)
            before, kept = picture(table.play.table), len(table.play.log)
    assert str(caught.value) == "The disk is full, so this was not kept. Free some space and try again."
    assert picture(table.play.table) == before and len(table.play.log) == kept
    again = reopened(path, table.id).play
    assert again.log == table.play.log and picture(again.table) == before
    mended(table._store)
    table.answer("Rest/0", "done")
    assert reopened(path, table.id).play.log == table.play.log


def test_a_full_disk_stops_no_clock(path: Path) -> None:
    table = voted(path)
    full(table._store)
    (timer, *_) = table.play.timers()
    for at in range(500):
        table.timers.start(type(timer)(f"a clock with a long name, number {at}", 20))
    assert table.timers.running(type(timer)("a clock with a long name, number 499", 20))


class Cramped(sqlite3.Connection):
    """A file on a disk without a byte to spare."""

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        if statement.startswith("INSERT"):
            raise failed("SQLITE_FULL")
        return super().execute(statement, *values)


def failed(name: str) -> sqlite3.OperationalError:
    error: Any = sqlite3.OperationalError("odd")
    error.sqlite_errorname = name
    return error  # type: ignore[no-any-return]


def test_a_full_disk_is_known_at_opening(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(path)
    monkeypatch.setattr(opening, "_connect", partial(sqlite3.connect, isolation_level=None, factory=Cramped))
    store = open_store(path)
    assert not store.writable
    assert str(store.notice) == ("Nothing can be saved just now: The disk is full, so this was not kept. "
                                 "Free some space and try again.")
    assert store.records(table.id) == table.play.log, "what was kept can be looked at"


# Migrations

VERSION_1 = """
    CREATE TABLE plays (id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE, game TEXT NOT NULL,
                        rules TEXT NOT NULL, setup TEXT NOT NULL, began REAL NOT NULL, touched REAL NOT NULL);
    CREATE TABLE records (play INTEGER NOT NULL REFERENCES plays ON DELETE CASCADE, number INTEGER NOT NULL,
                          line TEXT NOT NULL, PRIMARY KEY (play, number)) WITHOUT ROWID;
    CREATE TABLE people (folded TEXT PRIMARY KEY, name TEXT NOT NULL, colour INTEGER NOT NULL, seen REAL NOT NULL)
        WITHOUT ROWID;
    CREATE TABLE copies (id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, name TEXT NOT NULL,
                         copy TEXT NOT NULL, changed REAL NOT NULL, UNIQUE (game, name));
    CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    PRAGMA application_id = 1952539244;
    PRAGMA user_version = 1;
    INSERT INTO settings VALUES ('theme', '"dark"');
    INSERT INTO people VALUES ('ana', 'Ana', 3, 50.0);
    INSERT INTO copies VALUES (1, 'windward', 'Mine', '{"tiles": [1]}', 40.0);
    INSERT INTO plays VALUES (4, 'abc', 'orchard', '1', '{"people": [{"name": "Ana", "colour": 0},
        {"name": "Ben", "colour": 1}], "options": {"market": false}, "copy": null}', 10.0, 20.0);
    INSERT INTO records VALUES (4, 0, '{"kind":"answer","key":"Weather/table","seat":null,"answer":[3],"at":11.0}');
    INSERT INTO records VALUES (4, 1, '{"kind":"answer","key":"Pick/0","seat":0,"answer":"done","at":12.0}');
"""


def old_file(path: Path) -> None:
    file = sqlite3.connect(path)
    file.executescript(VERSION_1)
    file.close()


def test_an_older_file_is_brought_up_to_date_with_all_that_is_in_it(path: Path) -> None:
    old_file(path)
    store = open_store(path)
    assert store.notice is None and store.setting("theme") == "dark"
    assert store.people() == [Person("Ana", 3)] and store.copies("windward")[0].copy == {"tiles": [1]}
    kept = Evening(store, {"orchard": orchard}, SetClock())
    (listed,) = kept.plays()
    assert (listed.id, listed.names, str(listed.subtitle), listed.finished) == (
        4, ("Ana", "Ben"), "Day 1. Ana, pick an apple.", False)
    table = kept.resume(4)
    assert table.play.table.seats[0].apples == 1
    table.answer("Rest/0", "done")
    assert sqlite3.connect(path).execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_a_step_that_fails_leaves_the_older_file_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old_file(path)
    monkeypatch.setattr(schema, "STEPS", (schema.STEPS[0], schema.STEPS[1] + "; CREATE TABLE plays (again)"))
    file = sqlite3.connect(path, isolation_level=None)
    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        schema.bring_up_to_date(file)
    assert file.execute("PRAGMA user_version").fetchone() == (1,)
    assert file.execute("SELECT count(*) FROM records").fetchone() == (2,)
    assert "archived" not in [row[1] for row in file.execute("PRAGMA table_info(plays)")]


def test_opening_is_fast(path: Path) -> None:
    store = open_store(path)
    records = [Record(ANSWER, f"Question/{number}", 1, "an answer of the usual length", float(number))
               for number in range(2_000)]
    for number in range(20):
        store.add_play("orchard", "1", SETUP, float(number), NOBODY, records)
    store.close()
    begin = time.process_time()
    store = open_store(path)
    assert len(store.plays()) == 20
    assert time.process_time() - begin < 1.0
    store.close()


def test_every_sentence_for_a_failed_write() -> None:
    said = [str(why_not_kept(failed(name)))
            for name in ("SQLITE_FULL", "SQLITE_BUSY_SNAPSHOT", "SQLITE_READONLY_DIRECTORY", "SQLITE_IOERR_WRITE")]
    assert said == ["The disk is full, so this was not kept. Free some space and try again.",
                    "Another copy of the app is writing just now, so this was not kept. Try again.",
                    "The file can't be written here, so this was not kept.",
                    "The file could not be written, so this was not kept: odd"]
