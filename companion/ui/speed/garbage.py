"""When Python collects garbage: between two taps, never in the middle of one.

Widgets point at each other, so what a question leaves behind is freed only by a collection. Left to itself Python
collects whenever enough was made, which is while an answer is shown, and the longer it waited the longer the frame
stands still.
"""

from __future__ import annotations

import gc

from kivy.clock import Clock

from companion.ui.speed.idle import idle

EVERY = 0.1  # seconds between two looks
WORTH = 3_000  # things made and not freed since the last collection
RUNAWAY = 150_000  # so many in one go: Python collects by itself as ever
REST, AFTER = 3.0, 10  # seconds without an answer, and collections of what is young: then everything is looked through


class GarbageCollector:
    """`begin` with the app, `end` with it."""

    freezes, worth = True, WORTH
    """Another way where many apps live in one process, one after the other: `companion.touches.driver`."""

    def __init__(self) -> None:
        self._usual: tuple[int, int, int] | None = None
        self._waits = False
        self._stale = False
        self._young = 0

    def begin(self) -> None:
        """What is loaded by now stays: it is never looked through again."""
        if self._usual is None:
            self._usual = gc.get_threshold()
            gc.set_threshold(RUNAWAY, *self._usual[1:])
        if self.freezes:
            gc.freeze()
        Clock.schedule_interval(self._look, EVERY)

    def freeze(self) -> None:
        """More is there that stays for a while: modules, the table of this evening. The next collections are short."""
        if self.freezes:
            gc.collect()
            gc.freeze()
            self._stale = True

    def renew(self) -> None:
        """Some of what is frozen may be garbage by now; looking through everything takes some frames."""
        if self._stale:
            gc.unfreeze()
            self.freeze()
            self._stale = False

    def end(self) -> None:
        """The app ends: everything is as it was before, and its garbage can go."""
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
        """What was made since the last time: a millisecond or two, so that nothing on its way stands still."""
        self._waits = False
        gc.collect(1)
        self._young += 1

    def _collect_all(self) -> None:
        """What grew old before it was left behind: some frames, while the table thinks."""
        self._waits = False
        gc.collect()
        self._young = 0


collector = GarbageCollector()
"""One for the app: there is one memory."""
