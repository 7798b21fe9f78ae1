"""A game's functions are found by their names in its package; a method of the game's class comes first."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from companion.core.boxes import Boxes
from companion.core.play import Play
from companion.core.registry import find_games
from companion.core.setup import Setup, people

GAME = """
from pathlib import Path
from companion.core.game import Facts, Game, Palette
from companion.core.text import say

PAPER = Palette.seeded("#336699", dark=True)

class PlumsGame(Game):
    facts = Facts("plums", "Plums", 2, 4, "5", say("A toy."), "PL-1", PAPER, PAPER)
    home = Path(__file__).resolve().parent

    def totals(self, table):
        return [("plums", 1, 1)]

game = PlumsGame()
"""
RULES = """
from companion.core.kinds import Confirm
from companion.core.text import said
from companion.core.setup import Seat
from companion.core.table import Table

class Plums(Table):
    def __init__(self, setup):
        super().__init__(setup, [Seat(index, person) for index, person in enumerate(setup.people)])
        self.ripe = 0

class Wait(Confirm):
    rule = "PL-1"
    sentence = said("Wait for the plums.")

async def play(table):
    await table.ask(Wait(None))
    table.ripe += 1

def left(table, seat):
    table.ripe = 9
"""
VIEW = """
from companion.core.text import say
from companion.core.views import Outcome, View

def view(table):
    return View(say("Plums"), ())

def outcome(table):
    return Outcome(say("Ripe."), ()) if table.ripe else None

def totals(table):
    return [("never asked", 0, 1)]
"""
AHEAD = """
from companion.core.text import say

def ahead(table):
    yield say("Then they are ripe.")
"""

BOX = """
from companion.core.boxes import Boxes

class PlumBoxes(Boxes):
    def starter(self):
        return {"plums": 3}
"""


@pytest.fixture
def orchard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of a game, as a maker writes it."""
    folder = tmp_path / "plums"
    folder.mkdir()
    pages = {"__init__.py": "from plums.game import game\n", "game.py": GAME, "rules.py": RULES, "view.py": VIEW,
             "ahead.py": AHEAD, "rules.md": "# Plums\n\n**PL-1** Wait.\n"}
    for name, page in pages.items():
        (folder / name).write_text(page, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "plums"]:
        del sys.modules[name]


def a_play() -> Play[Any]:
    return Play(import_module("plums").game, Setup(people("Ana", "Ben")))


def test_rules_view_and_table_are_found_by_name(orchard: Path) -> None:
    play = a_play()
    assert type(play.table).__name__ == "Plums" and str(play.view().subtitle) == "Plums"
    play.leave(1)
    assert play.table.ripe == 9, "the function left in rules.py"
    assert [str(one) for one in play.ahead()] == ["Then they are ripe."], "a function with a file of its own"
    play.answer("Wait/table", "done")
    outcome = play.outcome()
    assert outcome is not None and str(outcome.sentence) == "Ripe."


def test_a_method_of_the_class_comes_first_and_what_is_nowhere_has_its_default(orchard: Path) -> None:
    play = a_play()
    assert play.game.totals(play.table) == [("plums", 1, 1)]
    assert [field.path for field in play.fields()] == ["seats.0.points", "seats.1.points"]
    assert not play.joining().may


@pytest.mark.parametrize("file", ["box.py", "rules.py"])
def test_the_boxes_are_found_by_their_class(orchard: Path, file: str) -> None:
    with open(orchard / file, "a", encoding="utf-8") as page:
        page.write(BOX)
    play = a_play()
    assert play.game.boxes.new() == {"plums": 3} == play.setup.box


def test_a_game_whose_boxes_are_alike_has_plain_ones(orchard: Path) -> None:
    play = a_play()
    assert type(play.game.boxes) is Boxes and play.setup.box is None


@pytest.mark.parametrize(("file", "line", "name"), [
    ("copy.py", "def starter_copy(): return {}\n", "starter_copy"),
    ("rules.py", "def check_copy(copy): return []\n", "check_copy"),
    ("game.py", "PlumsGame.copy_editor = 'plums:Editor'\n", "copy_editor")])
def test_what_boxes_replaced_is_refused_with_what_to_write(
        orchard: Path, file: str, line: str, name: str) -> None:
    with open(orchard / file, "a", encoding="utf-8") as page:
        page.write(line)
    broken, = find_games({}, [("plums", "plums:game")]).broken
    assert str(broken.error) == f"It has {name}: write a Boxes class in box.py instead."


def test_a_name_imported_from_elsewhere_is_no_function_of_the_game(orchard: Path) -> None:
    (orchard / "rules.py").write_text("from dataclasses import field\n" + RULES, encoding="utf-8")
    play = a_play()
    found = play.game.field(play.table, "seats.1.points")
    assert found is not None and found.path == "seats.1.points", "the default, not dataclasses.field"


def test_nothing_but_the_facts_is_imported_before_a_play(orchard: Path) -> None:
    import_module("plums")
    assert "plums.rules" not in sys.modules and "plums.view" not in sys.modules
    a_play()
    assert "plums.rules" in sys.modules


@pytest.mark.parametrize(("file", "gone", "why"), [
    ("view.py", "def outcome", "It has no outcome: write it in view.py, or as a method of the game."),
    ("rules.py", "async def play", "It has no play: write it in rules.py, or as a method of the game."),
    ("rules.py", "class Plums(Table)", "It has no new: write it in table.py, or as a method of the game."),
])
def test_a_plugin_without_one_of_the_four_is_broken_and_says_what_to_write(
        orchard: Path, file: str, gone: str, why: str) -> None:
    page = orchard / file
    page.write_text(page.read_text(encoding="utf-8").replace(gone, gone.replace("play", "plaid").replace(
        "outcome", "ending").replace("(Table)", "(list)")), encoding="utf-8")
    found = find_games({}, [("plums", "plums:game")])
    assert [str(one.error) for one in found.broken] == [why]
