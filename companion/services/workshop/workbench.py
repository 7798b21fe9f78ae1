"""What `watch` and `open` prepare before the window opens."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.core.files import LARGEST_FILE
from companion.core.registry import Found, find_games
from companion.services.workshop.exported_log import read_log
from companion.services.workshop.game_folder import GameFolder


@dataclass(frozen=True)
class Workbench:
    found: Found
    folder: GameFolder | None = None
    log: bytes | None = None
    at: int | None = None
    """Open the log after this many answers."""


def lay_out(folder: Path | None, log: Path | None, at: int | None, found: Found | None = None) -> Workbench:
    """Load and check everything before a window opens. Raises `Refused` and `OSError`."""
    games = find_games() if found is None else found
    watched = None if folder is None else GameFolder(folder)
    if watched is not None:
        games.games[watched.id] = watched.load()
    text = None
    if log is not None:
        with log.open("rb") as file:
            text = file.read(LARGEST_FILE + 1)
        read_log(games.games, text, at)
    return Workbench(games, watched, text, at)
