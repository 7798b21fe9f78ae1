"""Print random sentences for an editor to read: `python -m tools.sample docstrings` (or `docs`, `messages`).

The seed makes a sample repeatable. Count what you would rewrite; at most 5 of 100 is the aim.
"""

import argparse
import ast
import re
from collections.abc import Iterator
from random import Random

from tools.messages import ROOT, templates

CODE = re.compile(r"^(`{3,4}).*?^\1|^    .*?$", re.DOTALL | re.MULTILINE)
SENTENCE_ENDS = re.compile(r"(?<=[.!?:])\s+(?=[A-Z*`\[])")


def docstrings() -> Iterator[str]:
    """Those of the tests, too."""
    for path in sorted(path for folder in ("companion", "tests") for path in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Expr(value=ast.Constant(value=str(words))):
                    yield f"{path.relative_to(ROOT)}:{node.lineno} {' '.join(words.split())}"


def docs() -> Iterator[str]:
    for path in (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))):
        for part in re.split(r"\n\s*\n|\n(?=[-|#\d])", CODE.sub("", path.read_text(encoding="utf-8"))):
            for sentence in SENTENCE_ENDS.split(" ".join(part.split())):
                if len(sentence.split()) > 4:
                    yield f"{path.relative_to(ROOT)}: {sentence}"


def messages() -> Iterator[str]:
    for domain, catalogue in templates().items():
        for one in catalogue:
            if one.id and one.context != "box":
                yield f"{domain}: {one.id if isinstance(one.id, str) else ' / '.join(one.id)}"


KINDS = {"docstrings": docstrings, "docs": docs, "messages": messages}


def sample(kind: str, count: int, seed: int) -> list[str]:
    found = list(KINDS[kind]())
    return sorted(Random(seed).sample(found, min(count, len(found))))


def main() -> None:
    grammar = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    grammar.add_argument("kind", choices=KINDS)
    grammar.add_argument("--count", type=int, default=100)
    grammar.add_argument("--seed", type=int, default=1)
    given = grammar.parse_args()
    print("\n".join(sample(given.kind, given.count, given.seed)))


if __name__ == "__main__":
    main()
