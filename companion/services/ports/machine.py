"""The ports to the machine; `recording_machine()` is the test double. No port ever raises."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from companion.services.ports.java import is_android
from companion.services.ports.shared import Documents, Insets, KivyAwake, KivySound

if TYPE_CHECKING:
    from companion.services.ports import android
    from companion.services.ports.desktop import DesktopRestart, DesktopShare, DesktopSpeech, DesktopTheme, Lacking
    from companion.services.ports.recording import Recorder, RecordingSecure, SetTheme


def boot_seconds() -> float:
    """Seconds since boot, including sleep, which CLOCK_MONOTONIC omits on phones.

    macOS and Windows lack CLOCK_BOOTTIME and use the monotonic clock; so does a browser, where it fails."""
    try:
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    except (AttributeError, OSError):
        return time.monotonic()


class MachineClock:
    """Keeps counting while the phone sleeps, so deadlines hold."""

    def now(self) -> float:
        """For timers; restarts with the machine."""
        return boot_seconds()

    def wall(self) -> float:
        """For whatever must survive a restart."""
        return time.time()


class Clock(Protocol):
    def now(self) -> float: ...
    def wall(self) -> float: ...


@dataclass(frozen=True)
class Machine:
    """`share` returns the sentence to show; its `open_link` whether an app took the link."""

    sound: KivySound | Recorder
    haptics: android.AndroidHaptics | Lacking | Recorder
    speech: android.AndroidSpeech | DesktopSpeech | Recorder
    share: android.AndroidShare | DesktopShare | Recorder
    awake: KivyAwake | Recorder
    secure: android.AndroidSecure | Lacking | RecordingSecure
    insets: Insets
    system_theme: android.AndroidTheme | DesktopTheme | SetTheme
    clock: Clock
    bars: android.AndroidBars | Lacking | Recorder
    documents: Documents
    restart: android.AndroidRestart | DesktopRestart | Recorder
    notice: android.AndroidNotice | Lacking | Recorder
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
                   bars=android.AndroidBars(), documents=android.AndroidDocuments(), restart=android.AndroidRestart(),
                   notice=android.AndroidNotice(), languages=android.system_languages)


def desktop() -> Machine:
    from companion.services.ports import desktop
    lacking = desktop.Lacking()
    return Machine(sound=KivySound(), haptics=lacking, speech=desktop.DesktopSpeech(), share=desktop.DesktopShare(),
                   awake=KivyAwake(), secure=lacking, insets=Insets(), system_theme=desktop.DesktopTheme(),
                   clock=MachineClock(), bars=lacking, documents=Documents(), restart=desktop.DesktopRestart(),
                   notice=lacking, languages=desktop.system_languages, is_phone=False)
