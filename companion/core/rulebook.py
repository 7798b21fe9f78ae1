"""Parses a game's `rules.md` into numbered rules, which *Why?* shows.

    ## Guessing
    **WM-13** Right guess. The guesser and the teller each gain as many points as ...
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from companion.core.language import current
from companion.core.text import folded

_RULE = re.compile(r"\*\*(?P<id>[A-Z]+-[A-Z]*\d+)\*\*\s+(?P<text>.+)", re.DOTALL)
_ID = re.compile(r"\b[A-Z]{2}-[A-Z]*\d+\b")


@dataclass(frozen=True)
class Rule:
    """One numbered rule. `title` is its short first sentence, `text` the rest."""

    id: str
    section: str
    title: str
    text: str

    def cites(self) -> list[str]:
        return [found for found in _ID.findall(self.text) if found != self.id]


class Rulebook:
    """All rules of a game by number, in page order."""

    def __init__(self, rules: list[Rule]) -> None:
        self._rules = {rule.id: rule for rule in rules}
        if len(self._rules) < len(rules):
            ids = [rule.id for rule in rules]
            twice = sorted({one for one in ids if ids.count(one) > 1})
            raise ValueError(f"numbered twice in rules.md: {', '.join(twice)}")

    @staticmethod
    def parse(page: str) -> "Rulebook":
        rules: list[Rule] = []
        section = ""
        for block in re.split(r"\n\s*\n", page):
            paragraph = " ".join(block.split())
            if paragraph.startswith("#"):
                section = paragraph.lstrip("# ")
            elif found := _RULE.fullmatch(paragraph):
                title, _, text = found["text"].partition(". ")
                rules.append(Rule(found["id"], section, title.rstrip("."), text.strip()))
        return Rulebook(rules)

    @staticmethod
    def of(path: Path) -> "Rulebook":
        """The rules in the current language: `rules.de.md` beside `rules.md`."""
        return read_rules(path, current().language)

    def __contains__(self, rule: object) -> bool:
        return rule in self._rules

    def get(self, rule: str, otherwise: Rule) -> Rule:
        return self._rules.get(rule, otherwise)

    def __getitem__(self, rule: str) -> Rule:
        return self._rules[rule]

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __len__(self) -> int:
        return len(self._rules)

    def search(self, words: str) -> list[Rule]:
        """Rules that contain all of the words, in page order."""
        wanted = folded(words).split()
        return [rule for rule in self
                if all(word in folded(f"{rule.id} {rule.section} {rule.title} {rule.text}")
                       for word in wanted)]


@lru_cache(maxsize=64)
def read_rules(path: Path, language: str) -> Rulebook:
    english = Rulebook.parse(path.read_text(encoding="utf-8"))
    translated = path.with_name(f"rules.{language}.md")
    if not translated.is_file():
        return english
    theirs = Rulebook.parse(translated.read_text(encoding="utf-8"))
    return Rulebook([theirs.get(rule.id, rule) for rule in english])
