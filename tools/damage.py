"""Damage to the files of a store: flipped bits, truncations, missing files. After each the app must start and every
answer must be there. `python -m tools.damage 2000` looks at that many flips."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

from companion.core.game import Game
from companion.core.log import Record
from companion.core.questions import Refused
from companion.core.registry import find_games
from companion.core.seats import Person
from companion.services.evening import Evening
from companion.services.ports.clock import MachineClock
from companion.services.store import Store, open_store
from companion.simulate import random_setup
from tools.kills import act

PLAYS, ANSWERS = 6, 30
PAGE = 4_096
CUTS = (0, 1, 15, 16, 99, 100, 512, 4_095, 4_096, 4_097, 8_192)


@dataclass
class Damages:
    """What was done to the files, and what became of it."""

    flips: int = 0
    """In the database and its write-ahead log."""
    beside: int = 0
    """In backups, journal and the list of what there is."""
    truncations: int = 0
    missing: int = 0
    answers: int = 0
    """Looked for, over all of them."""
    restored: int = 0
    """So many times the file was put together again, and the owner told."""
    lost: list[str] = field(default_factory=list)
    pages: int = 0
    """Swapped, zeroed, torn, or hit by 20 random bytes."""


@dataclass(frozen=True)
class Evidence:
    """All that was saved, to be compared."""

    plays: dict[str, list[Record]]
    people: list[Person]
    copies: list[tuple[str, str, Any]]


def evidence(store: Store) -> Evidence:
    rows = [*store.plays(), *store.plays(archived=True)]
    return Evidence({row.uid: store.records(row.id) for row in rows}, store.people(),
                    [(one.game, one.name, one.copy) for one in store.copies()])


def make(folder: Path, games: dict[str, Game[Any]], seed: int) -> Evidence:
    """A store in two states: as a killed process leaves it (a backup of some time ago, the last answers only in the
    write-ahead log), and as the app leaves it at its end."""
    rng = Random(seed)
    place = folder / "tableside.db"
    evening = Evening(open_store(place), games, MachineClock())
    names = sorted(games)
    evening.save_copy(names[0], "My box", games[names[0]].starter_copy())
    for number in range(PLAYS):
        game = games[names[number % len(names)]]
        opened = evening.start(game.facts.id, random_setup(game, rng))
        for _ in range(ANSWERS):
            with suppress(Refused):
                act(opened, rng)
        if number == PLAYS - 2:
            evening.quit()
            evening = Evening(open_store(place), games, MachineClock())
    found = evidence(evening.store)
    _copy_files(folder, "killed")  # as they lie at this moment
    evening.quit()
    _copy_files(folder, "ended")
    return found


def _copy_files(folder: Path, state: str) -> None:
    (folder / state).mkdir()
    for path in folder.iterdir():
        if path.is_file():
            shutil.copyfile(path, folder / state / path.name)


def damages(folder: Path, flips: int, games: dict[str, Game[Any]], seed: int = 1,
            cuts: tuple[int, ...] = CUTS) -> Damages:
    """Flip so many bits, cut each file at these places (and at its half and its end), take each file away."""
    found = make(folder, games, seed)
    result = Damages()
    rng = Random(seed)
    for state in ("killed", "ended"):
        for what, spoil in _ways(folder / state, flips // 2, cuts, rng, result):
            _look(folder, state, what, spoil, found, games, result)
    return result


Spoil = Callable[[Path], None]


def _ways(folder: Path, flips: int, cuts: tuple[int, ...], rng: Random, result: Damages) -> Iterator[tuple[str, Spoil]]:
    files = [name for name in ("tableside.db", "tableside.db-wal") if (folder / name).exists()]
    sizes = [(folder / name).stat().st_size for name in files]
    for _ in range(flips):
        (name,) = rng.choices(files, sizes)
        at = rng.randrange((folder / name).stat().st_size) if rng.random() < 0.8 else rng.randrange(100)
        bit = rng.randrange(8)
        result.flips += 1
        yield f"{name}, byte {at}, bit {bit}", partial(_flip, name, at, bit)
    beside = sorted(path.name for path in folder.iterdir() if path.name not in files and path.stat().st_size)
    for _ in range(flips // 10):  # backups, journal and list must not make a whole file worse
        name = rng.choice(beside)
        result.beside += 1
        yield f"{name}, beside", partial(_flip, name, rng.randrange((folder / name).stat().st_size), rng.randrange(8))
    for name, size in zip(files, sizes, strict=True):
        for _ in range(max(2, flips // 10)):
            one, other = (rng.randrange(max(1, size // PAGE)) for _ in range(2))
            for how in (_zero, _tear, _swap, _scatter):
                result.pages += 1
                yield f"{name}, {how.__name__} {one} {other}", partial(how, name, one, other)
        for cut in sorted({*cuts, size // 2, size - 1, *(rng.randrange(size) for _ in cuts)}):
            if cut < size:
                result.truncations += 1
                yield f"{name} cut at {cut}", partial(_cut, name, cut)
    everything = sorted(path.name for path in folder.iterdir())
    for names in [*([name] for name in everything), files,
                  [name for name in everything if "backup" in name]]:
        result.missing += 1
        yield f"without {', '.join(names)}", partial(_without, names)


def _flip(name: str, at: int, bit: int, place: Path) -> None:
    with (place / name).open("rb+") as file:
        file.seek(at)
        (byte,) = file.read(1)
        file.seek(at)
        file.write(bytes([byte ^ (1 << bit)]))


def _zero(name: str, page: int, _: int, place: Path) -> None:
    _put(place / name, page * PAGE, bytes(PAGE))


def _tear(name: str, page: int, other: int, place: Path) -> None:
    """The first half is another page's: a write that broke off."""
    _put(place / name, page * PAGE, (place / name).read_bytes()[other * PAGE:][:PAGE // 2])


def _swap(name: str, page: int, other: int, place: Path) -> None:
    raw = (place / name).read_bytes()
    _put(place / name, page * PAGE, raw[other * PAGE:][:PAGE])
    _put(place / name, other * PAGE, raw[page * PAGE:][:PAGE])


def _scatter(name: str, page: int, other: int, place: Path) -> None:
    rng, size = Random(page * 1_000 + other), (place / name).stat().st_size
    for _ in range(20):
        _put(place / name, rng.randrange(size), bytes([rng.randrange(256)]))


def _put(path: Path, at: int, content: bytes) -> None:
    with path.open("rb+") as file:
        file.seek(at)
        file.write(content)


def _cut(name: str, size: int, place: Path) -> None:
    with (place / name).open("rb+") as file:
        file.truncate(size)


def _without(names: list[str], place: Path) -> None:
    for name in names:
        (place / name).unlink(missing_ok=True)


def _look(folder: Path, state: str, what: str, spoil: Spoil, found: Evidence, games: dict[str, Game[Any]],
          result: Damages) -> None:
    """Start the app on the damaged files, look, end it, and look once more: also the backups must be none the worse."""
    place = Path(mkdtemp(dir=folder, prefix="now-"))  # on a busy machine the last case may still write its backup
    shutil.copytree(folder / state, place, dirs_exist_ok=True)
    try:
        spoil(place)
        for again in ("", ", at the second start"):
            evening = Evening(open_store(place / "tableside.db"), games, MachineClock())
            result.restored += evening.notice is not None and not again
            result.lost += [f"{state}, {what}{again}: {loss}" for loss in _losses(evening, found)]
            found = _played_on(evening, found)
            evening.quit()
        result.answers += sum(len(log) for log in found.plays.values())
    except Exception as error:
        result.lost.append(f"{state}, {what}: {error!r}")
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _played_on(evening: Evening, found: Evidence) -> Evidence:
    """Three answers more: a log that was silently cut short would show now."""
    plays, rng = dict(found.plays), Random(3)
    for listed in evening.plays():
        if not listed.finished:
            opened = evening.resume(listed.id)
            for _ in range(3):
                with suppress(Refused):
                    act(opened, rng)
            plays[opened.row.uid] = list(opened.play.log)
            break
    return Evidence(plays, found.people, found.copies)


def _losses(evening: Evening, found: Evidence) -> Iterator[str]:
    evening.plays()
    evening.history()
    evening.settings()
    if not evening.writable:
        yield f"not writable: {evening.notice}"
    now = evidence(evening.store)
    for uid, log in found.plays.items():
        if now.plays.get(uid) != log:
            yield f"{len(now.plays.get(uid, []))} of {len(log)} records of a play"
    if len(now.plays) > len(found.plays):
        yield "a play too many"
    if now.copies != found.copies:
        yield "a copy"
    if {one.name for one in now.people} < {one.name for one in found.people}:
        yield f"people: {len(now.people)} of {len(found.people)}"


def main(words: list[str]) -> int:
    flips = int(words[0]) if words else 2_000
    with TemporaryDirectory(prefix="tableside-damage-") as folder:
        result = damages(Path(folder), flips, find_games().games, int(words[1]) if len(words) > 1 else 1)
    sys.stdout.write(f"{result.flips} flips, {result.truncations} truncations, {result.missing} missing files. "
                     f"Restored {result.restored} times; of {result.answers} answers {len(result.lost)} lost\n")
    for loss in result.lost[:40]:
        sys.stdout.write(f"{loss}\n")
    return 1 if result.lost else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
