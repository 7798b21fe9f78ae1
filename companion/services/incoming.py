"""Finds files to import on a desktop, and describes what each would bring."""

from __future__ import annotations

import stat
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from companion.core.files import COPY, EVERYTHING, LARGEST_FILE, PLAY
from companion.core.questions import Refused
from companion.core.text import Text, count, listing, say
from companion.services.packs.pack import LARGEST, SUFFIX, to_text

MARK = b"tableside-"
MOST = 20
HEAD = 400  # bytes read to recognise a file


@dataclass(frozen=True)
class Incoming:
    path: Path
    changed: float

    @property
    def name(self) -> str:
        return self.path.name

    def read(self) -> str:
        return read_text(self.path)


def files_here(home: Path | None = None) -> list[Incoming]:
    """Our files in the home and Downloads folders, newest first; skips pipes and devices."""
    home = home or Path.home()
    found: list[Incoming] = []
    for folder in (home / "Downloads", home):
        with suppress(OSError):
            for path in folder.glob("*.json"):
                with suppress(OSError, Refused), open_file(path) as file:
                    if MARK in file.read(HEAD):
                        found.append(Incoming(path, path.stat().st_mtime))
            found += [Incoming(path, path.stat().st_mtime) for path in folder.glob(f"*{SUFFIX}") if path.is_file()]
    return sorted(found, key=lambda one: -one.changed)[:MOST]


def photos_here(home: Path | None = None) -> list[Incoming]:
    """Photos in Pictures and Downloads, newest first."""
    home = home or Path.home()
    found: list[Incoming] = []
    for folder in (home / "Pictures", home / "Downloads"):
        with suppress(OSError):
            found += [Incoming(path, path.stat().st_mtime) for path in folder.iterdir()
                      if path.suffix.lower() in (".jpg", ".jpeg", ".png") and path.is_file()]
    return sorted(found, key=lambda one: -one.changed)[:MOST]


def open_file(path: Path) -> BinaryIO:
    """Open a regular file; a pipe would block forever. Raises `Refused`."""
    try:
        looked = path.stat()
        if not stat.S_ISREG(looked.st_mode):
            raise Refused(say("This file can't be read. Choose another."))
        if looked.st_size > LARGEST_FILE:
            raise Refused(say("This file is too large to be from Tableside."))
        return path.open("rb")
    except OSError:
        raise Refused(say("This file can't be read. Choose it again, or another.")) from None


def read_text(path: Path) -> str:
    """Read one of our files; of others, only the beginning. Raises `Refused`."""
    if path.suffix == SUFFIX and path.is_file():
        return to_text(_pack(path))
    with open_file(path) as file:
        try:
            begin = file.read(HEAD)
            if MARK not in begin:
                raise Refused(say("This is not a Tableside file."))
            return (begin + file.read()).decode("utf-8-sig")
        except (OSError, UnicodeDecodeError):
            raise Refused(say("This file is incomplete or damaged and can't be read.")) from None


def _pack(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except OSError:
        raise Refused(say("This file can't be read. Choose it again, or another.")) from None


def kind_of(begin: str) -> str:
    """The kind of file, from its beginning. Raises `Refused` if it is not ours."""
    for kind in (COPY, PLAY, EVERYTHING):
        if f'"{kind}"' in begin[:HEAD]:
            return kind
    raise Refused(say("This is not a Tableside file."))


@dataclass
class Contents:
    """What a file brings or has brought; duplicates don't count."""

    kind: str
    plays: int = 0
    """New plays, including `second`."""
    second: int = 0
    """Plays that exist here with a different course; imported beside them."""
    here: int = 0
    """Plays that are already here, perhaps continued."""
    strangers: int = 0
    """New plays whose game is missing; kept until it is installed."""
    people: int = 0
    copies: int = 0
    named: tuple[Text, ...] = ()
    """One sentence for each of these copies."""
    settings: int = 0
    left_out: tuple[Text, ...] = ()
    """One sentence for each part that is unreadable, or that its game refused."""
    known: set[str] | None = field(default=None, repr=False)
    """Names that exist here or were just imported; filled when the first person is read."""

    @property
    def parts(self) -> list[Text]:
        return [number for number, wanted in (
            (count("{n} play", "{n} plays", self.plays), self.plays),
            (count("{n} person", "{n} people", self.people), self.people),
            (count("{n} copy", "{n} copies", self.copies), self.copies),
            (count("{n} setting", "{n} settings", self.settings), self.settings)) if wanted]

    @property
    def sentence(self) -> Text:
        if not self.parts:
            return say("You already have everything in this file.")
        return say("New in this file: {parts}. Nothing you have is changed.", parts=listing(self.parts))
