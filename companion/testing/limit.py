"""A time limit for code that may never return: a rule that loops for ever must be reported, not waited for."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.testing.findings import broken_at

LOOKS_EVERY = 0.1  # seconds


class TooLong(BaseException):
    """Raised in the code that took too long. A BaseException: no rule and no engine may swallow it."""


class _Watch:
    """One thread looks after all limits; setting and lifting one costs next to nothing."""

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
    """Interrupt the block when it takes longer. Works in any thread, on any system CPython runs on."""
    number = _watch.set(seconds)
    try:
        yield
    finally:
        _watch.lift(number)


def _raise_in(thread: int) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(TooLong))


def too_long(seconds: float) -> str:
    return f"the rules did not come back within {seconds:g} seconds"


def failure(error: BaseException, home: Path, seconds: float) -> str:
    """A failure of the rules in words; a play turns the limit itself into one, too."""
    return too_long(seconds) if isinstance(error.__cause__, TooLong) else f"the rules failed: {broken_at(error, home)}"
