"""A test machine that records every call and gives preset answers.

>>> machine = recording_machine()
>>> machine.sound.play("chime")
>>> machine.calls
[('sound.play', 'chime')]
"""

from dataclasses import dataclass, field
from pathlib import Path

from companion.core.text import Text
from companion.services.ports.machine import Machine
from companion.services.ports.shared import NONE, SENT, Documents, Done, Edges, Insets, Saved

Call = tuple[object, ...]


@dataclass
class Recorder:
    """Any port that only does something, such as sound, voice or sharing."""

    calls: list[Call]
    on: bool = True
    place: str = ""
    language: str = ""
    takes_links: bool = True

    def _note(self, *call: object) -> None:
        if self.on:
            self.calls.append(call)

    def play(self, name: str) -> None:
        self._note("sound.play", name)

    def buzz(self, ms: int = 20) -> None:
        self._note("haptics.buzz", ms)

    def say(self, text: str) -> None:
        if text:
            self._note("speech.say", text)

    def close(self) -> None:
        self.calls.append(("speech.close",))

    def share_text(self, title: str, text: str) -> Text:
        self._note("share.text", title, text)
        return SENT

    def share_file(self, path: Path) -> Text:
        self._note("share.file", path)
        return SENT

    def open_link(self, link: str) -> bool:
        self._note("share.link", link)
        return self.takes_links

    def keep(self, on: bool) -> None:
        self._note("awake.keep", on)

    def show_on(self, dark: bool, colour: str) -> None:
        self._note("bars.show_on", dark, colour)

    def restart(self) -> None:
        self._note("restart")

    def show(self, title: Text, text: Text) -> None:
        self._note("notice.show", str(title), str(text))

    def hide(self) -> None:
        self._note("notice.hide")


@dataclass
class RecordingSecure:
    calls: list[Call]
    on: bool = False

    def keep(self, on: bool) -> None:
        if on != self.on:
            self.on = on
            self.calls.append(("secure.keep", on))


@dataclass
class SetInsets(Insets):
    edges: Edges = NONE
    covered: int = 0

    def read(self) -> Edges:
        return self.edges

    def keyboard(self) -> int:
        return self.covered


@dataclass
class RecordingDocuments(Documents):
    """`chosen`: the file the user picks, or None for no chooser. `take`: passes a file in from outside."""

    calls: list[Call]
    chosen: bytes | None = None
    photo: bytes | None = None
    take: Done = lambda raw: None

    def can_choose(self) -> bool:
        return self.chosen is not None

    def choose(self, done: Done) -> bool:
        self.calls.append(("documents.choose",))
        if self.chosen is not None:
            done(self.chosen)
        return self.chosen is not None

    def choose_photo(self, done: Done, *, camera: bool = False) -> bool:
        self.calls.append(("documents.take_photo" if camera else "documents.choose_photo",))
        if self.photo is not None:
            done(self.photo)
        return self.photo is not None

    def save(self, path: Path, saved: Saved) -> bool:
        self.calls.append(("documents.save", path))
        saved(True)
        return True

    def listen(self, take: Done) -> None:
        self.take = take


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
    clock: SetClock
    calls: list[Call] = field(default_factory=list)


def recording_machine() -> RecordingMachine:
    calls: list[Call] = []
    return RecordingMachine(
        sound=Recorder(calls), haptics=Recorder(calls), speech=Recorder(calls, on=False),
        share=Recorder(calls),
        awake=Recorder(calls), secure=RecordingSecure(calls), insets=SetInsets(), system_theme=SetTheme(),
        clock=SetClock(), bars=Recorder(calls), documents=RecordingDocuments(calls), restart=Recorder(calls),
        notice=Recorder(calls), languages=lambda: ["en"], calls=calls)
