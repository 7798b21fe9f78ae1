"""A question's timer as plain data: it survives screen locks, pauses, a killed process and a reboot.

A running countdown remembers when it started by two clocks: time since boot (which nobody can change,
but a reboot resets) and time of day (which survives a reboot, but can be changed). Nothing ticks;
callers ask how much is left.

>>> tea = Countdown("tea", 30.0).start(Moment(100.0, 5000.0))
>>> tea.left(Moment(112.0, 5012.0))
18.0
"""

from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

from companion.core.values import Json


@dataclass(frozen=True, slots=True)
class Moment:
    """Now, in seconds since boot and seconds since 1970."""

    boot: float
    wall: float

    def until(self, later: "Moment") -> float:
        """Seconds until a later moment, even across a reboot.

        A reboot moves the boot instant forward by at least the boot time read here; setting the clock does
        not, which tells the two apart.
        """
        by_boot, by_wall = later.boot - self.boot, later.wall - self.wall
        rebooted = by_boot < 0 or by_wall - by_boot >= self.boot
        return max(0.0, by_wall) if rebooted else by_boot


@dataclass(frozen=True, slots=True)
class Countdown:
    """A named timer. `rest`: seconds left when it last stopped. `since`: when it was started, if running."""

    name: str
    rest: float
    since: Moment | None = None

    @property
    def running(self) -> bool:
        return self.since is not None

    def left(self, now: Moment) -> float:
        return self.rest if self.since is None else self.rest - self.since.until(now)

    def over(self, now: Moment) -> bool:
        return self.left(now) <= 0

    def start(self, now: Moment) -> "Countdown":
        """Start, or resume after a pause; no effect if running."""
        return self if self.running else replace(self, since=now)

    def pause(self, now: Moment) -> "Countdown":
        return Countdown(self.name, self.left(now))

    def add(self, seconds: float, now: Moment) -> "Countdown":
        """Add time; an expired timer gets exactly this much."""
        rest = max(0.0, self.left(now)) + seconds
        return Countdown(self.name, rest, now if self.running else None)

    def to_json(self) -> dict[str, Any]:
        since = None if self.since is None else [self.since.boot, self.since.wall]
        return {"name": self.name, "rest": self.rest, "since": since}

    @staticmethod
    def from_json(raw: Json) -> "Countdown | None":
        """None if unreadable: a lost timer is simply set again."""
        try:
            since = None if raw["since"] is None else Moment(*(float(clock) for clock in raw["since"]))
            read = Countdown(str(raw["name"]), float(raw["rest"]), since)
        except (KeyError, TypeError, ValueError, OverflowError):
            return None
        clocks = (read.rest, *((since.boot, since.wall) if since else ()))
        return read if all(isfinite(clock) for clock in clocks) else None
