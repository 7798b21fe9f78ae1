"""The timers of an open play, saved when they start, pause or change."""

from contextlib import suppress
from typing import TYPE_CHECKING

from companion.core.questions import Timer
from companion.core.text import Refused
from companion.core.timers import Countdown, Moment
from companion.services.store import Store

if TYPE_CHECKING:
    from companion.services.ports.machine import Clock


class Timers:
    """A play's timers, by name. Pass the `Timer` that a question declares.

    A screen showing the timer calls `left`, `running` or `over`, which start an automatic timer.
    `peek` starts nothing.
    """

    def __init__(self, store: Store, play: int, clock: "Clock") -> None:
        self._store = store
        self._play = play
        self._clock = clock
        self._known = {timer.name: timer for timer in store.timers(play)}

    def now(self) -> Moment:
        return Moment(self._clock.now(), self._clock.wall())

    # Looking

    def peek(self, timer: Timer) -> Countdown:
        return self._known.get(timer.name) or Countdown(timer.name, float(timer.seconds))

    def started(self, timer: Timer) -> bool:
        return timer.name in self._known

    # Showing

    def of(self, timer: Timer) -> Countdown:
        if timer.name not in self._known and not timer.starts_by_hand:
            return self.set(self.peek(timer).start(self.now()))
        return self.peek(timer)

    def left(self, timer: Timer) -> float:
        return self.of(timer).left(self.now())

    def running(self, timer: Timer) -> bool:
        return self.of(timer).running

    def over(self, timer: Timer) -> bool:
        return self.of(timer).over(self.now())

    # Setting

    def start(self, timer: Timer) -> Countdown:
        return self.set(self.of(timer).start(self.now()))

    def pause(self, timer: Timer) -> Countdown:
        return self.set(self.of(timer).pause(self.now()))

    def add(self, timer: Timer, seconds: float = 10) -> Countdown:
        return self.set(self.of(timer).add(seconds, self.now()))

    def forget(self) -> list[Countdown]:
        """Reset every timer. Returns their previous states."""
        known = list(self._known.values())
        self._known.clear()
        with suppress(Refused):
            self._store.forget_timers(self._play)
        return known

    def set(self, timer: Countdown) -> Countdown:
        self._known[timer.name] = timer
        with suppress(Refused):  # a full disk must not stop a timer
            self._store.save_timer(self._play, timer)
        return timer
