"""The version of the plugin interface: games of another one run, or are told what to change."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

from companion.core.game import CONTRACT
from companion.core.registry import DROPPED, find_games, instead_of, out_of_date
from tests.toys.orchard.game import OrchardGame


class FromTomorrow(OrchardGame):
    contract = 3


def test_a_game_for_another_contract_is_named_and_not_taken() -> None:
    module = ModuleType("toy_from_tomorrow")
    module.game = FromTomorrow()
    sys.modules["toy_from_tomorrow"] = module
    try:
        found = find_games({}, [("orchard", "toy_from_tomorrow:game")])
    finally:
        del sys.modules["toy_from_tomorrow"]
    assert CONTRACT == 2 and found.games == {}
    error = str(found.broken[0].error)
    assert error == "It needs plugin interface 3, but this app has 2. Update the older one."


OLD = '''
class Bet(Menu):
    def options(self, table):
        return [Option("stop", say("Stop"), moves=True)]
'''


def test_a_game_of_the_first_version_is_told_the_line_and_what_to_write() -> None:
    why = "It was made for plugin interface 1, and this app has 2. Its maker must change rules.py, line 4: " \
          "Option(moves=...) is now table.by_players(). To convert it, see What stays in the game reference."
    assert str(out_of_date(1, {"view.py": "", "rules.py": OLD})) == why
    assert out_of_date(2, {"rules.py": OLD}) is None, "an own name of a newer game"
    assert out_of_date(1, {"rules.py": OLD.replace(", moves=True", "")}) is None


@pytest.mark.parametrize("code", [
    "    def moves(self, table):", "x = setup.copy['tiles']", "def sits_down_now(table):",
    "Map(spots, scene='wood')", "    copy_editor = ''", "def starter_copy():", "Field('a', ordered=names)"])
def test_each_dropped_name_is_recognized(code: str) -> None:
    assert out_of_date(1, {"rules.py": code}) is not None


def test_names_that_only_look_alike_are_left_alone() -> None:
    code = "removes = 1\nhand = cards.copy()\nordered: bool = True\nif ordered == 1: self.moves += 1"
    assert out_of_date(1, {"rules.py": code}) is None


def test_the_reference_lists_every_dropped_name() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "game-reference.md").read_text(encoding="utf-8")
    assert [one.name for one in DROPPED if f"\n{one.name} " not in page] == []
    assert instead_of("moves") == "table.by_players()" and instead_of("heap") == ""
