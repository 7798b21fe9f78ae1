"""Errors are planted at the start and afterwards: a plain page, or one sentence and a report; never the end."""

import logging
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from kivy.base import ExceptionManager
from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.button import Button
from kivy.uix.scrollview import ScrollView

from companion.core.registry import Found
from companion.core.setup import Setup, people
from companion.core.text import say
from companion.services.library import Library
from companion.services.ports import machine as machines
from companion.services.store import open_store
from companion.testing.recording import recording_machine
from companion.touches.driver import AppDriver
from companion.ui.app import tableside
from companion.ui.app.failures import rescue
from companion.ui.app.failures.mishaps import mishaps, recent, report
from companion.ui.app.failures.rescue import RescueApp
from companion.ui.app.start import prepared
from companion.ui.table import play_page
from companion.ui.widgets.controls.answer import Tile
from tests.sampling import sampled
from tests.services.store.locking import EXCLUSIVE, WRITE, locked
from tests.ui.conftest import NAMES, SIZES
from tests.ui.toy import toy

SECRET = "Zebulon chose Quentin"


class Starting:
    """An app that is made when the driver starts it, as `main` does."""

    def __init__(self, make: Callable[[], Any], place: Path) -> None:
        self.make, self.place = make, place

    def _run_prepare(self) -> None:
        self.app = prepared(self.make, self.place)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.app, name)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "tableside.db"


@pytest.fixture
def ports(monkeypatch: pytest.MonkeyPatch) -> Any:
    made = recording_machine()
    monkeypatch.setattr(machines, "machine", lambda: made)
    return made


@pytest.fixture
def begin(place: Path, ports: Any) -> Iterator[Callable[..., AppDriver]]:
    """Start the app as `main` does, on the file at `place`."""
    drivers: list[AppDriver] = []

    def go(size: Any = SIZES["phone"]) -> AppDriver:
        def make() -> Any:
            return tableside.TablesideApp(store=place, ports=ports, found=Found({"toy": toy("ready", "who")}))
        drive = AppDriver(Starting(make, place), size, on_time=ports.clock.advance)
        drivers.append(drive)
        drive.start()
        return drive
    yield go
    for drive in drivers:
        drive.stop()


def plain(drive: AppDriver) -> RescueApp:
    app = drive.app.app
    assert isinstance(app, RescueApp), f"{type(app).__name__} started: {drive.texts()}"
    return app


def play_once(place: Path) -> None:
    """One play with one answer, and a backup of it."""
    library = Library(open_store(place), {"toy": toy("ready", "who")}, recording_machine().clock)
    opened = library.start("toy", Setup(people(*NAMES[:3])))
    opened.answer("Ready/table", "done")
    library.quit()


def press(drive: AppDriver, words: str) -> None:
    drive.tap(drive.find(words, Button))


def raising(*_: object, **__: object) -> Any:
    raise RuntimeError(SECRET)


# At the start

PLANTED = ["companion.ui.theme.look.Look.of", "companion.ui.theme.fonts.register",
           "companion.ui.app.tableside.open_store", "companion.ui.app.tableside.Library.settings",
           "companion.ui.app.tableside.load_letters", "companion.ui.app.tableside.Layers",
           "companion.ui.screens.library.LibraryScreen.__init__",
           "companion.ui.screens.library.LibraryScreen.entered"]


@sampled("broken", PLANTED, keep=2)
def test_an_error_at_the_start_leads_to_a_plain_page(begin: Any, place: Path, monkeypatch: pytest.MonkeyPatch,
                                                     broken: str) -> None:
    play_once(place)
    with monkeypatch.context() as planted:
        planted.setattr(broken, raising)
        drive = begin()
        plain(drive)
        assert drive.says("Tableside could not start.") and drive.says("Nothing is lost")
        assert drive.says("RuntimeError in ") and drive.says(SECRET)  # on the owner's own screen
        press(drive, "Try again")
        assert drive.says("Tableside could not start.")
    press(drive, "Try again")  # whatever it was is mended
    assert drive.app.app.inner.visits[-1].name == "library" and drive.says("Toy")


@pytest.mark.thorough
@pytest.mark.parametrize("size", SIZES)
def test_the_plain_page_fits_every_window(begin: Any, monkeypatch: pytest.MonkeyPatch, size: str) -> None:
    monkeypatch.setattr("companion.ui.theme.look.Look.of", raising)
    drive = begin(SIZES[size])
    scroll = drive.find(cls=ScrollView)
    for button in drive.all(cls=Button):
        assert button.height >= dp(48) and button.width <= SIZES[size][0] - dp(30)
        drive.scroll_to(button)
        assert 0 <= drive.where(button)[1] <= SIZES[size][1]
    assert scroll.width <= SIZES[size][0]


