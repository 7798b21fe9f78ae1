"""Kill -9 of the real app with a window: it answers through its table screen and says so on a pipe, clocks included.

The parent kills it at a random moment, opens the file, and looks whether every record that was said is there and every
clock stands where it must. `python -m tools.kills_app FILE SEED GAME ...` is the child.
"""

from __future__ import annotations

import logging
import os
import select
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from companion.core.game import Game
from companion.core.questions import Refused
from companion.core.setup import Setup
from companion.core.timers import Moment
from companion.services.open_play import OpenPlay
from companion.services.ports.clock import MachineClock
from companion.services.store import open_store
from companion.testing.driving import choose, wild_setup
from tools.kills import KILLS_A_FILE, READY, ROOT, Killed, act, digest, look, plugins, say_line

LONGEST = 2.0  # seconds that a child lives after its first answer
SLOWEST = 120.0  # seconds until its first answer, on a machine that has other things to do
WITHIN = 0.3  # seconds that a clock may be off
REST = 0.2  # seconds between two answers: a clock is looked at only where nothing was in the middle of being done
FAR = 60  # answers on the way to a clock
ACTIONS = 30  # at one table, then another is opened


@dataclass
class WindowKills(Killed):
    """What became of all of them."""

    timers: int = 0
    worst: float = 0.0
    """Seconds that a clock was off, at most."""
    off: list[str] = field(default_factory=list)
    """Clocks that were off by more than `WITHIN`."""


# The child

class Player:
    """Answers at random in the real app, one action a frame."""

    def __init__(self, app: Any, games: list[str], rng: Random) -> None:
        self.app, self.games, self.rng = app, games, rng
        self.opened: OpenPlay | None = None
        self.left = 0
        self.ready = False
        self.rest = 0.0

    def step(self, _: float) -> None:
        app = self.app
        if time.monotonic() < self.rest:
            return
        if app.sheets:
            app.close_sheet()
        elif self.opened is None or self.left <= 0 or app.visits[-1].name != "table":
            self._sit_down()
        elif app.page.dark.waits:
            app.page.dark.middle.button.dispatch("on_tap")
        else:
            self._play(app.page, self.opened)

    def _sit_down(self) -> None:
        app, rng = self.app, self.rng
        app.go_home()
        known = [one.id for one in app.evening.plays() if not one.finished]
        if known and rng.random() < 0.7:
            self.opened = app.evening.resume(rng.choice(known))
        else:
            game = rng.choice(self.games)
            self.opened = app.evening.start(game, with_clocks(app.evening.games[game], wild_setup(
                app.evening.games[game], rng)))
        self._to_a_clock(self.opened)
        self.left = ACTIONS
        app.go("table", opened=self.opened)

    def _to_a_clock(self, opened: OpenPlay) -> None:
        """Answered without the screen until a question has a clock: on a slow machine nobody would come that far."""
        for _ in range(FAR):
            question = choose(opened.play, self.rng)
            if question is None or opened.play.timers():
                break
            with suppress(Refused):
                opened.answer(question.key(), question.random_answer(opened.play.table, self.rng))
                number = len(opened.play.log) - 1
                say_line(f"{opened.id} {number} {digest(opened.play.log[number])}")

    def _play(self, page: Any, opened: OpenPlay) -> None:
        self.left -= 1
        before = len(opened.play.log)
        say_line(f"doubt {opened.id}")  # until its clocks are said again
        question = choose(opened.play, self.rng)
        if question is not None and self.rng.random() < 0.85:
            page.answer(question, question.random_answer(opened.play.table, self.rng))
        else:
            with suppress(Refused):
                act(opened, self.rng)
        for number in range(before, len(opened.play.log)):
            say_line(f"{opened.id} {number} {digest(opened.play.log[number])}")
        self._say_clocks(opened)
        self.rest = time.monotonic() + REST
        if not self.ready:
            self.ready = True
            say_line(READY)

    def _say_clocks(self, opened: OpenPlay) -> None:
        for timer in opened.play.timers():
            if self.rng.random() < 0.7:
                opened.timers.start(timer)
            else:
                opened.timers.pause(timer)
            now = opened.timers.now()
            left, runs = opened.timers.left(timer), int(opened.timers.running(timer))
            say_line(f"clock {opened.id} {timer.seconds} {left!r} {now.boot!r} {runs} {timer.name}")


