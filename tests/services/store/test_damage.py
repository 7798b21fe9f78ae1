"""With an empty, missing or shortened file the app starts, nothing is lost, and no backup suffers."""

import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.setup import Person
from companion.services.library import Library
from companion.services.store import Store, backup, mending, open_store
from companion.services.store.backup import all_backups, back_up, backups_of, looked_over
from companion.services.store.lines import Journal, journals_of
from companion.services.store.rows import Damaged
from companion.testing.recording import SetClock
from tests.sampling import sampled
from tests.services.store.damage import SETUP, all_gone, begun, empty, gone, killed, wal_gone, wal_hit
from tests.services.store.orchards import NO_MARKET, library
from tests.toys.orchard import game as orchard

pytestmark = pytest.mark.slow

DAY = 24 * 3600.0


# A file that lost its content

@sampled("spoil", [empty, gone, wal_gone, all_gone, wal_hit])
def test_a_file_that_lost_its_content_comes_back_and_that_is_said(path: Path, spoil: object) -> None:
    log = killed(path)
    spoil(path)  # type: ignore[operator]
    mended = library(path)
    (listed,) = mended.plays()
    assert mended.resume(listed.id).play.log == log and len(log) == 37
    assert mended.store.writable and mended.store.trouble is not None
    assert "7 later answers were recovered" in str(mended.notice) or "37 later" in str(mended.notice)
    for _ in range(3):  # ordinary starts and ends
        mended.quit()
        mended = library(path)
        assert len(mended.plays()) == 1
    mended.quit()
    assert all(sum(looked_over(one)[0].values()) >= 25 for one in all_backups(path)), (
        "one is made after 25 answers by itself")


def test_damaged_again_before_the_next_backup_it_comes_back_whole(path: Path) -> None:
    """The first repair moved the journal away, so only the journal's copy is left."""
    log = killed(path)
    for _ in range(2):
        path.write_bytes(b"rubbish")
        Path(f"{path}-wal").unlink(missing_ok=True)
        mended = library(path)
        assert mended.store.records(1) == log
        mended.store.file.close()  # killed


def test_without_the_journal_the_backup_wins_over_an_emptier_file(path: Path) -> None:
    log = killed(path)
    for journal in journals_of(path):
        journal.unlink()
    wal_gone(path)
    mended = library(path)
    trouble = mended.store.trouble
    assert trouble is not None and trouble.backup_from is not None
    assert any(path.parent.glob("*.damaged-*")), "the other is kept aside"
    assert mended.resume(mended.plays()[0].id).play.log == log[:30]


def test_without_a_journal_the_newest_backup_is_compared(path: Path) -> None:
    log = killed(path)
    for file in journals_of(path):
        file.unlink()
    gone(path)
    wal_gone(path)
    assert library(path).store.records(1) == log[:30]


def test_a_first_start_is_no_damage(path: Path) -> None:
    store = open_store(path)
    assert store.trouble is None and store.plays() == []
    store.close()
    again = open_store(path)
    assert again.trouble is None
    again.close()
    assert open_store(path).trouble is None


def test_what_was_deleted_for_good_is_no_loss(path: Path) -> None:
    one, two = (begun(open_store(path)) for _ in range(2))
    back_up(path)
    kept = library(path)
    kept.delete(one.id)
    kept.delete_for_good(one.id)
    again = library(path)
    assert again.notice is None and [row.id for row in again.plays()] == [two.id]
    again.quit()
    assert library(path).notice is None


def test_an_emptier_copy_never_replaces_a_fuller_backup(path: Path) -> None:
    store = open_store(path)
    begun(store, 5)
    store.close()
    newest = backups_of(path)[0].read_bytes()
    with sqlite3.connect(path) as file:
        file.execute("DELETE FROM records WHERE number > 1")
    with pytest.raises(Damaged):
        back_up(path)
    assert backups_of(path)[0].read_bytes() == newest


