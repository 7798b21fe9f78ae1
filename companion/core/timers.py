"""A clock beside a question, as plain data: it survives a lock, a pause, a killed process and a reboot.

A countdown that runs remembers the moment it was set going, by two clocks: seconds since the machine
was started (which nobody can change, but a reboot sets back) and the time of day (which outlives a
reboot, but can be changed). Nothing ticks; whoever looks asks how much is left.

>>> tea = Countdown("tea", 30.0).start(Moment(100.0, 5000.0))
>>> tea.left(Moment(112.0, 5012.0))
18.0
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

from companion.core.questions import Json


@dataclass(frozen=True, slots=True)
class Moment:
    """Now, by both clocks: seconds since the machine was started, and seconds since 1970."""

    boot: float
    wall: float

    def until(self, later: Moment) -> float:
        """Seconds from here to a later moment, also when the machine was started again in between.

        A reboot moves the instant at which the boot clock read zero forward by at least as much as it
        read here; a clock set by hand does not, so the two are told apart.
        """
        by_boot, by_wall = later.boot - self.boot, later.wall - self.wall
        rebooted = by_boot < 0 or by_wall - by_boot >= self.boot
        return max(0.0, by_wall) if rebooted else by_boot


@dataclass(frozen=True, slots=True)
class Countdown:
    """A timer known by name. `rest` seconds were left when it last stood still; `since`: running from then on."""

    name: str
    rest: float
    since: Moment | None = None

    @property
    def running(self) -> bool:
        return self.since is not None

    def left(self, now: Moment) -> float:
        """Seconds left; below zero: so much over time."""
        return self.rest if self.since is None else self.rest - self.since.until(now)

    def over(self, now: Moment) -> bool:
        return self.left(now) <= 0

    def start(self, now: Moment) -> Countdown:
        """Set going, or go on after a pause. One that runs already just runs on."""
        return self if self.running else replace(self, since=now)

    def pause(self, now: Moment) -> Countdown:
        return Countdown(self.name, self.left(now))

    def add(self, seconds: float, now: Moment) -> Countdown:
        """Give some more; one that ran out has exactly that much again."""
        rest = max(0.0, self.left(now)) + seconds
        return Countdown(self.name, rest, now if self.running else None)

    def to_json(self) -> dict[str, Any]:
        since = None if self.since is None else [self.since.boot, self.since.wall]
        return {"name": self.name, "rest": self.rest, "since": since}

    @staticmethod
    def from_json(raw: Json) -> Countdown | None:
        """None where it can't be read: a clock that is lost is set again, the evening goes on."""
        try:
            since = None if raw["since"] is None else Moment(*(float(clock) for clock in raw["since"]))
            read = Countdown(str(raw["name"]), float(raw["rest"]), since)
        except (KeyError, TypeError, ValueError, OverflowError):
            return None
        clocks = (read.rest, *((since.boot, since.wall) if since else ()))
        return read if all(isfinite(clock) for clock in clocks) else None
