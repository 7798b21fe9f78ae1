"""The kit names every planted fault, and finds nothing in a healthy toy."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion import testing
from companion.testing import Finding, conformance, report, wild_play
from companion.testing.driving import AnyGame, line_of, told_once
from tests.sampling import sampled
from tests.toys import broken, hidden_await, orchard, set_order, unfit, untidy

pytestmark = pytest.mark.slow

PLANTED: list[tuple[AnyGame, str, str]] = [
    (hidden_await.game, "check_source", r"put await first in its statement"),
    (broken.leaking_secret, "check_secrets", r"the view shows a secret before it is revealed"),
    (broken.leaking_secret, "check_secrets", r"the table itself shows a secret"),
    (broken.leaking_next, "check_secrets", r"what is asked next shows a secret"),
    (broken.stuck, "check_undo", r"no open question has an answer: Pick/0"),
    (broken.shared_list, "check_json", r"the rules changed the log"),
    (broken.shared_list, "check_questions", r"Rows decodes to a list"),
    (broken.counting_view, "check_looks", r"view\(\) changes the table"),
    (broken.wrong_citation, "check_questions", r"NoSuchRule cites OR-99, which is not in rules\.md"),
    (broken.wrong_citation, "check_questions", r"NoSuchRule has a digit in its headline \('Take 2 apples\.'\)"),
    (broken.mute_question, "check_questions", r"Mute has no sentence"),
    (broken.mute_question, "check_questions", r"Mute cites no rule"),
    (broken.mute_question, "check_questions", r"of the kind 'own', which has no panel"),
    (broken.same_keys, "check_questions", r"two open questions have the key Which/table"),
    (broken.takes_anything, "check_refusals", r"Gullible accepts 'no such answer'"),
    (broken.hidden_state, "check_undo", r"a different table"),
    (broken.twice_begun, "check_restart", r"repeats what the stretch does before its first question"),
    (broken.endless_stretch, "check_restart", r"a stretch of more than 200 lines"),
    (broken.left_under_way, "check_restart", r"a flow is still under way between two stretches: Turn"),
    (broken.same_faces, "check_questions", r"two answers of Buy look the same \('Buy'\): .* in button\(\)"),
    (broken.same_faces, "check_questions", r"two answers of Card look the same \('Failure'\): .* in word_face\(\)"),
    (broken.wrong_types, "check_questions", r"Wrong\.hint returns 'a plain hint' instead of Text or None"),
    (broken.wrong_types, "check_questions", r"Wrong\.face returns None instead of Face"),
    (untidy.game, "check_source", r"now is an attribute of Table"),
    (untidy.game, "check_source", r"tell\(\) of a plain str can't be translated"),
    (untidy.game, "check_source", r"say\(f\"\.\.\.\"\) can't be translated"),
    (set_order.game, "check_hash_seeds", r"another process gets a different table"),
    (untidy.game, "check_source", r"imports random: ask a Dice, Draw or Deal question"),
    (untidy.game, "check_source", r"imports time: rules can't use a clock"),
    (untidy.game, "check_source", r"imports datetime: rules can't use a clock"),
    (untidy.game, "check_source", r"global LAST"),
    (untidy.game, "check_source", r"loop over left_of or each"),
    (untidy.game, "check_source", r"try around an await"),
    (untidy.game, "check_source", r"an except that catches an Unwind"),
    (untidy.game, "check_source", r"await inside a comprehension"),
    (untidy.game, "check_source", r"print\(\) in the rules"),
    (untidy.game, "check_source", r"hash\(\) in the rules: differs between processes"),
    (untidy.game, "check_source", r"open\(\) in the rules: rules can't use files"),
    (broken.hidden_state, "check_wild_table", r"the log replays to a different table"),
]
IN_WILD_PLAYS: list[tuple[AnyGame, str, str]] = [
    (broken.stuck, "check_wild_table", r"no open question has an answer: Pick/0"),
    (broken.no_cure, "check_wild_table",
     r"no open question has an answer, even after a restart: Which/table"),
    (broken.lost_token, "check_wild_table", r"totals: apples is off by -1"),
    (broken.fragile_choices, "check_wild_table", r"IndexError.*\(broken\.py:\d+\)"),
    (broken.nobody_catches, "check_wild_table", r"the rules failed: ScriptFault: nobody catches Frost"),
]


def name(value: Any) -> str:
    return type(value).__name__ if not isinstance(value, str) else value.partition(" ")[0]


@cache
def checked(game: AnyGame, check: str) -> list[Finding]:
    """One run for all of its faults; each shows in the first plays."""
    fewer = {"plays": 3} if check == "check_questions" else {}
    found: list[Finding] = getattr(testing, check)(game, **fewer)
    return found


@sampled(("game", "check", "sentence"), PLANTED + IN_WILD_PLAYS, ids=name, keep=len(PLANTED))
def test_a_planted_fault_is_named(game: AnyGame, check: str, sentence: str) -> None:
    findings = checked(game, check)
    assert any(re.search(sentence, finding.sentence) for finding in findings), report(findings)


@pytest.mark.thorough
def test_a_healthy_toy_passes_everything() -> None:
    assert conformance(orchard.game, plays=5) == []


def test_each_finding_says_where() -> None:
    lines = {finding.where for finding in testing.check_source(hidden_await.game)}
    assert lines == {f"__init__.py:{number}" for number in (10, 11, 12, 13)}, "abs(await) and or await are harmless"


def test_what_a_hook_returns_is_named_with_its_line() -> None:
    places = [finding.where for finding in checked(broken.wrong_types, "check_questions")]
    assert places and all(re.search(r"broken\.py:\d+$", place) for place in places)


def test_a_place_is_never_a_file_of_the_engine() -> None:
    """The engine defines `face` and `button`; the report points at the maker's class instead."""
    places = [finding.where for finding in checked(broken.same_faces, "check_questions")
              if "look the same" in finding.sentence]
    assert len(places) == 2 and all(re.search(r", broken\.py:\d+$", place) for place in places)
    assert line_of(orchard.game, "board") == line_of(orchard.game, "view"), "the default reads the view"


