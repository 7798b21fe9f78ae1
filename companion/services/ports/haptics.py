"""Haptics: a short buzz under the thumb."""

from __future__ import annotations

from collections.abc import Callable

from companion.services.ports.quiet import quietly


def plyer_vibrate(seconds: float) -> None:
    from plyer import vibrator

    vibrator.vibrate(time=seconds)


class AndroidHaptics:
    def __init__(self, vibrate: Callable[[float], None] = plyer_vibrate) -> None:
        self.on = True
        self._vibrate = vibrate

    def buzz(self, ms: int = 20) -> None:
        if self.on:
            with quietly("vibration"):
                self._vibrate(ms / 1000)


class DesktopHaptics:
    """A desktop has no motor. plyer would print a traceback to say so; this does not ask it."""

    def __init__(self) -> None:
        self.on = True

    def buzz(self, ms: int = 20) -> None:
        pass
