"""Long work in small steps, so that a screen goes on beside it, shows how far it is, and can break it off.

    job = evening.files.export_to(path)
    while not job.run(0.008):  # a few milliseconds of each frame
        ...                    # show job.progress; job.cancel() breaks it off
    job.result
"""

from __future__ import annotations

from collections.abc import Generator
from time import perf_counter
from typing import Generic, TypeVar

R = TypeVar("R")
Steps = Generator[tuple[int, int], None, R]
"""Yields how many parts are done, and of how many (0: not known yet); returns the result."""


class Job(Generic[R]):
    """Made by whoever has the work. All in the thread that steps it; nothing happens before the first step."""

    def __init__(self, steps: Steps[R]) -> None:
        self._steps = steps
        self.done = 0
        self.total = 0
        self.over = False
        self.cancelled = False
        self._result: list[R] = []

    @property
    def progress(self) -> float:
        """0 to 1."""
        return 1.0 if self._result else min(1.0, self.done / self.total) if self.total else 0.0

    @property
    def result(self) -> R:
        """Only of a job that came to its end."""
        return self._result[0]

    def step(self) -> bool:
        """One part more; True when it is over. Raises `Refused` with one sentence; then it is over, too."""
        if self.over:
            return True
        try:
            self.done, self.total = next(self._steps)
        except StopIteration as ended:
            self._result.append(ended.value)
            self.over = True
        except BaseException:
            self.over = True
            raise
        return self.over

    def run(self, seconds: float) -> bool:
        """Steps until the time is up, at least one; True when it is over."""
        end = perf_counter() + seconds
        while not self.step():
            if perf_counter() >= end:
                break
        return self.over

    def cancel(self) -> None:
        """Break it off. What is half written is taken away again; what came in whole stays."""
        if not self.over:
            self._steps.close()
            self.over = self.cancelled = True

    def finish(self) -> R:
        """All of it at once."""
        while not self.step():
            pass
        return self.result
