"""History, players, export and import while the file is locked, the disk is full or the evening is long."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.core.setup import Setup, people
from companion.core.text import Refused, say
from companion.services.file_exchange import Incoming
from companion.testing.recording import recording_machine
from companion.ui.screens import file_exchange
from companion.ui.screens import file_exchange as long_work
from companion.ui.screens.file_exchange import hand_out, safe_name
from companion.ui.screens.plays import PlayCard
from companion.ui.widgets.controls.rows import ListRow
from tests.core.everything import unpacked
from tests.ui.conftest import Start
from tests.ui.toy import toy


@contextmanager
def locked(app: Any) -> Iterator[None]:
    """A second instance of the app is writing."""
    store = app.library.store
    store.file.execute("PRAGMA busy_timeout = 0")
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def play_out(app: Any, plays: int = 1) -> list[int]:
    made = []
    for _ in range(plays):
        opened = app.library.start("toy", Setup(people("Ana", "Ben", "Cleo")))
        opened.answer("Ready/table", "done")
        app.library.close(opened)
        made.append(opened.id)
    return made


def open_page(drive: Any, name: str) -> Any:
    drive.app.go_home(name)
    drive.advance(0.5)
    return drive.app.page


def tap_row(drive: Any, text: str) -> None:
    drive.tap(drive.find(text, ListRow))
    drive.advance(0.4)


def open_shelf(drive: Any, chip: str) -> None:
    """Archived or trash, unless it is open already."""
    if not drive.app.page.shelf:
        drive.tap(chip)
        drive.advance(0.4)


# Archive, bring back, delete, undo, delete for good

def refused(drive: Any) -> bool:
    words = "Tableside is open twice, and the other one is writing, so this was not saved. Try again."
    return bool(drive.says(words))


@pytest.mark.thorough
def test_no_tap_of_the_history_ends_the_app_while_the_file_is_locked(start: Start) -> None:
    drive = start(games=[toy("ready")])
    (play,) = play_out(drive.app)
    library = drive.app.library
    open_page(drive, "history")

    def archive() -> None:
        drive.tap(drive.find(cls=PlayCard).menu)
        drive.tap("Archive")

    def bring_back() -> None:
        open_shelf(drive, "Archived 1")
        tap_row(drive, "Toy")
        drive.tap("Bring back")

    def delete() -> None:
        open_shelf(drive, "Archived 1")
        tap_row(drive, "Toy")
        drive.tap("Delete")

    def undo() -> None:
        open_shelf(drive, "Trash 1")
        tap_row(drive, "Toy")
        drive.tap("Bring back")

    def for_good() -> None:
        open_shelf(drive, "Trash 1")
        tap_row(drive, "Toy")
        drive.tap("Delete for good")

    def state() -> tuple[int, int, int]:
        return len(library.plays()), len(library.plays(archived=True)), len(library.trash())
    steps = [(archive, (0, 1, 0)), (bring_back, (1, 0, 0)), (archive, (0, 1, 0)), (delete, (0, 0, 1)),
             (undo, (0, 1, 0)), (delete, (0, 0, 1)), (for_good, (0, 0, 0))]
    for step, after in steps:
        before = state()
        with locked(drive.app):
            step()
            drive.advance(0.5)
            assert refused(drive) and state() == before, step.__name__
            drive.app.notice.opacity = 0
        step()
        drive.advance(0.5)
        assert state() == after, step.__name__
    with pytest.raises(Exception, match="no longer here"):
        library.resume(play)


def test_the_trash_is_emptied_in_one_go_once_somebody_is_sure(start: Start) -> None:
    drive = start(games=[toy("ready")])
    library = drive.app.library
    plays = play_out(drive.app, 3)
    for play in plays[:2]:
        library.delete(play)
    open_page(drive, "history")
    open_shelf(drive, "Trash 2")
    drive.tap("Empty the trash")
    drive.advance(0.4)
    assert drive.says("2 plays will be removed from this phone. This can't be undone.")
    drive.tap("Keep them")
    drive.advance(0.4)
    assert len(library.trash()) == 2
    drive.tap("Empty the trash")
    drive.advance(0.4)
    with locked(drive.app):
        drive.tap("Delete all for good")
        drive.advance(0.5)
        assert refused(drive) and len(library.trash()) == 2
        drive.app.notice.opacity = 0
    drive.tap("Empty the trash")
    drive.advance(0.4)
    drive.tap("Delete all for good")
    drive.advance(0.5)
    assert not library.trash() and [play.id for play in library.plays()] == plays[2:]


@pytest.mark.thorough
def test_no_tap_on_the_players_ends_the_app_while_the_file_is_locked(start: Start) -> None:
    drive = start(games=[toy("ready")])
    play_out(drive.app)
    open_page(drive, "players")
    with locked(drive.app):
        tap_row(drive, "Cleo")
        tap_row(drive, "Cleo")
        drive.tap("Forget this name")
        drive.advance(0.5)
        assert refused(drive) and drive.has("Cleo", ListRow)
        drive.app.notice.opacity = 0
    tap_row(drive, "Cleo")
    drive.tap("Forget this name")
    drive.advance(0.5)
    assert not drive.has("Cleo", ListRow)
    with locked(drive.app):
        drive.tap("Cleo has been removed from the list. Undo")
        assert refused(drive) and not drive.has("Cleo", ListRow)
    drive.tap("Cleo has been removed from the list. Undo")
    assert drive.has("Cleo", ListRow)


# Going out

def gone(**_: object) -> str:
    raise FileNotFoundError(2, "No usable temporary directory found")


def test_without_a_folder_for_files_a_sentence_is_said(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    drive = start(games=[toy("ready")])
    play_out(drive.app)
    monkeypatch.setattr(file_exchange, "mkdtemp", gone)
    hand_out(drive.app, "page.html", lambda: "<html>")
    assert drive.says("The file couldn't be written. Free some space and try again.")
    drive.app.notice.opacity = 0
    open_page(drive, "settings")
    drive.tap("Export everything")
    assert drive.says("The file couldn't be written.")


@pytest.mark.thorough
def test_a_file_says_what_it_is_however_long_the_names_are() -> None:
    for name in ("Ana " * 50 + ".json", "\u00e4" * 200 + ".json", "../" * 60 + "x.html", "...", "\U0001f98a.json"):
        made = safe_name(name)
        assert len(made.encode()) <= 90 and "/" not in made
        assert made.endswith(f".{name.rpartition('.')[2] or 'json'}")


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """One step a frame, as if each play took its time."""
    monkeypatch.setattr(long_work, "AT_ONCE", 0.0)
    monkeypatch.setattr(long_work, "SLICE", 0.0)


@pytest.mark.thorough
def test_a_long_export_goes_on_beside_the_screen(start: Start, slow: None) -> None:
    ports = recording_machine()
    drive = start(games=[toy("ready")], ports=ports)
    play_out(drive.app, 20)
    open_page(drive, "settings")
    drive.tap("Export everything")
    assert drive.says("Exporting everything") and drive.says(" of 20")
    assert not any(call[0] == "share.file" for call in ports.calls)
    drive.advance(2)
    (_, path), = [call for call in ports.calls if call[0] == "share.file"]
    assert len(unpacked(Path(path).read_text(encoding="utf-8"))["plays"]) == 20
    assert not drive.app.sheets


@pytest.mark.thorough
def test_a_long_export_can_be_broken_off(start: Start, slow: None, monkeypatch: pytest.MonkeyPatch,
                                         tmp_path: Path) -> None:
    ports = recording_machine()
    drive = start(games=[toy("ready")], ports=ports)
    play_out(drive.app, 30)
    out = tmp_path / "out"
    out.mkdir()
    monkeypatch.setattr(file_exchange, "mkdtemp", lambda **_: str(out))
    open_page(drive, "settings")
    drive.tap("Export everything", hold=0.04)
    drive.tap("Cancel", hold=0.04)
    drive.advance(2)
    assert drive.says("Cancelled.") and not list(out.iterdir())
    assert not any(call[0] == "share.file" for call in ports.calls)


# Coming in

def a_file(start: Start, path: Path, plays: int = 1) -> Path:
    drive = start(games=[toy("ready")])
    play_out(drive.app, plays)
    path.write_text(drive.app.library.files.export_everything(), encoding="utf-8")
    return path


def offer(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    monkeypatch.setattr(file_exchange, "files_here", lambda: [Incoming(path, 0.0)])


def test_a_preview_says_what_will_come_in_before_it_does(start: Start, monkeypatch: pytest.MonkeyPatch,
                                                        tmp_path: Path) -> None:
    offer(monkeypatch, a_file(start, tmp_path / "all.json", 3))
    drive = start(games=[toy("ready")])
    open_page(drive, "settings")
    drive.tap("Import a file")
    tap_row(drive, "all.json")
    drive.advance(2)
    assert drive.says("New in this file: 3 plays and 3 people. Nothing you have is lost.")
    drive.tap("Leave it")
    drive.advance(0.5)
    assert not drive.app.library.history()
    tap_row(drive, "all.json")
    drive.advance(2)
    drive.tap("Import it")
    drive.advance(3)
    assert len(drive.app.library.history()) == 3 and not drive.app.sheets
    assert drive.says("Imported: 3 plays and 3 people")
    drive.advance(6)  # the message at the foot is gone by itself
    drive.tap("Import a file")
    tap_row(drive, "all.json")
    drive.advance(2)
    assert drive.says("You already have everything in this file.") and not drive.has("Import it")


@pytest.mark.thorough
def test_a_long_import_goes_on_beside_the_screen_and_can_be_broken_off(
        start: Start, slow: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    offer(monkeypatch, a_file(start, tmp_path / "all.json", 40))
    drive = start(games=[toy("ready")])
    open_page(drive, "history")
    drive.tap(drive.app.page.actions[0])
    drive.advance(0.5)
    tap_row(drive, "From a file")
    tap_row(drive, "all.json")
    drive.advance(3)
    drive.tap("Import it")
    drive.advance(1.5)
    assert drive.says("Importing") and drive.says(" of ")
    drive.tap("Cancel", hold=0.04)
    drive.advance(0.5)
    came = len(drive.app.library.history())
    assert 0 < came < 40 and drive.says("Cancelled.")
    tap_row(drive, "all.json")
    drive.advance(3)
    drive.tap("Import it")
    drive.advance(6)
    assert len(drive.app.library.history()) == 40


def test_a_file_that_is_none_of_ours_is_refused_before_it_is_read(start: Start, monkeypatch: pytest.MonkeyPatch,
                                                                  tmp_path: Path) -> None:
    junk = tmp_path / "junk.json"
    junk.write_bytes(b"x" * 65_000_000)
    offer(monkeypatch, junk)
    drive = start(games=[toy("ready")])
    open_page(drive, "settings")
    drive.tap("Import a file")
    tap_row(drive, "junk.json")
    assert drive.says("This file is too large to be from Tableside.")


# Players

@pytest.mark.thorough
def test_the_players_are_counted_in_one_pass(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    drive = start(games=[toy("ready")])
    play_out(drive.app, 3)
    results, looked = drive.app.library.store.results, []
    tallies = results.tallies
    monkeypatch.setattr(results, "tallies", lambda: looked.append(1) or tallies())
    monkeypatch.setattr(results, "seats", lambda: pytest.fail("every seat of every play was read"))
    open_page(drive, "players")
    assert looked == [1] and len(drive.all(cls=ListRow)) == 3
    assert drive.says("3 plays, ")


# Damaged plays

@pytest.mark.parametrize("place", ["library", "history"])
def test_a_play_that_cannot_be_opened_goes_out_whole_and_goes_on_before_the_damage(
        start: Start, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    ports = recording_machine()
    drive = start(games=[toy("ready", "who")], ports=ports)
    library = drive.app.library
    opened = library.start("toy", Setup(people("Ana", "Ben", "Cleo")))
    opened.answer("Ready/table", "done")
    if place == "history":
        opened.answer("Who/table", 1)
    library.close(opened)
    records, readable = library.store.records, library.store.readable_records

    def damaged(play: int) -> Any:
        if play == opened.id:
            raise Refused(say("Line 2 of this play is damaged and can't be read."))
        return records(play)
    monkeypatch.setattr(library.store, "records", damaged)
    monkeypatch.setattr(library.store, "readable_records", lambda play: readable(play)[:1])
    open_page(drive, place)

    def open_it(by_menu: bool = False) -> None:
        if place == "history" and by_menu:
            drive.tap(drive.find(cls=PlayCard).menu)
            drive.tap("Chronicle")
        elif place == "history":
            drive.tap(drive.find(cls=PlayCard))
        else:
            drive.app.page.open_play(library.plays()[0])
        drive.advance(0.5)
        assert drive.says("Toy could not be opened")
    open_it()
    drive.tap("Export the whole play")
    drive.advance(0.5)
    (_, path), = [call for call in ports.calls if call[0] == "share.file"]
    assert len(unpacked(Path(path).read_text(encoding="utf-8"))["damaged"][0]["lines"]) == len(records(opened.id))
    open_it(by_menu=True)
    drive.tap("Continue before the damage")
    drive.advance(0.5)
    assert drive.app.visits[-1].name == "table" and drive.says("Who was the loudest?")
    assert library.store.play(opened.id).id != drive.app.page.controller.opened.id
