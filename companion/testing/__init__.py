"""The conformance kit: checks that every game must pass, including third-party ones.

    from companion.testing import kit_tests
    from my_game import game

    test_kit = kit_tests(game)

Or call `conformance(game)` for a list of findings, each with its check, place and one sentence.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from companion.testing.answers import check_refusals, check_secrets
from companion.testing.by_hand_laws import check_fields
from companion.testing.driving import AnyGame, Finding, report, told_once
from companion.testing.forms import check_form
from companion.testing.hidden import check_hands, check_without_fields
from companion.testing.looks import check_appearance, check_looks, check_questions, look_round
from companion.testing.replaying import (
    check_breakage,
    check_hash_seeds,
    check_json,
    check_restart,
    check_undo,
)
from companion.testing.shapes import check_shapes
from companion.testing.source import check_rules_tested, check_source
from companion.testing.wild import Wild, check_joining, check_leaving, check_wild_table, wild_play

__all__ = [
    "CHECKS", "Finding", "Wild", "check_appearance", "check_breakage", "check_fields", "check_form",
    "check_hands", "check_hash_seeds", "check_joining", "check_json", "check_leaving", "check_looks",
    "check_questions", "check_refusals", "check_restart", "check_rules_tested", "check_secrets",
    "check_shapes", "check_source", "check_undo", "check_wild_table", "check_without_fields", "conformance",
    "kit_tests", "look_round", "report", "wild_play",
]

Check = Callable[[AnyGame], list[Finding]]

CHECKS: tuple[Check, ...] = (
    check_source, check_questions, check_shapes, check_appearance, check_looks, check_fields,
    check_without_fields, check_hands, check_form, check_refusals, check_restart, check_undo, check_leaving,
    check_joining, check_json, check_breakage, check_secrets, check_hash_seeds, check_wild_table,
)
"""Each takes a game and returns a list of findings; an empty list is a pass."""


def conformance(game: AnyGame, plays: int = 100, tests: Path | None = None) -> list[Finding]:
    """Run every check, reporting each fault once.

    `plays`: how many wild plays. `tests`: the folder of the game's tests, which must name every rule.
    """
    found = [finding for check in CHECKS if check is not check_wild_table for finding in check(game)]
    found += check_wild_table(game, plays)
    if tests is not None:
        found += check_rules_tested(game, tests)
    return list(told_once(found))


def kit_tests(game: AnyGame, *, plays: int = 200, chunk: int = 100, tests: Path | str | None = None) -> Any:
    """A test function with one case per check; wild plays are split into chunks for parallel workers.

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
