"""A game's `rules.md`, parsed: numbered rules in our own words, so that the screen can answer *Why?*

    ## Guessing
    **WM-13** Right guess. The guesser and the teller each gain as many points as ...
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

_RULE = re.compile(r"\*\*(?P<id>[A-Z]+-[A-Z]*\d+)\*\*\s+(?P<text>.+)", re.DOTALL)
_ID = re.compile(r"\b[A-Z]{2}-[A-Z]*\d+\b")


@dataclass(frozen=True)
class Rule:
    """One numbered rule. `title` is its first sentence, short; `text` the rest."""

    id: str
    section: str
    title: str
    text: str

    def cites(self) -> list[str]:
        return [found for found in _ID.findall(self.text) if found != self.id]


class Rulebook:
    """All rules of a game, by number, in the order of the page."""

    def __init__(self, rules: list[Rule]) -> None:
        self._rules = {rule.id: rule for rule in rules}
        if len(self._rules) < len(rules):
            ids = [rule.id for rule in rules]
            twice = sorted({one for one in ids if ids.count(one) > 1})
            raise ValueError(f"numbered twice in rules.md: {', '.join(twice)}")

    @staticmethod
    def parse(page: str) -> Rulebook:
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
    @lru_cache(maxsize=32)
    def of(path: Path) -> Rulebook:
        return Rulebook.parse(path.read_text(encoding="utf-8"))

    def __contains__(self, rule: object) -> bool:
        return rule in self._rules

    def __getitem__(self, rule: str) -> Rule:
        return self._rules[rule]

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __len__(self) -> int:
        return len(self._rules)

    def search(self, words: str) -> list[Rule]:
        """Rules that hold every one of the words, in the order of the page."""
        wanted = words.casefold().split()
        return [rule for rule in self
                if all(word in f"{rule.id} {rule.section} {rule.title} {rule.text}".casefold() for word in wanted)]