def test_what_follows_from_a_look_that_changes_the_table_is_not_told() -> None:
    """Only what plays find can follow from it. Faults in the source or the form are still reported."""
    looks = Finding("looks", "seed 0, line 1, view.py:9", "view() changes the table: looks must not")
    also = Finding("looks", "seed 0, line 1, fields.py:3", "fields() changes the table: looks must not")
    form = Finding("form", "the starter box", "Tiles: the box has nothing at 'tils'")
    follower = Finding("wild table", "seed 2, line 32", "the log replays to a different table")
    assert list(told_once([looks, also, follower, form])) == [looks, also, form]
    assert list(told_once([follower])) == [follower]


def test_one_cause_is_told_once() -> None:
    """Two pieces lack a label: one change in the game fixes both."""
    sentences = [finding.sentence for finding in checked(unfit.off_the_board, "check_questions")]
    assert len([one for one in sentences if "has no label for a screen reader" in one]) == 1


def test_a_rule_that_never_returns_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.core.engine.boundary.SECONDS", 0.3)
    played = wild_play(broken.endless, seed=1)
    assert "the rules did not return in time" in report(played.findings)
    assert not played.ended


TESTS = '''
import pytest

CASES = [("OR-4", 1), ("OR-5", 2)]

@pytest.mark.rule("OR-1", "OR-2", "OR-3")
def test_one():
    assert True

@pytest.mark.parametrize("case", ["OR-6", "OR-7", "OR-8", "OR-9"])
def test_two(case):
    assert case

def test_three():
    \"\"\"OR-10: text proves nothing.\"\"\"
    assert "OR-10"  # OR-11

@pytest.mark.rule("OR-11")
def helper():
    pass
'''


def test_a_rule_without_a_test_is_named(tmp_path: Path) -> None:
    page = tmp_path / "test_rules.py"

    def found(text: str) -> list[str]:
        page.write_text(text, encoding="utf-8")
        return [finding.sentence for finding in testing.check_rules_tested(orchard.game, tmp_path)]
    assert found(TESTS) == ["no test names OR-10 (Frost)", "no test names OR-11 (End)"]
    more = '@pytest.mark.rule("OR-10", "OR-11", "OR-12")\ndef test_four(): ...\n'
    assert found(TESTS + more) == ["a test names OR-12, which is not in rules.md"]
    assert found(TESTS.replace("OR-7", "OR-77") + more) == [
        "no test names OR-7 (Vote)", "a test names OR-77, which is not in rules.md",
        "a test names OR-12, which is not in rules.md"]
