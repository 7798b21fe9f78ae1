"""The ports to the machine; `companion.testing.recording` has the test double. No port ever raises."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.core.text import Text
from companion.services.ports.java import is_android
from companion.services.ports.shared import Documents, Insets, KivyAwake, KivySound


class MachineClock:
    """Keeps counting while the phone sleeps, so deadlines hold."""

    def now(self) -> float:
        """For timers: seconds since boot, including sleep, which CLOCK_MONOTONIC omits on phones.

        macOS and Windows lack CLOCK_BOOTTIME and use the monotonic clock; so does a browser, where it
        fails."""
        try:
            return time.clock_gettime(time.CLOCK_BOOTTIME)
        except (AttributeError, OSError):
            return time.monotonic()

    def wall(self) -> float:
        """For whatever must survive a restart."""
        return time.time()


class Clock(Protocol):
    def now(self) -> float: ...
    def wall(self) -> float: ...


class Sound(Protocol):
    on: bool
    place: str
    def play(self, name: str) -> None: ...


class Haptics(Protocol):
    on: bool
    def buzz(self, ms: int = ...) -> None: ...


class Speech(Protocol):
    on: bool
    language: str
    def say(self, text: str) -> None: ...
    def close(self) -> None: ...


class Share(Protocol):
    """Sharing returns the sentence to show; `open_link` whether an app took the link."""

    def share_text(self, title: str, text: str) -> Text: ...
    def share_file(self, path: Path) -> Text: ...
    def open_link(self, link: str) -> bool: ...


class Kept(Protocol):
    """The screen stays awake, or is hidden from screenshots."""

    def keep(self, on: bool) -> None: ...


class SystemTheme(Protocol):
    def is_dark(self) -> bool | None: ...


class Bars(Protocol):
    def show_on(self, dark: bool, colour: str) -> None: ...


class Restart(Protocol):
    def restart(self) -> None: ...


class Notice(Protocol):
    def show(self, title: Text, text: Text) -> None: ...
    def hide(self) -> None: ...


@dataclass(frozen=True)
class Machine:
    sound: Sound
    haptics: Haptics
    speech: Speech
    share: Share
    awake: Kept
    secure: Kept
    insets: Insets
    system_theme: SystemTheme
    clock: Clock
    bars: Bars
    documents: Documents
    restart: Restart
    notice: Notice
    languages: Callable[[], list[str]]
    is_phone: bool = True
    """On a desktop the app says "this computer"."""


def machine() -> Machine:
    return phone() if is_android() else desktop()


def phone() -> Machine:
    from companion.services.ports import android
    return Machine(sound=KivySound(), haptics=android.AndroidHaptics(), speech=android.AndroidSpeech(),
                   share=android.AndroidShare(), awake=KivyAwake(), secure=android.AndroidSecure(),
                   insets=android.AndroidInsets(), system_theme=android.AndroidTheme(), clock=MachineClock(),
                   bars=android.AndroidBars(), documents=android.AndroidDocuments(),
                   restart=android.AndroidRestart(),
                   notice=android.AndroidNotice(), languages=android.system_languages)


def desktop() -> Machine:
    from companion.services.ports import desktop
    lacking = desktop.Lacking()
    return Machine(sound=KivySound(), haptics=lacking, speech=desktop.DesktopSpeech(),
                   share=desktop.DesktopShare(),
                   awake=KivyAwake(), secure=lacking, insets=Insets(), system_theme=desktop.DesktopTheme(),
                   clock=MachineClock(), bars=lacking, documents=Documents(),
                   restart=desktop.DesktopRestart(),
                   notice=lacking, languages=desktop.system_languages, is_phone=False)