def test_everything_can_be_exported_from_the_plain_page(begin: Any, place: Path, ports: Any,
                                                        monkeypatch: pytest.MonkeyPatch) -> None:
    play_once(place)
    monkeypatch.setattr("companion.ui.theme.look.Look.of", raising)
    drive = begin()
    press(drive, "Export everything")
    (_, packed), = [call for call in ports.calls if call[0] == "share.file"]
    with ZipFile(packed) as archive:
        assert archive.read("tableside.db") == place.read_bytes()
        assert b'"Ready/table"' in archive.read("everything.json")
    assert drive.says("Choose where to send it.")
    press(drive, "Export everything")
    assert [call[1] for call in ports.calls if call[0] == "share.file"] == [packed] * 2, "no folder for each export"
    assert Path(packed).parent == Path(drive.app.shared.name), "removed when the app ends"


@pytest.mark.thorough
def test_an_export_without_a_readable_file_has_its_bytes(place: Path, tmp_path: Path) -> None:
    place.write_bytes(b"nonsense")
    place.with_name("tableside.db-wal").write_bytes(b"more")
    with ZipFile(rescue.pack(place, tmp_path / "all.zip")) as archive:
        assert archive.read("tableside.db") == b"nonsense" and archive.read("tableside.db-wal") == b"more"


