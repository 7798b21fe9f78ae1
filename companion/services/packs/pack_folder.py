"""The folder of installed packs, beside the store."""

from __future__ import annotations

import json
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from companion.core.engine.boundary import watched
from companion.core.game import Game
from companion.core.refusals import Refused
from companion.core.registry import PATIENCE, BrokenPlugin, Found, load, shielded, why_broken
from companion.core.rulebook import read_rules
from companion.core.text import Text, say
from companion.services.jobs import Job, Steps
from companion.services.packs.pack import MANIFEST, Pack, read_pack, readable
from companion.services.start.places import PACKS

STAGED, BEFORE = ".checked", ".before"
LOADING = ".loading"
"""Marker file while a pack loads: if the app dies meanwhile, the next start skips that pack."""
SECONDS_TO_LOAD, SECONDS_A_PLAY = 20.0, 30.0
"""Limits for a single call that never returns; Python loops are stopped earlier."""
AGAIN = 0.2
"""Seconds between repeated alarms, in case a pack catches the first one."""
PLAYS = 100
LONGEST_TITLE, MOST_SEATS = 80, 12
R = TypeVar("R")
Trial = Callable[[Game[Any], int], Text | None]
"""Plays a game at random from a seed; returns what went wrong."""


class PackFolder:
    def __init__(self, home: Path) -> None:
        self.folder = home / PACKS

    def packs(self) -> list[Pack]:
        self._tidy()
        found = []
        for page in sorted(self.folder.glob(f"[!.]*/{MANIFEST}")):  # a leading dot: not installed yet
            try:
                raw = json.loads(page.read_text(encoding="utf-8"))
                pack = Pack.of(raw)
                found += [pack] if pack.package == page.parent.name else []
            except (OSError, ValueError, KeyError, TypeError):
                continue
        return found

    def _tidy(self) -> None:
        """Restore the previous version after a power cut during an update."""
        for old in self.folder.glob(f"{BEFORE}-*"):
            final = self.folder / old.name.removeprefix(f"{BEFORE}-")
            if final.exists():
                shutil.rmtree(old, ignore_errors=True)
            else:
                with suppress(OSError):
                    old.rename(final)

    def find(self, found: Found) -> None:
        for half in self.folder.glob(f"{STAGED}-*"):  # left over if the app closed during trial plays
            shutil.rmtree(half, ignore_errors=True)
        for pack in self.packs():
            place = self.folder / pack.package
            if (place / LOADING).exists():
                found.broken.append(BrokenPlugin(pack.title, say("It stopped the app while loading. Remove it, or "
                                                                 "add it again."), ""))
                continue
            try:
                with suppress(OSError):
                    (place / LOADING).touch()
                game = shielded(_watched(place, pack.target))
                found.games.setdefault(game.facts.id, game)
            except BaseException as error:  # a pack can raise anything
                if isinstance(error, KeyboardInterrupt):
                    raise  # it hung, or raised this itself: the marker stays
                found.broken.append(BrokenPlugin(pack.title, why_broken(error), ""))
            (place / LOADING).unlink(missing_ok=True)

    def take_in(self, raw: bytes, trial: Trial, taken: set[str], plays: int = PLAYS) -> Job[Game[Any]]:
        """Check and trial-play a pack, then install it. `taken`: ids of the other games."""
        return Job(self._take_in(raw, trial, taken, plays))

    def _take_in(self, raw: bytes, trial: Trial, taken: set[str], plays: int) -> Steps[Game[Any]]:
        pack = read_pack(raw)
        yield 1, plays + 2
        self._check_room(pack, taken)
        place = self.folder / f"{STAGED}-{pack.package}"
        try:
            with code_as_it_was(pack.package):  # open plays keep using the previous version's code
                self._write(pack, place)
                game = self._loaded(place, pack)
                for seed in range(plays):
                    yield seed + 2, plays + 2
                    self._try(game, seed, trial)
            return self._settle(place, pack)
        except OSError:
            raise Refused(say("The pack could not be saved. Free some space and add it again.")) from None
        finally:
            shutil.rmtree(place, ignore_errors=True)

    def _check_room(self, pack: Pack, taken: set[str]) -> None:
        other = next((one for one in self.packs() if (one.package == pack.package) != (one.id == pack.id)), None)
        if other is not None:
            raise Refused(say("This pack and {title} both use the name {name}. Remove {title} first, or ask the "
                              "maker to rename this one.", title=other.title,
                              name=pack.package if other.package == pack.package else pack.id))
        ours = {one.id for one in self.packs()}
        if pack.id in taken - ours:
            raise Refused(say("There is already a game called {name}.", name=pack.id))
        if belongs_to_others(pack.package):
            raise Refused(say("The name {name} is taken. The pack needs another one.", name=pack.package))

    def _try(self, game: Game[Any], seed: int, trial: Trial) -> None:
        fault = in_time(lambda: trial(game, seed), SECONDS_A_PLAY)
        if fault is not None:
            raise Refused(say("Trial play {n} failed, so the pack was not added. {fault}", n=seed + 1,
                              fault=fault))

    def _write(self, pack: Pack, place: Path) -> Path:
        shutil.rmtree(place, ignore_errors=True)
        for name, data in pack.files.items():
            path = place / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        (place / MANIFEST).write_text(json.dumps(pack.manifest()), encoding="utf-8")
        return place

    def _loaded(self, place: Path, pack: Pack) -> Game[Any]:
        try:
            game: Game[Any] = in_time(lambda: _watched(place, pack.target), SECONDS_TO_LOAD)
            says = str(game.facts.id)
        except (Refused, KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException as error:  # a pack can raise anything
            raise Refused(say("The game of this pack can't be loaded. {why}", why=why_broken(error))) from None
        if not readable(game.facts.title) or len(game.facts.title) > LONGEST_TITLE or game.facts.most > MOST_SEATS:
            raise Refused(say("Its facts are incomplete: check its id, title, players and colours."))
        if game.stage or game.setup_page:
            raise Refused(say("A pack can't have its own stage or pages: {what}.",
                              what=str(game.stage or game.setup_page)[:60]))
        if says != pack.id:
            raise Refused(say("The pack is called {one}, but its game is {other}. The pack was not added.", one=pack.id,
                              other=says[:40]))
        return game

    def _settle(self, place: Path, pack: Pack) -> Game[Any]:
        """Replace the old version; a power cut leaves one of the two intact."""
        final, before = self.folder / pack.package, self.folder / f"{BEFORE}-{pack.package}"
        if final.exists():
            final.rename(before)
        place.rename(final)
        shutil.rmtree(before, ignore_errors=True)
        return load_from(final, pack.target)

    def put_away(self, id: str) -> bool:
        """Remove a pack. Its plays are kept and open again once it is reinstalled."""
        for pack in self.packs():
            if pack.id == id:
                (self.folder / pack.package / MANIFEST).unlink(missing_ok=True)  # in case the rest can't be deleted
                shutil.rmtree(self.folder / pack.package, ignore_errors=True)
                forget(pack.package)
                return True
        return False


def _watched(place: Path, target: str) -> Game[Any]:
    return watched(load_from, place, target, patience=PATIENCE)


def load_from(place: Path, target: str) -> Game[Any]:
    """Load the package afresh from this folder, without changing `sys.path`."""
    package = target.partition(":")[0].partition(".")[0]
    forget(package)
    home = place / package
    spec = spec_from_file_location(package, home / "__init__.py", submodule_search_locations=[str(home)])
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[package] = module
    spec.loader.exec_module(module)
    return load(target)


def forget(package: str) -> None:
    """Drop the package's modules and rulebook: another version may take its place."""
    read_rules.cache_clear()
    for name in modules_of(package):
        del sys.modules[name]


def modules_of(package: str) -> dict[str, ModuleType]:
    return {name: module for name, module in list(sys.modules.items())
            if name == package or name.startswith(f"{package}.")}


@contextmanager
def code_as_it_was(package: str) -> Iterator[None]:
    before = modules_of(package)
    try:
        yield
    finally:
        forget(package)
        sys.modules.update(before)


def belongs_to_others(package: str) -> bool:
    """Whether this name is importable but not a game, so part of the app or its dependencies."""
    try:
        spec = find_spec(package)
    except (ImportError, ValueError, AttributeError):
        return package in sys.modules
    return spec is not None and not any((Path(place) / "rules.md").is_file()
                                        for place in spec.submodule_search_locations or ())


class TooLate(BaseException):
    """Raised by the alarm inside the running work."""


def in_time(work: Callable[[], R], seconds: float) -> R:
    """Abort work after a time limit with an alarm: a long C call would block other threads.

    Without alarms (Windows, other threads) there is no limit."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        return work()
    over: list[bool] = []

    def rings(number: int, frame: Any) -> None:
        if not over:
            raise TooLate
    before = signal.signal(signal.SIGALRM, rings)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        return work()
    except TooLate:
        raise Refused(say("This pack took too long, so it was not added.")) from None
    finally:
        over.append(True)
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
