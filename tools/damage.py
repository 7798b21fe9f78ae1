"""Damage a store's files. Each time the app must start, play on, restart, and keep everything in the intact
files.

Files are also put in the place of the open ones, and lost together with the write-ahead log.
"""

import itertools
import json
import os
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

from companion.core.game import Game
from companion.core.log import Record
from companion.core.setup import Person
from companion.core.text import Refused
from companion.services.library import Library
from companion.services.ports.machine import MachineClock
from companion.services.store import Store, open_store
from companion.simulate import random_setup
from tools.kills import Child, Tally, act, digest, plugins

DB, WAL, SHM = "tableside.db", "tableside.db-wal", "tableside.db-shm"
PLAYS, ANSWERS = 6, 30
PAGE = 4_096
CUTS = (0, 1, 15, 16, 99, 100, 512, 4_095, 4_096, 4_097, 8_192)
KILLED, QUIET, ENDED, EARLIER = "killed", "no answer since", "ended", "earlier"
ODD: dict[str, Callable[[Path], None]] = {"pipe": os.mkfifo, "folder": Path.mkdir,
                                          "dead link": lambda at: at.symlink_to("nowhere")}


@dataclass(frozen=True)
class Evidence:
    """Everything that was saved."""

    plays: dict[str, list[Record]]
    beside: dict[str, list[Any]]
    """Boxes, people, settings, and the plays archived, in the trash or ended early."""


def evidence(store: Store) -> Evidence:
    away, trash = store.plays(archived=True), store.trashed()
    rows = [*store.plays(), *away, *trash]
    for row in rows:
        with suppress(Refused):  # a line that is in no file
            store.records(row.id)
    return Evidence({row.uid: store.readable_records(row.id) for row in rows}, {
        "boxes": sorted([one.game, one.name, json.dumps(one.box)] for one in store.boxes()),
        "people": sorted([one.name, one.colour] for one in store.people()),
        "settings": [store.setting("theme")],
        "archived": sorted(row.uid for row in away), "trash": sorted(row.uid for row in trash),
        "ended": sorted(row.uid for row in rows if row.ending is not None and row.ending.ended)})


def make(folder: Path, games: dict[str, Game[Any]], seed: int) -> dict[str, Evidence]:
    """Make a store in four states: earlier, after a kill with and without answers since its pause, after an
    exit.

    After the earlier state, a play and a box are deleted permanently.
    """
    rng, names = Random(seed), sorted(games)
    library = Library(open_store(folder / DB), games, MachineClock())
    for name in ("My box", "Deleted"):
        library.save_box(names[0], name, games[names[0]].boxes.starter())
    library.add_person(Person(f"Zoe {EARLIER}", 3))
    for number in range(PLAYS):
        game = games[names[number % len(names)]]
        opened = library.start(game.facts.id, random_setup(game, rng))
        for _ in range(ANSWERS):
            with suppress(Refused):
                act(opened, rng)
        if number in (1, PLAYS - 2):
            library.quit()
            library = Library(open_store(folder / DB), games, MachineClock())
        if number == PLAYS - 2:
            _copy_files(folder, EARLIER)
            first = library.plays()[-1].id
            library.delete(first)
            library.delete_for_good(first)
            library.delete_box(next(row.id for row in library.boxes(names[0]) if row.name == "Deleted"))
    assert library.store.backups is not None
    library.store.backups.wait()
    for _ in range(3):  # since the last backup
        with suppress(Refused):
            act(opened, rng)
    found = {KILLED: _beside(library, KILLED, opened.id)}
    _copy_files(folder, KILLED)
    library.store.checkpoint()
    found[QUIET] = _beside(library, QUIET, opened.id)
    _copy_files(folder, QUIET)
    library.quit()
    _copy_files(folder, ENDED)
    return {**found, ENDED: found[QUIET]}


def _beside(library: Library, state: str, playing: int) -> Evidence:
    """Save something of every kind that is no answer."""
    plays = [one.id for one in library.plays() if one.id != playing]
    store, (archived, thrown_away, ended) = library.store, (plays * 2)[:3]
    first = min(library.games)
    library.save_box(first, f"Box {state}", library.games[first].boxes.starter())
    store.recolour(library.people()[0].name, 7 if state == KILLED else 2)
    library.rename(f"Zoe {EARLIER}" if state == KILLED else f"Zoe {KILLED}", f"Zoe {state}")
    store.set("theme", state)
    store.archive(archived)
    store.trash(thrown_away, 5.0)
    library.end_here(ended, 1)
    return evidence(store)


def _copy_files(folder: Path, state: str) -> None:
    (folder / state).mkdir()
    for path in folder.iterdir():
        if path.is_file():
            shutil.copyfile(path, folder / state / path.name)


# What is done

