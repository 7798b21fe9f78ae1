"""Find every sentence that a folder of source code says, for translators and for checks."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.core.language import CONTEXT

SAYING = {"say": 1, "said": 1, "say_in": 2, "count": 2}
"""What says a sentence, and how many of its arguments must be written out."""


@dataclass(frozen=True)
class Message:
    """One sentence, or `many` for its plural; empty if it isn't written out where it is said."""

    path: Path
    line: int
    one: str = ""
    many: str = ""

    @property
    def context(self) -> str:
        return self.one.rpartition(CONTEXT)[0]


def said_in(folder: Path) -> Iterator[Message]:
    """Every sentence, in the order of the files."""
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
