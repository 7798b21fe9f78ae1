"""For authors: a game's source folder, reloaded at every save, for `watch` and `open`."""

import sys
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import invalidate_caches
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from companion.core import language
from companion.core.engine.boundary import SECONDS, TooLate, in_time
from companion.core.files import LARGEST_FILE, PlayFile, first_other_score, read_play, replayed
from companion.core.game import Game
from companion.core.play import GuardedPlay
from companion.core.registry import Faulty, Found, find_games, load, why_broken
from companion.core.text import Refused, Text, count, say
from companion.services.library import Library
from companion.services.open_play import OpenPlay
from companion.services.packs.catalogues import compile_words
from companion.services.packs.making import plugin_in
from companion.services.packs.pack import KINDS, forget, modules_of
from companion.services.summary import summary_of

MOST_FILES = 2000
Stamp = frozenset[tuple[str, int, int]]


class GameFolder:
    """The folder with `pyproject.toml`; its package shadows any installed one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        plugin = plugin_in(self.folder)
        self.id, self.target, self.package = plugin.id, plugin.target, plugin.package
        self._loaded = self._last = self._stamp()
        self._before = modules_of(self.package)
        self._words: language.Source | None = None

    def load(self) -> Game[Any]:
        """Load the current files. Raises `Refused`, keeping the old modules."""
        if find_spec("babel"):
            compile_words(self.folder / self.package)
        self._words = language.forget(self.id)  # or it would keep the words it has read
        self._loaded = self._last = self._stamp()
        self._before = modules_of(self.package)
        # bytecode misses a second save within a second
        wrote, sys.dont_write_bytecode = sys.dont_write_bytecode, True
        try:
            if sys.path[:1] != [str(self.folder)]:
                sys.path.insert(0, str(self.folder))  # stays there: a game may import its modules later
            forget(self.package)
            invalidate_caches()
            game = in_time(partial(load, self.target), SECONDS)
            if game.facts.id != self.id:
                raise Faulty(say("Its facts call it {one}, its pyproject.toml {other}. They must match.",
                                 one=str(game.facts.id)[:40], other=self.id))
            language.settle(self.id)
            return game
        except BaseException as error:  # a half-written file can raise anything
            if isinstance(error, KeyboardInterrupt):
                raise
            self.back()
            raise Refused(why_not(error, [self.folder])) from error
        finally:
            sys.dont_write_bytecode = wrote

    def back(self) -> None:
        """Take modules and words from before the last load: plays under the previous rules need them."""
        forget(self.package)
        sys.modules.update(self._before)
        if self._words is not None:
            language.recall(self._words)

    def saved(self) -> bool:
        """Whether files changed since the last load and have been stable for one poll."""
        now = self._stamp()
        still, self._last = now == self._last, now
        return still and now != self._loaded

    def _stamp(self) -> Stamp:
        found = []
        for path in sorted((self.folder / self.package).rglob("*"))[:MOST_FILES]:
            if path.suffix in KINDS and "__pycache__" not in path.parts:
                try:
                    looked = path.stat()
                except OSError:
                    continue
                found.append((path.as_posix(), looked.st_mtime_ns, looked.st_size))
        return frozenset(found)


def why_not(error: BaseException, folders: Sequence[Path]) -> Text:
    """One sentence with the deepest line of the author's own files, whatever went wrong."""
    if isinstance(error, SyntaxError) and error.filename:
        return _at(Path(error.filename).name, error.lineno or 1, f"{type(error).__name__}: {error.msg}")
    if isinstance(error, Faulty):
        return why_broken(error)
    frames = [frame for frame in traceback.extract_tb(error.__traceback__)
              if _within(frame.filename, folders)]
    if not frames:
        return why_broken(error)
    what = "it took too long" if isinstance(error, TooLate) else f"{type(error).__name__}: {error}"
    last, name = frames[-1], next((frame.name for frame in reversed(frames) if frame.name[0] != "<"), "_")
    return _at(Path(last.filename).name, last.lineno or 1, what if name[0] == "_" else f"{what}, in {name}")


def _at(file: str, line: int, error: str) -> Text:
    return say("{file}, line {n}: {error}.", file=file, n=line,
               error=" ".join(error.split()).rstrip(".")[:200])


def _within(file: str, folders: Sequence[Path]) -> bool:
    try:
        return any(map(Path(file).resolve().is_relative_to, folders))
    except OSError:
        return False


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


def read_log(games: Mapping[str, Game[Any]], text: str | bytes, at: int | None = None) -> tuple[PlayFile,
                                                                                                GuardedPlay]:
    file = read_play(text, games)
    play = replayed(file, games[file.game])
    if at is not None and not 0 <= at <= play.position():
        raise Refused(say("Choose an answer from 0 to {n}.", n=play.position()))
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
        opened.hands.card()
        opened.hands.fold()  # no real pieces lie as at the end of the log
        return opened, say("After answer {n} of {all}. Redo brings the rest.", n=at, all=stands)
    other = first_other_score(play, file.scores)
    if other is not None:
        return opened, count("After {n} answer the points differ from the saved ones.",
                             "After {n} answers the points differ from the saved ones.", other)
    return opened, None
