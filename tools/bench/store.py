"""The store: saving an answer, opening, and backups during play."""

from __future__ import annotations

from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from companion.core.log import ANSWER, Record
from companion.core.registry import find_games
from companion.core.setup import Setup, people
from companion.services.library import Library
from companion.services.ports.machine import MachineClock
from companion.services.store import open_store
from companion.services.store.backup import REST, Backups, copy_file
from companion.simulate import random_setup
from companion.testing.driving import choose
from tools.bench.report import Section, best_of, ms, part

ANSWERS = 500
PLAYS, RECORDS = 50, 400


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
    return Section("From the answer to the disk", f"{ANSWERS} answers into a real file (WAL, synchronous=FULL): rules, "
                   "record with its checksum, summary, commit and journal, while backups run in a thread.",
                   ("game", "median", "95 of 100 within", "worst"), tuple(rows))


def _opening(folder: Path) -> Section:
    path = folder / "many.sqlite3"
    store = open_store(path)
    log = [Record(ANSWER, f"Question/{number % 5}", number % 5, "an answer of the usual length", float(number))
           for number in range(RECORDS)]
    for number in range(PLAYS):
        store.add_play("windmill", "1", Setup(people("Ana", "Ben", "Cleo")), float(number), None, log)
    store.close()
    size = path.stat().st_size / 1e6

    def opened() -> None:
        again = open_store(path)
        again.plays()
        again._file.close()

    def backed_up() -> None:
        backups = Backups(path)
        backups.make()
        backups.wait()

    def copied() -> None:
        copy_file(path, path.with_name("copied.sqlite3"))

    rows = (("open, check, list all plays", ms(best_of(opened, 5))),
            ("copy the file, flushed", ms(best_of(copied, 3))),
            ("make a backup", ms(best_of(backed_up, 3))))
    words = (f"A file of {PLAYS} plays with {RECORDS} records each, {size:.1f} MB. A backup runs in a separate thread: "
             f"it copies the file and checks every line, with a pause of {REST * 1000:.0f} ms after each play "
             f"({PLAYS * REST * 1000:.0f} ms here), so that no frame waits for it.")
    return Section("Opening", words, ("", "time"), rows)
