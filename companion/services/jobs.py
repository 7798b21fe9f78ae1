"""Long work in small steps, so that a screen stays responsive, shows progress, and can cancel it.

    job = library.files.export_to(path)
    while not job.run(0.008):  # a few milliseconds of each frame
        ...                    # show job.progress; job.cancel() breaks it off
    job.result
"""

from collections.abc import Callable, Generator
from functools import wraps
from time import perf_counter
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
Steps = Generator[tuple[int, int], None, R]
"""Yields parts done and total (0 if unknown); returns the result."""


class Job(Generic[R]):
    """Runs in the thread that steps it; nothing happens before the first step."""

    def __init__(self, steps: Steps[R]) -> None:
        self._steps = steps
        self.done = 0
        self.total = 0
        self.over = False
        self.cancelled = False
        self._result: list[R] = []

    @property
    def progress(self) -> float:
        if self._result:
            return 1.0
        return min(1.0, self.done / self.total) if self.total else 0.0

    @property
    def result(self) -> R:
        return self._result[0]

    def step(self) -> bool:
        """Do one part; return True when finished. A job that raises `Refused` is finished too."""
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
        """Step until the time is up, at least once; return True when finished."""
        end = perf_counter() + seconds
        while not self.step():
            if perf_counter() >= end:
                break
        return self.over

    def cancel(self) -> None:
        """Cancel. Half-written parts are removed; complete ones stay."""
        if not self.over:
            self._steps.close()
            self.over = self.cancelled = True

    def finish(self) -> R:
        while not self.step():
            pass
        return self.result


def job(steps: Callable[P, Steps[R]]) -> Callable[P, Job[R]]:
    """Decorate a generator so that calling it returns its job."""
    @wraps(steps)
    def make(*args: P.args, **kwargs: P.kwargs) -> Job[R]:
        return Job(steps(*args, **kwargs))
    return make
