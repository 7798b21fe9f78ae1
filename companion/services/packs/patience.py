"""A pack that never comes back: broken off after a while, so that the screen is not held up for ever.

By an alarm of the system, and not by a thread: one search for a text with a cunning pattern leaves no other thread any
time, but it looks whether an alarm rang.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from companion.core.refusals import Refused
from companion.core.text import say

R = TypeVar("R")
AGAIN = 0.2
"""Seconds until it rings again: a program may catch it once."""


class TooLate(BaseException):
    """Raised inside of the work."""


def in_time(work: Callable[[], R], seconds: float) -> R:
    """Its result, or `Refused`. Where there is no such alarm (Windows, another thread) the work is waited for."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        return work()
    try:
        return _with_alarm(work, seconds)
    except TooLate:
        raise Refused(say("This pack takes too long: it hangs, or works without end. It was not added.")) from None


def _with_alarm(work: Callable[[], R], seconds: float) -> R:
    over: list[bool] = []

    def rings(number: int, frame: Any) -> None:
        if not over:
            raise TooLate
    before = signal.signal(signal.SIGALRM, rings)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        return work()
    finally:
        over.append(True)
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