@pytest.mark.thorough
def test_an_export_that_cannot_be_written_says_so(begin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.ui.theme.look.Look.of", raising)
    drive = begin()

    def full(*_: object) -> Any:
        raise OSError(28, "No space left on device")
    monkeypatch.setattr("companion.ui.app.failures.rescue.pack", full)
    press(drive, "Export everything")
    assert drive.says("It couldn't be written: OSError. Free some space and try again.")


def test_the_app_starts_on_the_backup_and_the_file_is_kept(begin: Any, place: Path,
                                                           monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that the store cannot bear is set aside; the backup has the play with its answer."""
    play_once(place)
    whole = rescue.newest_backup(place)
    assert whole is not None
    place.write_bytes(b"unbearable")
    with monkeypatch.context() as planted:
        planted.setattr("companion.ui.app.tableside.open_store", raising)
        drive = begin()
    press(drive, "Start from the backup")
    inner = drive.app.app.inner
    assert [row.game for row in inner.library.plays()] == ["toy"]
    (aside,) = place.parent.glob("tableside.db.damaged-*")
    assert aside.read_bytes() == b"unbearable"


@pytest.mark.thorough
def test_without_a_backup_nothing_is_moved(begin: Any, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place.write_bytes(b"unbearable")
    monkeypatch.setattr("companion.ui.app.tableside.open_store", raising)
    drive = begin()
    press(drive, "Start from the backup")
    assert drive.says("There is no backup yet.") and place.read_bytes() == b"unbearable"


@pytest.mark.thorough
def test_a_backup_that_cannot_be_put_in_place_leaves_everything_as_it_was(
        begin: Any, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_once(place)
    monkeypatch.setattr("companion.ui.theme.look.Look.of", raising)
    drive = begin()
    before = place.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")
    monkeypatch.setattr("companion.ui.app.failures.rescue.shutil.copyfile", full)
    press(drive, "Start from the backup")
    assert drive.says("Nothing was changed.") and place.read_bytes() == before
    assert not list(place.parent.glob("*unfinished*"))


def test_a_backup_is_a_database(place: Path) -> None:
    place.with_name("tableside.db.backup").write_bytes(b"nonsense")
    assert rescue.newest_backup(place) is None
    sqlite3.connect(place.with_name("tableside.db.backup-before")).execute("CREATE TABLE a (b)").connection.close()
    assert rescue.newest_backup(place) == place.with_name("tableside.db.backup-before")


# Afterwards

@pytest.fixture
def watched(begin: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppDriver]:
    """The app as `main` runs it, with the handler that Kivy's loop asks."""
    monkeypatch.setattr(play_page, "package_of", lambda game: type(game).__module__)  # these tests are not the toy's
    mishaps.watch()
    mishaps.seen.clear()
    yield begin()
    ExceptionManager.remove_handler(mishaps)


def at_toy(drive: AppDriver) -> Any:
    app = drive.app.app
    opened = app.library.start("toy", Setup(people("Zebulon", "Quentin", "Cleo")))
    app.go("table", opened=opened)
    drive.advance(0.3)
    return app


def tap_with_care(drive: AppDriver, x: float, y: float) -> None:
    """A finger comes and goes; what a touch raises the loop gives to the handler."""
    finger = drive.down(x, y)
    drive.advance(0.1)
    try:
        finger.touch_up()
    except Exception as error:
        assert ExceptionManager.handle_exception(error) == ExceptionManager.PASS
    else:
        raise AssertionError("nothing was raised")


def test_an_error_in_a_touch_is_one_sentence_and_a_report_and_the_app_goes_on(
        watched: AppDriver, ports: Any) -> None:
    drive, app = watched, at_toy(watched)
    button = app.page.panel.row.main
    button.bind(on_tap=raising)
    tap_with_care(drive, *drive.where(button))
    button.unbind(on_tap=raising)
    drive.advance(0.5)
    assert drive.says("Something went wrong.") and drive.says("Everything you entered is saved")
    drive.tap("Share the report")
    drive.advance(0.5)
    (_, _, text), = [call for call in ports.calls if call[0] == "share.text"]
    assert "RuntimeError at" in text and "test_rescue.py" in text and "raising" in text
    for word in ("Zebulon", "Quentin", str(Path.home()), str(Path.cwd())):
        assert word not in text
    drive.tap(app.page.panel.row.main)  # and it is answered now
    assert len(app.page.play.log) == 1


def test_an_error_in_a_clock_callback_does_not_stop_the_others(watched: AppDriver) -> None:
    drive, app = watched, at_toy(watched)
    ticked: list[int] = []
    Clock.schedule_once(raising, 0.05)
    Clock.schedule_once(lambda _: ticked.append(1), 0.1)
    drive.advance(0.6)
    assert ticked == [1] and drive.says("Something went wrong.")
    drive.tap("Go on")
    assert app.visits[-1].name == "table" and not app.sheets


@pytest.mark.thorough
def test_an_error_that_comes_again_and_again_leaves_its_page(watched: AppDriver) -> None:
    drive, app = watched, at_toy(watched)

    def again(_: float) -> None:
        raise RuntimeError(SECRET)
    for _ in range(4):
        Clock.schedule_once(again, 0)
        drive.advance(0.1)
    drive.advance(0.5)
    assert [visit.name for visit in app.visits] == ["library"]


def test_ctrl_c_ends_the_app_as_ever() -> None:
    assert mishaps.handle_exception(KeyboardInterrupt()) == ExceptionManager.RAISE


def test_a_report_has_no_words_of_the_error_and_no_fillings_of_the_log() -> None:
    recent.lines.clear()
    recent.handle(logging.LogRecord("tableside", logging.WARNING, "", 1, "the answer %s was odd", (SECRET,), None))
    try:
        try:
            raising()
        except RuntimeError as error:
            raise ValueError(str(say("{who} again", who=SECRET))) from error
    except ValueError as error:
        text = report(error)
    assert "ValueError at" in text and "RuntimeError at" in text and "the answer %s was odd" in text
    assert "Zebulon" not in text and "Quentin" not in text


# Another instance of the app has the plays

WAITING = "Tableside is open twice, and the other one is busy with your plays. Waiting for it…"
CANT_SAVE = ("Tableside is open twice, and the other one is busy with your plays, "
             "so nothing can be saved right now. Close it or wait.")


def played(place: Path) -> int:
    library = Library(open_store(place), {"toy": toy("ready", "who")}, recording_machine().clock)
    opened = library.start("toy", Setup(people(*NAMES[:3])))
    opened.answer("Ready/table", "done")
    library.quit()
    return opened.id


@pytest.mark.parametrize("how", [EXCLUSIVE, WRITE])
def test_the_app_says_that_it_waits_and_starts_when_the_other_copy_is_done(
        begin: Callable[..., AppDriver], place: Path, how: str) -> None:
    play = played(place)
    with locked(place, how) as lock:
        drive = begin()
        assert drive.says(WAITING) and drive.says("Nothing is lost. If it takes long, close the other one.")
        drive.advance(1.2)
        assert drive.says(WAITING) and not drive.says("Your games")
        lock.let_go()
        drive.advance(1.2)
    library = plain(drive).inner.library
    assert not drive.says(WAITING) and drive.says("Your games")
    assert library.store.path == place and library.store.writable
    assert [row.id for row in library.plays()] == [play]


@pytest.mark.thorough
def test_the_app_opens_what_it_can_only_read_after_a_while_and_saves_again_later(
        begin: Callable[..., AppDriver], place: Path) -> None:
    play = played(place)
    with locked(place, WRITE) as lock:
        drive = begin()
        drive.app.app.until = 0.0  # ten seconds later
        drive.advance(1.2)
        app = plain(drive).inner
        assert drive.says(CANT_SAVE) and drive.has("Export everything")
        app.go("table", opened=app.library.resume(play))
        drive.advance(0.5)
        assert drive.says(CANT_SAVE)
        lock.let_go()
        drive.advance(8)  # the message goes away by itself
        drive.tap(drive.find("Ben", Tile))
        drive.advance(0.5)
        assert drive.says("Saving works again.")
        app.go_home()
        drive.advance(0.5)
        assert not drive.says(CANT_SAVE) and app.library.store.writable
    assert len(open_store(place).records(play)) == 2


@pytest.mark.thorough
def test_the_waiting_window_becomes_the_rescue_page_if_something_else_is_wrong(
        begin: Callable[..., AppDriver], place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(place)
    with locked(place, EXCLUSIVE) as lock:
        drive = begin()
        monkeypatch.setattr("companion.ui.app.tableside.Library.settings", raising)
        lock.let_go()
        drive.advance(1.2)
        assert drive.says("Tableside could not start.")
        monkeypatch.undo()
        press(drive, "Try again")
        drive.advance(0.5)
    assert drive.says("Your games")
