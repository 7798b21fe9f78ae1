"""A test machine that records every call and gives preset answers.

>>> machine = recording_machine()
>>> machine.sound.play("chime")
>>> machine.calls
[('sound.play', 'chime')]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from companion.core.text import Text
from companion.services.ports.machine import Machine
from companion.services.ports.shared import NONE, SENT, Edges

Call = tuple[object, ...]


@dataclass
class RecordingSound:
    calls: list[Call]
    on: bool = True
    place: str = ""

    def play(self, name: str) -> None:
        if self.on:
            self.calls.append(("sound.play", name))


@dataclass
class RecordingHaptics:
    calls: list[Call]
    on: bool = True

    def buzz(self, ms: int = 20) -> None:
        if self.on:
            self.calls.append(("haptics.buzz", ms))


@dataclass
class RecordingSpeech:
    calls: list[Call]
    on: bool = False
    language: str = ""

    def say(self, text: str) -> None:
        if self.on and text:
            self.calls.append(("speech.say", text))

    def close(self) -> None:
        self.calls.append(("speech.close",))


@dataclass
class RecordingShare:
    calls: list[Call]
    answer: Text = SENT
    takes_links: bool = True

    def share_text(self, title: str, text: str) -> Text:
        self.calls.append(("share.text", title, text))
        return self.answer

    def share_file(self, path: Path) -> Text:
        self.calls.append(("share.file", path))
        return self.answer

    def open_link(self, link: str) -> bool:
        self.calls.append(("share.link", link))
        return self.takes_links


@dataclass
class RecordingAwake:
    calls: list[Call]

    def keep(self, on: bool) -> None:
        self.calls.append(("awake.keep", on))


@dataclass
class RecordingSecure:
    calls: list[Call]
    on: bool = False

    def keep(self, on: bool) -> None:
        if on != self.on:
            self.on = on
            self.calls.append(("secure.keep", on))


@dataclass
class SetInsets:
    edges: Edges = NONE
    covered: int = 0

    def read(self) -> Edges:
        return self.edges

    def keyboard(self) -> int:
        return self.covered


@dataclass
class RecordingBars:
    calls: list[Call]

    def show_on(self, dark: bool, colour: str) -> None:
        self.calls.append(("bars.show_on", dark, colour))


@dataclass
class RecordingDocuments:
    """`chosen`: the text the user picks, or None for no chooser. `take`: passes a file in from outside."""

    calls: list[Call]
    chosen: str | None = None
    photo: bytes | None = None
    take: Callable[[str | None], None] = lambda text: None

    def can_choose(self) -> bool:
        return self.chosen is not None

    def choose(self, done: Callable[[str | None], None]) -> bool:
        self.calls.append(("documents.choose",))
        if self.chosen is not None:
            done(self.chosen)
        return self.chosen is not None

    def choose_photo(self, done: Callable[[bytes | None], None], *, camera: bool = False) -> bool:
        self.calls.append(("documents.take_photo" if camera else "documents.choose_photo",))
        if self.photo is not None:
            done(self.photo)
        return self.photo is not None

    def save(self, path: Path, saved: Callable[[bool], None]) -> bool:
        self.calls.append(("documents.save", path))
        saved(True)
        return True

    def listen(self, take: Callable[[str | None], None]) -> None:
        self.take = take


@dataclass
class RecordingRestart:
    calls: list[Call]

    def restart(self) -> None:
        self.calls.append(("restart",))


@dataclass
class RecordingNotice:
    calls: list[Call]

    def show(self, title: Text, text: Text) -> None:
        self.calls.append(("notice.show", str(title), str(text)))

    def hide(self) -> None:
        self.calls.append(("notice.hide",))


@dataclass
class SetTheme:
    dark: bool | None = None

    def is_dark(self) -> bool | None:
        return self.dark


@dataclass
class SetClock:
    seconds: float = 1_000.0
    day: float = 1_700_000_000.0

    def now(self) -> float:
        return self.seconds

    def wall(self) -> float:
        return self.day

    def advance(self, seconds: float) -> None:
        self.seconds += seconds
        self.day += seconds


@dataclass(frozen=True)
class RecordingMachine(Machine):
    sound: RecordingSound
    haptics: RecordingHaptics
    speech: RecordingSpeech
    share: RecordingShare
    awake: RecordingAwake
    secure: RecordingSecure
    insets: SetInsets
    system_theme: SetTheme
    clock: SetClock
    bars: RecordingBars
    documents: RecordingDocuments
    restart: RecordingRestart
    notice: RecordingNotice
    languages: Callable[[], list[str]]
    calls: list[Call] = field(default_factory=list)


def recording_machine() -> RecordingMachine:
    calls: list[Call] = []
    return RecordingMachine(
        sound=RecordingSound(calls),
        haptics=RecordingHaptics(calls),
        speech=RecordingSpeech(calls),
        share=RecordingShare(calls),
        awake=RecordingAwake(calls),
        secure=RecordingSecure(calls),
        insets=SetInsets(),
        system_theme=SetTheme(),
        clock=SetClock(),
        bars=RecordingBars(calls),
        documents=RecordingDocuments(calls),
        restart=RecordingRestart(calls),
        notice=RecordingNotice(calls),
        languages=lambda: ["en"],
        calls=calls,
    )
