"""What `watch` and `open` prepare before the window opens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.files import LARGEST_FILE, PlayFile, first_other_score, read_play, replayed
from companion.core.game import Game
from companion.core.play import GuardedPlay
from companion.core.refusals import Refused
from companion.core.registry import Found, find_games
from companion.core.text import Text, say
from companion.services.library import Library
from companion.services.open_play import OpenPlay, summary_of
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


OPENED = "(opened)"  # matches no real rules version, so every answer is checked


def read_log(games: Mapping[str, Game[Any]], text: str | bytes, at: int | None = None) -> tuple[PlayFile, GuardedPlay]:
    file = read_play(text, games)
    play = replayed(file, games[file.game])
    if at is not None and not 0 <= at <= play.position():
        raise Refused(say("This play has {n} answers. Choose one from 0 to {n}.", n=play.position()))
    return file, play


def open_log(library: Library, text: str | bytes, at: int | None = None) -> tuple[OpenPlay, Text | None]:
    """Store the log as a new play; return it with a message to show.

    `at`: undo back to this many answers. Raises `Refused`."""
    file, play = read_log(library.games, text, at)
    number = library.store.add_play(file.game, f"{file.rules} {OPENED}", file.setup, library.clock.wall(),
                                    summary_of(play), file.log)
    opened, stands = library.resume(number), play.position()
    if opened.play.misfit is not None:
        return opened, None  # the table screen shows it
    if at is not None and at < stands:
        opened.undo(at)
        return opened, say("After {n} of {all} answers. Redo brings the rest.", n=at, all=stands)
    other = first_other_score(play, file.scores)
    if other is not None:
        return opened, say("After {n} answers the points differ from the saved ones.", n=other)
    return opened, None