def test_a_copy_that_is_not_whole_never_becomes_a_backup(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store(path)
    begun(store, 300)
    store.close()
    newest = backups_of(path)[0].read_bytes()

    def half(source: Path, target: Path) -> None:
        target.write_bytes(source.read_bytes()[:20_000])

    monkeypatch.setattr(backup, "copy_file", half)
    with pytest.raises(Damaged):
        back_up(path)
    assert backups_of(path)[0].read_bytes() == newest and not list(path.parent.glob("*unfinished*"))


def test_a_copy_whose_index_contradicts_its_table_never_becomes_a_backup(path: Path) -> None:
    """SQLite's quick check doesn't compare an index with its table."""
    store = open_store(path)
    begun(store)
    uid = store.plays()[0].uid
    store.close()
    newest = backups_of(path)[0].read_bytes()
    with sqlite3.connect(path) as file:
        size = file.execute("PRAGMA page_size").fetchone()[0]
        (root,) = file.execute("SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_plays_1'").fetchone()
    raw = bytearray(path.read_bytes())
    at = raw.index(uid.encode(), (root - 1) * size, root * size)
    raw[at] = ord("x")
    path.write_bytes(raw)
    with sqlite3.connect(path) as file:
        assert file.execute("PRAGMA quick_check").fetchone()[0] == "ok"
    with pytest.raises(Damaged):
        back_up(path)
    assert backups_of(path)[0].read_bytes() == newest


def test_one_is_from_yesterday_and_one_from_last_week(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An evening a day for three weeks, three backups each."""
    store = open_store(path)
    opened = begun(store)
    monkeypatch.setattr(store.backups, "make", lambda: None)  # none of today
    noon = time.mktime((2026, 11, 1, 12, 0, 0, 0, 0, -1))
    for day in range(21):
        for hour in range(3):
            opened.correct("basket", day % 12)
            back_up(path)
            os.utime(backups_of(path)[0], (noon + day * DAY + hour * 3600,) * 2)
        ages = [day - _day(one) for one in backups_of(path) if one.exists()]
        assert ages == [0, 0, 1, 2 + (day - 2) % 7][:day + 2], "the backup of two days ago begins a week"


def _day(path: Path) -> int:
    """On which day it was made: one line was there, then three more a day."""
    with sqlite3.connect(path) as file:
        return (int(file.execute("SELECT count(*) FROM records").fetchone()[0]) - 2) // 3


def test_the_log_is_brought_into_the_file_at_a_pause_and_at_the_end(path: Path) -> None:
    kept = library(path)
    opened = kept.start("orchard", SETUP)
    opened.answer("Weather/table", [3])
    assert Path(f"{path}-wal").stat().st_size > 0
    kept.pause()
    assert Path(f"{path}-wal").stat().st_size == 0
    kept.quit()
    assert not Path(f"{path}-wal").exists()


# What is saved beside the answers

BESIDE: dict[str, Callable[[Library, int], object]] = {
    "a copy": lambda night, play: night.store.save_box("orchard", "My box", {"tiles": [1]}, 5.0),
    "a person": lambda night, play: night.store.remember([Person("Dora", 3)], 5.0),
    "a name": lambda night, play: night.store.rename_person("Ana", "Anna"),
    "a colour": lambda night, play: night.store.recolour("Ana", 5),
    "forgotten": lambda night, play: night.store.forget("Ana", 5.0),
    "a setting": lambda night, play: night.store.set("theme", "light"),
    "archived": lambda night, play: night.store.archive(play),
    "brought back": lambda night, play: [night.store.archive(play), night.store.archive(play, False)],
    "trashed": lambda night, play: night.store.trash(play, 5.0),
    "ended": lambda night, play: night.end_here(play, 1),
}


def beside(store: Store) -> object:
    return ([(one.game, one.name, one.box) for one in store.boxes()], sorted(map(str, store.people())),
            store.setting("theme"), [[row.uid for row in rows] for rows in (
                store.plays(), store.plays(archived=True), store.trashed())],
            [str(row.outcome) for row in Library(store, {"orchard": orchard}, SetClock()).plays()])


@pytest.mark.parametrize("what", BESIDE)
@sampled("answered", [False, True], ids=["no answer since", "answers since"])
def test_what_is_saved_beside_answers_comes_back_without_the_log(what: str, answered: bool, path: Path) -> None:
    """A cleaner, or a copy of the file alone: the write-ahead log is gone."""
    night = library(path)
    opened = night.start("orchard", NO_MARKET)
    opened.answer("Weather/table", [3])
    night.store.set("theme", "dark")
    night.store.checkpoint()
    BESIDE[what](night, opened.id)
    if answered and what not in ("archived", "trashed"):
        opened.answer("Pick/0", "done")
    wanted = beside(night.store)
    copied = path.parent / "copied" / path.name
    copied.parent.mkdir()
    for one in (path, *journals_of(path), *all_backups(path)):
        shutil.copy2(one, copied.with_name(one.name))
    assert beside(open_store(copied)) == wanted


def test_a_damaged_row_in_the_backup_takes_nothing_from_the_file(path: Path) -> None:
    night = library(path)
    night.store.save_box("orchard", "My box", {"tiles": [1]}, 5.0)
    night.quit()
    (only,) = all_backups(path)
    with closing(sqlite3.connect(only)) as hit, hit:
        hit.execute("UPDATE copies SET copy = copy || ' '")
    for one in journals_of(path):
        one.unlink()
    os.utime(path)  # not as it was left: it is looked through
    again = library(path)
    assert [one.box for one in again.store.boxes()] == [{"tiles": [1]}] and again.notice is None


@pytest.mark.parametrize("column", ["uid", "game", "rules", "setup", "began", "touched", "noted", "sum"])
def test_a_play_with_bytes_for_a_text_can_be_listed_and_put_away(column: str, path: Path) -> None:
    """One flipped bit in the head of a row turns a text into bytes."""
    night = library(path)
    play = night.start("orchard", NO_MARKET).id
    night.store.file.execute(f"UPDATE plays SET {column} = CAST({column} AS BLOB)")
    assert [one.id for one in night.plays()] == [play]
    night.archive(play)
    assert night.plays() == [] and [one.id for one in night.plays(archived=True)] == [play]
    night.archive(play, on=False)
    night.delete(play)
    assert night.plays() == [] and [one.id for one in night.trash()] == [play]
    night.delete_for_good(play)
    assert night.trash() == []


def test_a_damaged_play_that_was_archived_comes_back_whole(path: Path) -> None:
    """There is no backup yet: only the journal knows who sat there."""
    night = library(path)
    opened = night.start("orchard", NO_MARKET)
    opened.answer("Weather/table", [3])
    night.store.file.execute("UPDATE plays SET setup = 'damaged'")
    night.archive(opened.id)
    night.store.file.close()  # killed
    again = library(path)
    (listed,) = again.plays(archived=True)
    assert again.resume(listed.id).play.log == opened.play.log and listed.names == ("Ana", "Ben", "Cleo")


def test_a_journal_that_ends_early_takes_nothing_back(path: Path) -> None:
    """After a power cut the file may know more than the journal, which is not flushed."""
    night = library(path)
    night.store.set("theme", "dark")
    early = Journal(path).path.read_bytes()
    night.store.set("theme", "light")
    Journal(path).path.write_bytes(early)
    assert open_store(path).setting("theme") == "light"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
@pytest.mark.parametrize(("tail", "odd"), [
    (".journal", "pipe"), (".journal", "dead link"), (".journal-x", "pipe"), (".undecided", "folder"), ("-wal", "pipe"),
    ("-shm", "dead link"), (".mending", "pipe"), (".backup", "folder"), (".backup", "pipe")])
def test_an_odd_file_in_the_place_of_ours_is_renamed_and_said(tail: str, odd: str, path: Path) -> None:
    night = library(path)
    opened = night.start("orchard", NO_MARKET)
    opened.answer("Weather/table", [3])
    night.quit()
    place = Path(f"{path}{tail}")
    place.unlink(missing_ok=True)
    {"pipe": os.mkfifo, "folder": os.mkdir, "dead link": lambda at: os.symlink("nowhere", at)}[odd](place)
    again = library(path)
    assert "wasn't a Tableside file" in str(again.store.take_news())
    again.resume(opened.id).answer("Pick/0", "done")
    again.quit()
    assert len(library(path).resume(opened.id).play.log) == 2


def test_a_clock_beyond_2100_does_not_spoil_the_order(path: Path) -> None:
    night = library(path)
    first, second = night.start("orchard", NO_MARKET), night.start("orchard", NO_MARKET)
    clock = night.clock
    assert isinstance(clock, SetClock)
    clock.advance(100 * 365 * 86400)
    first.answer("Weather/table", [3])
    assert night.store.plays()[0].id == first.id
    clock.advance(-100 * 365 * 86400)
    second.answer("Weather/table", [3])
    assert night.store.plays()[0].id == second.id


@pytest.mark.parametrize("renamed", [1, 2])
def test_a_kill_while_a_file_is_set_aside_leaves_no_log_without_its_database(
        path: Path, monkeypatch: pytest.MonkeyPatch, renamed: int) -> None:
    """SQLite would replay that log into whatever database takes the file's place."""
    killed(path)
    left = [renamed]

    def rename(old: str, new: str) -> None:
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        shutil.move(old, new)

    monkeypatch.setattr(mending.os, "replace", rename)
    with pytest.raises(KeyboardInterrupt):
        mending.set_aside(path)
    assert path.exists() and not Path(f"{path}-shm").exists()
    assert renamed == 1 or not Path(f"{path}-wal").exists()