Spoil = Callable[[Path], Collection[str] | None]
"""Damages the files in a folder. Returns those that are still intact if more than one was hit, else None."""


Way = tuple[str, str, Spoil]
"""The kind, its description, and the function that does it."""


def ways(folder: Path, state: str, flips: int, combinations: int, rng: Random,
         cuts: tuple[int, ...]) -> Iterator[Way]:
    yield from _log_lost(folder / state, rng)
    if state == QUIET:
        return
    yield from _odd_files(folder / state)
    yield from _hits(folder / state, flips, rng, cuts)
    yield from _stale(folder / state, folder / EARLIER)
    yield from _several(folder / state, folder / EARLIER, combinations, rng)


def _log_lost(here: Path, rng: Random) -> Iterator[Way]:
    """By a cleaner, or by copying the database alone: the journal has everything."""
    if (here / WAL).exists():
        yield "log lost", "whole", _replace({WAL: None, SHM: None})
        raw = (here / WAL).read_bytes()
        for cut in sorted(rng.randrange(len(raw)) for _ in range(3) if raw):
            yield "log lost", f"from {cut}", _replace({WAL: raw[:cut], SHM: None})


def _odd_files(here: Path) -> Iterator[Way]:
    names = sorted(path.name for path in here.iterdir())
    for name in {*names, SHM, f"{DB}.journal-x", f"{DB}.undecided", f"{DB}.mending"}:
        for odd, put in ODD.items():
            if (name, odd) != (DB, "folder"):  # refused with a sentence: nothing can be saved there
                yield "odd files", f"a {odd} as {name}", _odd(name, put, names)


def _odd(name: str, put: Callable[[Path], None], names: list[str]) -> Spoil:
    def spoil(place: Path) -> Collection[str]:
        (place / name).unlink(missing_ok=True)
        put(place / name)
        return set(names) - {name}
    return spoil


