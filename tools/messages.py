"""Collects every sentence of the app into companion/locale/tableside.pot: `make messages`.

A translator copies it to companion/locale/<language>/LC_MESSAGES/tableside.po, fills it in and runs `msgfmt`; the app
offers the language in its settings from the next start.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "companion"
TARGET = SOURCES / "locale" / "tableside.pot"
HEADER = (
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
)


@dataclass
class Message:
    """One sentence, with the places it is said in."""

    one: str
    many: str = ""
    places: list[str] = field(default_factory=list)

    def entry(self) -> str:
        where = "".join(f"#: {place}\n" for place in self.places)
        if self.many:
            return f'{where}msgid {_quoted(self.one)}\nmsgid_plural {_quoted(self.many)}\nmsgstr[0] ""\nmsgstr[1] ""\n'
        return f'{where}msgid {_quoted(self.one)}\nmsgstr ""\n'


@dataclass(frozen=True)
class Unreadable:
    """A call whose sentence is not written out, so that nobody could translate it."""

    place: str


def collect(folder: Path = SOURCES) -> Iterator[Message | Unreadable]:
    """Every call of `say` and `count`, in the order of the files."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("say", "count"):
                place = f"{path.relative_to(ROOT)}:{node.lineno}"
                words = _words(node)
                yield Message(*words, places=[place]) if words else Unreadable(place)


def _words(call: ast.Call) -> list[str]:
    """The one or two sentences of a call; empty if they are not written out."""
    wanted = 2 if isinstance(call.func, ast.Name) and call.func.id == "count" else 1
    given = [one.value for one in call.args[:wanted] if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    return given if len(given) == wanted else []


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def page(messages: Iterator[Message | Unreadable]) -> str:
    """The template: each sentence once."""
    known: dict[tuple[str, str], Message] = {}
    for message in messages:
        if isinstance(message, Message) and message.one:
            known.setdefault((message.one, message.many), Message(message.one, message.many)).places += message.places
    return "\n".join([HEADER, *(message.entry() for message in known.values())])


if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(page(collect()), encoding="utf-8")
