"""Slips that newcomers make, planted one by one into Pebbles as the page has it: the kit names each of them."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from companion import testing
from companion.services.packs.pack import forget

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "tableside-pebbles"
PACKAGE = "tableside_pebbles"
ASK = "            number = await table.ask(Take(taker))                           # PB-3\n"
WILD = partial(testing.check_wild_table, plays=8)


def calm(game: Any) -> list[testing.Finding]:
    """One play that only answers. The kit itself gives up after 20,000 lines."""
    return testing.wild_play(game, 9, limit=500).findings

"""A play in which nobody corrects anything, so it has to end."""

SLIPS: dict[str, tuple[str, str, str, Any, str]] = {
    "a copied local": ("rules.py", ASK, f"            heap = table.heap\n{ASK}            table.heap = heap\n",
                       testing.check_copied_locals, "copies a value into heap and keeps it across an await"),
    "+= await": ("rules.py", ASK, "            number = 1\n            number += await table.ask(Take(taker)) - 1\n",
                 testing.check_source, "put await first in its statement"),
    "random": ("rules.py", "HEAP = 15", "import random\nHEAP = 15", testing.check_source, "imports random"),
    "time": ("rules.py", "HEAP = 15", "import time\nHEAP = 15", testing.check_source, "imports time"),
    "a digit in a headline": ("rules.py", "how many pebbles do you take?", "take 1 to 3 pebbles.",
                              testing.check_questions, "Take has a digit in its headline"),
    "a rule without a test": ("rules.md", "## Rulings", "**PB-7** New. A rule.\n\n## Rulings",
                              partial(testing.check_rules_tested, tests=EXAMPLE / "tests"), "no test names PB-7"),
    "an unknown rule": ("rules.py", 'rule = "PB-3"', 'rule = "PB-33"', testing.check_questions,
                        "Take cites PB-33, which is not in rules.md"),
    "by_players too early": ("rules.py", "    table.heap -= number", "    table.by_players()\n    table.heap -= number",
                             testing.check_questions, "after Take, by_players\\(\\) comes before anything"),
    "two seats with one name": ("rules.py", "Player(index, person)", "Player(index, setup.people[0])",
                                testing.check_questions, "fields have the label \"Ana's points\""),
    "no such icon": ("game.py", 'icon="circle-multiple"', 'icon="circle-multipel"', testing.check_appearance,
                     "the icon 'circle-multipel', which does not exist"),
    "contrast": ("game.py", '**palettes("#0B5F78")',
                 '**{look: replace(one, text2=one.panel) for look, one in palettes("#0B5F78").items()}',
                 testing.check_appearance, "text2 on panel has a contrast of 1.0"),
    "too many points": ("rules.py", "table.last.gain(1)", "table.last.gain(1000)", WILD, "points"),
    "an except": ("rules.py", ASK, "            try:\n    " + ASK + "            except BaseException:\n"
                  "                number = 1\n", testing.check_source, "try around an await|catches an Unwind"),
    "a name of the engine": ("rules.py", "self.heap = HEAP\n", "self.heap = HEAP\n        self.now = 5\n",
                             testing.check_source, "now is an attribute of Table"),
    "another name of the engine": ("rules.py", "self.heap = HEAP\n", "self.heap = HEAP\n        self.told = []\n",
                                   testing.check_source, "told is an attribute of Table"),
    "never ends": ("rules.py", "table.heaps_played += 1", "table.heaps_played += 0", calm,
                   "has not ended after 500 lines"),
    "no end once the first has left": ("rules.py", "table.heaps_played += 1",
                                       "table.heaps_played += table.last is table.seats[0]", testing.check_leaving,
                                       "never ends after Ana left"),
    "a plain sentence": ("rules.py", 'table.tell(say("{name} took the last pebble.", name=table.last), table',
                         'table.tell("Somebody took it.", table', testing.check_source,
                         "of a plain str can't be translated"),
    "an f-string": ("rules.py", 'say("{name} took the last pebble.", name=table.last)',
                    'say(f"{table.last.name} took it.")', testing.check_source, "can't be translated"),
    "equal labels": ("fields.py", 'say("Who took last")', 'say("Whose turn it is")', testing.check_questions,
                     "have the label 'Whose turn it is'"),
    "a winner of nobody": ("view.py", "victory(winners), winners)", "victory(winners), [])", testing.check_questions,
                           "somebody is in first place but not a winner"),
    # from the second maker's list
    "a list of the class": ("rules.py", "class Player(Seat):\n", "class Player(Seat):\n    takes: list[int] = []\n",
                            testing.check_source, "Player.takes is one for all players and plays"),
    "a list as default": ("rules.py", "HEAP = 15", "HEAP = 15\n\n\ndef best(of=[]):\n    return of\n",
                          testing.check_source, "best: all calls share this default"),
    "an illegal late answer": ("rules.py", "    def row(self, table",
                               '    def timer(self, table):\n        from companion.api import Timer\n'
                               '        return Timer("take", 30, "stop")\n\n    def row(self, table',
                               testing.check_questions,
                               "offers 'stop', which is no legal answer"),
    "a helper with a hook's name": ("rules.py", "HEAP = 15", "HEAP = 15\n\n\ndef left(table):\n    return table.heap\n",
                                    testing.check_questions, r"left\(\) is a hook that the engine calls with"),
    # beyond the makers' lists
    "a hook of the wrong type": ("rules.py", "    def row(self, table", "    def hint(self, table):\n"
                                 '        return "take some"\n\n    def row(self, table', testing.check_questions,
                                 "Take.hint returns 'take some' instead of Text or None"),
    "hidden state": ("rules.py", "    table.heap -= number\n", "    table.heap -= number\n    TAKEN.append(number)\n"
                     "    table.heap -= min(table.heap, len(TAKEN) % 2)\n", WILD, "a different table|replays"),
}
"""Each: the file, the line, what it becomes, the check, and its words. Same faces of secret cards: test_kit_finds."""


@pytest.fixture
def plant(tmp_path: Path) -> Iterator[Any]:
    def into(file: str, old: str, new: str) -> Any:
        shutil.copytree(EXAMPLE / PACKAGE, tmp_path / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))
        page = tmp_path / PACKAGE / file
        text = page.read_text(encoding="utf-8")
        assert old in text
        page.write_text(text.replace(old, new).replace("HEAP = 15", "TAKEN: list[int] = []\nHEAP = 15")
                        .replace('"""Pebbles as', 'from dataclasses import replace\n"""Pebbles as'), encoding="utf-8")
        sys.path.insert(0, str(tmp_path))
        forget(PACKAGE)
        return import_module(PACKAGE).game

    yield into
    sys.path.remove(str(tmp_path))
    forget(PACKAGE)


@pytest.mark.slow
@pytest.mark.parametrize("slip", SLIPS)
def test_the_kit_names_it(slip: str, plant: Any) -> None:
    file, old, new, check, words = SLIPS[slip]
    findings = check(plant(file, old, new))
    assert any(re.search(words, str(finding)) for finding in findings), testing.report(findings) or "nothing was found"