def with_clocks(game: Game[Any], setup: Setup) -> Setup:
    """The same table with every clock on that its options offer, for as long as they offer."""
    longest = {option.key: max(choice.value for choice in option.choices)
               for option in game.options if option.key.endswith("_seconds")}
    return replace(setup, options={**setup.options, **longest})


def live(path: Path, seed: int, games: list[str]) -> None:
    """The app as it is, on a real clock, with machine ports that make no noise."""
    logging.disable(logging.CRITICAL)  # what this machine lacks is no news; what is raised is seen all the same
    import tests.ui.offscreen  # noqa: F401, I001
    from kivy.clock import Clock

    from companion.core.registry import Found
    from companion.services.ports.recording import recording_machine
    from companion.ui.app.tableside import TablesideApp
    ports: Any = replace(recording_machine(), clock=MachineClock())  # type: ignore[arg-type]
    app = TablesideApp(store=path, ports=ports, found=Found(plugins(tuple(games))))
    player = Player(app, games, Random(seed))

    Clock.schedule_interval(player.step, 0)
    app.run()


# The parent

def window_kills(folder: Path, number: int, games: list[str], seed: int = 1) -> WindowKills:
    """Kill so many apps at random moments, and look after each."""
    rng, killed = Random(seed), WindowKills()
    for count in range(number):
        path = folder / f"windows-{count // KILLS_A_FILE}.sqlite3"
        lines = _kill_one(path, seed * 10_000 + count, games, rng)
        said = [(int(words[0]), int(words[1]), words[2]) for words in lines if words[0] not in ("clock", "doubt")]
        killed.kills += 1
        killed.early += not said
        killed.confirmed += len(said)
        look(path, said, killed, plugins(tuple(games)))
        look_at_clocks(path, lines, killed)
    return killed


def _kill_one(path: Path, seed: int, games: list[str], rng: Random) -> list[list[str]]:
    """Start an app, kill it at some moment, and give back the lines it said."""
    words = [sys.executable, "-m", "tools.kills_app", str(path), str(seed), *games]
    child = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE)
    assert child.stdout is not None
    pipe, heard = child.stdout.fileno(), b""
    try:
        end = time.monotonic() + SLOWEST
        if rng.random() < 0.85:  # the others are killed while they start
            while READY.encode() not in heard:
                heard += os.read(pipe, 65_536)
                if child.poll() is not None or time.monotonic() > end:
                    raise RuntimeError("the app did not come to its first answer")
        end = time.monotonic() + rng.uniform(0, LONGEST)
        while (left := end - time.monotonic()) > 0:
            if select.select([pipe], [], [], left)[0]:
                heard += os.read(pipe, 65_536)
        if child.poll() is not None:
            raise RuntimeError("the app ended by itself")
    finally:
        child.kill()
        heard += child.stdout.read()
        child.wait()
    lines = heard.decode().split("\n")[:-1]
    return [line.split() for line in lines if line and line != READY]


def look_at_clocks(path: Path, lines: list[list[str]], killed: WindowKills) -> None:
    """The last word of each clock; one that ran has run on since, one that stood has not."""
    last: dict[tuple[str, str], list[str]] = {}
    for words in lines:
        if words[0] == "clock":
            last[words[1], " ".join(words[6:])] = words
        elif words[0] == "doubt":
            last = {key: said for key, said in last.items() if key[0] != words[1]}
    store = open_store(path)
    try:
        for (play, name), words in last.items():
            found = {timer.name: timer for timer in store.timers(int(play))}
            now = Moment(MachineClock().now(), MachineClock().wall())
            left, boot, runs = float(words[3]), float(words[4]), words[5] == "1"
            expected = left - (now.boot - boot) if runs else left
            killed.timers += 1
            off = abs(found[name].left(now) - expected) if name in found else float("inf")
            killed.worst = max(killed.worst, off)
            if off > WITHIN:
                killed.off.append(f"{path.name}, play {play}, clock {name}: {off:.2f} seconds off")
    finally:
        store.close()


if __name__ == "__main__":
    live(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
