"""The kit's findings: which check, where, and one sentence."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.core.engine.boundary import CallTooLong
from companion.core.play import RulesFailed
from companion.core.questions import Refused

LINE = re.compile(r"\w+: [^:]*\(\w+\.py:\d+\)$")
MOST = 12  # from random plays; the first few say enough


@dataclass(frozen=True)
class Finding:
    """One fault of a game. `where` is a line of its source, or a seed and a record number."""

    check: str
    where: str
    sentence: str

    @property
    def fault(self) -> str:
        """Identifies the fault across checks: the error and its line if known, else the sentence."""
        place = LINE.search(self.sentence)
        return place.group() if place else self.sentence

    def __str__(self) -> str:
        return f"{self.check}: {self.where}: {self.sentence}"


class Findings:
    """Collects one check's findings. In random plays, each sentence counts once, where first seen."""

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
    """Skip repeated faults. `told`: those already reported by other checks; updated."""
    known = set() if told is None else told
    for finding in findings:
        if finding.fault not in known:
            known.add(finding.fault)
            yield finding


def report(findings: Iterable[Finding]) -> str:
    return "\n".join(str(finding) for finding in findings) or "Nothing was found."


def broken_at(error: BaseException, home: Path) -> str:
    """The error in a few words, with the innermost line of the game."""
    cause: BaseException = error.__cause__ if error.__cause__ is not None else error
    words = f"{type(cause).__name__}: {cause}"
    for step in reversed(traceback.extract_tb(cause.__traceback__)):
        path = Path(step.filename)
        if path.parent == home or home in path.parents:
            return f"{words} ({path.name}:{step.lineno})"
    return words


def told(error: BaseException, home: Path) -> str:
    """What a game did wrong, from what it raised."""
    if isinstance(error, CallTooLong) or isinstance(error.__cause__, CallTooLong):
        return "the rules did not return in time"
    if isinstance(error, RulesFailed):
        return f"the rules failed: {broken_at(error, home)}"
    if isinstance(error, Refused):
        return f"the game refused an answer that it had offered: {error}"
    return f"it raised {broken_at(error, home)}"
