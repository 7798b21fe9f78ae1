"""The store: what was booked is on disk; what cannot be booked changes nothing."""

import os
import shutil
import sqlite3
import threading
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.engine.state import picture
from companion.core.log import ANSWER, Record
from companion.core.play import NotSaved
from companion.core.setup import Person
from companion.core.text import Refused, count, say
from companion.core.timers import Countdown, Moment
from companion.services.open_play import OpenPlay
from companion.services.store import Store, Summary, open_store, opening
from companion.services.store.rows import SeatResult, why_not_saved
from companion.services.store.schema import VERSION, connect
from tests.services.store.orchards import NO_MARKET, library, picked
from tests.services.store.refusing import failed

NOBODY = Summary("", ())


def reopened(path: Path, play: int) -> OpenPlay:
    return library(path).resume(play)


# Keeping

def test_what_was_booked_is_there_for_whoever_opens_the_file_next(path: Path) -> None:
    opened = picked(path)
    again = reopened(path, opened.id)  # the first one is still open: nothing waits for a close
    assert again.play.log == opened.play.log and len(again.play.log) == 2
    assert picture(again.play.table) == picture(opened.play.table)


def test_it_is_kept_as_the_design_says(path: Path) -> None:
    store = open_store(path)
    assert store.notice is None and store.writable
    file = sqlite3.connect(path)
    assert file.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert file.execute("PRAGMA user_version").fetchone() == (VERSION,)
    assert store.file.execute("PRAGMA synchronous").fetchone() == (2,), "FULL"


def test_the_order_of_plays_is_read_once_until_something_changes(path: Path) -> None:
    """The end of a play asks thirty times, and each time every play that was ever kept was sorted."""
    store = open_store(path)
    one, two = (store.add_play("orchard", "1", NO_MARKET, when) for when in (5.0, 6.0))
    asked: list[str] = []
    store.file.set_trace_callback(asked.append)

    def listed() -> list[int]:
        return [row.id for row in store.latest("orchard")]
    assert [listed(), listed(), listed()] == [[two, one]] * 3
    assert sum("touched DESC" in question for question in asked) == 1
    with suppress(KeyError), store.together():
        taken_back = store.add_play("orchard", "1", NO_MARKET, 7.0)
        assert listed() == [taken_back, two, one]
        raise KeyError
    assert listed() == [two, one]
    elsewhere = open_store(path).add_play("orchard", "1", NO_MARKET, 8.0)
    assert listed() == [elsewhere, two, one]


def test_records_of_every_sort_come_back_equal(path: Path) -> None:
    store = open_store(path)
    records = [Record(ANSWER, "Q/1", 1, {"deep": [1, "ü", None, 2.5]}, 17.25, rolled=True),
               Record(ANSWER, "Q/2", 2, "the mill", 18.0, sealed=True),
               Record(ANSWER, "Q/2", 2, None, 19.0, sealed=True, masked=True),
               Record("undo", answer=1), Record("leave", seat=2)]
    play = store.add_play("orchard", "1", NO_MARKET, 5.0)
    for number, record in enumerate(records):
        store.book(play, number, record, "1", None)
    assert store.records(play) == records


def test_several_plays_lie_side_by_side(path: Path) -> None:
    one, two = picked(path), picked(path)
    one.answer("Pick/0", "done")
    two.answer("Rest/0", "done")
    assert reopened(path, one.id).play.table.seats[0].apples == 2
    assert reopened(path, two.id).play.table.seats[0].apples == 1


def test_a_play_that_is_not_there_is_said(path: Path) -> None:
    store = open_store(path)
    for read in (store.play, store.box):
        with pytest.raises(Refused, match="no longer here"):
            read(7)


def test_deleting_a_play_takes_its_records_along(path: Path) -> None:
    opened = picked(path)
    store = open_store(path)
    store.save_timer(opened.id, Countdown("a", 1.0))
    store.delete(opened.id)
    for rest in ("records", "timers", "results"):
        assert store.file.execute(f"SELECT count(*) FROM {rest}").fetchone() == (0,)
    with pytest.raises(NotSaved, match="deleted in the meantime"):
        opened.answer("Pick/0", "done")


def test_sentences_are_kept_as_data_so_that_the_language_may_change(path: Path) -> None:
    store = open_store(path)
    subtitle = count("{n} card", "{n} cards", 3, who=say("one of {all}", all=2))
    seats = (SeatResult(0, "Ana", 1, 7, True), SeatResult(1, "Ben", None, None, False))
    ended = say("{name} wins.", name="Ana")
    row = store.play(store.add_play("orchard", "1", NO_MARKET, 5.0, Summary(subtitle, (7, 0, 0), ended, seats)))
    assert (row.subtitle, row.outcome, row.points) == (subtitle, ended, (7, 0, 0))
    assert [(one.name, one.place, one.score, one.won) for one in store.results.seats()] == [
        ("Ana", 1, 7, True), ("Ben", None, None, False)]


