"""Sections of the report, and the calibration they are compared with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter, process_time


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


class Counter:
    """A typical object with an attribute and a method."""

    def __init__(self) -> None:
        self.n = 0

    def up(self, by: int) -> int:
        self.n += by
        return self.n


def calibrate(steps: int = 100_000, runs: int = 7, clock: Callable[[], float] = process_time) -> float:
    """Seconds for one plain Python step on this machine: a method call, a dict entry, a small tuple."""
    def loop() -> float:
        counter, seen = Counter(), {}
        begun = clock()
        for number in range(steps):
            seen[number & 255] = (number, counter.up(1))
        return clock() - begun
    return min(loop() for _ in range(runs)) / steps


def best_of(job: Callable[[], object], runs: int) -> float:
    """The shortest of several runs: the time on an idle machine."""
    times = []
    for _ in range(runs):
        begun = perf_counter()
        job()
        times.append(perf_counter() - begun)
    return min(times)


def ms(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms"


def part(values: list[float], share: float) -> float:
    """The value below which this share of all values lies."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]
