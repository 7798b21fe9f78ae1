"""Flipped bits, a full disk, two processes on one file: nothing is lost, and no backup suffers."""

import multiprocessing
import os
import sqlite3
import time
from pathlib import Path

import pytest

from companion.services.store import mending, open_store
from companion.services.store.backup import back_up, backups_of, looked_over, undecided
from companion.services.store.lines import journals_of
from tests.sampling import sampled
from tests.services.store.damage import SETUP, begun, killed, wal_gone
from tests.services.store.orchards import library

pytestmark = pytest.mark.slow


# Bits that were hit

@pytest.mark.thorough
def test_no_bit_of_the_first_page_stops_the_app(path: Path) -> None:
    store = open_store(path)
    opened = begun(store, 5)
    store.close()
    whole = path.read_bytes()
    for count, at in enumerate([*range(0, 100, 5), *range(100, 4_096, 311)]):  # the torture takes all of the file
        spoiled = bytearray(whole)
        spoiled[at] ^= 1 << (count % 8)
        path.write_bytes(spoiled)
        mended = open_store(path)
        assert mended.writable and mended.records(opened.id) == opened.play.log, at
        assert [row.damaged for row in mended.plays()] == [False], at
        mended.file.close()
        for one in [*path.parent.glob("*damaged-*"), undecided(path), Path(f"{path}-wal"), Path(f"{path}-shm")]:
            one.unlink(missing_ok=True)


HEADS = ["setup = replace(setup, 'Ana', 'Xna')", "setup = substr(setup, 3)", "setup = CAST(x'7bff' AS TEXT)",
         "game = 'orchbrd'", "uid = 'another'", "began = 3.5"]


@pytest.mark.parametrize("change", HEADS)
def test_a_play_whose_head_was_hit_is_mended_from_a_backup(path: Path, change: str) -> None:
    store = open_store(path)
    opened, other = begun(store, 4), begun(store)
    row = store.play(opened.id)
    store.close()
    with sqlite3.connect(path) as file:
        file.execute(f"UPDATE plays SET {change} WHERE id = ?", (opened.id,))
    mended = library(path)
    now = mended.store.play(opened.id)
    assert (now.uid, now.game, now.setup, now.began, now.damaged) == (row.uid, row.game, row.setup, row.began, False)
    assert mended.resume(opened.id).play.log == opened.play.log and mended.resume(other.id).play.log == other.play.log
    assert len(mended.plays()) == 2


@pytest.mark.parametrize("change", HEADS[1:3])
def test_without_a_backup_it_is_set_aside_alone_and_can_be_exported_whole(path: Path, change: str) -> None:
    store = open_store(path)
    opened, other = begun(store, 4), begun(store)
    store.file.execute(f"UPDATE plays SET {change} WHERE id = ?", (opened.id,))
    store.file.close()
    for file in journals_of(path):
        file.unlink()
    kept = library(path)
    assert {one.id: one.damaged for one in kept.plays()} == {opened.id: True, other.id: False}
    with pytest.raises(Exception, match="This play's saved data is damaged"):
        kept.resume(opened.id)
    assert kept.resume(other.id).play.log == other.play.log
    assert kept.files.export_play(opened.id).count('kind') == 5, "every line of it"
    assert kept.files.export_everything().count('\\"kind\\"') == 5


@pytest.mark.parametrize("change", ["subtitle = '{'", "subtitle = CAST(x'22ff22' AS TEXT)", "points = 'x'",
                                    "subtitle = '{\"message\": 3}'", "outcome = '['", "points = '[99, 0, 0]'"])
def test_a_summary_that_was_hit_is_noted_again(path: Path, change: str) -> None:
    store = open_store(path)
    opened = begun(store)
    store.file.execute(f"UPDATE plays SET {change}")
    (listed,) = library(path).plays()
    assert (str(listed.subtitle), listed.points, listed.outcome) == ("Day 1. Ana, pick an apple.", (0, 0, 0), None)
    assert listed.id == opened.id


@pytest.mark.parametrize("ended", [False, True], ids=["from the journal", "from a backup"])
def test_settings_and_people_that_were_hit_come_back(path: Path, ended: bool) -> None:
    kept = library(path)
    kept.start("orchard", SETUP)
    kept.set("theme", "dark")
    kept.set("sound", False)
    people = kept.people()
    if ended:
        kept.quit()
    file = sqlite3.connect(path)
    file.execute("UPDATE settings SET value = '{' WHERE key = 'theme'")
    file.execute("UPDATE settings SET value = 'true' WHERE key = 'sound'")
    file.execute("UPDATE people SET name = 'Bun' WHERE folded = 'ben'")
    file.execute("UPDATE people SET colour = 3 WHERE folded = 'cleo'")
    file.execute("UPDATE people SET folded = 'ane' WHERE folded = 'ana'")
    file.commit()
    again = library(path)
    assert (again.setting("theme"), again.setting("sound")) == ("dark", False)
    assert again.people() == people and [one.name for one in people] == ["Ana", "Ben", "Cleo"]


