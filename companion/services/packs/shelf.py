"""Where packs are kept: a folder a package beside the store. Taken in, found again at the next start, put away."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any

from companion.core.game import Game
from companion.core.refusals import Refused
from companion.core.registry import BrokenPlugin, Found, find_games, load, why_broken
from companion.core.rulebook import Rulebook
from companion.core.text import Text, say
from companion.services.jobs import Job, Steps
from companion.services.packs.pack import MANIFEST, Pack, read_pack

FOLDER, STAGED = "packs", ".checked"
PLAYS = 100
Trial = Callable[[Game[Any], int], Text | None]
"""One wild play of a game, by its seed: what was wrong; None: nothing."""


@dataclass(frozen=True)
class Kept:
    """A pack on the shelf."""

    id: str
    title: str
    version: str
    package: str
    target: str


class Shelf:
    """The packs of one owner."""

    def __init__(self, home: Path) -> None:
        self.folder = home / FOLDER

    def kept(self) -> list[Kept]:
        found = []
        for page in sorted(self.folder.glob(f"*/{MANIFEST}")):
            try:
                raw = json.loads(page.read_text(encoding="utf-8"))
                found.append(Kept(*(str(raw[key]) for key in ("id", "title", "version", "package", "game"))))
            except (OSError, ValueError, KeyError, TypeError):
                continue  # a folder somebody else made
        return found

    def find(self, found: Found) -> None:
        """Every kept pack as a game among the others; a broken one is said to be broken, with its reason."""
        for pack in self.kept():
            try:
                game = self._load(self.folder / pack.package, pack.target)
                if game.facts.id in found.games:
                    continue
                found.games[game.facts.id] = game
            except BaseException as error:  # a pack may raise anything
                if isinstance(error, KeyboardInterrupt):
                    raise
                found.broken.append(BrokenPlugin(pack.title, why_broken(error), ""))

    def take_in(self, raw: bytes, trial: Trial, taken: set[str], plays: int = PLAYS) -> Job[Game[Any]]:
        """Read, checked, played, and only then put on the shelf. `taken`: the ids of other games that are here."""
        return Job(self._take_in(raw, trial, taken, plays))

    def _take_in(self, raw: bytes, trial: Trial, taken: set[str], plays: int) -> Steps[Game[Any]]:
        pack = read_pack(raw)
        yield 1, plays + 2
        ours = {kept.id for kept in self.kept() if kept.package == pack.package}
        if pack.id in taken - ours:
            raise Refused(say("There is already a game called {name}.", name=pack.id))
        place = self._write(pack, self.folder / f"{STAGED}-{pack.folder}")
        try:
            game = self._loaded(place, pack)
            for seed in range(plays):
                yield seed + 2, plays + 2
                fault = trial(game, seed)
                if fault is not None:
                    raise Refused(say("In trial play {n} something broke, so it was not added. {fault}", n=seed + 1,
                                      fault=fault))
            return self._settle(place, pack)
        finally:
            shutil.rmtree(place, ignore_errors=True)

    def _write(self, pack: Pack, place: Path) -> Path:
        shutil.rmtree(place, ignore_errors=True)
        for name, data in pack.files.items():
            path = place / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        page = {"id": pack.id, "title": pack.title, "version": pack.version, "package": pack.package,
                "game": pack.target, "licence": pack.licence}
        (place / MANIFEST).write_text(json.dumps(page), encoding="utf-8")
        return place

    def _loaded(self, place: Path, pack: Pack) -> Game[Any]:
        try:
            game = self._load(place, pack.target)
        except Refused:
            raise
        except BaseException as error:
            if isinstance(error, (KeyboardInterrupt, GeneratorExit)):
                raise
            raise Refused(say("The game of this pack can't be loaded. {why}", why=why_broken(error))) from None
        if game.facts.id != pack.id:
            raise Refused(say("The pack says it is {one}, and its game says {other}.", one=pack.id,
                              other=str(game.facts.id)[:40]))
        return game

    def _settle(self, place: Path, pack: Pack) -> Game[Any]:
        """The new one stands where the old one stood; a power cut in between leaves one of them whole."""
        final = self.folder / pack.folder
        shutil.rmtree(final, ignore_errors=True)
        place.rename(final)
        return self._load(final, pack.target)

    def _load(self, place: Path, target: str) -> Game[Any]:
        """The package afresh from this folder."""
        package = target.partition(":")[0].partition(".")[0]
        forget(package)
        sys.path.insert(0, str(place))
        try:
            invalidate_caches()
            import_module(package)
            return load(target)
        finally:
            sys.path.remove(str(place))

    def put_away(self, id: str) -> bool:
        """Its plays stay kept, and open again when the pack is back."""
        for pack in self.kept():
            if pack.id == id:
                shutil.rmtree(self.folder / pack.package, ignore_errors=True)
                forget(pack.package)
                return True
        return False


def games_here(found: Found | None, home: Path) -> Found:
    """All games of this owner: those that are installed, and the packs on the shelf."""
    every = find_games() if found is None else found
    Shelf(home).find(every)
    return every


def forget(package: str) -> None:
    """Its code, and its rulebook: another version may lie at the same place."""
    Rulebook.of.cache_clear()
    for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
        del sys.modules[name]
