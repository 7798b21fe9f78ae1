"""Kill -9: children save records to a real store and report them on a pipe; the parent kills them and checks
the disk.

Kinds: an engine that plays, with a backup after each record, two processes on one file, and an import.
`python -m tools.kills KIND FILE SEED GAME ...` is the child.
"""

import os
import select
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

from companion.core.engine.state import canonical
from companion.core.game import Game
from companion.core.log import Record
from companion.core.play import NotSaved
from companion.core.registry import BUILT_IN, find_games
from companion.core.text import Refused
from companion.services import open_play
from companion.services.library import Library
from companion.services.open_play import OpenPlay
from companion.services.ports.machine import MachineClock
from companion.services.store import open_store
from companion.services.store.backup import all_backups, looked_over
from companion.services.store.rows import Damaged
from companion.testing.driving import choose, wild_setup

ROOT = Path(__file__).resolve().parent.parent
KILLS_A_FILE = 25
MOST_LINES = 40
"""Kill a child after 1 to 40 lines; counting gives a busy machine as much work as an idle one."""
SLOWEST = 900.0
"""Seconds for a child to say something, on a busy machine."""
READY = "ready"
Games = dict[str, Game[Any]]
Said = list[list[str]]


@dataclass
class Tally:
    """What one part of the torture did, and the faults it found."""

    title: str
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        self.counts += other.counts
        self.faults += other.faults


# Children

def live(path: Path, seed: int, games: list[str], *, every: int = 25) -> None:
    """Play until killed, with a backup after each `every` records."""
    open_play.RECORDS_BETWEEN_BACKUPS = every
    rng, found = Random(seed), plugins(tuple(games))
    library = Library(open_store(path), found, MachineClock())
    while True:
        known = [one.id for one in library.plays() if not one.finished]
        if known and rng.random() < 0.7 and every != 5:  # two processes, each with its own plays
            opened = library.resume(rng.choice(known))
        else:
            game = rng.choice(games)
            opened = library.start(game, wild_setup(found[game], rng))
        for _ in range(30):
            before = len(opened.play.log)
            with suppress(Refused, NotSaved):
                act(opened, rng)
            confirm(opened, before)
        library.close(opened)


def take_in(path: Path, games: list[str], file: Path) -> None:
    library = Library(open_store(path), plugins(tuple(games)), MachineClock())
    say_line(READY)
    library.files.import_file(file).finish()
    time.sleep(SLOWEST)


@cache
def plugins(names: tuple[str, ...]) -> Games:
    """Load only these: loading every game would take longer than a child lives."""
    if set(names) <= set(BUILT_IN):
        return find_games({name: BUILT_IN[name] for name in names}, installed=[]).games
    return find_games().games


def act(opened: OpenPlay, rng: Random) -> None:
    play = opened.play
    dice = rng.random()
    if dice < 0.06:
        opened.undo(rng.randint(0, play.position()))
    elif dice < 0.1:
        opened.play.redo()
    elif dice < 0.15:
        field = rng.choice(play.fields())
        opened.correct(field.path, rng.choice(field.allowed))
    else:
        for timer in play.timers():
            opened.timers.start(timer)
        question = choose(play, rng)
        if question is not None:
            opened.answer(question.key(), question.random_answer(play.table, rng))
        elif play.outcome() is None:
            opened.play.restart()


def confirm(opened: OpenPlay, before: int) -> None:
    for number in range(before, len(opened.play.log)):
        say_line(f"{opened.id} {number} {digest(opened.play.log[number])}")


def say_line(line: str) -> None:
    """Use one write, so that a line is complete or absent."""
    os.write(1, f"{line}\n".encode())


def digest(record: Record) -> str:
    return blake2b(canonical(record.to_json()).encode(), digest_size=8).hexdigest()


# The parent

class Child:
    """A child process, read until it is killed or ends."""

    def __init__(self, kind: str, path: Path, seed: int, games: list[str], module: str = "tools.kills",
                 env: dict[str, str] | None = None) -> None:
        self._process = subprocess.Popen([sys.executable, "-m", module, kind, str(path), str(seed), *games],
                                         cwd=ROOT, env=env, stdout=subprocess.PIPE)
        assert self._process.stdout is not None
        self._out, self.heard = self._process.stdout, b""

    def listen(self, lines: int, seconds: float = 0.0) -> None:
        """Read this many lines, then keep reading for some seconds."""
        end = time.monotonic() + SLOWEST
        while self.heard.count(b"\n") < lines:
            self._hear(end - time.monotonic())
            if self._process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("the child ended, or did nothing")
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self._hear(left)

    def _hear(self, seconds: float) -> None:
        if select.select([self._out], [], [], max(0.0, seconds))[0]:
            self.heard += os.read(self._out.fileno(), 65_536)

    def kill(self) -> Said:
        """The words of each complete line."""
        self._process.kill()
        return self._all()

    def rest(self) -> Said:
        """Wait until it ends."""
        said = self._all()
        if self._process.returncode:
            raise RuntimeError("the child failed")
        return said

    def _all(self) -> Said:
        self.heard += self._out.read()
        self._process.wait()
        return [line.split() for line in self.heard.decode().split("\n")[:-1] if line != READY]


