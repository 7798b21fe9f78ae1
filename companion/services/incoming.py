"""Files of ours that lie about on a desktop. A phone shows no folder to an app: there a person chooses (documents)."""

from __future__ import annotations

import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from companion.core.files.reading import COPY, EVERYTHING, LARGEST_FILE, PLAY
from companion.core.questions import Refused
from companion.core.text import say
from companion.services.packs.pack import LARGEST, SUFFIX, to_text

MARK = "tableside-"
MOST = 20
HEAD = 400  # letters of a file that are looked at


@dataclass(frozen=True)
class Incoming:
    """A file that Tableside may have written."""

    path: Path
    changed: float

    @property
    def name(self) -> str:
        return self.path.name

    def read(self) -> str:
        """Its text. Raises `Refused`."""
        return read_text(self.path)


def files_here(home: Path | None = None) -> list[Incoming]:
    """Files of ours in the user's folder and in Downloads, newest first. A pipe or a device is passed by."""
    home = home or Path.home()
    found: list[Incoming] = []
    for folder in (home / "Downloads", home):
        with suppress(OSError):
            for path in folder.glob("*.json"):
                with suppress(OSError, UnicodeDecodeError, Refused), open_text(path) as file:
                    if MARK in file.read(HEAD):
                        found.append(Incoming(path, path.stat().st_mtime))
            found += [Incoming(path, path.stat().st_mtime) for path in folder.glob(f"*{SUFFIX}") if path.is_file()]
    return sorted(found, key=lambda one: -one.changed)[:MOST]


def open_text(path: Path) -> TextIO:
    """A file to be read, looked at before it is opened: a pipe would wait for ever. Raises `Refused`."""
    try:
        looked = path.stat()
        if not stat.S_ISREG(looked.st_mode):
            raise Refused(say("This is not a file that can be read. Choose another."))
        if looked.st_size > LARGEST_FILE:
            raise Refused(say("This file is far too large to be one of Tableside's."))
        return path.open(encoding="utf-8-sig")
    except OSError:
        raise Refused(say("This file can't be read. Choose it again, or another.")) from None


def read_text(path: Path) -> str:
    """All of a file that is one of ours; of another not more than its beginning is read. Raises `Refused`."""
    if path.suffix == SUFFIX and path.is_file():
        return to_text(_pack(path))
    with open_text(path) as file:
        try:
            begin = file.read(HEAD)
            if MARK not in begin:
                raise Refused(say("This is not a Tableside file."))
            return begin + file.read()
        except (OSError, UnicodeDecodeError):
            raise Refused(say("This file is cut off or damaged. It can't be read.")) from None


def _pack(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except OSError:
        raise Refused(say("This file can't be read. Choose it again, or another.")) from None


def kind_of(begin: str) -> str:
    """Which of our files it is, by its beginning. Raises `Refused` for none of ours."""
    for kind in (COPY, PLAY, EVERYTHING):
        if f'"{kind}"' in begin[:HEAD]:
            return kind
    raise Refused(say("This is not a Tableside file."))