def test_people_boxes_settings_and_timers(path: Path) -> None:
    store = open_store(path)
    store.remember([Person("Ana", 0), Person("Ben", 1)], 100.0)
    store.remember([Person(" ana", 4)], 200.0)
    assert store.people() == [Person("ana", 4), Person("Ben", 1)], "one Ana, as she was last"
    first = store.save_box("windward", "Mine", {"tiles": [1]}, 1.0)
    second = store.save_box("windward", "Ben's", [2], 2.0)
    assert [row.id for row in store.boxes("windward")] == [second, first] and store.boxes("story") == []
    with pytest.raises(Refused, match="There is already a box called Mine"):
        store.save_box("windward", "Mine", {}, 3.0)
    with pytest.raises(Refused, match="already"):
        store.save_box("windward", "Mine", {}, 3.0, second)
    store.save_box("windward", "Old", {"tiles": [3]}, 4.0, first)
    assert store.box(first).box == {"tiles": [3]} and store.box(first).name == "Old"
    store.set("theme", "dark")
    store.set("theme", "light")
    assert (store.setting("theme"), store.setting("never set")) == ("light", None)
    play = store.add_play("orchard", "1", NO_MARKET, 5.0)
    running = Countdown("vote 1", 20.0, Moment(5.0, 9.0))
    store.save_timer(play, Countdown("vote 1", 20.0))
    store.save_timer(play, running)
    assert open_store(path).timers(play) == [running]


# Two instances of the app

@pytest.mark.parametrize("save", [lambda store: store.set("groups", [{"name": "\udcff"}]),
                                  lambda store: store.save_box("orchard", "Ours", {"name": "\udcff"}, 1.0)])
def test_text_that_no_file_can_hold_is_refused_at_once(path: Path, save: Any) -> None:
    """Kept, it would make every later export fail."""
    with pytest.raises(Refused):
        save(open_store(path))


def test_results_are_read_again_when_this_app_or_another_has_written(path: Path) -> None:
    """They are cached for the players' page; nobody ever sees an old list."""
    store, other = open_store(path), open_store(path)
    won = Summary("", (3, 2, 1), "Ana wins.", (SeatResult(0, "Ana", 1, 3, True),))
    for writer, expected in ((store, 1), (other, 2), (store, 3)):
        writer.add_play("orchard", "1", NO_MARKET, 1.0, won)
        assert [len(one.results.seats()) for one in (store, other)] == [expected, expected]
    store.results.seats().clear()
    assert len(store.results.seats()) == 3, "the list is the caller's own"
    store.trash(1, 2.0)
    assert [len(one.results.seats()) for one in (store, other)] == [2, 2]


def test_a_second_copy_of_the_app_is_noticed_and_nothing_is_lost(path: Path) -> None:
    one = picked(path)
    two = reopened(path, one.id)
    one.answer("Pick/0", "done")
    before = picture(two.play.table)
    with pytest.raises(NotSaved, match="the other one changed this play"):
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
        store.file.close()

    copies = [threading.Thread(target=start) for _ in range(8)]
    for one in copies:
        one.start()
    for one in copies:
        one.join()
    assert notices == [(None, True)] * 8
    assert not list(path.parent.glob("*damaged*"))


def test_two_copies_on_two_plays_do_not_disturb_each_other(path: Path) -> None:
    one, two = picked(path), picked(path)
    for _ in range(3):
        one.undo()
        one.play.redo()
        two.undo()
        two.play.redo()
    assert len(reopened(path, one.id).play.log) == len(reopened(path, two.id).play.log) == 8


def test_a_file_that_is_busy_for_a_moment_is_waited_for(path: Path) -> None:
    opened = picked(path)
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    timer = threading.Timer(0.2, lambda: other.execute("COMMIT"))
    timer.start()
    opened.answer("Pick/0", "done")
    timer.join()
    assert len(reopened(path, opened.id).play.log) == 3


def test_a_file_that_stays_busy_is_said(path: Path) -> None:
    opened = picked(path)
    opened.store.file.execute("PRAGMA busy_timeout = 50")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(NotSaved, match="the other one is writing"):
        opened.answer("Pick/0", "done")
    other.execute("COMMIT")
    opened.answer("Pick/0", "done")
    assert len(reopened(path, opened.id).play.log) == 3


# A full disk

def full(store: Store) -> None:
    """The file can't grow by a page; small changes may still fit into a page that isn't full."""
    pages = store.file.execute("PRAGMA page_count").fetchone()[0]
    store.file.execute(f"PRAGMA max_page_count = {pages}")


