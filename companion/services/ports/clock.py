"""Clock: a deadline must hold through a locked screen, so seconds count while the phone sleeps too."""

from __future__ import annotations

import time


def boot_seconds() -> float:
    """Seconds since the machine started, sleep included: the usual CLOCK_MONOTONIC stands still while a phone sleeps.

    macOS and Windows have no CLOCK_BOOTTIME; there the monotonic clock is the best there is.
    """
    boottime: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boottime is None else time.clock_gettime(boottime)


class MachineClock:
    def now(self) -> float:
        """Seconds that only ever run forward: what timers count with. Starts again when the machine does."""
        return boot_seconds()

    def wall(self) -> float:
        """The time of day, as seconds since 1970: what outlives a restart, and what the chronicle shows."""
        return time.time()
