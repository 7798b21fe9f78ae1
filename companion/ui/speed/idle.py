"""Runs small jobs, such as decoding pictures, between frames while nobody touches the screen.

A job may take one frame at most.
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
SLICE = 0.004  # seconds of work per wake-up; remaining jobs wait for the next one
PAUSE = 0.1  # seconds: long enough to show an answer and start its animation


def fingers() -> list[Any]:
    """Active touches, without the mouse hover event that Kivy lists among them."""
    return [touch for touch in EventLoop.touches if touch.is_touch]


class Idle:
    def __init__(self) -> None:
        self._waiting: deque[Callable[[], Any]] = deque()
        self._awake = False
        self._paused_until = 0.0

    def later(self, job: Callable[[], Any]) -> None:
        self._waiting.append(job)
        self._rouse()

    def first(self, jobs: Iterable[Callable[[], Any]]) -> None:
        """Run these before the queued jobs, because the next tap may need them."""
        self._waiting.extendleft(reversed(list(jobs)))
        self._rouse()

    def _rouse(self) -> None:
        if self._waiting and not self._awake:
            self._awake = True
            Clock.schedule_once(self._wake, 0)

    def pause(self) -> None:
        """Hold jobs back so the answer just given is shown first."""
        self._paused_until = Clock.time() + PAUSE

    def rested(self, seconds: float) -> bool:
        return not fingers() and Clock.time() >= self._paused_until + seconds

    def forget(self) -> None:
        self._waiting.clear()
        self._awake = False
        self._paused_until = 0.0

    def _wake(self, _: float) -> None:
        Clock.schedule_once(self._next, 0)  # a frame has been drawn by then

    def _next(self, _: float) -> None:
        begun = perf_counter()
        while self._may() and perf_counter() - begun < SLICE:
            try:
                self._waiting.popleft()()
            except BaseException as error:  # loading a game's stage may raise anything
                if isinstance(error, KeyboardInterrupt):
                    raise
                log.exception("something could not be done in advance")  # raised again when it is needed
        self._awake = bool(self._waiting)
        if self._awake:
            Clock.schedule_once(self._next, BETWEEN)

    def _may(self) -> bool:
        return bool(self._waiting) and not fingers() and Clock.time() >= self._paused_until


idle = Idle()
