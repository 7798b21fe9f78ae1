"""Files that come in: those that lie about on this machine, and the phone's own file chooser."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.services.ports.java import is_android
from companion.services.ports.quiet import quietly

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


def files_here(home: Path | None = None) -> list[Incoming]:
    """Files of ours in the user's folder and in Downloads, newest first."""
    home = home or Path.home()
    found: list[Incoming] = []
    for folder in (home / "Downloads", home):
        with suppress(OSError):
            for path in folder.glob("*.json"):
                with suppress(OSError, UnicodeDecodeError), path.open(encoding="utf-8") as file:
                    if MARK in file.read(HEAD):
                        found.append(Incoming(path, path.stat().st_mtime))
    return sorted(found, key=lambda one: -one.changed)[:MOST]


def has_chooser() -> bool:
    """A desktop's chooser needs helpers that are seldom there; there the files are listed instead."""
    return is_android()


def pick_file(done: Callable[[str | None], None]) -> bool:
    """Open the machine's file chooser; `done` gets the text, perhaps from another thread. False: there is none."""
    def chosen(paths: list[str] | None) -> None:
        text = None
        if paths:
            with quietly("reading a chosen file"):
                text = Path(paths[0]).read_text(encoding="utf-8")
        done(text)

    with quietly("the file chooser"):
        from plyer import filechooser
        filechooser.open_file(on_selection=chosen)
        return True
    return False
