"""The end of a play, told step by step: the last place first, the winner held back with a drum."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.animation import AnimationTransition
from kivy.clock import Clock

from companion.services.evening.moment import BACK, RISE, beats

HICCUP = 0.1  # seconds of one frame, at most

Show = Callable[[float], object]
"""Draws a part of the moment, from 0 to 1."""


class Moment:
    """Runs once; `finish` ends it after a tap."""

    def __init__(self, places: Sequence[int], grow: Callable[[int, float], None], drum: Callable[[], object],
                 winner: Callable[[], object], back: Show) -> None:
        self._passed = 0.0
        self._beat: Show = lambda _: drum()
        self._steps: list[tuple[float, float, Show]] = []
        plan = beats(places)
        for place, at in plan.rises.items():
            grow(place, 0.0)
            self._steps.append((at, RISE, _rising(grow, place)))
        self._steps += [(plan.drum, 0.0, self._beat), (plan.winner, 0.0, lambda _: winner()),
                        (plan.back, BACK, back)]
        self._steps.sort(key=lambda step: step[0])
        self._clock: Any = Clock.schedule_interval(self._tick, 0)

    @property
    def running(self) -> bool:
        return self._clock is not None

    def finish(self) -> None:
        """Show all that is left, without the drum."""
        steps, self._steps = self._steps, []
        self._end()
        for _, _, show in steps:
            if show is not self._beat:
                show(1.0)

    def _tick(self, passed: float) -> bool:
        self._passed += min(passed, HICCUP)
        while self._steps and self._passed >= self._steps[0][0]:
            start, seconds, show = self._steps[0]
            part = min(1.0, (self._passed - start) / seconds) if seconds else 1.0
            show(part)
            if part < 1.0:
                break
            self._steps = self._steps[1:]
        if not self._steps:
            self._end()
        return self.running

    def _end(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None


def _rising(grow: Callable[[int, float], None], place: int) -> Show:
    return lambda part: grow(place, float(AnimationTransition.out_back(part)))
