"""Opening the file: whatever is wrong with it, the app starts, and nothing is overwritten."""

import os
import re
import sqlite3
import time
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.services.library import Library
from companion.services.open_play import OpenPlay
from companion.services.store import Store, open_store, opening, start_fresh
from companion.services.store.backup import Backups, backups_of
from companion.services.store.lines import journals_of
from companion.testing.recording import SetClock
from tests.toys.orchard import game as orchard

SETUP = Setup(people("Ana", "Ben", "Cleo"))


def library(store: Store) -> Library:
    return Library(store, {"orchard": orchard}, SetClock())


def begun(store: Store, picks: int = 1) -> OpenPlay:
    opened = library(store).start("orchard", SETUP)
    opened.answer("Weather/table", [3])
    for _ in range(picks):
        opened.answer("Pick/0", "done")
    return opened


def back_up(path: Path) -> None:
    backups = Backups(path)
    backups.make()
    backups.wait()


def scribble(path: Path, start: int, size: int) -> None:
    """Overwrite a part of the file."""
    with path.open("rb+") as file:
        file.seek(start)
        file.write(b"\xff" * size)


def set_aside(store: Store) -> Path:
    assert store.trouble is not None and store.path is not None
    damaged = store.path.parent.glob("*.damaged-*")
    return max(one for one in damaged if not one.name.endswith(("-wal", "-shm")))


# Damage

@pytest.mark.parametrize("content", [b"not a database at all", os.urandom(5_000), b"SQLite format 3\0" + bytes(200),
                                     b'{"format": "tableside-play"}'])
