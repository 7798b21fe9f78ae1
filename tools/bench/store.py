"""The store: saving an answer, opening, and backups during play."""

import tracemalloc
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from companion.core.log import ANSWER, Record
from companion.core.registry import find_games
from companion.core.setup import Setup, people
from companion.services.library import Library
from companion.services.play_details import evenings
from companion.services.ports.machine import MachineClock
from companion.services.store import open_store
from companion.services.store.rows import SeatResult, Summary
from companion.simulate import random_setup
from companion.testing.driving import choose
from tools.bench.report import Section, best_of, ms, part

ANSWERS = 500
FEW, MANY, RECORDS, CARDS = 50, 5_000, 20, 16


def measure() -> list[Section]:
    with TemporaryDirectory(prefix="tableside-bench-", dir=Path.cwd()) as folder:
        return [_tap_to_disk(Path(folder)), _opening(Path(folder))]


def _tap_to_disk(folder: Path) -> Section:
    rows = []
    for name, game in find_games().games.items():
        library = Library(open_store(folder / f"{name}.sqlite3"), {name: game}, MachineClock())
        rng = Random(3)
        times: list[float] = []
        while len(times) < ANSWERS:
            opened = library.start(name, random_setup(game, rng))
            while opened.play.outcome() is None and len(times) < ANSWERS:
                question = choose(opened.play, rng)
                if question is None:
                    break
                key, answer = question.key(), question.random_answer(opened.play.table, rng)
                begun = perf_counter()
                opened.answer(key, answer)
                times.append(perf_counter() - begun)
        library.quit()
        rows.append((game.facts.title, ms(median(times)), ms(part(times, 0.95)), ms(max(times))))
    return Section("From the answer to the disk",
                   f"{ANSWERS} answers into a real file (WAL, synchronous=FULL): rules, "
                   "record with its checksum, summary, commit and journal, while backups run in a thread.",
                   ("game", "median", "95 of 100 within", "worst"), tuple(rows))


def _opening(folder: Path) -> Section:
    """What the first screens read, with few plays and with many."""
    columns = [_first_screens(folder / f"{plays}.sqlite3", plays) for plays in (FEW, MANY)]
    rows: list[tuple[str, ...]] = [(what, *(ms(column[what]) for column in columns)) for what in columns[0]
                                   if what != "memory"]
    rows.append(("memory of all that", *(f"{column['memory'] / 1e6:.1f} MB" for column in columns)))
    return Section("Many plays", f"What each first screen reads from a file of {RECORDS} records per play.",
                   ("", f"{FEW} plays", f"{MANY:,} plays"), tuple(rows))


def _first_screens(path: Path, plays: int) -> dict[str, float]:
    store = open_store(path)
    store.file.execute("PRAGMA synchronous = OFF")
    names = ("Ana", "Ben", "Cleo")
    log = [Record(ANSWER, f"Question/{number % 5}", number % 5, "a usual answer", float(number))
           for number in range(RECORDS)]
    seats = tuple(SeatResult(seat, name, 1 + seat, 9 - seat, seat == 0) for seat, name in enumerate(names))
    summary = Summary("", (9, 8, 7), "Ana wins.", seats)
    for number in range(plays):
        store.add_play("windmill", "1", Setup(people(*names)), float(number), summary, log)
    store.close()
    begun = perf_counter()
    library = Library(open_store(path), find_games().games, MachineClock())
    found = {"open": perf_counter() - begun}
    screens: dict[str, Callable[[], object]] = {
        "library": library.open_plays, "players": library.person_records,
        "History, first cards": lambda: [library.finished_play(one.id) for one in evenings(library)[:CARDS]],
        "search, first plays": lambda: list(islice(library.latest(), CARDS))}
    found |= {what: best_of(partial(_call, read), 3) for what, read in screens.items()}
    tracemalloc.start()
    kept = [read() for read in screens.values()]
    found["memory"] = float(tracemalloc.get_traced_memory()[0]) if kept else 0.0
    tracemalloc.stop()
    library.quit()
    return found


def _call(read: Callable[[], object]) -> None:
    read()
