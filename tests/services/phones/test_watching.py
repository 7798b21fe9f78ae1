"""`serve --watch`: the play on the table follows each saved file of its game."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import cli
from companion.scaffold import new_game
from companion.services.phones.serve import Serving
from companion.services.workshop import GameFolder


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[Serving, Path, list[str]]]:
    """A new game after one round: its chronicle and its rules."""
    home, before = new_game("shore", tmp_path), list(sys.path)
    folder, told = GameFolder(home), list[str]()
    serving = Serving(tmp_path / "plays.db", {"shore": folder.load()}, 0, told.append, "127.0.0.1")
    serving.watch([folder])
    serving.open(serving.begin("shore", ["Ana", "Ben"]))
    assert serving.table is not None
    serving.table.opened.play.answer("Scores/table", [3, 5])
    told.clear()
    yield serving, home / "tableside_shore" / "rules.py", told
    serving.close()
    sys.path[:] = before


def saved(serving: Serving, rules: Path, old: str, new: str) -> None:
    text = rules.read_text(encoding="utf-8")
    assert old in text
    rules.write_text(text.replace(old, new), encoding="utf-8")
    serving.look_at_folders()  # the first look waits until the file is no longer written
    serving.look_at_folders()


def test_a_saved_rule_holds_at_once_and_every_answer_is_kept(table: tuple[Serving, Path, list[str]]) -> None:
    serving, rules, told = table
    assert serving.table is not None
    server = serving.server
    saved(serving, rules, "seat.gain(points)", "seat.gain(2 * points)")
    assert [seat.points for seat in serving.table.opened.play.table.seats] == [6, 10]
    assert serving.server is server, "phones stay connected"
    assert told == ["Loaded again, one answer replayed."]


def test_a_slip_is_told_with_its_line_and_the_old_rules_stay(table: tuple[Serving, Path, list[str]]) -> None:
    serving, rules, told = table
    saved(serving, rules, "seat.gain(points)", "seat.gain(points))")
    assert serving.table is not None
    assert [seat.points for seat in serving.table.opened.play.table.seats] == [3, 5]
    assert told[0].startswith("rules.py, line ")
    assert told[0].endswith("The play continues with the previous rules.")


def test_the_play_goes_on_with_the_old_rules_if_a_view_breaks(table: tuple[Serving, Path, list[str]]) -> None:
    serving, rules, told = table
    saved(serving, rules, "    seats = tuple(SeatView", "    1 / 0\n    seats = tuple(SeatView")
    assert serving.table is not None and re.fullmatch(
        r"rules\.py, line \d+: ZeroDivisionError: division by zero, in view\. "
        r"The play continues with the previous rules\.", told[-1])
    serving.table.opened.play.answer("Scores/table", [1, 1])
    assert [seat.points for seat in serving.table.opened.play.table.seats] == [4, 6]
    saved(serving, rules, "    1 / 0\n", "")
    assert told[-1] == "Loaded again, 2 answers replayed."


def test_an_answer_that_the_new_rules_refuse_is_told_with_its_line(
        table: tuple[Serving, Path, list[str]]) -> None:
    serving, rules, told = table
    saved(serving, rules, "        seat.gain(points)\n", "        seat.gain(points.many)\n")
    assert re.search(r"rules\.py, line \d+: AttributeError: .* in play", told[-1])


def test_watch_needs_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                              capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(cli, "data_home", lambda: tmp_path)
    assert cli.main(["serve", "--watch"]) == 1
    assert capsys.readouterr().err == "--watch needs a game's folder: --with FOLDER.\n"
