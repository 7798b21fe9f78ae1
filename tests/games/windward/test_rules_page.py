"""The page of numbered rules: complete, and every number that the code names is on it."""

import re
from pathlib import Path

from companion.core.rulebook import Rulebook
from companion.games import windward

FOLDER = Path(windward.__file__).parent
RULES = Rulebook.of(FOLDER / "rules.md")


def test_all_rules_and_rulings_are_there() -> None:
    wanted = [f"WW-{number}" for number in range(1, 154)] + [f"WW-A{number}" for number in range(1, 50)]
    assert [rule.id for rule in RULES] == wanted
    assert all(rule.title and rule.text and len(rule.title) < 60 for rule in RULES)


def test_every_number_that_is_cited_exists() -> None:
    cited = {found for rule in RULES for found in rule.cites()}
    for module in FOLDER.glob("*.py"):
        cited |= set(re.findall(r"WW-A?\d+", module.read_text(encoding="utf-8")))
    assert len(cited) > 80
    assert cited <= {rule.id for rule in RULES}
