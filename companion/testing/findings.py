"""The kit's findings: which check, where, and one sentence."""

from __future__ import annotations

import ctypes
import re
import threading
import time
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

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


LOOKS_EVERY = 0.1  # seconds


class TooLong(BaseException):
    """Raised in code that took too long. A BaseException, so that neither rules nor engine swallow it."""


class _Watch:
    """One thread watches all limits, so that setting one is cheap."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.limits: dict[int, tuple[int, float]] = {}
        self.number = 0
        self.looking = False

    def set(self, seconds: float) -> int:
        with self.lock:
            self.number += 1
            self.limits[self.number] = (threading.get_ident(), time.monotonic() + seconds)
            if not self.looking:
                self.looking = True
                threading.Thread(target=self.look, daemon=True).start()
            return self.number

    def lift(self, number: int) -> None:
        with self.lock:
            self.limits.pop(number, None)

    def look(self) -> None:
        while True:
            time.sleep(LOOKS_EVERY)
            with self.lock:
                now = time.monotonic()
                for number, (thread, deadline) in list(self.limits.items()):
                    if now > deadline:
                        del self.limits[number]
                        _raise_in(thread)


_watch = _Watch()


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Interrupt the block if it takes longer. Works in any thread, on any system CPython runs on."""
    number = _watch.set(seconds)
    try:
        yield
    finally:
        _watch.lift(number)


def _raise_in(thread: int) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(TooLong))


def too_long(seconds: float) -> str:
    return f"the rules did not return within {seconds:g} seconds"


def failure(error: BaseException, home: Path, seconds: float) -> str:
    """Describe a failure of the rules, including a timeout that the play turned into one."""
    return too_long(seconds) if isinstance(error.__cause__, TooLong) else f"the rules failed: {broken_at(error, home)}"
