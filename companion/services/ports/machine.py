"""The ports to the machine. The app holds one Machine and knows nothing of what stands behind it.

`machine()` is this machine's, `recording_machine()` (recording) the one for tests. No port ever raises.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.core.text import Text
from companion.services.ports.awake import AndroidNotice, DesktopNotice, KivyAwake
from companion.services.ports.bars import AndroidBars, DesktopBars
from companion.services.ports.clock import MachineClock
from companion.services.ports.documents import AndroidDocuments, DesktopDocuments, Done, Saved
from companion.services.ports.haptics import AndroidHaptics, DesktopHaptics
from companion.services.ports.insets import AndroidInsets, DesktopInsets, Edges
from companion.services.ports.java import is_android
from companion.services.ports.language import system_languages
from companion.services.ports.restart import AndroidRestart, DesktopRestart
from companion.services.ports.secure import AndroidSecure, DesktopSecure
from companion.services.ports.share import AndroidShare, DesktopShare
from companion.services.ports.sound import KivySound
from companion.services.ports.speech import AndroidSpeech, DesktopSpeech
from companion.services.ports.system_theme import AndroidTheme, DesktopTheme


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
    """Both answer with the sentence to show."""

    def share_text(self, title: str, text: str) -> Text: ...
    def share_file(self, path: Path) -> Text: ...


class Awake(Protocol):
    def keep(self, on: bool) -> None: ...


class Secure(Protocol):
    def keep(self, on: bool) -> None: ...


class Insets(Protocol):
    def read(self) -> Edges: ...
    def keyboard(self) -> int: ...


class Bars(Protocol):
    def show_on(self, dark: bool, colour: str) -> None: ...


class Documents(Protocol):
    def can_choose(self) -> bool: ...
    def choose(self, done: Done) -> bool: ...
    def save(self, path: Path, saved: Saved) -> bool: ...
    def listen(self, take: Callable[[str | None], None]) -> None: ...


class SystemNotice(Protocol):
    def show(self, title: Text, text: Text) -> None: ...
    def hide(self) -> None: ...


class Restart(Protocol):
    def restart(self) -> None: ...


class SystemTheme(Protocol):
    def is_dark(self) -> bool | None: ...


class Clock(Protocol):
    def now(self) -> float: ...
    def wall(self) -> float: ...


@dataclass(frozen=True)
class Machine:
    sound: Sound
    haptics: Haptics
    speech: Speech
    share: Share
    awake: Awake
    secure: Secure
    insets: Insets
    system_theme: SystemTheme
    clock: Clock
    bars: Bars
    documents: Documents
    restart: Restart
    notice: SystemNotice
    languages: Callable[[], list[str]]
    is_phone: bool = True
    """False: a desktop, and the app says "this computer"."""


def machine() -> Machine:
    """The ports of the machine we run on: a phone's, or a desktop's."""
    phone = is_android()
    return Machine(
        sound=KivySound(),
        haptics=AndroidHaptics() if phone else DesktopHaptics(),
        speech=AndroidSpeech() if phone else DesktopSpeech(),
        share=AndroidShare() if phone else DesktopShare(),
        awake=KivyAwake(),
        secure=AndroidSecure() if phone else DesktopSecure(),
        insets=AndroidInsets() if phone else DesktopInsets(),
        system_theme=AndroidTheme() if phone else DesktopTheme(),
        clock=MachineClock(),
        bars=AndroidBars() if phone else DesktopBars(),
        documents=AndroidDocuments() if phone else DesktopDocuments(),
        restart=AndroidRestart() if phone else DesktopRestart(),
        notice=AndroidNotice() if phone else DesktopNotice(),
        languages=system_languages,
        is_phone=phone,
    )
