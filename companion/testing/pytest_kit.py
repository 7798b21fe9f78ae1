"""The kit as tests: three lines in a game's own test file.

    from companion.testing import kit_tests
    from my_game import game

    test_kit = kit_tests(game)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from companion.testing.conformance import CHECKS, Check
from companion.testing.driving import AnyGame
from companion.testing.findings import report, told_once
from companion.testing.rule_tests import check_rules_tested
from companion.testing.wild import check_wild_table


def kit_tests(game: AnyGame, *, plays: int = 200, chunk: int = 100, tests: Path | str | None = None) -> Any:
    """A test function with one case a check; wild plays in chunks, so that several workers can share them.

    `tests`: the folder (or a file in it) whose tests must name every numbered rule.
    """
    import pytest

    cases = [pytest.param(check, id=check.__name__) for check in CHECKS if check is not check_wild_table]
    for first in range(0, plays, chunk):
        wild: Check = partial(check_wild_table, plays=min(chunk, plays - first), seed=first)
        cases.append(pytest.param(wild, id=f"check_wild_table-{first}"))
    if tests is not None:
        folder = Path(tests) if Path(tests).is_dir() else Path(tests).parent
        cases.append(pytest.param(partial(check_rules_tested, tests=folder), id="check_rules_tested"))

    told: set[str] = set()

    @pytest.mark.parametrize("check", cases)
    def test_kit(check: Callable[[AnyGame], Any]) -> None:
        found = check(game)
        findings = list(told_once(found, told))
        if found and not findings:
            pytest.skip("an earlier check has told all of it already")
        assert not findings, f"{game.facts.title}:\n{report(findings)}"

    return test_kit
