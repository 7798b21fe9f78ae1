"""A file that is empty, gone, shortened or hit by a bit: the app starts, all is there, and no backup is the worse."""

from __future__ import annotations

import multiprocessing
import os
import resource
import shutil
import sqlite3
import time
from pathlib import Path

import pytest

from companion.core.engine.log import Record
from companion.core.setup import Setup, people
from companion.services.evening import Evening
from companion.services.open_play import OpenPlay
from companion.services.ports.recording import SetClock
from companion.services.store import Store, backup, open_store, restoring
from companion.services.store.backup import all_backups, back_up, backups_of, looked_over, undecided
from companion.services.store.journal import journals_of, known_path, read_known
from companion.services.store.trouble import Damaged
from tests.toys.orchard import game as orchard

pytestmark = pytest.mark.slow

SETUP = Setup(people("Ana", "Ben", "Cleo"))
DAY = 24 * 3600.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tableside.sqlite3"


def evening(path: Path) -> Evening:
    return Evening(open_store(path), {"orchard": orchard}, SetClock())


def begun(store: Store, more: int = 0) -> OpenPlay:
    table = Evening(store, {"orchard": orchard}, SetClock()).start("orchard", SETUP)
    table.answer("Weather/table", [3])
    for number in range(more):
        table.correct("basket", number % 12)
    return table


def killed(path: Path, before: int = 30, after: int = 7) -> list[Record]:
    """A store as a killed process leaves it: a backup with most answers, the rest only in the write-ahead log."""
    store = open_store(path)
    table = begun(store, before - 1)
    back_up(path)
    for number in range(after):
        table.correct("basket", number)
    here = path.parent / "here"
    here.mkdir()
    for file in [one for one in path.parent.iterdir() if one.is_file()]:
        shutil.copyfile(file, here / file.name)
    store._file.close()
    for file in [one for one in path.parent.iterdir() if one.is_file()]:
        file.unlink()
    for file in here.iterdir():
        shutil.copyfile(file, path.parent / file.name)
    shutil.rmtree(here)
    return table.play.log


def empty(path: Path) -> None:
    path.write_bytes(b"")


def gone(path: Path) -> None:
    path.unlink()


def wal_gone(path: Path) -> None:
    Path(f"{path}-wal").unlink()


def all_gone(path: Path) -> None:
    path.unlink()
    Path(f"{path}-wal").unlink()


def wal_hit(path: Path) -> None:
    with Path(f"{path}-wal").open("rb+") as file:
        file.seek(5_000)
        byte = file.read(1)[0]
        file.seek(5_000)
        file.write(bytes([byte ^ 4]))


# Point 4

@pytest.mark.parametrize("spoil", [empty, gone, wal_gone, all_gone, wal_hit])
def test_a_file_that_lost_its_content_comes_back_and_that_is_said(path: Path, spoil: object) -> None:
    log = killed(path)
    spoil(path)  # type: ignore[operator]
    mended = evening(path)
    (listed,) = mended.plays()
    assert mended.resume(listed.id).play.log == log and len(log) == 37
    assert mended.writable and mended.trouble is not None
    assert "7 later answers were rescued" in str(mended.notice) or "37 later" in str(mended.notice)
    for _ in range(3):  # ordinary starts and ends
        mended.quit()
        mended = evening(path)
        assert len(mended.plays()) == 1
    mended.quit()
    assert all(sum(number for number, _ in looked_over(one)[0].values()) >= 25 for one in all_backups(path)), (
        "one is made after 25 answers by itself")


def test_without_the_journal_the_backup_wins_over_an_emptier_file(path: Path) -> None:
    log = killed(path)
    for journal in journals_of(path):
        journal.unlink()
    wal_gone(path)
    mended = evening(path)
    assert mended.trouble is not None and mended.trouble.backup_from is not None
    assert mended.trouble.set_aside is not None and mended.trouble.set_aside.exists(), "the other is kept aside"
    assert mended.resume(mended.plays()[0].id).play.log == log[:30]


def test_with_neither_list_nor_journal_the_newest_backup_is_compared(path: Path) -> None:
    log = killed(path)
    for file in [*journals_of(path), known_path(path)]:
        file.unlink()
    gone(path)
    wal_gone(path)
    assert evening(path).store.records(1) == log[:30]


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
    kept = evening(path)
    kept.delete(one.id)
    kept.delete_for_good(one.id)
    again = evening(path)
    assert again.notice is None and [row.id for row in again.plays()] == [two.id]
    again.quit()
    assert read_known(path) is not None and evening(path).notice is None


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


