"""Kill -9 at random moments: a child books records into a real store and says so on a pipe; the parent kills it
and looks whether everything it said is on disk. `python -m tools.kills FILE SEED GAME ...` is the child."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
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
from companion.core.questions import Refused
from companion.core.registry import BUILT_IN, find_games
from companion.services.evening import Evening
from companion.services.open_play import OpenPlay
from companion.services.ports.clock import MachineClock
from companion.services.store import Store, open_store
from companion.simulate import random_setup
from companion.testing.driving import choose

ROOT = Path(__file__).resolve().parent.parent
KILLS_A_FILE = 50
MOST_LINES = 40  # that a child says before it is killed
"""So many kills on one file: one recovery after another, and a file that stays small enough to be opened quickly."""
READY = "ready"


@dataclass
class Killed:
    """What became of all of them."""

    kills: int = 0
    early: int = 0
    confirmed: int = 0
    unconfirmed: int = 0
    lost: list[str] = field(default_factory=list)
    """Confirmed, but not on disk; or a file that could not be opened as it was."""
    unfit: list[str] = field(default_factory=list)
    """Plays that do not open under the rules they were played by."""


# The child

def live(path: Path, seed: int, games: list[str]) -> None:
    """Play until killed, a new play or an old one every thirty records."""
    rng = Random(seed)
    found = plugins(tuple(games))
    evening = Evening(open_store(path), found, MachineClock())
    say_line(READY)
    while True:
        known = [one.id for one in evening.plays() if not one.finished]
        if known and rng.random() < 0.7:
            opened = evening.resume(rng.choice(known))
        else:
            game = rng.choice(games)
            opened = evening.start(game, random_setup(found[game], rng))
        for _ in range(30):
            before = len(opened.play.log)
            with suppress(Refused):
                act(opened, rng)
            for number in range(before, len(opened.play.log)):
                say_line(f"{opened.id} {number} {digest(opened.play.log[number])}")
        evening.close(opened)


@cache
def plugins(names: tuple[str, ...]) -> dict[str, Game[Any]]:
    """Only these: a child that loads every game takes longer to start than it lives."""
    if set(names) <= set(BUILT_IN):
        return find_games({name: BUILT_IN[name] for name in names}, installed=[]).games
    return find_games().games


def act(opened: OpenPlay, rng: Random) -> None:
    play = opened.play
    dice = rng.random()
    if dice < 0.06:
        opened.undo(rng.randint(0, play.position()))
    elif dice < 0.1:
        opened.redo()
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
            opened.restart()


def say_line(line: str) -> None:
    """One write, so that a line is whole or not there."""
    os.write(1, f"{line}\n".encode())


def digest(record: Record) -> str:
    return blake2b(canonical(record.to_json()).encode(), digest_size=8).hexdigest()


# The parent

def kills(folder: Path, number: int, games: list[str], seed: int = 1) -> Killed:
    """Kill so many children at random moments, and look after each."""
    rng = Random(seed)
    killed = Killed()
    for count in range(number):
        path = folder / f"torture-{count // KILLS_A_FILE}.sqlite3"
        said = _kill_one(path, seed * 10_000 + count, games, rng)
        killed.kills += 1
        killed.early += not said
        killed.confirmed += len(said)
        look(path, said, killed, plugins(tuple(games)))
    return killed


def _kill_one(path: Path, seed: int, games: list[str], rng: Random) -> list[tuple[int, int, str]]:
    """Start a child, kill it at some moment, and give back what it said was saved."""
    words = [sys.executable, "-m", "tools.kills", str(path), str(seed), *games]
    child = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE)
    assert child.stdout is not None
    pipe = child.stdout.fileno()
    heard = b""
    if rng.random() < 0.9:  # the others are killed while they start, open or mend the file
        wanted = rng.randrange(1, MOST_LINES)  # counted, not timed: a busy machine does as much as an idle one
        while heard.count(b"\n") < wanted:
            heard += os.read(pipe, 65_536)
            if child.poll() is not None:
                raise RuntimeError("the child ended by itself before it was ready")
    end = time.monotonic() + rng.uniform(0, 0.02)
    while (left := end - time.monotonic()) > 0:
        if select.select([pipe], [], [], left)[0]:
            heard += os.read(pipe, 65_536)
    if child.poll() is not None:
        raise RuntimeError("the child ended by itself")
    child.kill()
    heard += child.stdout.read()
    child.wait()
    lines = [line.split() for line in heard.decode().split("\n")[:-1] if line != READY]
    return [(int(play), int(number), written) for play, number, written in lines]


def look(path: Path, said: list[tuple[int, int, str]], killed: Killed, games: dict[str, Game[Any]]) -> None:
    """Is everything there that was said, and does every play that was touched still open?"""
    store = open_store(path)
    if store.notice is not None:
        killed.lost.append(f"{path.name}: {store.notice}")
    evening = Evening(store, games, MachineClock())
    for play in sorted({play for play, _, _ in said}):
        last = max(number for one, number, _ in said if one == play)
        killed.unconfirmed += _missing(store, play, said, killed, last)
        again = evening.resume(play)
        if again.play.misfit is not None:
            killed.unfit.append(f"{path.name}, play {play}: {again.play.misfit}")
    store.close()


def _missing(store: Store, play: int, said: list[tuple[int, int, str]], killed: Killed, last: int) -> int:
    """Notes what is not there; gives back how many records are there that were not said."""
    stored = [digest(record) for record in store.records(play)]
    for one, number, written in said:
        if one == play and (number >= len(stored) or stored[number] != written):
            killed.lost.append(f"play {play}, record {number}: confirmed, but not on disk")
    return max(0, len(stored) - 1 - last)


if __name__ == "__main__":
    live(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
