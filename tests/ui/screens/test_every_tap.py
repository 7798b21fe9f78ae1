"""Every button of every screen, and of the sheets it opens, while nothing can be written, or nothing read, or no file
made: a sentence is said, the app goes on, and nothing is lost."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from kivy.base import ExceptionManager

from companion.core.setup import Setup, people
from companion.ui.app.failures.mishaps import mishaps
from companion.ui.app.page import Visit
from companion.ui.screens import file_exchange
from companion.ui.widgets.base.part import Tap
from tests.sampling import sampled
from tests.ui.conftest import Start
from tests.ui.screens.test_shell import Boxed
from tests.ui.toy import toy

pytestmark = [pytest.mark.touch, pytest.mark.slow]

Drive = Any
Pages = dict[str, Callable[[Drive], Any]]
WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")
READS = ("SELECT",)
FULL = "the disk is full"
TROUBLES = {
    FULL: ("SQLITE_FULL", WRITES),
    "the file can't be read": ("SQLITE_IOERR_READ", (*WRITES, *READS)),
}


class Failing:
    """A database in which some calls fail."""

    def __init__(self, file: sqlite3.Connection, name: str, words: tuple[str, ...]) -> None:
        self.file, self._name, self._words = file, name, words

    def execute(self, statement: str, *values: Any) -> Any:
        if statement.lstrip().upper().startswith(self._words):
            error: Any = sqlite3.OperationalError("as in the test")
            error.sqlite_errorname = self._name
            raise error
        return self.file.execute(statement, *values)

    def executemany(self, statement: str, *values: Any) -> Any:
        self.execute(statement, ()) if statement.lstrip().upper().startswith(self._words) else None
        return self.file.executemany(statement, *values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


@contextmanager
def failing(app: Any, trouble: str) -> Iterator[None]:
    store = app.library.store
    whole = store.file
    store.file = Failing(whole, *TROUBLES[trouble])
    try:
        yield
    finally:
        store.file = whole


def finished(drive: Drive) -> Any:
    opened = drive.app.library.start("toy", Setup(people("Ana", "Ben", "Cleo")))
    opened.answer("Ready/table", "done")
    opened.answer("Who/table", 1)
    return opened


def open_play(drive: Drive) -> Any:
    """The one that stays open: answered once, so that there is something to undo."""
    (row,) = [one for one in drive.app.library.plays() if not one.finished]
    return drive.app.library.resume(row.id)


def at_table(drive: Drive) -> dict[str, Any]:
    return {"opened": open_play(drive)}


PAGES: Pages = {
    **dict.fromkeys(["library", "history", "players", "settings", "boxes", "plugins"], lambda _: {}),
    **dict.fromkeys(["new_play", "rules"], lambda _: {"game": "toy"}),
    **dict.fromkeys(["table", "table_mode", "chronicle", "fix", "lay_it_out"], at_table),
    "result": lambda drive: {"opened": drive.app.library.resume(drive.done)},
}


def seed(drive: Drive) -> None:
    """An evening with one of everything: open, finished, archived and deleted plays, a box."""
    library = drive.app.library
    drive.done = finished(drive).id
    library.archive(finished(drive).id)
    gone = finished(drive).id
    library.archive(gone)
    library.delete(gone)
    library.start("toy", Setup(people("Ana", "Ben", "Cleo"))).answer("Ready/table", "done")
    library.save_box("boxed", "My box", {"tiles": 7})


def state(drive: Drive) -> Any:
    store = drive.app.library.store
    tables = ("plays", "records", "people", "copies", "settings", "results")
    here = {name for (name,) in store.file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return {name: store.file.execute(f"SELECT * FROM {name}").fetchall() for name in tables if name in here}


def fresh(drive: Drive, page: str) -> None:
    """All sheets away, and the page again."""
    for sheet in list(drive.app.sheets):
        drive.app.layers.remove_widget(sheet)
    drive.app.sheets.clear()
    drive.app.go_home(page, **PAGES[page](drive))
    drive.app.visits.insert(0, Visit("library", {}))  # made only if Back leads there
    drive.advance(frames=4)


def buttons(drive: Drive) -> list[Any]:
    """What can be tapped on top: of the uppermost sheet, or of the page."""
    top = drive.app.sheets[-1] if drive.app.sheets else drive.app.page
    return [one for one in top.walk() if isinstance(one, Tap) and not one.disabled and one.opacity]


def press(drive: Drive, number: int) -> None:
    there = buttons(drive)
    if number < len(there):
        drive.scroll_to(there[number])
        try:
            finger = drive.down(*drive.where(there[number]))
        except Exception as error:
            drive.as_kivy_does(error)
            return
        drive.advance(frames=1)
        drive.up(finger)
        drive.advance(frames=5)


def is_new(drive: Drive, known: set[tuple[str, ...]]) -> bool:
    """Is a sheet open that says something new? Those that differ in names and numbers alone do the same."""
    if not drive.app.sheets:
        return False
    words = tuple(re.sub(r"\d+|Ana|Ben|Cleo", "", str(getattr(one, "text", ""))) for one in drive.app.sheets[-1].walk())
    fresh_words = words not in known
    known.add(words)
    return fresh_words


@pytest.mark.thorough
@sampled("trouble", TROUBLES)
@sampled("page", PAGES, keep=2)
def test_no_tap_ends_the_app_or_loses_anything(start: Start, monkeypatch: pytest.MonkeyPatch, page: str, trouble: str,
                                               request: pytest.FixtureRequest) -> None:
    mishaps.watch()
    request.addfinalizer(lambda: ExceptionManager.remove_handler(mishaps))
    drive = start(games=[toy("ready", "who"), Boxed()], library=False)
    seed(drive)

    def no_folder(**_: object) -> str:
        raise FileNotFoundError(2, "No usable temporary directory found")
    monkeypatch.setattr(file_exchange, "mkdtemp", no_folder)
    fresh(drive, page)
    before, many = state(drive), len(buttons(drive))
    known: set[tuple[str, ...]] = set()
    for number in range(many):
        fresh(drive, page)
        with failing(drive.app, trouble):
            press(drive, number)
            inner = len(buttons(drive)) if trouble == FULL and is_new(drive, known) else 0
        assert not drive.says("Something went wrong"), f"{page}, button {number}: {mishaps.last}"
        for deeper in range(inner):
            fresh(drive, page)
            press_as_it_was(drive, number)
            with failing(drive.app, trouble):
                press(drive, deeper)
                drive.advance(frames=6)
            assert not drive.says("Something went wrong"), f"{page}, {number}, {deeper}: {mishaps.last}"
    fresh(drive, "library")
    after = state(drive)
    assert after["records"] == before["records"] and after["people"] == before["people"]
    assert after["copies"] == before["copies"]
    assert [row[0] for row in after["plays"]] == [row[0] for row in before["plays"]]


def press_as_it_was(drive: Drive, number: int) -> None:
    """Open the sheet while the store still works; what that writes doesn't matter here."""
    press(drive, number)
    drive.advance(frames=6)