def mended(store: Store) -> None:
    store.file.execute("PRAGMA max_page_count = 1000000")


def test_a_full_disk_while_booking_changes_nothing(path: Path) -> None:
    opened = picked(path)
    full(opened.store)
    before, kept = picture(opened.play.table), 2
    with pytest.raises(NotSaved) as caught:
        for turn in range(1_000):
            opened.correct("basket", turn % 12)
            before, kept = picture(opened.play.table), len(opened.play.log)
    assert str(caught.value) == "The disk is full, so this was not saved. Free some space and try again."
    assert picture(opened.play.table) == before and len(opened.play.log) == kept
    again = reopened(path, opened.id).play
    assert again.log == opened.play.log and picture(again.table) == before
    mended(opened.store)
    opened.answer("Rest/0", "done")
    assert reopened(path, opened.id).play.log == opened.play.log


def test_a_full_disk_stops_no_clock(path: Path) -> None:
    opened = picked(path)
    for seat in range(3):
        opened.answer(f"Rest/{seat}", "done")
    full(opened.store)
    (timer, *_) = opened.play.timers()
    for at in range(500):
        opened.timers.start(type(timer)(f"a clock with a long name, number {at}", 20))
    assert opened.timers.running(type(timer)("a clock with a long name, number 499", 20))


class Cramped(sqlite3.Connection):
    """A file on a disk without a byte to spare."""

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        if statement.startswith("INSERT"):
            raise failed("SQLITE_FULL")
        return super().execute(statement, *values)


