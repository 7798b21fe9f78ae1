"""Finds every translatable sentence in a folder of source code."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.core.language import BOX, CONTEXT

SAYING = {"say": 1, "said": 1, "say_in": 2, "count": 2, "term": 1}
"""Functions that take a sentence, and how many of their arguments must be literals."""
NOTE = "# Translators: "
"""A comment that begins like this, in the line of a sentence or above it, goes into the template."""


@dataclass(frozen=True)
class Message:
    """One sentence, with `many` for its plural; empty if it isn't a literal."""

    path: Path
    line: int
    one: str = ""
    many: str = ""
    note: str = ""

    @property
    def context(self) -> str:
        return self.one.rpartition(CONTEXT)[0]


CALL = re.compile(rf"\b(?:{'|'.join(SAYING)})\s*\(")
"""Only a file with such a call is worth parsing."""


def said_in(folder: Path, but: Path | None = None) -> Iterator[Message]:
    """Yield every sentence, in file order. `but`: a folder inside that is left out."""
    for path in sorted(folder.rglob("*.py")):
        if but not in path.parents:
            yield from said_by(path)


def said_by(path: Path) -> Iterator[Message]:
    """Yield every sentence of one file."""
    source = path.read_text(encoding="utf-8")
    if not CALL.search(source):
        return
    lines = ["", *source.splitlines()]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYING:
            words = _sentences(node)
            if words != [""]:
                one, many = (*words, "", "")[:2]
                yield Message(path, node.lineno, one, many, _note(*lines[node.lineno - 1:node.lineno + 1]))


def _note(above: str, here: str) -> str:
    return here.partition(NOTE)[2] or (above.partition(NOTE)[2] if above.lstrip().startswith(NOTE) else "")


def _sentences(call: ast.Call) -> list[str]:
    function = getattr(call.func, "id", "")
    given = [one.value for one in call.args[:SAYING[function]]
             if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    if len(given) < SAYING[function]:
        return []
    context = [BOX] if function == "term" else [
        one.value.value for one in call.keywords
        if function == "said" and isinstance(one.value, ast.Constant) and isinstance(one.value.value, str)]
    return [CONTEXT.join([*context, *given])] if function in ("say_in", "term", "said") else given
