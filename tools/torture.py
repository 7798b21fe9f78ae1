"""Torture: wild plays of every game, kill -9 at random moments, damage to every file of the store, broken plugins.
It prints a report.

    python -m tools.torture --plays 10000 --kills 500 --windows 500 --flips 2000 --inside 100
    python -m tools.torture --plays 0 --kills 0 --windows 0          # only the files
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from companion.core.registry import find_games
from companion.testing.wild import ABANDON_AFTER, wild_play
from tools.broken_plugins import BrokenPlugins, broken_plugins
from tools.damage import Damages, damages
from tools.kills import Killed, kills
from tools.kills_app import WITHIN, WindowKills, window_kills
from tools.kills_inside import Inside, kills_inside
from tools.machine import machine

CHUNK = 50


@dataclass
class Tortured:
    """What a series of wild plays of one game did and found."""

    game: str
    plays: int = 0
    records: int = 0
    seconds: float = 0.0
    actions: Counter[str] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)
    given_up: int = 0


def torture(game: str, plays: int, workers: int) -> Tortured:
    """So many wild plays, spread over the cores."""
    whole = Tortured(game)
    begun = perf_counter()
    with ProcessPoolExecutor(workers) as pool:
        for part in pool.map(some, [game] * -(-plays // CHUNK), range(0, plays, CHUNK), [plays] * -(-plays // CHUNK)):
            whole.plays += part.plays
            whole.records += part.records
            whole.actions += part.actions
            whole.findings += part.findings
            whole.given_up += part.given_up
    whole.seconds = perf_counter() - begun
    return whole


def some(game: str, first: int, end: int) -> Tortured:
    """A handful of them, in a process of its own."""
    plugin = find_games().games[game]
    part = Tortured(game)
    for seed in range(first, min(first + CHUNK, end)):
        wild = wild_play(plugin, seed)
        part.plays += 1
        part.records += 0 if wild.play is None else len(wild.play.log)
        part.actions.update(wild.actions)
        part.findings += [f"seed {seed}: {finding}" for finding in wild.findings]
        part.given_up += wild.given_up
        if not wild.ended and not wild.given_up:
            part.findings.append(f"seed {seed}: the play did not come to its end")
    return part


def report(series: list[Tortured], killed: Killed | None, inside: Inside | None = None,
           damaged: Damages | None = None, windows: WindowKills | None = None,
           plugins: BrokenPlugins | None = None) -> str:
    return "\n".join([*_wild_report(series), *([] if killed is None else _kill_report(killed)),
                      *([] if windows is None else _window_report(windows)),
                      *([] if inside is None else _inside_report(inside)),
                      *([] if damaged is None else _damage_report(damaged)),
                      *([] if plugins is None else _plugin_report(plugins))])


def _wild_report(series: list[Tortured]) -> Iterator[str]:
    yield f"# Torture\n\nWritten by `make torture`. Run on: {machine()}.\n"
    yield ("## Wild plays\n\nRandom full plays with corrections, departures, exits, restarts, standing answers, undo "
           "and redo; after each the log is replayed and must lead to the same table. One play in ten is only answered "
           "and must end; *given up*: corrections or departures had left a table on which nobody could win (a whole "
           f"faction gone), and it was left after {ABANDON_AFTER:,} lines.\n")
    yield ("| game | plays | records | corrections | left or came back | exits | restarts | undo and redo | given up "
           "| failures |")
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for one in series:
        did = one.actions
        numbers = (one.plays, one.records, did["correct"], did["leave_or_return"], did["exit"], did["restart"],
                   did["undo"] + did["redo"] + did["redone"], one.given_up, len(one.findings))
        yield f"| {one.game} | " + " | ".join(f"{number:,}" for number in numbers) + " |"
    yield ""


def _kill_report(killed: Killed) -> Iterator[str]:
    yield ("## Kill -9\n\nA process answers, corrects and undoes in plays of every game, in a real store file, and "
           f"says so on a pipe after each record. It was killed {killed.kills:,} times at a random moment "
           f"({killed.early:,} of them before its first record). Of {killed.confirmed:,} confirmed records "
           f"**{len(killed.lost)} were lost**; {killed.unconfirmed:,} were on disk although the process was killed "
           f"before it could say so. Every play that was touched was opened again; {len(killed.unfit)} did not fit.\n")
    yield "A killed process is not a power cut: that the disk keeps what it acknowledged is left to SQLite and to it.\n"


def _window_report(killed: WindowKills) -> Iterator[str]:
    yield (f"## Kill -9 of the app\n\nThe real app with a window, answering through its table screen, was killed "
           f"{killed.kills:,} times at a random moment ({killed.early:,} of them before its first record). Of "
           f"{killed.confirmed:,} confirmed records **{len(killed.lost)} were lost**; {len(killed.unfit)} plays did "
           f"not fit. {killed.timers:,} clocks were looked at afterwards: {len(killed.off)} were off by more than "
           f"{WITHIN} s, the worst by {killed.worst:.3f} s.\n")


def _inside_report(inside: Inside) -> Iterator[str]:
    kinds = ", ".join(f"{number:,} during {kind}" if kind != "two processes" else f"{number:,} of {kind} on one file"
                      for kind, number in inside.kills.items())
    yield (f"## Kills in the middle of things\n\nKilled: {kinds}. After each the file was opened, every backup looked "
           "over, and an import that had been broken off was done again. Of "
           f"{inside.confirmed:,} records that were to be there **{len(inside.lost)} were lost**.\n")


def _damage_report(damaged: Damages) -> Iterator[str]:
    lost = "nothing was" if not damaged.lost else f"{len(damaged.lost)} times something was"
    yield (f"## Damaged files\n\n{damaged.flips:,} single bits flipped over the whole database and its write-ahead "
           f"log, {damaged.beside:,} in the files beside them, {damaged.truncations:,} truncations, "
           f"{damaged.missing:,} missing files or groups of files, {damaged.pages:,} pages swapped, zeroed, torn or "
           "hit by 20 random bytes; half of them on the files that a killed process left behind, half on those of an "
           "app that had ended. After each the app was started, three answers were given, and it was started again; it "
           f"told {damaged.restored:,} times that it had put the file together again from itself, its backups and its "
           "journal (the other hits were mended in single plays, or hit nothing that is used). Of "
           f"{damaged.answers:,} answers, and of the people and copies beside them, **{lost} lost**.\n")


def _plugin_report(plugins: BrokenPlugins) -> Iterator[str]:
    yield (f"## Broken plugins\n\n{plugins.cases:,} cases: each function of a game's contract raises, ends the "
           "program, gives back nonsense or never returns, without a window and in the real app. "
           f"**{len(plugins.fell)} ended or hung the app, or lost an answer.**\n")


def main(words: list[str]) -> int:
    grammar = argparse.ArgumentParser(prog="python -m tools.torture", description=(__doc__ or "").splitlines()[0])
    grammar.add_argument("--plays", type=int, default=10_000, help="wild plays of each game")
    grammar.add_argument("--kills", type=int, default=500)
    grammar.add_argument("--windows", type=int, default=500, help="kills of the real app with a window")
    grammar.add_argument("--inside", type=int, default=100, help="kills during backup, import, two processes, each")
    grammar.add_argument("--flips", type=int, default=2_000, help="bits flipped in the files of a store")
    grammar.add_argument("--no-plugins", action="store_true", help="leave the broken plugins out")
    grammar.add_argument("--game", action="append", help="only this one; may be given again")
    grammar.add_argument("--seed", type=int, default=1, help="of the kills: another one for another portion")
    grammar.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = grammar.parse_args(words)
    games = given.game or list(find_games().games)
    series = [torture(game, given.plays, given.workers) for game in games if given.plays]
    killed, inside, damaged, windows, plugins = _files(given, games)
    text = report(series, killed, inside, damaged, windows, plugins)
    sys.stdout.write(f"{text}\n")
    faults = [f"{one.game}, {finding}" for one in series for finding in one.findings]
    faults += [] if killed is None else [*killed.lost, *killed.unfit]
    faults += [] if windows is None else [*windows.lost, *windows.unfit, *windows.off]
    faults += [fault for one in (inside, damaged) if one is not None for fault in one.lost]
    faults += [] if plugins is None else plugins.fell
    for fault in faults[:50]:
        sys.stderr.write(f"{fault}\n")
    return 1 if faults else 0


def _files(given: argparse.Namespace, games: list[str]) -> tuple[
        Killed | None, Inside | None, Damages | None, WindowKills | None, BrokenPlugins | None]:
    """What is done to real files, each in a folder of its own."""
    with TemporaryDirectory(prefix="tableside-torture-") as name:
        folders = [Path(name) / part for part in ("kills", "inside", "damage", "windows", "plugins")]
        for folder in folders:
            folder.mkdir()
        found = {one: plugin for one, plugin in find_games().games.items() if one in games}
        return (kills(folders[0], given.kills, games, given.seed) if given.kills else None,
                kills_inside(folders[1], given.inside, found, given.seed) if given.inside else None,
                damages(folders[2], given.flips, found, given.seed) if given.flips else None,
                window_kills(folders[3], given.windows, games, given.seed) if given.windows else None,
                None if given.no_plugins else broken_plugins(folders[4]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
