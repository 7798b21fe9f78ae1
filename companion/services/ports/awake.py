"""Awake: the screen stays on while a play is on the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.services.ports.quiet import quietly


def kivy_window() -> Any:
    from kivy.core.window import Window

    return Window


class KivyAwake:
    """The same on Android and on a desktop; on a phone it is a flag of the window and needs no permission."""

    def __init__(self, window: Callable[[], Any] = kivy_window) -> None:
        self._window = window

    def keep(self, on: bool) -> None:
        with quietly("keeping the screen on"):
            self._window().allow_screensaver = not on
