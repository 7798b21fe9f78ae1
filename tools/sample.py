"""Draw sentences for an editor to read: messages, docstrings and lines of the docs.

`python -m tools.sample --seed 7` prints a hundred of each, the same for the same seed.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterator
from random import Random

from companion.core.language import CONTEXT
from tools.messages import ROOT, domains, messages

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def shown() -> set[str]:
    """Every sentence a player may see."""
    found = (one.one for domain, folder in domains().items() for one in messages(domain, folder))
    return {words for one in found if (words := one.rpartition(CONTEXT)[2])}


def docstrings() -> Iterator[str]:
    for path in sorted((ROOT / "companion").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, DOCUMENTED) and (text := ast.get_docstring(node)):
                yield f"{path.relative_to(ROOT)}: {' '.join(text.partition('>>>')[0].split())}"


def doc_sentences() -> Iterator[str]:
    """Sentences of running text: no code, tables or headings."""
    for path in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]):
        text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for block in re.split(r"\n\s*\n|\n(?=[-*\d])", text):
            if not block.lstrip().startswith(("#", "|", "<", "!")):
                words = " ".join(block.split())
                yield from (f"{path.name}: {one}" for one in re.split(r"(?<=[.?!])\s+", words) if len(one.split()) > 3)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=100)
    given = parser.parse_args()
    for title, found in (("Messages", shown()), ("Docstrings", docstrings()), ("Docs", doc_sentences())):
        every = sorted(set(found))
        print(f"\n# {title}: {given.number} of {len(every)}\n")
        print("\n".join(Random(given.seed).sample(every, min(given.number, len(every)))))


if __name__ == "__main__":
    main()
