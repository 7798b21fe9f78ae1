"""Collect garbage between taps, never during one.

Widgets form reference cycles, so only a collection frees them. By default Python would collect while an answer is being
shown, and drop frames.
"""

from __future__ import annotations

import gc

from kivy.clock import Clock

from companion.ui.speed.idle import idle

EVERY = 0.1  # seconds between checks
WORTH = 3_000  # objects allocated since the last collection
RUNAWAY = 150_000  # beyond this many objects Python collects on its own
REST, AFTER = 3.0, 10  # a full collection needs this many idle seconds and young collections


class GarbageCollector:
    freezes, worth, runaway = True, WORTH, RUNAWAY
    """Overridden by `companion.touches.driver`, which runs many apps in one process."""

    def __init__(self) -> None:
        self._usual: tuple[int, int, int] | None = None
        self._waits = False
        self._stale = False
        self._young = 0

    def begin(self) -> None:
        """Start collecting between taps; everything loaded so far is exempt."""
        if self._usual is None:
            self._usual = gc.get_threshold()
            gc.set_threshold(self.runaway, *self._usual[1:])
        if self.freezes:
            gc.freeze()
        Clock.schedule_interval(self._look, EVERY)

    def freeze(self) -> None:
        """Exempt what is loaded now (modules, the current table) so the next collections are short."""
        if self.freezes:
            gc.collect()
            gc.freeze()
            self._stale = True

    def renew(self) -> None:
        """Collect garbage among the frozen objects; takes several frames."""
        if self._stale:
            gc.unfreeze()
            self.freeze()
            self._stale = False

    def end(self) -> None:
        Clock.unschedule(self._look)
        self._waits = self._stale = False
        self._young = 0
        if self._usual is not None:
            gc.set_threshold(*self._usual)
            self._usual = None
        if self.freezes:
            gc.unfreeze()

    def _look(self, _: float) -> None:
        if self._waits:
            return
        if self._young >= AFTER and idle.rested(REST):
            self._waits = True
            idle.later(self._collect_all)
        elif gc.get_count()[0] >= self.worth:
            self._waits = True
            idle.later(self._collect)

    def _collect(self) -> None:
        """Young collection: takes a millisecond or two, so animations don't stutter."""
        self._waits = False
        gc.collect(1)
        self._young += 1

    def _collect_all(self) -> None:
        """Full collection: takes several frames, so run it while players think."""
        self._waits = False
        gc.collect()
        self._young = 0


collector = GarbageCollector()
