"""Saved plays, files, settings and codes from before *Any box* became *Score sheet* open as they were."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.boxes.code import game_of, grouped
from companion.core.registry import Faulty, find_games, load
from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.games.score_sheet.sheet import Sheet
from companion.services.library import Library
from companion.services.store import open_store
from companion.services.store.schema import APPLICATION, VERSION
from companion.testing.recording import SetClock
from tests.core.everything import parts_of
from tests.services.evenings import take_in

OLD = Path(__file__).resolve().parents[1] / "frozen" / "old_names"
"""Written by the last version with the old names: a finished play of Hearts that was archived, one under way,
one of Windward with the depth *light*, a saved sheet, and settings of two games."""
HEARTS = Sheet("Hearts", rounds=2, wins="low").to_json()
GAMES = find_games().games


def old(name: str) -> str:
    return (OLD / name).read_text(encoding="utf-8")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """The store of the last version with the old names."""
    path = tmp_path / "plays.db"
    with closing(sqlite3.connect(path)) as file:
        file.executescript(old("store.sql"))
        file.execute(f"PRAGMA application_id = {APPLICATION}")
        file.execute(f"PRAGMA user_version = {VERSION}")
    return path


def library(place: Path) -> Library:
    return Library(open_store(place), GAMES, SetClock())


def kept_as_it_was(here: Library) -> None:
    going, = (row for row in here.plays() if row.game == "score_sheet")
    over, = here.plays(archived=True)
    assert (going.known, going.title, over.known, over.title) == (True, "Score sheet", True, "Hearts")
    assert [str(seat.score) for seat in here.history()[0].seats] == ["6", "12"]
    assert {row.game for row in here.results()} == {"score_sheet/Hearts"}
    opened = here.resume(going.id)
    opened.answer("Score/1", 3)
    assert [seat.points for seat in opened.play.table.seats] == [7, 3]
    row, = here.boxes("score_sheet")
    assert (row.game, row.name, row.box) == ("score_sheet", "Hearts", HEARTS)
    assert here.last_setup("score_sheet") == Setup(people("Ana", "Cleo"), {}, Sheet(rounds=2).to_json())
    assert here.setting("by_hand") == {"score_sheet": "everything", "windward": "nothing"}
    assert here.setting("boxes") == {"score_sheet": "de"}


def test_a_store_with_the_old_names_opens_as_it_was(place: Path) -> None:
    here = library(place)
    assert here.notice is None and here.damage(1) is None
    kept_as_it_was(here)


def test_a_file_of_everything_with_the_old_names_comes_in_whole(tmp_path: Path) -> None:
    here = library(tmp_path / "new.db")
    came = take_in(here, old("everything.json"))
    assert (came.plays, came.boxes, came.strangers, came.left_out) == (3, 1, 0, ())
    kept_as_it_was(here)


@pytest.mark.parametrize("name", ["everything.json", "play.json", "box.json"])
def test_an_old_file_brings_nothing_twice(place: Path, name: str) -> None:
    came = take_in(library(place), old(name))
    assert str(came.sentence) == "You already have everything in this file."


def test_a_new_file_and_an_old_one_hold_the_same_plays(place: Path) -> None:
    here = library(place)
    now, was = ([part["play"] for part in parts_of(text) if "play" in part]
                for text in (here.files.export_everything(), old("everything.json")))
    assert [play["game"] for play in now] == ["windward", "score_sheet", "score_sheet"]
    assert [play["game"] for play in was] == ["windward", "any_box", "any_box"]
    assert [play["log"] for play in now] == [play["log"] for play in was]


def test_a_saved_sheet_keeps_its_name_for_itself(place: Path) -> None:
    """Saving it again changes it, and no second one takes its name."""
    here = library(place)
    row, = here.boxes("score_sheet")
    here.save_box("score_sheet", "Hearts", {**HEARTS, "rounds": 4}, row.id)
    assert [one.box["rounds"] for one in here.boxes("score_sheet")] == [4]
    with pytest.raises(Refused, match="already"):
        here.save_box("score_sheet", "Hearts", HEARTS)
    here.delete_box(row.id)
    here.quit()
    assert library(place).boxes() == []


def test_a_damaged_store_with_the_old_names_is_repaired_as_it_was(place: Path) -> None:
    """The backups of both versions fit together."""
    here = library(place)
    here.resume(2).answer("Score/1", 3)
    here.save_box("score_sheet", "Skat", Sheet("Skat").to_json())
    here.quit()
    place.write_bytes(Random(1).randbytes(place.stat().st_size))
    again = library(place)
    assert sorted(row.name for row in again.boxes("score_sheet")) == ["Hearts", "Skat"]
    assert [seat.points for seat in again.resume(2).play.table.seats] == [7, 3]


@pytest.mark.parametrize("change", [str, str.lower, lambda code: code.replace("-", " "),
                                    lambda code: f"?box={code}"])
def test_a_code_with_the_old_name_is_read(tmp_path: Path, change: Callable[[str], str]) -> None:
    code = change(old("code.txt").strip())
    assert game_of(code, GAMES) == "score_sheet"
    row = library(tmp_path / "new.db").box_by_code(code, "score_sheet")
    assert (row.game, row.name, row.box) == ("score_sheet", "Hearts", HEARTS)


def test_a_new_code_has_the_new_name(place: Path, tmp_path: Path) -> None:
    here = library(place)
    code = here.box_code(here.boxes("score_sheet")[0].id)
    assert code.startswith("SCORESHEET-1") and game_of(code, GAMES) == "score_sheet"
    assert library(tmp_path / "new.db").box_by_code(code).box == HEARTS


def test_a_code_being_typed_is_grouped_under_either_name() -> None:
    assert grouped("anybox14rpt8j", "score_sheet") == "ANYBOX 14RPT 8J"
    assert grouped("scoresheet14rpt8j", "score_sheet") == "SCORESHEET 14RPT 8J"


def test_no_plugin_takes_the_old_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its plays would be those of the score sheet."""
    from tests.toys.orchard import game

    taken: Any = type(game)()
    monkeypatch.setattr(type(taken), "facts", taken.facts.__class__(**{**vars(taken.facts), "id": "any_box"}))
    with pytest.raises(Faulty, match="already a game called any_box"):
        load("tests.toys.orchard:game")
