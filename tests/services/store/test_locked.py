"""Another process has locked the file when the app starts: it waits, and never plays in memory."""

import threading
from pathlib import Path

import pytest

from companion.core.text import Refused
from companion.services.phones.serve import Serving
from companion.services.store import Busy, open_store
from companion.services.store.backup import undecided
from tests.services.evenings import GAMES
from tests.services.store.locking import EXCLUSIVE, WRITE, locked
from tests.services.store.orchards import library, picked

BUSY = ("Tableside is open twice, and the other one is busy with your plays, "
        "so nothing can be saved right now. Close it or wait.")


@pytest.mark.slow
@pytest.mark.parametrize("how", [EXCLUSIVE, WRITE])
def test_a_file_that_is_locked_for_a_while_is_waited_for(how: str, path: Path) -> None:
    """The lock is let go while the store waits, three seconds after it began: BUSY is two."""
    opened = picked(path)
    opened.store.close()
    with locked(path, how) as lock:
        timer = threading.Timer(3.0, lock.let_go)
        timer.start()
        store = open_store(path)
        timer.join()
    assert store.path == path and store.writable and store.notice is None
    assert store.records(opened.id) == opened.play.log


def test_a_file_that_nobody_can_read_is_refused_and_never_copied_to_memory(path: Path) -> None:
    opened = picked(path)
    opened.store.close()
    with locked(path, EXCLUSIVE):
        with pytest.raises(Busy) as caught:
            open_store(path, patience=0.1)
        assert isinstance(caught.value, Refused) and caught.value.place == path
        assert str(caught.value) == ("Tableside is open twice, and the other one is busy with your plays, "
                                     "so they can't be opened. Close it, then start again. Nothing is lost.")
    assert open_store(path).records(opened.id) == opened.play.log


def test_the_notice_goes_with_the_first_write_that_works(path: Path) -> None:
    opened = picked(path)
    opened.store.close()
    with locked(path, WRITE) as lock:
        with pytest.raises(Busy):
            open_store(path, patience=0.1, to_write=True)
        night = library(path, patience=0.1)
        assert night.store.path == path and not night.store.writable and str(night.notice) == BUSY
        again = night.resume(opened.id)
        night.store.file.execute("PRAGMA busy_timeout = 50")
        with pytest.raises(Exception, match="the other one is writing"):
            again.answer("Pick/0", "done")
        assert not night.store.writable
        lock.let_go()
        again.answer("Pick/0", "done")
        assert night.store.writable and night.notice is None
        assert str(again.take_news()) == "Saving works again." and again.take_news() is None
    assert library(path).resume(opened.id).play.log == again.play.log and len(again.play.log) == 3


def test_what_was_damaged_is_still_said_once_saving_works_again(path: Path) -> None:
    opened = picked(path)
    opened.store.close()
    undecided(path).write_text('{"sentence": "It was damaged.", "backup": 1700000000.0}', encoding="utf-8")
    with locked(path, WRITE) as lock:
        night = library(path, patience=0.1)
        assert str(night.notice) == BUSY
        lock.let_go()
        night.set("theme", "dark")
    assert str(night.notice) == "It was damaged." and night.store.writable


@pytest.mark.slow
def test_serve_says_that_it_waits_and_then_begins(path: Path) -> None:
    picked(path).store.close()
    said: list[str] = []
    with locked(path, EXCLUSIVE) as lock:
        def hear(words: str) -> None:
            said.append(words)
            lock.let_go()
        serving = Serving(path, dict(GAMES), 0, hear, "127.0.0.1")
        assert said == ["Tableside is open twice, and the other one is busy with your plays. Waiting for it…"]
    assert serving.library.store.path == path and len(serving.library.plays()) == 1
    serving.close()


@pytest.mark.slow
def test_serve_says_that_nothing_can_be_saved(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    picked(path).store.close()
    monkeypatch.setattr("companion.services.phones.serve.PATIENCE", 0.1)
    said: list[str] = []
    with locked(path, WRITE):
        serving = Serving(path, dict(GAMES), 0, said.append, "127.0.0.1")
        waits = "Tableside is open twice, and the other one is busy with your plays. Waiting for it…"
        assert said == [waits, BUSY]
    serving.close()


def test_another_copy_that_repairs_the_file_is_waited_for(path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    opened = picked(path)
    opened.store.close()
    path.write_bytes(b"")
    with path.with_name(f"{path.name}.mending").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(Busy):
            open_store(path, patience=0.1)
    assert open_store(path).records(opened.id) == opened.play.log
