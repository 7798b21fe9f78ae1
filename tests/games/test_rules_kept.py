"""`make test` proves every rule: no rule is named only by tests that are left to `make thorough`."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

RULE = re.compile(r"\b[A-Z]+-[A-Z]*\d+\b")


def marked_tests() -> Iterator[tuple[bool, set[str]]]:
    """For each test: whether it is thorough, and the rules in its marks and its file's marks."""
    for path in Path(__file__).parent.rglob("test_*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assigned = [node for node in tree.body if isinstance(node, ast.Assign)]
        for_all = [ast.unparse(node) for node in assigned if ast.unparse(node.targets[0]) == "pytestmark"]
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                marks = " ".join([*for_all, *(ast.unparse(mark) for mark in node.decorator_list)])
                yield "pytest.mark.thorough" in marks, set(RULE.findall(marks))


@pytest.mark.slow
def test_no_rule_is_left_to_make_thorough() -> None:
    tests = list(marked_tests())
    later = set().union(*(rules for thorough, rules in tests if thorough))
    kept = set().union(*(rules for thorough, rules in tests if not thorough))
    assert kept and later - kept == set()
