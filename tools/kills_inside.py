"""Kill -9 in the middle of a backup or an import, and of two processes on one file.

The children are forked, so that a kill costs milliseconds. `python -m tools.kills_inside 50` kills 50 of each kind.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from companion.core.game import Game
from companion.core.play import NotSaved
from companion.core.questions import Refused
from companion.core.registry import find_games
from companion.services import open_play
from companion.services.evening import Evening
from companion.services.ports.clock import MachineClock
from companion.services.store import open_store
from companion.services.store.backup import all_backups, looked_over
from companion.services.store.trouble import Damaged
from companion.simulate import random_setup
from tools.damage import Evidence, evidence, make
from tools.kills import READY, Killed, act, digest, look, say_line

KILLS_A_FILE = 25
Games = dict[str, Game[Any]]
Said = list[tuple[int, int, str]]


@dataclass
class Inside:
    """`kills` by kind, and what was confirmed before them."""

    kills: Counter[str] = field(default_factory=Counter)
    confirmed: int = 0
    lost: list[str] = field(default_factory=list)


def kills_inside(folder: Path, number: int, games: Games, seed: int = 1) -> Inside:
    """So many kills of each kind."""
    result = Inside()
    for kind in (during_backup, two_processes, during_import):
        place = folder / kind.__name__
        place.mkdir()
        kind(place, number, games, Random(seed), result)
    return result


# Children

class Child:
    """A forked process. What it says is read until it is killed."""

    def __init__(self, work: Callable[[], None]) -> None:
        self._pipe, write = os.pipe()
        self._pid = os.fork()
        if not self._pid:
            os.close(self._pipe)
            os.dup2(write, 1)
            try:
                work()
            finally:
                os._exit(0)
        os.close(write)
        self.heard = b""

    def wait_until_ready(self) -> None:
        while READY.encode() not in self.heard:
            more = os.read(self._pipe, 65_536)
            if not more:
                return
            self.heard += more

    def listen(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if select.select([self._pipe], [], [], left)[0]:
                more = os.read(self._pipe, 65_536)
                if not more:
                    return
                self.heard += more

    def kill(self) -> Said:
        """What it said was saved; a line that is cut off does not count."""
        with suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)
        while more := os.read(self._pipe, 65_536):
            self.heard += more
        os.close(self._pipe)
        os.waitpid(self._pid, 0)
        lines = [line.split() for line in self.heard.decode().split("\n")[:-1] if line != READY]
        return [(int(play), int(number), written) for play, number, written in lines]


def answers(place: Path, seed: int, games: Games, *, every: int) -> None:
    """Play in plays of its own until killed, with a backup after so many records."""
    open_play.RECORDS_BETWEEN_BACKUPS = every
    rng = Random(seed)
    evening = Evening(open_store(place), games, MachineClock())
    say_line(READY)
    names = sorted(games)
    while True:
        game = rng.choice(names)
        opened = evening.start(game, random_setup(games[game], rng))
        for _ in range(60):
            before = len(opened.play.log)
            with suppress(Refused, NotSaved):
                act(opened, rng)
            for number in range(before, len(opened.play.log)):
                say_line(f"{opened.id} {number} {digest(opened.play.log[number])}")


# Kinds

def during_backup(folder: Path, number: int, games: Games, rng: Random, result: Inside) -> None:
    """A backup after every single record, so that nearly every kill hits one."""
    for count in range(number):
        place = folder / f"{count // KILLS_A_FILE}.db"
        child = Child(lambda seed=count, place=place: answers(place, seed, games, every=1))  # type: ignore[misc]
        child.wait_until_ready()
        child.listen(rng.uniform(0, 0.1))
        _look(place, child.kill(), games, "backup", result)
        for one in all_backups(place):
            try:
                looked_over(one)
            except Damaged:
                result.lost.append(f"{one.name}: a backup that is not whole, after kill {count}")


def two_processes(folder: Path, number: int, games: Games, rng: Random, result: Inside) -> None:
    """Two on one file, killed one after the other."""
    for count in range(0, number, 2):
        place = folder / f"{count // KILLS_A_FILE}.db"
        children = [Child(lambda seed=count + more, place=place: answers(place, seed, games, every=5))  # type: ignore[misc]
                    for more in (0, 1_000_000)]
        for child in children:
            child.wait_until_ready()
        for child in children:
            child.listen(rng.uniform(0, 0.08))
        said = [line for child in children for line in child.kill()]
        result.kills["two processes"] += 1
        _look(place, said, games, "two processes", result)


def _look(place: Path, said: Said, games: Games, kind: str, result: Inside) -> None:
    killed = Killed()
    look(place, said, killed, games)
    result.kills[kind] += 1
    result.confirmed += len(said)
    result.lost += [f"{kind}: {loss}" for loss in (*killed.lost, *killed.unfit)]


def during_import(folder: Path, number: int, games: Games, rng: Random, result: Inside) -> None:
    source = folder / "source"
    source.mkdir()
    make(source, games, 7)
    evening = Evening(open_store(source / "tableside.db"), games, MachineClock())
    file = folder / "everything.json"
    evening.files.export_to(file).finish()
    evening.quit()
    fresh = Evening(open_store(folder / "whole.db"), games, MachineClock())
    begun = time.monotonic()
    fresh.files.import_file(file).finish()
    seconds = time.monotonic() - begun
    wanted = evidence(fresh.store)
    fresh.quit()
    for count in range(number):
        place = folder / f"{count}.db"

        def taken(place: Path = place) -> None:
            again = Evening(open_store(place), games, MachineClock())
            say_line(READY)
            again.files.import_file(file).finish()

        child = Child(taken)
        child.wait_until_ready()
        child.listen(rng.uniform(0, seconds * 1.2))
        child.kill()
        after = Evening(open_store(place), games, MachineClock())
        result.lost += [f"import, kill {count}: {loss}" for loss in _differs(after, wanted, file)]
        after.store.close(backup=False)
        result.kills["import"] += 1
        result.confirmed += sum(len(log) for log in wanted.plays.values())


def _differs(after: Evening, wanted: Evidence, file: Path) -> Iterator[str]:
    """What came in is whole, and the same file again brings the rest and nothing twice."""
    for uid, log in evidence(after.store).plays.items():
        if wanted.plays.get(uid) != log:
            yield "half a play"
    after.files.import_file(file).finish()
    now = evidence(after.store)
    if (now.plays, now.copies) != (wanted.plays, wanted.copies) or len(after.plays()) != len(wanted.plays):
        yield "the second import did not bring the rest"


def main(words: list[str]) -> int:
    with TemporaryDirectory(prefix="tableside-kills-") as folder:
        result = kills_inside(Path(folder), int(words[0]) if words else 50, find_games().games)
    sys.stdout.write(f"{dict(result.kills)}, {result.confirmed} confirmed, {len(result.lost)} lost\n")
    for loss in result.lost[:40]:
        sys.stdout.write(f"{loss}\n")
    return 1 if result.lost else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