def kills(kind: str, folder: Path, number: int, games: list[str], seed: int = 1) -> Tally:
    """Kill this many children of one kind at random moments, checking after each."""
    tally, rng = Tally(f"Killed: {kind}"), Random(seed)
    look_after = look_at_import(folder, games, tally) if kind == "import" else look
    for count in range(number):
        path = folder / f"{kind}-{seed}-{count if kind == 'import' else count // KILLS_A_FILE}.db"
        children = [Child(kind, path, seed * 10_000 + count + more, games)
                    for more in ((0, 5_000) if kind == "two" else (0,))]
        try:
            for child in children:  # one in ten is killed while it starts, opens or repairs the file
                if rng.random() < 0.9:
                    child.listen(rng.randrange(1, 2 if kind == "import" else MOST_LINES))
                child.listen(0, rng.uniform(0, 0.3 if kind == "import" else 0.02))
        finally:
            said = [words for child in children for words in child.kill()]
        tally.counts["kills"] += len(children)
        tally.counts["confirmed records"] += sum(words[0].isdigit() for words in said)
        look_after(path, said, tally, plugins(tuple(games)))
    return tally


def look(path: Path, said: Said, tally: Tally, games: Games) -> None:
    """Check that nothing reported is lost, plays open, and backups are complete."""
    store = open_store(path)
    if store.notice is not None:
        tally.faults.append(f"{path.name}: {store.notice}")
    library = Library(store, games, MachineClock())
    for play in sorted({int(words[0]) for words in said if words[0].isdigit()}):
        stored = [digest(record) for record in store.records(play)]
        for one, number, written in (words for words in said if words[0] == str(play)):
            if stored[int(number):int(number) + 1] != [written]:
                tally.faults.append(f"{path.name}, play {one}, record {number}: confirmed, but not on disk")
        misfit = library.resume(play).play.misfit
        if misfit is not None:
            tally.faults.append(f"{path.name}, play {play}: {misfit}")
    store.close()
    for backup in all_backups(path):
        try:
            looked_over(backup)
        except Damaged:
            tally.faults.append(f"{backup.name}: a backup that is not whole")


def look_at_import(folder: Path, games: list[str], tally: Tally) -> Callable[[Path, Said, Tally, Games],
                                                                             None]:
    """Check that imported plays are complete, and that importing again adds only the rest."""
    from tools.damage import evidence, make
    (folder / "source").mkdir()
    make(folder / "source", plugins(tuple(games)), 7)
    library = Library(open_store(folder / "source" / "tableside.db"), plugins(tuple(games)), MachineClock())
    library.files.export_to(folder / "everything.json").finish()
    library.quit()
    undisturbed = Library(open_store(folder / "source" / "undisturbed.db"), library.games, MachineClock())
    undisturbed.files.import_file(folder / "everything.json").finish()
    wanted = evidence(undisturbed.store)  # not the source: a ballot nobody needs any more goes out covered
    undisturbed.quit()

    def differs(path: Path, games: Games) -> Iterator[str]:
        after = Library(open_store(path), games, MachineClock())
        if any(wanted.plays.get(uid) != log for uid, log in evidence(after.store).plays.items()):
            yield "half a play"
        after.files.import_file(folder / "everything.json").finish()
        now = evidence(after.store)
        if now != wanted or len([*after.plays(), *after.plays(archived=True)]) != len(wanted.plays):
            yield "the second import did not bring the rest"
        after.store.close(backup=False)

    def look_after(path: Path, said: Said, tally: Tally, games: Games) -> None:
        tally.faults += [f"{path.name}: {what}" for what in differs(path, games)]

    return look_after


def main(kind: str, file: str, seed: str, *games: str) -> None:
    path = Path(file)
    if kind == "import":
        take_in(path, list(games), path.parent / "everything.json")
    else:
        live(path, int(seed), list(games), every={"backup": 1, "two": 5}.get(kind, 25))


if __name__ == "__main__":
    main(*sys.argv[1:])