def test_there_is_one_from_yesterday_and_one_from_last_week(path: Path) -> None:
    """An evening a day for three weeks, two backups each."""
    store = open_store(path)
    table = begun(store)
    now = time.time()
    for day in range(21):
        for one in all_backups(path):  # what was made on day n is (day - n) days old
            os.utime(one, (now - (day - _day(one)) * DAY,) * 2)
        for _ in range(2):
            table.correct("basket", day % 12)
            back_up(path)
    last, before, yesterday, week = (20 - _day(one) for one in backups_of(path))
    assert (last, before, yesterday) == (0, 0, 1) and 2 <= week <= 9


def _day(path: Path) -> int:
    """On which day it was made: one line was there, then two more a day."""
    with sqlite3.connect(path) as file:
        return (int(file.execute("SELECT count(*) FROM records").fetchone()[0]) - 2) // 2


def test_the_log_is_brought_into_the_file_at_a_pause_and_at_the_end(path: Path) -> None:
    kept = evening(path)
    table = kept.start("orchard", SETUP)
    table.answer("Weather/table", [3])
    assert Path(f"{path}-wal").stat().st_size > 0
    kept.pause()
    assert Path(f"{path}-wal").stat().st_size == 0
    kept.quit()
    assert not Path(f"{path}-wal").exists()


# Point 5

def test_no_bit_of_the_first_page_stops_the_app(path: Path) -> None:
    store = open_store(path)
    table = begun(store, 5)
    store.close()
    whole = path.read_bytes()
    for count, at in enumerate([*range(0, 100, 4), *range(100, 4_096, 131)]):  # the torture takes all of the file
        spoiled = bytearray(whole)
        spoiled[at] ^= 1 << (count % 8)
        path.write_bytes(spoiled)
        mended = open_store(path)
        assert mended.writable and mended.records(table.id) == table.play.log, at
        assert [row.damaged for row in mended.plays()] == [False], at
        mended._file.close()
        for one in [*path.parent.glob("*damaged-*"), undecided(path), Path(f"{path}-wal"), Path(f"{path}-shm")]:
            one.unlink(missing_ok=True)


HEADS = ["setup = replace(setup, 'Ana', 'Xna')", "setup = substr(setup, 3)", "setup = CAST(x'7bff' AS TEXT)",
         "game = 'orchbrd'", "uid = 'another'", "began = 3.5"]


@pytest.mark.parametrize("change", HEADS)
def test_a_play_whose_head_was_hit_is_mended_from_a_backup(path: Path, change: str) -> None:
    store = open_store(path)
    table, other = begun(store, 4), begun(store)
    row = store.play(table.id)
    store.close()
    with sqlite3.connect(path) as file:
        file.execute(f"UPDATE plays SET {change} WHERE id = ?", (table.id,))
    mended = evening(path)
    now = mended.store.play(table.id)
    assert (now.uid, now.game, now.setup, now.began, now.damaged) == (row.uid, row.game, row.setup, row.began, False)
    assert mended.resume(table.id).play.log == table.play.log and mended.resume(other.id).play.log == other.play.log
    assert len(mended.plays()) == 2


@pytest.mark.parametrize("change", HEADS[1:3])
def test_without_a_backup_it_is_set_aside_alone_and_can_be_exported_whole(path: Path, change: str) -> None:
    store = open_store(path)
    table, other = begun(store, 4), begun(store)
    store._file.execute(f"UPDATE plays SET {change} WHERE id = ?", (table.id,))
    store._file.close()
    for file in journals_of(path):
        file.unlink()
    kept = evening(path)
    assert {one.id: one.damaged for one in kept.plays()} == {table.id: True, other.id: False}
    with pytest.raises(Exception, match="The saved table of this play is damaged"):
        kept.resume(table.id)
    assert kept.resume(other.id).play.log == other.play.log
    assert kept.export_play(table.id).count('kind') == 5, "every line of it"
    assert kept.export_everything().count('\\"kind\\"') == 5


@pytest.mark.parametrize("change", ["subtitle = '{'", "subtitle = CAST(x'22ff22' AS TEXT)", "points = 'x'",
                                    "subtitle = '{\"message\": 3}'", "outcome = '['", "points = '[99, 0, 0]'"])
def test_a_summary_that_was_hit_is_noted_again(path: Path, change: str) -> None:
    store = open_store(path)
    table = begun(store)
    store._file.execute(f"UPDATE plays SET {change}")
    (listed,) = evening(path).plays()
    assert (str(listed.subtitle), listed.points, listed.outcome) == ("Day 1. Ana, pick an apple.", (0, 0, 0), None)
    assert listed.id == table.id


