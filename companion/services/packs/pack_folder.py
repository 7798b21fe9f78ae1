"""The packs of one owner, a folder each, beside the store. Taken in, found again at the next start, put away."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.engine.boundary import home_of, watched
from companion.core.game import Game
from companion.core.refusals import Refused
from companion.core.registry import PATIENCE, BrokenPlugin, Found, find_games, why_broken
from companion.core.text import Text, say
from companion.services.jobs import Job, Steps
from companion.services.packs.loading import belongs_to_others, code_as_it_was, forget, load_from
from companion.services.packs.pack import MANIFEST, Pack, read_pack, readable
from companion.services.packs.patience import in_time

FOLDER, STAGED, BEFORE = "packs", ".checked", ".before"
SECONDS_TO_LOAD, SECONDS_A_PLAY = 20.0, 30.0
"""A loop in Python is stopped earlier by the boundary round every game; these are for one call that never returns."""
PLAYS = 100
LONGEST_TITLE, MOST_SEATS = 80, 12
Trial = Callable[[Game[Any], int], Text | None]
"""One wild play of a game, by its seed: what was wrong; None: nothing."""


@dataclass(frozen=True)
class StoredPack:
    """A pack in the folder."""

    id: str
    title: str
    version: str
    package: str
    target: str


class PackFolder:
    """The packs of one owner."""

    def __init__(self, home: Path) -> None:
        self.folder = home / FOLDER

    def packs(self) -> list[StoredPack]:
        self._tidy()
        found = []
        for page in sorted(self.folder.glob(f"[!.]*/{MANIFEST}")):  # with a dot: not taken in yet
            try:
                raw = json.loads(page.read_text(encoding="utf-8"))
                pack = StoredPack(*(str(raw[key]) for key in ("id", "title", "version", "package", "game")))
                found += [pack] if pack.package == page.parent.name else []
            except (OSError, ValueError, KeyError, TypeError):
                continue  # a folder somebody else made
        return found

    def _tidy(self) -> None:
        """After a power cut in the middle of an exchange: the version before is whole, and stands there again."""
        for old in self.folder.glob(f"{BEFORE}-*"):
            final = self.folder / old.name.removeprefix(f"{BEFORE}-")
            if final.exists():
                shutil.rmtree(old, ignore_errors=True)
            else:
                with suppress(OSError):
                    old.rename(final)

    def find(self, found: Found) -> None:
        """Every stored pack as a game among the others; a broken one is said to be broken, with its reason."""
        for half in self.folder.glob(f"{STAGED}-*"):  # the app was closed while it tried a pack out
            shutil.rmtree(half, ignore_errors=True)
        for pack in self.packs():
            try:
                game = _watched(self.folder / pack.package, pack.target)
                if game.facts.id in found.games:
                    continue
                found.games[game.facts.id] = game
            except BaseException as error:  # a pack may raise anything
                if isinstance(error, KeyboardInterrupt):
                    raise
                found.broken.append(BrokenPlugin(pack.title, why_broken(error), ""))

    def take_in(self, raw: bytes, trial: Trial, taken: set[str], plays: int = PLAYS) -> Job[Game[Any]]:
        """Read, checked, played, and only then put into the folder. `taken`: the ids of other games that are here."""
        return Job(self._take_in(raw, trial, taken, plays))

    def _take_in(self, raw: bytes, trial: Trial, taken: set[str], plays: int) -> Steps[Game[Any]]:
        pack = read_pack(raw)
        yield 1, plays + 2
        self._check_room(pack, taken)
        place = self.folder / f"{STAGED}-{pack.folder}"
        try:
            with code_as_it_was(pack.package):  # an open play of the version before goes on with its own code
                self._write(pack, place)
                game = self._loaded(place, pack)
                for seed in range(plays):
                    yield seed + 2, plays + 2
                    self._try(game, seed, trial)
            return self._settle(place, pack)
        except OSError:
            raise Refused(say("The pack could not be saved. Is there room left on this device?")) from None
        finally:
            shutil.rmtree(place, ignore_errors=True)

    def _check_room(self, pack: Pack, taken: set[str]) -> None:
        """One game an id, one pack a package: none takes the place of another."""
        other = next((one for one in self.packs() if (one.package == pack.package) != (one.id == pack.id)), None)
        if other is not None:
            raise Refused(say("This pack and {title} can't stand side by side: both call themselves {name}. Put "
                              "{title} away first, or ask the maker for another name.", title=other.title,
                              name=pack.package if other.package == pack.package else pack.id))
        ours = {one.id for one in self.packs()}
        if pack.id in taken - ours:
            raise Refused(say("There is already a game called {name}.", name=pack.id))
        if belongs_to_others(pack.package):
            raise Refused(say("{name} is the name of something else. The pack needs another one.", name=pack.package))

    def _try(self, game: Game[Any], seed: int, trial: Trial) -> None:
        fault = in_time(lambda: trial(game, seed), SECONDS_A_PLAY)
        if fault is not None:
            raise Refused(say("In trial play {n} something broke, so it was not added. {fault}", n=seed + 1,
                              fault=fault))

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
            game: Game[Any] = in_time(lambda: _watched(place, pack.target), SECONDS_TO_LOAD)
            says = str(game.facts.id)
        except (Refused, KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException as error:  # a pack may raise anything
            raise Refused(say("The game of this pack can't be loaded. {why}", why=why_broken(error))) from None
        if not readable(game.facts.title) or len(game.facts.title) > LONGEST_TITLE or game.facts.most > MOST_SEATS:
            raise Refused(say("Its facts are incomplete: check its id, title, players and colours."))
        if game.stage or game.setup_page:
            raise Refused(say("A pack has no stage and no page of its own: {what}.",
                              what=str(game.stage or game.setup_page)[:60]))
        if says != pack.id:
            raise Refused(say("The pack says it is {one}, and its game says {other}.", one=pack.id, other=says[:40]))
        return game

    def _settle(self, place: Path, pack: Pack) -> Game[Any]:
        """The new one stands where the old one stood; a power cut in between leaves one of them whole."""
        final, before = self.folder / pack.folder, self.folder / f"{BEFORE}-{pack.folder}"
        if final.exists():
            final.rename(before)
        place.rename(final)
        shutil.rmtree(before, ignore_errors=True)
        return load_from(final, pack.target)

    def put_away(self, id: str) -> bool:
        """Its plays stay saved, and open again when the pack is back."""
        for pack in self.packs():
            if pack.id == id:
                (self.folder / pack.package / MANIFEST).unlink(missing_ok=True)  # gone, whatever happens to the rest
                shutil.rmtree(self.folder / pack.package, ignore_errors=True)
                forget(pack.package)
                return True
        return False


def _watched(place: Path, target: str) -> Game[Any]:
    return watched(home_of(target.partition(":")[0]), load_from, place, target, patience=PATIENCE)


def games_here(found: Found | None, home: Path) -> Found:
    """All games of this owner: those that are installed, and the packs in the folder."""
    every = find_games() if found is None else found
    PackFolder(home).find(every)
    return every