def test_a_full_disk_is_known_at_opening(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = picked(path)
    monkeypatch.setattr(opening, "connect", partial(sqlite3.connect, isolation_level=None, factory=Cramped))
    store = open_store(path)
    assert not store.writable
    assert str(store.notice) == ("Nothing can be saved right now. The disk is full, so this was not saved. "
                                 "Free some space and try again.")
    assert store.records(opened.id) == opened.play.log, "what was kept can be looked at"


def test_the_first_start_on_a_full_disk_can_be_played_in_memory(
        path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def cramped(where: str) -> sqlite3.Connection:
        if where == ":memory:":
            return connect(where)
        path.touch()
        raise failed("SQLITE_FULL")
    monkeypatch.setattr(opening, "connect", cramped)
    store = open_store(path)
    assert "The disk is full" in str(store.notice) and store.path is None
    play = store.add_play("orchard", "1", NO_MARKET, 5.0)
    assert store.play(play).game == "orchard"


# The file is taken away while it is open

JOINED = "Another file was put in the place of your plays. Its plays and yours are all here now."
GONE = "The file with your plays disappeared, so the app saved everything again. Nothing is lost."


def go_on(opened: OpenPlay) -> None:
    """Whatever is asked next, by chance."""
    question = opened.play.open()[0]
    opened.answer(question.key(), question.random_answer(opened.play.table, Random(1)))


@pytest.mark.skipif(os.name == "nt", reason="an open file can't be taken away there")
def test_a_folder_deleted_under_the_app_costs_nothing(tmp_path: Path) -> None:
    """The next start has the answers before and after it, and reports the damage once."""
    path = tmp_path / "data" / "tableside.sqlite3"
    opened = picked(path)
    shutil.rmtree(path.parent)
    go_on(opened)
    assert str(opened.take_news()) == GONE and opened.take_news() is None
    go_on(opened)
    assert opened.take_news() is None
    again = reopened(path, opened.id)
    assert again.play.log == opened.play.log and len(again.play.log) == 4


@pytest.mark.skipif(os.name == "nt", reason="an open file can't be taken away there")
def test_a_folder_deleted_before_the_end_is_written_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "data" / "tableside.sqlite3"
    night = library(path)
    opened = night.start("orchard", NO_MARKET)
    opened.answer("Weather/table", [3])
    shutil.rmtree(path.parent)
    night.quit()
    assert len(reopened(path, opened.id).play.log) == 1


@pytest.mark.skipif(os.name == "nt", reason="an open file can't be taken away there")
def test_another_file_in_its_place_is_kept_under_another_name(path: Path) -> None:
    opened = picked(path)
    path.unlink()
    path.write_bytes(b"somebody's own")
    go_on(opened)
    assert len(reopened(path, opened.id).play.log) == 3
    kept: list[bytes] = []
    for one in path.parent.iterdir():
        with suppress(FileNotFoundError):  # a journal and a backup come and go
            kept.append(one.read_bytes())
    assert b"somebody's own" in kept


@pytest.mark.skipif(os.name == "nt", reason="an open file can't be taken away there")
@pytest.mark.parametrize("same", [False, True], ids=["another device's", "this one, played on elsewhere"])
def test_a_store_put_in_its_place_is_joined_with_ours(same: bool, path: Path, tmp_path: Path) -> None:
    opened = picked(path)
    elsewhere = tmp_path / "elsewhere.sqlite3"
    if same:
        opened.store.checkpoint()
        shutil.copy(path, elsewhere)
        theirs = reopened(elsewhere, opened.id)
        theirs.correct("basket", 3)
        opened.correct("basket", 2)
    else:
        theirs = picked(elsewhere)
    theirs.store.close()
    os.replace(elsewhere, path)
    if same:
        with pytest.raises(NotSaved, match="Open it again"):  # it went on differently
            go_on(opened)
    else:
        go_on(opened)  # their play has our play's number and gives it up
        go_on(opened)
        assert opened.store.records(opened.id) == opened.play.log and len(opened.play.log) == 4
    assert str(opened.take_news()) == JOINED
    logs = [reopened(path, row.id).play.log for row in open_store(path).plays()]
    assert len(logs) == 2 and theirs.play.log in logs and opened.play.log in logs
    assert not list(path.parent.glob("*.damaged-*"))


@pytest.mark.skipif(os.name == "nt", reason="an open file can't be taken away there")
def test_a_play_ended_here_that_went_on_in_the_other_file_stays_ended(path: Path, tmp_path: Path) -> None:
    night, elsewhere = library(path), tmp_path / "elsewhere.sqlite3"
    opened = night.start("orchard", NO_MARKET)
    opened.answer("Weather/table", [3])
    night.store.checkpoint()
    shutil.copy(path, elsewhere)
    theirs = reopened(elsewhere, opened.id)
    theirs.correct("basket", 3)
    theirs.store.close()
    opened.correct("basket", 2)
    night.end_here(opened.id, 1)
    os.replace(elsewhere, path)
    night.store.set("theme", "dark")
    assert str(night.store.take_news()) == JOINED
    again = library(path)
    assert {str(row.outcome): again.resume(row.id).play.log for row in again.plays()} == {
        "Ended early, Ben wins.": opened.play.log, "None": theirs.play.log}


@pytest.mark.skipif(os.name == "nt", reason="an open file can't be taken away there")
def test_our_play_keeps_its_number_even_where_it_has_another_one(path: Path, tmp_path: Path) -> None:
    """Another device took our play in as its third; its first and second are its own."""
    opened = picked(path)
    elsewhere = tmp_path / "elsewhere.sqlite3"
    theirs = [picked(elsewhere), picked(elsewhere)]
    store = theirs[0].store
    row = opened.row
    assert store.add_play(row.game, row.rules, row.setup, row.began, None, opened.play.log, row.uid) == 3
    store.save_timer(theirs[0].id, Countdown("vote", 20.0))
    for one in theirs:
        one.store.close()
    os.replace(elsewhere, path)
    go_on(opened)
    assert str(opened.take_news()) == JOINED and len(opened.play.log) == 3
    again = open_store(path)
    assert again.play(opened.id).uid == row.uid and again.records(opened.id) == opened.play.log
    first, second = (again.play_with(one.row.uid) for one in theirs)
    assert first is not None and second is not None and len(again.plays()) == 3
    assert [again.records(one.id) for one in (first, second)] == [one.play.log for one in theirs]
    assert again.timers(first.id) == [Countdown("vote", 20.0)] and again.timers(opened.id) == []


@pytest.mark.skipif(os.name == "nt", reason="an open file can't be taken away there")
def test_where_no_folder_can_be_made_the_answer_is_refused_and_nothing_changes(tmp_path: Path) -> None:
    path = tmp_path / "data" / "tableside.sqlite3"
    opened = picked(path)
    shutil.rmtree(path.parent)
    path.parent.write_text("a file where the folder was", encoding="utf-8")
    with pytest.raises(NotSaved, match="can't be written again, so this was not saved"):
        go_on(opened)
    assert len(opened.play.log) == 2
    path.parent.unlink()
    go_on(opened)
    assert len(reopened(path, opened.id).play.log) == 3


def test_every_sentence_for_a_failed_write() -> None:
    said = [str(why_not_saved(failed(name)))
            for name in ("SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "SQLITE_BUSY_SNAPSHOT",
                         "SQLITE_READONLY_DIRECTORY", "SQLITE_IOERR_WRITE")]
    assert said == ["The disk is full, so this was not saved. Free some space and try again.",
                    "The disk is full, so this was not saved. Free some space and try again.",
                    ("Tableside is open twice, and the other one is writing, "
                     "so this was not saved. Try again."),
                    ("The app isn't allowed to write its file, so this was not saved. "
                     "Export the play to keep it."),
                    "Writing the file failed (odd), so this was not saved. Try again."]
