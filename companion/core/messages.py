"""Finds every translatable sentence in a folder of source code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.core.language import CONTEXT

SAYING = {"say": 1, "said": 1, "say_in": 2, "count": 2}
"""Functions that take a sentence, and how many of their arguments must be literals."""


@dataclass(frozen=True)
class Message:
    """One sentence, with `many` for its plural; empty if it isn't a literal."""

    path: Path
    line: int
    one: str = ""
    many: str = ""

    @property
    def context(self) -> str:
        return self.one.rpartition(CONTEXT)[0]


def said_in(folder: Path) -> Iterator[Message]:
    """Yield every sentence, in file order."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYING:
                words = _sentences(node.func.id, node.args)
                if words != [""]:
                    yield Message(path, node.lineno, *words)


def _sentences(function: str, arguments: list[ast.expr]) -> list[str]:
    given = [one.value for one in arguments[:SAYING[function]]
             if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    if len(given) < SAYING[function]:
        return []
    return [CONTEXT.join(given)] if function == "say_in" else given