def test_what_is_no_database_is_set_aside_and_the_app_starts(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    store = open_store(path)
    assert store.writable and set_aside(store).read_bytes() == content
    assert re.fullmatch(r"tableside.sqlite3.damaged-\d{8}-\d{6}(-\d+)?", set_aside(store).name)
    assert str(store.notice) == ("Your saved plays were damaged. There was no backup. No later answers were found. "
                                 f"The damaged file is kept as {set_aside(store).name}.")
    begun(store)
    store.close()
    assert len(library(open_store(path)).plays()) == 1


def test_somebody_elses_database_is_set_aside(path: Path) -> None:
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE recipes (name)")
    other.execute("INSERT INTO recipes VALUES ('apple pie')")
    other.commit()
    other.close()
    store = open_store(path)
    assert sqlite3.connect(set_aside(store)).execute("SELECT * FROM recipes").fetchone() == ("apple pie",)
    assert store.plays() == []


def test_after_damage_the_backup_is_opened_and_later_answers_are_rescued(path: Path) -> None:
    store = open_store(path)
    opened = begun(store)
    store.set("theme", "dark")
    back_up(path)
    store.backups = None  # no further one
    for number in range(400):  # enough to fill pages of their own
        opened.correct("basket", number % 12)
    log = opened.play.log
    store.close()
    damage_last_page_of(path)

    mended = open_store(path)
    assert mended.trouble is not None and mended.trouble.backup_from is not None
    found = int(re.findall(r"(\d+) later answers were recovered", str(mended.notice))[0])
    assert found == 400, "all of them, though some pages can't be read: the journal has them"
    assert mended.records(opened.id) == log
    assert mended.setting("theme") == "dark"
    assert set_aside(mended).exists()
    again = library(mended).resume(opened.id)
    assert again.play.misfit is None
    again.answer("Rest/0", "done")


@pytest.mark.thorough
def test_without_a_journal_the_damaged_file_gives_away_what_can_be_read_of_it(path: Path) -> None:
    store = open_store(path)
    opened = begun(store)
    back_up(path)
    store.backups = None
    for number in range(400):
        opened.correct("basket", number % 12)
    log = opened.play.log
    store.close()
    for journal in journals_of(path):
        journal.unlink()
    damage_last_page_of(path)
    mended = open_store(path)
    found = int(re.findall(r"(\d+) later answers were recovered", str(mended.notice))[0])
    assert 0 < found < 400
    assert mended.records(opened.id) == log[:2 + found], "a log without a hole, as far as it could be read"


def damage_last_page_of(path: Path) -> None:
    """The last leaf of the records: the file is noticed as damaged, most of it can be read."""
    file = sqlite3.connect(path)
    size = file.execute("PRAGMA page_size").fetchone()[0]
    pages = path.stat().st_size // size
    file.close()
    for page in reversed(range(1, pages)):
        scribble(path, page * size, 60)
        probe = sqlite3.connect(path)
        answer = probe.execute("PRAGMA quick_check(1)").fetchone()[0]
        probe.close()
        if answer != "ok":
            return
    raise AssertionError("no page could be damaged")


def test_two_damaged_files_in_one_second_keep_two_names(path: Path) -> None:
    kept = []
    for content in (b"first", b"second"):
        path.write_bytes(content)
        store = open_store(path)
        kept.append(set_aside(store).read_bytes())
        store.file.close()
        for tail in ("", "-wal", "-shm"):
            Path(f"{path}{tail}").unlink(missing_ok=True)
    assert kept == [b"first", b"second"]


def test_a_damaged_backup_is_passed_over_for_the_one_before(path: Path) -> None:
    store = open_store(path)
    opened = begun(store)
    back_up(path)
    back_up(path)
    newest, before, *_ = backups_of(path)
    assert newest.exists() and before.exists()
    newest.write_bytes(b"rubbish")
    store.file.close()
    path.write_bytes(b"rubbish, too")
    for tail in ("-wal", "-shm"):
        Path(f"{path}{tail}").unlink(missing_ok=True)
    assert open_store(path).records(opened.id) == opened.play.log


def test_the_table_may_start_fresh_instead_and_the_old_files_are_kept(path: Path) -> None:
    store = open_store(path)
    begun(store)
    store.close()
    path.write_bytes(b"rubbish")
    mended = library(open_store(path))
    trouble = mended.store.trouble
    assert len(mended.plays()) == 1 and trouble is not None and trouble.backup_from is not None
    mended.start_fresh()
    assert mended.plays() == [] and mended.store.writable and mended.notice is None
    kept = sorted(one.name for one in path.parent.glob("*.damaged-*") if not one.name.endswith(("-wal", "-shm")))
    assert len(kept) == 2


def test_a_backup_is_made_every_so_many_answers_and_at_the_end(path: Path) -> None:
    store = open_store(path)
    opened = begun(store)
    while len(opened.play.log) < 24:
        opened.correct("basket", len(opened.play.log) % 12)
    assert not backups_of(path)[0].exists()
    opened.correct("basket", 5)
    assert store.backups is not None
    store.backups.wait()
    kept = sqlite3.connect(backups_of(path)[0])
    assert kept.execute("SELECT count(*) FROM records").fetchone() == (25,)
    opened.correct("basket", 6)
    store.close()
    assert sqlite3.connect(backups_of(path)[0]).execute("SELECT count(*) FROM records").fetchone() == (26,)
    assert not list(path.parent.glob("*unfinished*"))


def test_the_end_of_the_app_does_not_wait_for_the_rests_of_a_backup(path: Path,
                                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    """A backup rests after the first of ten plays until the app ends, and not once more."""
    store = open_store(path)
    for _ in range(10):
        store.add_play("orchard", "1", SETUP, 1.0)
    assert store.backups is not None
    backups, pause, resting, rests = store.backups, time.sleep, Event(), list[float]()

    def rest(seconds: float) -> None:
        rests.append(seconds)
        resting.set()
        until = time.monotonic() + 20
        while backups.rest and time.monotonic() < until:
            pause(0.005)
    monkeypatch.setattr("companion.services.store.backup.time.sleep", rest)
    backups.rest = 60
    store.back_up()
    assert resting.wait(20)
    store.close()
    assert rests[0] == 60 and len(rests) >= 20 and set(rests[1:]) == {0.0}


def test_a_backup_that_fails_disturbs_nobody(path: Path) -> None:
    store = open_store(path)
    backups_of(path)[0].mkdir()
    (backups_of(path)[0] / "stone").touch()
    backups_of(path)[1].mkdir()
    (backups_of(path)[1] / "stone").touch()
    begun(store)
    store.close()
    assert len(open_store(path).plays()) == 1


# A newer file

def test_a_newer_file_is_left_alone_and_the_evening_goes_on(path: Path) -> None:
    old = open_store(path)
    begun(old)
    old.close()
    newer = sqlite3.connect(path)
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    content = path.read_bytes()
    store = open_store(path)
    assert not store.writable and "A newer Tableside" in str(store.notice)
    assert begun(store).play.log
    store.close()
    assert path.read_bytes() == content and not list(path.parent.glob("*damaged*"))


# A file that cannot be written

def test_a_place_that_cannot_be_written_is_known_before_the_first_answer(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    store = open_store(tmp_path / "file" / "tableside.sqlite3")
    assert not store.writable
    assert str(store.notice) == ("Nothing can be saved on this device right now. The file can't be written here. "
                                 "You can play, but export the play before you close the app.")
    assert start_fresh(store) is store, "there is nothing to begin again with"
    opened = begun(store)
    assert '"Pick/0"' in opened.export(), "the evening goes on, and can be taken along"


def test_a_read_only_file_can_be_looked_at_and_played_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = begun(open_store(path))

    def read_only(where: str) -> sqlite3.Connection:
        if where == ":memory:":
            return connect(where)
        return sqlite3.connect(f"{Path(where).as_uri()}?mode=ro", uri=True, isolation_level=None)

    connect = opening.connect
    monkeypatch.setattr(opening, "connect", read_only)
    store = open_store(path)
    assert not store.writable and "The app isn't allowed to write its file" in str(store.notice)
    opened = library(store).resume(first.id)
    assert opened.play.log == first.play.log, "what lies in the write-ahead log is there, too"
    opened.answer("Pick/0", "done")
    assert len(opened.play.log) == 3
    store.close()
    monkeypatch.undo()
    assert open_store(path).records(first.id) == first.play.log, "the file is as it was"


def test_a_folder_in_its_place_is_said_too(path: Path) -> None:
    path.mkdir()
    store = open_store(path)
    assert not store.writable and begun(store).play.log


def test_a_new_file_in_a_folder_that_is_not_there_yet(tmp_path: Path) -> None:
    assert open_store(tmp_path / "a" / "b" / "t.sqlite3").writable


# What the engine says when the store cannot keep it

@pytest.mark.parametrize("error", [Refused, OSError])
def test_a_record_that_cannot_be_kept_is_taken_back(error: Any) -> None:
    from companion.core.play import NotSaved
    from companion.core.text import say

    def commit(number: int, record: object) -> None:
        raise error(say("The sea is wet."))

    play: Play[Any] = Play(orchard, SETUP, commit=commit)
    with pytest.raises(NotSaved) as caught:
        play.answer("Weather/table", [3])
    assert str(caught.value).startswith("The sea is wet." if error is Refused else "This answer couldn't be saved")
    assert play.log == [] and [question.key() for question in play.open()] == ["Weather/table"]
