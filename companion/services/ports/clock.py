"""A clock that keeps counting while the phone sleeps, so deadlines hold."""

from __future__ import annotations

import time


def boot_seconds() -> float:
    """Seconds since boot, including sleep, which CLOCK_MONOTONIC omits on phones.

    macOS and Windows lack CLOCK_BOOTTIME and use the monotonic clock."""
    boottime: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boottime is None else time.clock_gettime(boottime)


class MachineClock:
    def now(self) -> float:
        """For timers; restarts with the machine."""
        return boot_seconds()

    def wall(self) -> float:
        """For whatever must survive a restart."""
        return time.time()