def test_settings_and_people_that_were_hit_stop_nobody(path: Path) -> None:
    kept = library(path)
    kept.start("orchard", SETUP)
    kept.set("theme", "dark")
    kept.set("sound", False)
    for journal in journals_of(path):
        journal.unlink()
    kept.store.file.execute("UPDATE settings SET value = '{' WHERE key = 'theme'")
    kept.store.file.execute("UPDATE settings SET value = '3' WHERE key = 'sound'")
    kept.store.file.execute("UPDATE people SET colour = 77 WHERE folded = 'ben'")
    again = library(path)
    assert (again.setting("theme"), again.setting("sound")) == ("system", True)
    assert [one.name for one in again.people()] == ["Ana", "Cleo"]


def test_a_box_that_was_hit_comes_back_from_a_backup(path: Path) -> None:
    store = open_store(path)
    box = store.save_box("windward", "Mine", {"tiles": ["sea"]}, 1.0)
    store.close()
    store = open_store(path)
    store.file.execute("UPDATE copies SET copy = replace(copy, 'sea', 'tea')")
    assert store.box(box).box == {"tiles": ["sea"]}
    store.file.execute("UPDATE copies SET copy = '{'")
    assert open_store(path).boxes("windward")[0].box == {"tiles": ["sea"]}


# Little room

def test_without_room_nothing_is_touched_and_nothing_is_claimed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = killed(path)
    path.write_bytes(b"rubbish")
    before = {one.name: one.read_bytes() for one in path.parent.iterdir()
              if not one.name.endswith(("-shm", ".mending"))}

    def no_room(file: sqlite3.Connection, place: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(mending, "fill", no_room)
    store = open_store(path)
    assert not store.writable and "no room to repair them" in str(store.notice)
    assert "no backup" not in str(store.notice) and "recovered" not in str(store.notice)
    assert store.records(1) == log, "what can be read can be played and exported"
    store.close()
    after = {one.name: one.read_bytes() for one in path.parent.iterdir() if one.name in before}
    assert after == before
    monkeypatch.undo()
    assert open_store(path).records(1) == log


@pytest.mark.thorough
def test_a_disk_that_is_really_full_is_the_same(path: Path) -> None:
    log = killed(path, 600)
    path.write_bytes(b"rubbish")
    resource = pytest.importorskip("resource", reason="Windows has no limit for the size of a file")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, hard))
    try:
        store = open_store(path)
        assert not store.writable and "no room" in str(store.notice) and store.records(1) == log
        store.close()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert "7 later answers were recovered" in str(open_store(path).notice)


def test_after_a_damage_no_backup_is_rotated_away_until_the_owner_has_decided(path: Path) -> None:
    killed(path)
    kept = {one: one.read_bytes() for one in backups_of(path) if one.exists()}
    path.write_bytes(b"rubbish")
    wal_gone(path)
    for _ in range(4):
        again = library(path)
        assert again.store.trouble is not None, "said again at every start"
        again.start("orchard", SETUP)
        again.quit()
    assert {one: one.read_bytes() for one in kept} == kept
    last = library(path)
    assert len(last.plays()) == 5
    last.decided()
    last.quit()
    assert len(looked_over(backups_of(path)[0])[0]) == 5 and library(path).notice is None


# Two processes, and one that was killed

def backs_up(path: Path, times: int, told: object) -> None:
    for _ in range(times):
        back_up(path)
    told.put(times)  # type: ignore[attr-defined]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork")
def test_two_processes_make_their_backups_without_a_quarrel(path: Path) -> None:
    store = open_store(path)
    begun(store, 50)
    assert store.backups is not None
    store.backups.wait()  # no thread is running when the process is forked
    spawn = multiprocessing.get_context("fork")
    told = spawn.Queue()
    processes = [spawn.Process(target=backs_up, args=(path, 10, told)) for _ in range(2)]
    for one in processes:
        one.start()
    made = [told.get(timeout=60) for _ in processes]
    for one in processes:
        one.join()
    assert made == [10, 10], "none failed"
    assert list(looked_over(backups_of(path)[0])[0].values()) == [51]
    assert not list(path.parent.glob("*unfinished*"))


def test_what_a_killed_process_left_unfinished_is_removed_after_an_hour(path: Path) -> None:
    begun(open_store(path))
    for name, age in (("backup-unfinished-1", 4_000), ("restored-unfinished-1", 4_000), ("backup-unfinished-2-c", 60)):
        left = path.with_name(f"{path.name}.{name}")
        left.touch()
        os.utime(left, (time.time() - age,) * 2)
    assert len(open_store(path).plays()) == 1
    assert [one.name.rpartition(".")[2] for one in path.parent.glob("*unfinished*")] == ["backup-unfinished-2-c"]


@sampled("bit", range(7))
def test_a_line_whose_number_was_hit_stands_in_the_wrong_order_and_is_mended(path: Path, bit: int) -> None:
    """The number of a line is its key: with a bit of it flipped the tree of the table is out of order, and the database
    neither finds nor deletes that row by its number."""
    first = library(path)
    begun(first.store, 39)
    first.quit()
    store = open_store(path)
    lines = [line for (line,) in store.file.execute("SELECT line FROM records ORDER BY number")]
    found = store.records(1)
    store.close(backup=False)
    raw = bytearray(path.read_bytes())
    raw[raw.index(bytes([23]) + lines[23].encode())] ^= 1 << bit  # a line's number is the byte before it
    path.write_bytes(raw)
    again = library(path)
    assert again.store.records(1) == found
    again.quit()
    assert library(path).store.records(1) == found
