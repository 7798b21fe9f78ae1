"""Work that can wait: small jobs, a few milliseconds of them at a time, after the first picture is on the screen and
while no finger is.

Each job may take a frame, none more: pictures to decode, screens to import, so that no later tap waits for them.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Any

from kivy.base import EventLoop
from kivy.clock import Clock

log = logging.getLogger("tableside")

BETWEEN = 1 / 30
SLICE = 0.004  # seconds: when a moment has taken so long, the next job waits for another
PAUSE = 0.1  # seconds: the frame that shows an answer, and the first ones of what then moves


def fingers() -> list[Any]:
    """Touches that are down. Kivy lists the mouse's hover event among them, which touches nothing."""
    return [touch for touch in EventLoop.touches if touch.is_touch]


class Idle:
    """A queue of jobs."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], Any]] = deque()
        self._awake = False
        self._paused_until = 0.0

    def later(self, job: Callable[[], Any]) -> None:
        """Do this in an idle moment."""
        self._waiting.append(job)
        self._rouse()

    def first(self, jobs: Iterable[Callable[[], Any]]) -> None:
        """Do these before what waits already: the next tap may want them."""
        self._waiting.extendleft(reversed(list(jobs)))
        self._rouse()

    def _rouse(self) -> None:
        if self._waiting and not self._awake:
            self._awake = True
            Clock.schedule_once(self._wake, 0)

    def pause(self) -> None:
        """Something was answered: it is shown before anything else is done."""
        self._paused_until = Clock.time() + PAUSE

    def rested(self, seconds: float) -> bool:
        """Has nothing been answered for so long, and is no finger down?"""
        return not fingers() and Clock.time() >= self._paused_until + seconds

    def forget(self) -> None:
        """The app ends: nothing of it is done any more."""
        self._waiting.clear()
        self._awake = False
        self._paused_until = 0.0

    def _wake(self, _: float) -> None:
        Clock.schedule_once(self._next, 0)  # by then a frame has been drawn

    def _next(self, _: float) -> None:
        begun = perf_counter()
        while self._may() and perf_counter() - begun < SLICE:
            try:
                self._waiting.popleft()()
            except BaseException as error:  # a game's stage may raise anything while it is loaded
                if isinstance(error, KeyboardInterrupt):
                    raise
                log.exception("something could not be done in advance")  # it is said when it is wanted
        self._awake = bool(self._waiting)
        if self._awake:
            Clock.schedule_once(self._next, BETWEEN)

    def _may(self) -> bool:
        return bool(self._waiting) and not fingers() and Clock.time() >= self._paused_until


idle = Idle()
"""One for the app: there is one window."""
