"""Shared by the phone and desktop ports: sounds, screen lock, sentences, the note for a restart."""

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from companion.core.text import say
from companion.services.ports.java import quietly
from companion.services.start import ASSETS

Done = Callable[[bytes | None], None]
Saved = Callable[[bool], None]
Edges = tuple[int, int, int, int]
NONE: Edges = (0, 0, 0, 0)
SENT = say("Choose where to send it.")
COPIED = say("Copied. Paste it wherever you like.")
FAILED = say("This device could not share it.")


class Insets:
    """What bars and keyboard cover of the window; nothing on a desktop."""

    def read(self) -> Edges:
        return NONE

    def keyboard(self) -> int:
        return 0


class Documents:
    """File choosers. Most desktops lack the helper programs, so there you pick from a list, drop or paste."""

    def can_choose(self) -> bool:
        return False

    def choose(self, done: Done) -> bool:
        return False

    def choose_photo(self, done: Done, *, camera: bool = False) -> bool:
        return False

    def save(self, path: Path, saved: Saved) -> bool:
        return False

    def listen(self, take: Done) -> None:
        return None


FOLDER = ASSETS / "sounds"
OF_A_GAME = ("start", "tick", "chime", "book", "refuse", "win")
"""Sounds a game can replace, in a folder named after it; all others are shared."""
NAMES = ("start", "tick", "chime", "tap", "book", "undo", "turn", "reveal", "win", "lose", "dice", "refuse",
         "seal", "drum")


class Noise(Protocol):
    def play(self) -> object: ...
    def stop(self) -> object: ...


class KivySound:
    def __init__(self, folder: Path = FOLDER) -> None:
        self.on = True
        self.place = ""
        """The id of the game being played, or ""."""
        self._folder = folder
        self._noises: dict[str, Noise | None] = {}

    def play(self, name: str) -> None:
        if self.on and (noise := self._noise(name)):
            with quietly("sound"):
                noise.stop()  # a sound that is still playing would ignore `play`
                noise.play()

    def _noise(self, name: str) -> Noise | None:
        key = f"{self.place}/{name}" if self.place and name in OF_A_GAME else name
        if key not in self._noises:
            self._noises[key] = None
            own = self._folder / f"{key}.wav"
            path = own if own.is_file() else self._folder / f"{name}.wav"
            if path.is_file():  # Kivy returns a sound object even for a missing file
                with quietly("sound"):
                    from kivy.core.audio import SoundLoader
                    self._noises[key] = SoundLoader.load(str(path))
        return self._noises[key]


class KivyAwake:
    """Keeps the screen on; on a phone this is a window flag and needs no permission."""

    def keep(self, on: bool) -> None:
        with quietly("keeping the screen on"):
            from kivy.core.window import Window
            Window.allow_screensaver = not on


MARK = "return-to"


def remember_play(home: Path, play_id: int | None) -> None:
    """Save which play was open for the next start; None for another screen."""
    with contextlib.suppress(OSError):
        (home / MARK).write_text("" if play_id is None else str(play_id), encoding="utf-8")


def remembered_play(home: Path) -> int | None:
    """Read the note and delete it, so later starts open the library."""
    with contextlib.suppress(OSError, ValueError):
        note = home / MARK
        text = note.read_text(encoding="utf-8")
        note.unlink()
        return int(text)
    return None
