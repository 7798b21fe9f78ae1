"""Files of ours that lie about on a desktop. A phone shows no folder to an app: there a person chooses (documents)."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

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
