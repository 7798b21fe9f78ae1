"""Torture: wild plays, kill -9, bad disks, damaged files, phones that exchange files, broken plugins.

    python -m tools.torture                                          # about half an hour on two cores
    python -m tools.torture --minutes 0 --kills 0 --exchanges 0 --flips 0 --no-plugins   # only the bad disks
"""

import argparse
import os
import subprocess
import sys
import xml.etree.ElementTree as xml
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from companion.core.registry import find_games
from companion.testing.wild import wild_play
from tools.damage import damages, swaps
from tools.disk import disks
from tools.exchange import exchanges
from tools.kills import KILLS_A_FILE, ROOT, Tally, kills, plugins
from tools.machine import machine

BROKEN_GAMES = ("tests/services/test_broken_games.py", "tests/ui/table/test_broken_games.py")
LONGEST = 1_800
DAMAGE_PARTS = 8
EXCHANGES_AT_ONCE = 10
Part = Callable[[Path], Tally]


def wild_plays(game: str, minutes: float, first: int, step: int, most: int = sys.maxsize) -> Tally:
    """Random plays to their end, with corrections, departures, exits, undo and redo; each is replayed.

    Gives up a play only if corrections or departures left a table on which nobody can win.
    """
    plugin, tally, end = find_games().games[game], Tally(f"Wild plays: {game}"), monotonic() + 60 * minutes
    for seed in range(first, first + step * most, step):
        if monotonic() > end:
            break
        wild = wild_play(plugin, seed)
        tally.counts["plays"] += 1
        tally.counts["records"] += 0 if wild.play is None else len(wild.play.log)
        tally.counts["given up"] += wild.given_up
        for action, number in wild.actions.items():
            tally.counts[action] += number
        tally.faults += [f"{game}, seed {seed}: {finding}" for finding in wild.findings]
        if not wild.ended and not wild.given_up:
            tally.faults.append(f"{game}, seed {seed}: the play did not come to its end")
    return tally


def broken_plugins(folder: Path) -> Tally:
    """Every function of a game's contract, broken in every way, without a window and in the real app."""
    found = folder / "broken.xml"
    subprocess.run([sys.executable, "-m", "pytest", "-q", f"--junitxml={found}", *BROKEN_GAMES], cwd=ROOT,
                   capture_output=True, timeout=LONGEST, check=False)
    return counted(found.read_text(encoding="utf-8"))


def counted(report: str) -> Tally:
    """The results in pytest's report."""
    tally = Tally("Broken plugins")
    for case in xml.fromstring(report).iter("testcase"):
        tally.counts["cases"] += 1
        if case.find("failure") is not None or case.find("error") is not None:
            tally.faults.append(str(case.get("name")))
    return tally


def parts(given: argparse.Namespace, games: list[str]) -> list[Part]:
    """Chunks of a few minutes, so that all cores stay busy."""
    found: list[Part] = []
    if given.minutes:
        found += [partial(_wild, game, given.minutes, first, given.workers)
                  for game in games for first in range(given.workers)]
    for kind in ("play", "backup", "two", "import"):
        found += [partial(kills, kind, number=min(KILLS_A_FILE, given.kills - first), games=games,
                          seed=given.seed + first) for first in range(0, given.kills, KILLS_A_FILE)]
    for kind, number, step in (("full", given.full, 20), ("slow", given.slow, 3), ("cut", given.cuts, 60)):
        found += [partial(disks, kind, number=min(step, number - first), games=games, seed=given.seed + first)
                  for first in range(0, number, step)]
    found += [partial(_exchanges, games, EXCHANGES_AT_ONCE, given.seed + first)
              for first in range(0, given.exchanges, EXCHANGES_AT_ONCE)]
    if given.flips:
        found.append(partial(swaps, games=games, seed=given.seed))
        found += [partial(_damages, given.flips, given.combinations, games, given.seed, part)
                  for part in range(DAMAGE_PARTS)]
    return found if given.no_plugins else [*found, broken_plugins]


def _wild(game: str, minutes: float, first: int, step: int, folder: Path) -> Tally:
    return wild_plays(game, minutes, first, step)


def _exchanges(games: list[str], number: int, seed: int, folder: Path) -> Tally:
    return exchanges(folder, plugins(tuple(games)), number, seed)


def _damages(flips: int, combinations: int, games: list[str], seed: int, part: int, folder: Path) -> Tally:
    return damages(folder, flips, plugins(tuple(games)), seed, combinations=combinations,
                   part=(part, DAMAGE_PARTS))


def result_of(part: Future[Tally]) -> Tally:
    """A part that breaks off is a fault; the others go on."""
    error = part.exception()
    return part.result() if error is None else Tally("Broken off", faults=[repr(error)])


def report(tallies: list[Tally], seconds: float) -> str:
    joined: dict[str, Tally] = {}
    for one in tallies:
        joined.setdefault(one.title, Tally(one.title)).add(one)
    return "\n".join([f"Torture, {seconds / 60:.0f} minutes on {machine()}",
                      *map(report_of, joined.values())])


def report_of(tally: Tally) -> str:
    numbers = ", ".join(f"{number:,} {what}" for what, number in tally.counts.most_common())
    return "\n  ".join([f"{tally.title}: {len(tally.faults)} faults ({numbers})", *tally.faults[:20]])


def main(words: list[str]) -> int:
    grammar = argparse.ArgumentParser(prog="python -m tools.torture",
                                      description=(__doc__ or "").splitlines()[0])
    grammar.add_argument("--minutes", type=float, default=2.0,
                         help="of wild plays of each game, on all cores")
    grammar.add_argument("--kills", type=int, default=75,
                         help="of each kind: playing, backup, two processes, import")
    grammar.add_argument("--full", type=int, default=60, help="processes on a disk that is full now and then")
    grammar.add_argument("--slow", type=int, default=9, help="times three processes on a slow disk")
    grammar.add_argument("--cuts", type=int, default=180, help="moments at which the power is cut")
    grammar.add_argument("--flips", type=int, default=800, help="bits flipped in the files of a store")
    grammar.add_argument("--combinations", type=int, default=200, help="random states of all files at once")
    grammar.add_argument("--exchanges", type=int, default=60,
                         help="evenings of three phones that exchange files")
    grammar.add_argument("--no-plugins", action="store_true", help="leave the broken plugins out")
    grammar.add_argument("--game", action="append", help="only this one; may be given again")
    grammar.add_argument("--seed", type=int, default=1)
    grammar.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = grammar.parse_args(words)
    begun = monotonic()
    tallies: list[Tally] = []
    with TemporaryDirectory(prefix="tableside-torture-") as home, ProcessPoolExecutor(given.workers) as pool:
        running: list[Future[Tally]] = []
        for number, part in enumerate(parts(given, given.game or list(find_games().games))):
            folder = Path(home) / str(number)
            folder.mkdir()
            running.append(pool.submit(part, folder))
        for one in running:
            tallies.append(result_of(one))
            sys.stderr.write(f"{report_of(tallies[-1])}\n")
    sys.stdout.write(f"{report(tallies, monotonic() - begun)}\n")
    return 1 if any(one.faults for one in tallies) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
