"""What the ports of a phone and of a desktop share: sounds, the screen kept on, sentences, the note for a restart."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from companion.core.text import say
from companion.services.ports.quiet import quietly
from companion.services.start.places import ASSETS

Done = Callable[[str | None], None]
Saved = Callable[[bool], None]
Edges = tuple[int, int, int, int]
NONE: Edges = (0, 0, 0, 0)
SENT = say("Choose where to send it.")
COPIED = say("Copied. Paste it wherever you like.")
FAILED = say("This device could not share it.")

FOLDER = ASSETS / "sounds"
OF_A_GAME = ("start", "tick", "chime", "book", "refuse", "win")
"""A game has its own of these, in a folder of its name; the others, and a game without a folder, have the table's."""
NAMES = ("start", "tick", "chime", "tap", "book", "undo", "turn", "reveal", "win", "lose", "dice", "refuse", "seal")


class Noise(Protocol):
    """What Kivy's loader gives back."""

    def play(self) -> object: ...
    def stop(self) -> object: ...


def kivy_noise(path: Path) -> Noise | None:
    """SDL plays it, on a phone as on a desktop."""
    from kivy.core.audio import SoundLoader

    noise: Noise | None = SoundLoader.load(str(path))
    return noise


class KivySound:
    """The same on Android and on a desktop. Each noise is loaded the first time it is wanted, and cached."""

    def __init__(self, folder: Path = FOLDER, load: Callable[[Path], Noise | None] = kivy_noise) -> None:
        self.on = True
        self.place = ""
        """The game at whose table we are; empty: none."""
        self._folder = folder
        self._load = load
        self._noises: dict[str, Noise | None] = {}

    def play(self, name: str) -> None:
        if self.on and (noise := self._noise(name)):
            with quietly("sound"):
                noise.stop()  # a noise still sounding would swallow the new one
                noise.play()

    def _noise(self, name: str) -> Noise | None:
        key = f"{self.place}/{name}" if self.place and name in OF_A_GAME else name
        if key not in self._noises:
            self._noises[key] = None
            own = self._folder / f"{key}.wav"
            path = own if own.is_file() else self._folder / f"{name}.wav"
            if path.is_file():  # Kivy gives a sound object for a missing file too
                with quietly("sound"):
                    self._noises[key] = self._load(path)
        return self._noises[key]


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


MARK = "return-to"


def remember_play(home: Path, play_id: int | None) -> None:
    """Leave a note for the next start: which play was on the table. None: it was another screen."""
    with contextlib.suppress(OSError):
        (home / MARK).write_text("" if play_id is None else str(play_id), encoding="utf-8")


def remembered_play(home: Path) -> int | None:
    """Read the note, once: a later start by hand begins in the library as ever."""
    with contextlib.suppress(OSError, ValueError):
        note = home / MARK
        text = note.read_text(encoding="utf-8")
        note.unlink()
        return int(text)
    return None
