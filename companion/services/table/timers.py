"""The clocks of one play, stored at every touch."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from companion.core.questions import Refused, Timer
from companion.core.timers import Countdown, Moment
from companion.services.store import Store

if TYPE_CHECKING:
    from companion.services.ports.machine import Clock


class Timers:
    """The clocks of one play, by name. Ask with the `Timer` a question declares.

    A surface that shows the clock asks `left`, `running`, `over`: they set a clock going that starts by itself.
    Whoever only wants to know looks at `peek`.
    """

    def __init__(self, store: Store, play: int, clock: Clock) -> None:
        self._store = store
        self._play = play
        self._clock = clock
        self._known = {timer.name: timer for timer in store.timers(play)}

    def now(self) -> Moment:
        return Moment(self._clock.now(), self._clock.wall())

    # Looking

    def peek(self, timer: Timer) -> Countdown:
        """How it stands. Sets nothing going."""
        return self._known.get(timer.name) or Countdown(timer.name, float(timer.seconds))

    def is_over(self, timer: Timer) -> bool:
        """Has it run out? Sets nothing going."""
        return self.peek(timer).over(self.now())

    def started(self, timer: Timer) -> bool:
        """Was it ever set going?"""
        return timer.name in self._known

    # Showing

    def of(self, timer: Timer) -> Countdown:
        """How it stands. One that starts by itself is set going when it is first shown."""
        if timer.name not in self._known and not timer.starts_by_hand:
            return self._set(self.peek(timer).start(self.now()))
        return self.peek(timer)

    def left(self, timer: Timer) -> float:
        """Seconds left; below zero: so much over time."""
        return self.of(timer).left(self.now())

    def running(self, timer: Timer) -> bool:
        return self.of(timer).running

    def over(self, timer: Timer) -> bool:
        return self.of(timer).over(self.now())

    # Setting

    def start(self, timer: Timer) -> Countdown:
        """Set going, or go on after a pause."""
        return self._set(self.of(timer).start(self.now()))

    def pause(self, timer: Timer) -> Countdown:
        return self._set(self.of(timer).pause(self.now()))

    def add(self, timer: Timer, seconds: float = 10) -> Countdown:
        return self._set(self.of(timer).add(seconds, self.now()))

    def forget(self) -> list[Countdown]:
        """Every clock is as if nobody had ever started it. Returns how they stood."""
        known = list(self._known.values())
        self._known.clear()
        with suppress(Refused):
            self._store.forget_timers(self._play)
        return known

    def bring_back(self, timers: list[Countdown]) -> None:
        """As they stood when they were forgotten; one that ran has run on."""
        for timer in timers:
            self._set(timer)

    def _set(self, timer: Countdown) -> Countdown:
        self._known[timer.name] = timer
        with suppress(Refused):  # a full disk stops no clock
            self._store.save_timer(self._play, timer)
        return timer
