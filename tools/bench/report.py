"""Sections of the report, and what they measure with."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True)
class Section:
    """One table of the report, with a sentence on what was measured."""

    title: str
    words: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def markdown(self) -> str:
        lines = [f"## {self.title}", "", self.words, "", "| " + " | ".join(self.columns) + " |",
                 "|" + "---|" * len(self.columns)]
        lines += ["| " + " | ".join(row) + " |" for row in self.rows]
        return "\n".join(lines)


def calls(job: Callable[[], object]) -> int:
    """How many functions the interpreter calls for a job: the same number on every machine."""
    made = 0

    def count(_: object, event: str, __: object) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        job()
    finally:
        sys.setprofile(None)
    return made - 1  # not the one that stops counting


def best_of(job: Callable[[], object], runs: int) -> float:
    """The shortest of several runs: the time on an idle machine."""
    return min(seconds(job) for _ in range(runs))


def seconds(job: Callable[[], object]) -> float:
    begun = perf_counter()
    job()
    return perf_counter() - begun


def ms(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms"


def part(values: list[float], share: float) -> float:
    """The value below which this share of all values lies."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]
