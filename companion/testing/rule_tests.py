"""Every numbered rule is named in a test."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from companion.testing.checks import a_check
from companion.testing.driving import AnyGame
from companion.testing.findings import Finding, Findings

_ID = re.compile(r"\b[A-Z]+-[A-Z]*\d+\b")


@a_check
def check_rules_tested(game: AnyGame, tests: Path) -> list[Finding]:
    """Every rule and ruling of rules.md is named in a test below that folder, and no test names an unknown one."""
    found = Findings("rules tested", every_place=True)
    found_in = {name: place for place, name in named_in_tests(tests)}
    prefixes = {rule.id.partition("-")[0] for rule in game.rulebook()}
    for rule in game.rulebook():
        if rule.id not in found_in:
            found.add("rules.md", f"no test names {rule.id} ({rule.title})")
    for name, place in found_in.items():
        if name.partition("-")[0] in prefixes and name not in game.rulebook():
            found.add(place, f"a test names {name}, which is not in rules.md")
    return found.list()


def named_in_tests(folder: Path) -> Iterator[tuple[str, str]]:
    """(file:line, rule) for every rule named in a test function, its decorators, or a table of cases beside it."""
    for path in sorted(folder.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        for node in ast.walk(ast.parse(text)):
            span = _span(node)
            for number in span:
                for rule in _ID.findall(lines[number - 1]):
                    yield f"{path.name}:{number}", rule


def _span(node: ast.AST) -> range:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test"):
        first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
        return range(first, (node.end_lineno or first) + 1)
    if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.col_offset == 0:
        return range(node.lineno, (node.end_lineno or node.lineno) + 1)
    return range(0)