def test_settings_people_and_clocks_that_were_hit_stop_nobody(path: Path) -> None:
    kept = evening(path)
    kept.start("orchard", SETUP)
    kept.set("theme", "dark")
    kept.set("sound", False)
    kept.store._file.execute("UPDATE settings SET value = '{' WHERE key = 'theme'")
    kept.store._file.execute("UPDATE settings SET value = '3' WHERE key = 'sound'")
    kept.store._file.execute("UPDATE people SET colour = 77 WHERE folded = 'ben'")
    again = evening(path)
    assert (again.setting("theme"), again.setting("sound")) == ("system", True)
    assert [one.name for one in again.people()] == ["Ana", "Cleo"]


def test_a_copy_that_was_hit_comes_back_from_a_backup(path: Path) -> None:
    store = open_store(path)
    copy = store.save_copy("windward", "Mine", {"tiles": ["sea"]}, 1.0)
    store.close()
    store = open_store(path)
    store._file.execute("UPDATE copies SET copy = replace(copy, 'sea', 'tea')")
    assert store.copy(copy).copy == {"tiles": ["sea"]}
    store._file.execute("UPDATE copies SET copy = '{'")
    assert open_store(path).copies("windward")[0].copy == {"tiles": ["sea"]}


# Point 6

def test_without_room_nothing_is_touched_and_nothing_is_claimed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = killed(path)
    path.write_bytes(b"rubbish")
    before = {one.name: one.read_bytes() for one in path.parent.iterdir()
              if not one.name.endswith(("-shm", ".mending"))}

    def no_room(source: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(restoring, "copy_file", no_room)
    store = open_store(path)
    assert not store.writable and "no room to mend them" in str(store.notice)
    assert "no backup" not in str(store.notice) and "rescued" not in str(store.notice)
    assert store.records(1) == log, "what can be read can be played and exported"
    store.close()
    after = {one.name: one.read_bytes() for one in path.parent.iterdir() if one.name in before}
    assert after == before
    monkeypatch.undo()
    assert open_store(path).records(1) == log


def test_a_disk_that_is_really_full_is_the_same(path: Path) -> None:
    log = killed(path, 600)
    path.write_bytes(b"rubbish")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, hard))
    try:
        store = open_store(path)
        assert not store.writable and "no room" in str(store.notice) and store.records(1) == log
        store.close()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert "7 later answers were rescued" in str(open_store(path).notice)


def test_after_a_damage_no_backup_is_rotated_away_until_the_owner_has_decided(path: Path) -> None:
    killed(path)
    kept = {one: one.read_bytes() for one in backups_of(path) if one.exists()}
    path.write_bytes(b"rubbish")
    wal_gone(path)
    for _ in range(4):
        again = evening(path)
        assert again.trouble is not None, "said again at every start"
        again.start("orchard", SETUP)
        again.quit()
    assert {one: one.read_bytes() for one in kept} == kept
    last = evening(path)
    assert len(last.plays()) == 5
    last.decided()
    last.quit()
    assert len(looked_over(backups_of(path)[0])[0]) == 5 and evening(path).notice is None


# Point 8

def backs_up(path: Path, times: int, told: object) -> None:
    for _ in range(times):
        back_up(path)
    told.put(times)  # type: ignore[attr-defined]


def test_two_processes_make_their_backups_without_a_quarrel(path: Path) -> None:
    store = open_store(path)
    begun(store, 50)
    assert store._backups is not None
    store._backups.wait()  # no thread is running when the process is forked
    spawn = multiprocessing.get_context("fork")
    told = spawn.Queue()
    processes = [spawn.Process(target=backs_up, args=(path, 10, told)) for _ in range(2)]
    for one in processes:
        one.start()
    made = [told.get(timeout=60) for _ in processes]
    for one in processes:
        one.join()
    assert made == [10, 10], "none failed"
    assert [number for number, _ in looked_over(backups_of(path)[0])[0].values()] == [51]
    assert not list(path.parent.glob("*unfinished*"))


def test_what_a_killed_process_left_unfinished_is_removed_after_an_hour(path: Path) -> None:
    begun(open_store(path))
    for name, age in (("backup-unfinished-1-a", 4_000), ("known-unfinished-1-b", 4_000), ("backup-unfinished-2-c", 60)):
        left = path.with_name(f"{path.name}.{name}")
        left.touch()
        os.utime(left, (time.time() - age,) * 2)
    assert len(open_store(path).plays()) == 1
    assert [one.name.rpartition(".")[2] for one in path.parent.glob("*unfinished*")] == ["backup-unfinished-2-c"]