def _hits(here: Path, flips: int, rng: Random, cuts: tuple[int, ...]) -> Iterator[Way]:
    """Bits, pages and truncations."""
    files = [name for name in (DB, WAL) if (here / name).exists() and (here / name).stat().st_size]
    sizes = {name: (here / name).stat().st_size for name in files}
    for _ in range(flips):
        (name,) = rng.choices(files, list(sizes.values()))
        at = rng.randrange(sizes[name] if rng.random() < 0.8 else 100)
        yield "bits", f"{name}, byte {at}", _flip(name, at, rng.randrange(8))
    beside = sorted(path.name for path in here.iterdir() if path.name not in files and path.stat().st_size)
    for _ in range(flips // 10):
        name = rng.choice(beside)
        at = rng.randrange((here / name).stat().st_size)
        yield "bits beside", f"{name}, byte {at}", _flip(name, at, rng.randrange(8))
    for name in files:
        for _ in range(max(2, flips // 25)):
            one, other = (rng.randrange(max(1, sizes[name] // PAGE)) * PAGE for _ in range(2))
            raw = (here / name).read_bytes()
            for how, pieces in {"zeroed": {one: bytes(PAGE)}, "torn": {one: raw[other:][:PAGE // 2]},
                                "swapped": {one: raw[other:][:PAGE], other: raw[one:][:PAGE]},
                                "20 bytes": {rng.randrange(sizes[name]): rng.randbytes(1)
                                             for _ in range(20)}}.items():
                yield f"pages {how}", f"{name} at {one} and {other}", _put(name, pieces)
        for cut in sorted({*cuts, sizes[name] // 2, sizes[name] - 1,
                           *(rng.randrange(sizes[name]) for _ in cuts)}):
            if cut < sizes[name]:
                yield "truncations", f"{name} at {cut}", _replace({name: (here / name).read_bytes()[:cut]})


def _stale(here: Path, earlier: Path) -> Iterator[Way]:
    """Lost writes: a page, half of it, or a whole file as it was before."""
    stale, now = (earlier / DB).read_bytes(), (here / DB).read_bytes()
    for at in range(0, min(len(stale), len(now)), PAGE):
        if stale[at:at + PAGE] != now[at:at + PAGE]:
            yield "stale pages", f"page at {at}", _put(DB, {at: stale[at:at + PAGE]})
            yield "stale pages", f"half a page at {at}", _put(DB, {at: stale[at:at + PAGE // 2]})
    for name in sorted(path.name for path in earlier.iterdir()):
        yield "stale files", name, _replace({name: (earlier / name).read_bytes()})


def _several(here: Path, earlier: Path, combinations: int, rng: Random) -> Iterator[Way]:
    """Every combination of missing files, and random states of all files at once."""
    names = sorted(path.name for path in here.iterdir())
    for number in range(1, len(names) + 1):
        for missing in itertools.combinations(names, number):
            yield "missing files", f"without {', '.join(missing)}", _replace(dict.fromkeys(missing), names)
    for _ in range(combinations):
        hit: dict[str, bytes | None] = {}
        intact = list(names)
        for name in names:
            whole, old = (here / name).read_bytes(), (earlier / name)
            how = rng.choice(("whole", "gone", "empty", "half", "stale"))
            if how == "stale" and old.exists():
                hit[name] = old.read_bytes()
            elif how != "whole":
                hit[name] = {"gone": None, "empty": b"", "half": whole[:len(whole) // 2]}.get(how)
                intact.remove(name)
        if {DB, WAL} & hit.keys() and WAL in names:  # each is worth nothing beside another's twin
            intact = [name for name in intact if name not in (DB, WAL)]
        sizes = ", ".join(f"{name} {'-' if raw is None else len(raw)}" for name, raw in hit.items())
        yield "combinations", sizes, _replace(hit, intact, mixed=True)


def _flip(name: str, at: int, bit: int) -> Spoil:
    def spoil(place: Path) -> None:
        raw = bytearray((place / name).read_bytes())
        raw[at] ^= 1 << bit
        (place / name).write_bytes(raw)
    return spoil


def _put(name: str, pieces: dict[int, bytes]) -> Spoil:
    def spoil(place: Path) -> None:
        with (place / name).open("rb+") as file:
            for at, content in pieces.items():
                file.seek(at)
                file.write(content)
    return spoil


def _replace(contents: dict[str, bytes | None], names: list[str] | None = None, *,
             mixed: bool = False) -> Spoil:
    def spoil(place: Path) -> Collection[str] | None:
        for name, raw in contents.items():
            (place / name).unlink(missing_ok=True)
            if raw is not None:
                (place / name).write_bytes(raw)
        if names is None or mixed:
            return names
        return set(names) - contents.keys()
    return spoil


# What must be there

def held(place: Path, intact: Collection[str]) -> tuple[dict[str, int], set[str]]:
    """Read the files without the app's code: lines per play, and what is deleted."""
    heads: set[str] = set()
    gone: set[str] = set()
    lines: dict[str, set[int]] = {}
    for name in (one for one in intact if (one == DB or ".backup" in one) and (place / one).exists()):
        twin = Path(mkdtemp(dir=place.parent, prefix="twin-"))
        shutil.copyfile(place / name, twin / DB)
        if name == DB and WAL in intact and (place / WAL).exists():
            shutil.copyfile(place / WAL, twin / WAL)
        with closing(sqlite3.connect(twin / DB)) as file:
            ids = dict(file.execute("SELECT id, uid FROM plays"))
            heads |= set(ids.values())
            gone |= {uid for (uid,) in file.execute("SELECT uid FROM gone")}
            for play, number in file.execute("SELECT play, number FROM records"):
                lines.setdefault(ids[play], set()).add(number)
        shutil.rmtree(twin)
    for name in (one for one in intact if ".journal" in one and (place / one).exists()):
        for raw in (place / name).read_bytes().split(b"\n")[1:]:
            entry = json.loads(raw[17:])
            heads |= {entry["play"]["uid"]} if "play" in entry else set()
            gone |= {entry["gone"]} if "gone" in entry else set()
            if "line" in entry:
                lines.setdefault(entry["uid"], set()).add(entry["number"])
    counts = {uid: next(number for number in itertools.count() if number not in lines.get(uid, ()))
              for uid in heads}
    return {uid: count for uid, count in counts.items() if uid not in gone}, gone


def damages(folder: Path, flips: int, games: dict[str, Game[Any]], seed: int = 1, *, combinations: int = 0,
            part: tuple[int, int] = (0, 1), cuts: tuple[int, ...] = CUTS) -> Tally:
    """Try every damage, half of them on each state; `part` (0, 2) or (1, 2) takes every second one."""
    tally = Tally("Damaged files")
    found = make(folder, games, seed)
    for state in (KILLED, QUIET, ENDED):
        seen: Counter[str] = Counter()
        for kind, what, spoil in ways(folder, state, flips // 2, combinations // 2, Random(seed), cuts):
            seen[kind] += 1
            if seen[kind] % part[1] == (part[0] + 1) % part[1]:
                tally.counts[kind] += 1
                _look(folder, state, f"{state}, {kind}: {what}", spoil, found[state], games, tally)
    return tally


def _look(folder: Path, state: str, what: str, spoil: Spoil, found: Evidence, games: dict[str, Game[Any]],
          tally: Tally) -> None:
    """Start the app on the damaged files, check, play on, restart, and check again."""
    # on a busy machine the last case may still write its backup
    place = Path(mkdtemp(dir=folder, prefix="now-"))
    shutil.copytree(folder / state, place, dirs_exist_ok=True)
    try:
        intact = spoil(place)
        wanted, gone = {uid: len(log) for uid, log in found.plays.items()}, set[str]()
        if intact is not None:
            counts, gone = held(place, intact)
            wanted = {uid: counts[uid] for uid in wanted if uid in counts}
        for again in ("", ", at the second start"):
            library = Library(open_store(place / DB), games, MachineClock())
            tally.counts["rebuilt"] += library.notice is not None and not again
            tally.faults += [f"{what}{again}: {loss}"
                             for loss in _losses(library, found, wanted, gone, intact is None)]
            found = _played_on(library, found, wanted)
            library.quit()
        tally.counts["answers looked for"] += sum(wanted.values())
    except Exception as error:
        tally.faults.append(f"{what}: {error!r}")
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _played_on(library: Library, found: Evidence, wanted: dict[str, int]) -> Evidence:
    """Give three more answers, which reveals a silently shortened log."""
    plays, rng = dict(found.plays), Random(3)
    for listed in library.plays():
        if not listed.finished:
            try:
                opened = library.resume(listed.id)
            except Refused:  # no file holds one of its lines any more: the app offers a copy from before it
                continue
            for _ in range(3):
                with suppress(Refused):
                    act(opened, rng)
            plays[opened.row.uid] = list(opened.play.log)
            wanted[opened.row.uid] = len(opened.play.log)
            break
    return Evidence(plays, found.beside)


def _losses(library: Library, found: Evidence, wanted: dict[str, int], gone: set[str],
            everything: bool) -> Iterator[str]:
    library.plays()
    library.history()
    library.settings()
    if not library.store.writable:
        yield f"not writable: {library.notice}"
    now = evidence(library.store)
    for uid, count in wanted.items():
        here, log = now.plays.get(uid, []), found.plays.get(uid)
        if uid not in now.plays or len(here) < count or (log is not None and here != log[:len(here)]):
            yield f"{len(here)} of {count} records of a play"
    if gone & now.plays.keys() or (everything and len(now.plays) > len(found.plays)):
        yield "a play too many"
    for what, were in found.beside.items():
        if everything and now.beside[what] != were:
            yield f"{what}: {now.beside[what]} instead of {were}"


# While the app is open

def _delete(place: Path) -> None:
    (place / DB).unlink()


def _delete_all(place: Path) -> None:
    for path in place.glob(f"{DB}*"):
        path.unlink()


def _put_other(place: Path) -> None:
    os.replace(place / "other" / DB, place / DB)


def _put_other_with_log(place: Path) -> None:
    for name in (WAL, SHM, DB):
        os.replace(place / "other" / name, place / name)


SWAPS: dict[str, Callable[[Path], None]] = {
    "deleted": _delete, "all deleted": _delete_all, "replaced": _put_other,
    "replaced with its log": _put_other_with_log}


def swaps(folder: Path, games: list[str], seed: int = 1) -> Tally:
    """Delete or replace the open file, with and without a second app that opens it:
    what anybody saved is there."""
    tally, rng, found = Tally("Files replaced while open"), Random(seed), plugins(tuple(games))
    for how, second in itertools.product(SWAPS, (False, True)):
        if how == "replaced" and second:
            continue  # SQLite would write our log into the other's file before anybody could look
        place = folder / f"{how}, {second}"
        (place / "other").mkdir(parents=True)
        here, other = (Library(open_store(one / DB), found, MachineClock())
                       for one in (place, place / "other"))
        saved = [_play_a_bit(library, rng)
                 for library in ([here, other] if how.startswith("replaced") else [here])]
        if how == "replaced":
            other.quit()
        SWAPS[how](place)
        child = Child("two", place / DB, seed, games) if second else None
        if child is not None:
            child.listen(20)
        saved.append(_play_a_bit(here, rng))
        said = {words[2] for words in child.kill()} if child is not None else set()
        tally.counts[how] += 1
        for again in ("", ", at the second start"):
            now = evidence(Library(open_store(place / DB), found, MachineClock()).store)
            tally.faults += [f"{how}, {second}{again}: {len(now.plays.get(uid, []))} of {len(log)} records "
                             "of a play"
                             for one in saved for uid, log in one.plays.items()
                             if log != now.plays.get(uid, [])[:len(log)] or uid not in now.plays]
            tally.faults += [f"{how}, {second}{again}: a box is missing: {box[1]}" for one in saved
                             for box in one.beside["boxes"] if box not in now.beside["boxes"]]
            if said - {digest(record) for log in now.plays.values() for record in log}:
                tally.faults.append(f"{how}{again}: the second app's records")
    return tally


def _play_a_bit(library: Library, rng: Random) -> Evidence:
    game = library.games[rng.choice(sorted(library.games))]
    opened = library.start(game.facts.id, random_setup(game, rng))
    for _ in range(8):
        with suppress(Refused):
            act(opened, rng)
    library.save_box(game.facts.id, f"Box {rng.random()}", game.boxes.starter())
    return evidence(library.store)
