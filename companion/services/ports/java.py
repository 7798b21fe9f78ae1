"""The way to Android's own classes, gathered in one value so that tests can give a phone made of plain objects."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.services.ports.quiet import quietly


def is_android() -> bool:
    """python-for-android sets this before it starts main.py; asking kivy.utils would import Kivy."""
    return "ANDROID_ARGUMENT" in os.environ


@dataclass(frozen=True)
class Java:
    autoclass: Callable[[str], Any]
    cast: Callable[[str, Any], Any]

    def activity(self) -> Any:
        return self.autoclass("org.kivy.android.PythonActivity").mActivity

    def sdk(self) -> int:
        return int(self.autoclass("android.os.Build$VERSION").SDK_INT)


def java() -> Java:
    from jnius import autoclass, cast

    return Java(autoclass, cast)


def words_of_start(java: Callable[[], Java] = java) -> list[str]:
    """A phone has no command line: `adb shell am start ... --es tableside --smoke` hands us the same words."""
    with quietly("reading what we were started with"):
        word = java().activity().getIntent().getStringExtra("tableside")
        return ["--smoke"] if word == "--smoke" else []
    return []


def run_on_ui_thread(action: Callable[[], None]) -> None:
    """Android lets only its own thread touch the window: from Kivy's it raises."""
    from android.runnable import Runnable

    Runnable(action)()


def phone_density(java: Callable[[], Java] = java) -> float | None:
    """The true density: Kivy's includes the text size, and Kivy multiplies by the text size again."""
    with quietly("reading the density"):
        density = float(java().activity().getResources().getDisplayMetrics().density)
        return density if density > 0 else None
    return None
