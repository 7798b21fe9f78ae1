"""The engine: answers per second, undo, replay, and the size of snapshots."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from functools import _lru_cache_wrapper, partial
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

from companion.core.game import Game
from companion.core.log import Record
from companion.core.play import Play
from companion.core.registry import find_games
from companion.core.setup import Setup
from companion.core.values import Json
from companion.simulate import random_play, random_setup
from tools.bench.longest import long_play
from tools.bench.report import Section, best_of, ms

RECORDS = 2_000
MOST_STEPS = 750
"""8,000 answers per second on the machine of CONTRIBUTING."""
SLOWEST_UNDO = 0.004
UNDOS = 300

GOING_BACK = (f"Undo of one record at each of the last {UNDOS} (the best of three), *Back to here* to random places, "
              "replay of the whole log under the same rules (trusted) and under others (every answer checked), and the "
              "memory of the snapshots.")

Played = list[tuple[Setup, list[Record]]]


def measure(step: float) -> list[Section]:
    games = find_games().games.values()
    return [_answers(list(games), step), _going_back(list(games), step)]


def _answers(games: list[Game[Any]], step: float) -> Section:
    rows = []
    for game in games:
        seconds = seconds_an_answer(game)
        speed = round(1 / seconds)
        rows.append((game.facts.title, f"{speed:,}", f"{seconds / step:.0f}",
                     "yes" if seconds <= MOST_STEPS * step else "no"))
    return Section("Answers per second", "Replay random plays with rules, log, chronicle and snapshots, but no store. "
                   "The best of seven runs of each answer, each run with empty caches.",
                   ("game", "answers per second", "steps per answer", f"at most {MOST_STEPS} steps"), tuple(rows))


def seconds_an_answer(game: Game[Any], options: Mapping[str, Json] | None = None) -> float:
    """Replay the answers of whole random plays; keep each answer's best time."""
    rng = Random(5)
    played: Played = []
    while sum(len(records) for _, records in played) < RECORDS:
        play = random_play(game, random_setup(game, rng, options=options), rng)
        played.append((play.setup, play.log))
    runs = [_give_again(game, played) for _ in range(7)]
    best: list[float] = [min(times) for times in zip(*runs, strict=True)]
    return sum(best) / len(best)


def _give_again(game: Game[Any], played: Played) -> list[float]:
    """Time only the answers, not the setup before the first question."""
    taken: list[float] = []
    forget(game)
    for setup, records in played:
        play: Play[Any] = Play(game, setup)
        for record in records:
            begun = perf_counter()
            play.answer(record.key, record.answer)
            taken.append(perf_counter() - begun)
    return taken


def forget(game: Game[Any]) -> None:
    """Clear the game's caches, so that the previous run can't speed up this one."""
    home = type(game).__module__.rpartition(".")[0]
    for thing in gc.get_objects():
        if isinstance(thing, _lru_cache_wrapper) and str(thing.__module__).startswith(home):
            thing.cache_clear()
    gc.collect()


def _going_back(games: list[Game[Any]], step: float) -> Section:
    rows = []
    for game in games:
        play = long_play(game, RECORDS)
        records = play.position()
        trusted, checked = (best_of(partial(Play, play.game, play.setup, play.log, trusted=trust), 3)
                            for trust in (True, False))
        snapshots = [len(snapshot.state) for snapshot in play.run.snapshots]
        undo = _undos(play)
        back = _back_to_here(play)
        rows.append((game.facts.title, f"{records:,}", ms(median(undo)), ms(max(undo)), f"{max(undo) / step:,.0f}",
                     "yes" if max(undo) <= SLOWEST_UNDO else "no", ms(max(back)), ms(trusted), ms(checked),
                     f"{len(snapshots):,} x {median(snapshots):,.0f} B = {sum(snapshots) / 1e6:.2f} MB"))
    limit = f"at most {SLOWEST_UNDO * 1000:.0f} ms"
    columns = ("game", "records", "undo, median", "undo, worst", "steps, worst", limit,
               "back to here, worst", "replay, trusted", "replay, checked", "snapshots")
    return Section(f"Going back, at {RECORDS:,} records", GOING_BACK, columns, tuple(rows))


def _undos(play: Play[Any]) -> list[float]:
    """Undo one record at each of the last positions, best of three."""
    places = range(play.position(), max(0, play.position() - UNDOS), -1)
    return [_undo_time(play, place, place - 1) for place in places]


def _back_to_here(play: Play[Any]) -> list[float]:
    rng = Random(9)
    end = play.position()
    return [_undo_time(play, end, rng.randrange(end // 2, end)) for _ in range(20)]


def _undo_time(play: Play[Any], start: int, target: int) -> float:
    times = []
    for _ in range(3):
        if play.position() > start:
            play.undo(start)
        begun = process_time()
        play.undo(target)
        times.append(process_time() - begun)
        play.redo()
    return min(times)
