"""What the kit found: which check, where, and one sentence about it."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

LINE = re.compile(r"\w+: [^:]*\(\w+\.py:\d+\)$")
MOST = 12  # from random plays; the first few say enough


@dataclass(frozen=True)
class Finding:
    """One fault of a game. `where` is a line of its source, or a seed and a line of the log."""

    check: str
    where: str
    sentence: str

    @property
    def fault(self) -> str:
        """What is wrong, whoever ran into it: the error and its line where there is one, else the sentence."""
        place = LINE.search(self.sentence)
        return place.group() if place else self.sentence

    def __str__(self) -> str:
        return f"{self.check}: {self.where}: {self.sentence}"


class Findings:
    """Collects what one check found. In random plays the same sentence counts once, at the first place it was seen."""

    def __init__(self, check: str, *, every_place: bool = False) -> None:
        self.check = check
        self.every_place = every_place
        self._seen: dict[tuple[str, str], Finding] = {}

    def add(self, where: str, sentence: str) -> None:
        if not self.full():
            place = where if self.every_place else ""
            self._seen.setdefault((place, sentence), Finding(self.check, where, sentence))

    def extend(self, findings: Iterable[Finding]) -> None:
        for finding in findings:
            self.add(finding.where, finding.sentence)

    def full(self) -> bool:
        return not self.every_place and len(self._seen) >= MOST

    def list(self) -> list[Finding]:
        return list(self._seen.values())


def told_once(findings: Iterable[Finding], told: set[str] | None = None) -> Iterator[Finding]:
    """Without those that name a fault again. `told`: what was told before, by another check; it grows."""
    known = set() if told is None else told
    for finding in findings:
        if finding.fault not in known:
            known.add(finding.fault)
            yield finding


def report(findings: Iterable[Finding]) -> str:
    """The findings as lines to read."""
    return "\n".join(str(finding) for finding in findings) or "Nothing was found."


def broken_at(error: BaseException, home: Path) -> str:
    """An error in a few words, with the innermost line of the game it came from."""
    cause: BaseException = error.__cause__ if error.__cause__ is not None else error
    words = f"{type(cause).__name__}: {cause}"
    for step in reversed(traceback.extract_tb(cause.__traceback__)):
        path = Path(step.filename)
        if path.parent == home or home in path.parents:
            return f"{words} ({path.name}:{step.lineno})"
    return words
