"""Watching by touches: a file is saved while the game is played, and the table on the screen follows."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.registry import Found
from companion.scaffold import new_game
from companion.services.workshop import lay_out
from companion.testing.recording import recording_machine
from companion.touches.driver import AppDriver
from companion.ui.app.workshop import FOLDER, make_workshop
from tests.ui.conftest import PHONE
from tests.ui.hands import Hands

PACKAGE = "tableside_bench_game"


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Any]:
    """The workshop of a game that `new-game` made; started as often as a test likes."""
    folder, before, running = new_game("bench_game", tmp_path), list(sys.path), []

    def begin(log: Path | None = None, at: int | None = None) -> AppDriver:
        while running:
            running.pop().stop()
        ports = recording_machine()
        app = make_workshop(lay_out(folder, log, at, Found()), tmp_path, ports=ports)
        running.append(AppDriver(app, PHONE, on_time=ports.clock.advance).start())
        running[0].advance(0.5)
        return running[0]
    yield begin
    while running:
        running.pop().stop()
    sys.path[:] = before


def save(tmp_path: Path, old: str, new: str, drive: AppDriver) -> None:
    page = tmp_path / "tableside-bench-game" / PACKAGE / "rules.py"
    text = page.read_text(encoding="utf-8")
    assert old in text
    page.write_text(text.replace(old, new), encoding="utf-8")
    drive.advance(1.0)


def seat(drive: AppDriver) -> Hands:
    """Two people sit down, by touches."""
    hands = Hands(drive)
    assert drive.app.visits[-1].name == "new_play"
    for person in ("Ana", "Ben"):
        hands.touch(drive.app.page.entry)
        drive.type(person)
        hands.touch(drive.app.page.entry.plus)
    hands.touch(drive.app.page.start)
    drive.advance(0.6)
    assert drive.app.visits[-1].name == "table"
    return hands


def answer(hands: Hands, *numbers: int) -> None:
    hands.reply(hands.play.open()[0], list(numbers))


def points(drive: AppDriver) -> list[int]:
    return [seat.points for seat in drive.app.page.play.table.seats]


def test_what_is_saved_is_on_the_screen_and_what_is_broken_is_said_until_it_is_mended(bench: Any, tmp_path: Path,
                                                                                     ) -> None:
    drive = bench()
    hands = seat(drive)
    answer(hands, 3, 4)
    assert points(drive) == [3, 4]

    save(tmp_path, "Who scored how many points?", "Who got how many pearls?", drive)
    assert drive.says("Who got how many pearls?") and drive.says("Loaded again, one answer replayed.")
    save(tmp_path, "seat.gain(points)", "seat.gain(10 * points)", drive)
    assert points(drive) == [30, 40]

    save(tmp_path, "ROUNDS = 5", "ROUNDS = = 5", drive)
    assert drive.says("rules.py, line 11: SyntaxError: invalid syntax. The play continues with the previous rules.")
    drive.advance(20.0)
    assert drive.says("rules.py, line 11"), "it stays for as long as it is true"
    answer(Hands(drive), 1, 0)
    assert points(drive) == [40, 40], "the play goes on meanwhile"
    drive.app.go("chronicle", opened=drive.app.page.controller.opened)
    drive.advance(1.0)
    assert drive.says("rules.py, line 11"), "on every page"
    hands.touch("Back") if drive.has("Back") else drive.app.back()
    drive.advance(0.6)

    save(tmp_path, "ROUNDS = = 5", "ROUNDS = 5", drive)
    assert not drive.says("rules.py") and points(drive) == [40, 40]
    answer(Hands(drive), 0, 1)
    assert points(drive) == [40, 50] and drive.app.page.play.position() == 3, "nothing was lost"


@pytest.mark.thorough
def test_an_answer_that_is_half_typed_stays(bench: Any, tmp_path: Path) -> None:
    """The same question, the same draft; what the new rules don't allow is dropped."""
    drive = bench()
    seat(drive)
    drive.app.page.panel.answer_panel.draft.set_row("seat 0", 7)
    drive.app.page.panel.answer_panel.touched()
    save(tmp_path, "Who scored how many points?", "Who got how many pearls?", drive)
    assert drive.says("Who got how many pearls?") and typed(drive) == [7, 0]
    save(tmp_path, "MOST = 50", "MOST = 5", drive)
    assert typed(drive) == [5, 0]
    Hands(drive).main()
    assert points(drive) == [5, 0] and typed(drive) == [0, 0], "the next round begins with nothing"
    save(tmp_path, "MOST = 5", "MOST = 6", drive)
    assert typed(drive) == [0, 0]


def typed(drive: AppDriver) -> list[int | None]:
    return list(drive.app.page.panel.answer_panel.draft.values.values())


def test_an_answer_that_no_longer_fits_is_shown_and_is_there_again_when_it_does(bench: Any, tmp_path: Path) -> None:
    drive = bench()
    answer(seat(drive), 3, 4)
    save(tmp_path, "MOST = 50", "MOST = 2", drive)
    assert drive.says("This play no longer fits the rules.") and drive.says("Line 1: ")
    save(tmp_path, "MOST = 2", "MOST = 50", drive)
    assert not drive.says("This play no longer fits the rules.") and points(drive) == [3, 4]
    save(tmp_path, "self.round = 1", "self.round = 1 / 0", drive)
    assert drive.says("rules.py, line 20: ZeroDivisionError: division by zero.") and points(drive) == [3, 4]
    save(tmp_path, "self.round = 1 / 0", "self.round = 1", drive)
    assert not drive.says("ZeroDivisionError") and points(drive) == [3, 4]
    save(tmp_path, "ROUNDS)), seats)", "ROUNDS)), seats[9])", drive)
    drive.advance(8)
    assert drive.says("IndexError: tuple index out of range, in view.") and not drive.says("Loaded again")


@pytest.mark.thorough
def test_a_result_gives_way_to_the_table_when_the_play_is_not_over_any_more(bench: Any, tmp_path: Path) -> None:
    drive = bench()
    hands = seat(drive)
    save(tmp_path, "ROUNDS = 5", "ROUNDS = 1", drive)
    answer(Hands(drive), 3, 4)
    drive.advance(2.0)
    assert drive.app.visits[-1].name == "result"
    save(tmp_path, "ROUNDS = 1", "ROUNDS = 2", drive)
    assert drive.app.visits[-1].name == "table" and points(drive) == [3, 4]
    assert hands.drive is drive


@pytest.mark.thorough
def test_it_opens_at_a_log_and_else_at_the_play_that_was_left(bench: Any, tmp_path: Path) -> None:
    drive = bench()
    hands = seat(drive)
    answer(hands, 3, 4)
    answer(hands, 0, 5)
    (tmp_path / "log.json").write_text(drive.app.page.controller.opened.export(), encoding="utf-8")
    drive = bench()
    assert drive.app.visits[-1].name == "table" and points(drive) == [3, 9], "the play that was left"
    drive = bench(tmp_path / "log.json", 1)
    assert points(drive) == [3, 4] and drive.says("After answer 1 of 2. Redo brings the rest.")
    drive.advance(6.0)
    drive.app.page.redo()
    drive.advance(0.5)
    assert points(drive) == [3, 9]
    assert len(drive.app.library.plays()) == 2 and drive.app.home == tmp_path / FOLDER, "a store of its own"
