"""Access to Android's classes, in one object that tests can replace, and to hardware that may be missing."""

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

log = logging.getLogger(__name__)
warned: set[str] = set()
TRIALS = ("--smoke", "--invite")
"""Arguments that try the app with a separate store; packaging/emulator.sh passes them to a phone."""


@contextmanager
def quietly(what: str) -> Iterator[None]:
    """Run the block and log a failure: missing hardware must not stop the app."""
    try:
        yield
    except Exception as error:
        level = logging.DEBUG if what in warned else logging.WARNING
        warned.add(what)
        log.log(level, "this machine cannot do %s: %r", what, error)


def is_android() -> bool:
    """Checks a variable set by python-for-android, as kivy.utils would import Kivy."""
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
    """Read the command line from the start intent: `adb shell am start ... --es tableside --smoke`."""
    with quietly("reading what we were started with"):
        word = java().activity().getIntent().getStringExtra("tableside")
        return [word] if word in TRIALS else []
    return []


def run_on_ui_thread(action: Callable[[], None]) -> None:
    """Android raises if another thread touches the window."""
    from android.runnable import Runnable

    Runnable(action)()


def phone_density(java: Callable[[], Java] = java) -> float | None:
    """The real density: Kivy's includes the text size, which Kivy then applies again."""
    with quietly("reading the density"):
        density = float(java().activity().getResources().getDisplayMetrics().density)
        return density if density > 0 else None
    return None
