"""The engine: answers per second, undo, replay, and the size of snapshots."""

import gc
from collections.abc import Callable
from contextlib import suppress
from functools import _lru_cache_wrapper, partial
from random import Random
from statistics import mean, median
from typing import Any

from companion.core.game import Game
from companion.core.log import Record
from companion.core.play import Play
from companion.core.registry import find_games
from companion.core.setup import Setup
from companion.core.text import Refused
from companion.core.values import Json
from companion.simulate import random_play, random_setup
from companion.testing.driving import choose
from tools.bench.report import Section, best_of, calls, ms, seconds

RECORDS = 2_000
MOST_CALLS, MOST_TO_UNDO = 400, 25_000
UNDOS = 300

GOING_BACK = (f"Undo of one record at each of the last {UNDOS} (the best of three), *Back to here* to random "
              "places, replay of the whole log under the same rules (trusted) and under others (every answer "
              "checked), and the "
              "memory of the snapshots.")

Played = list[tuple[Setup, list[Record]]]
Cost = Callable[[Callable[[], object]], float]


def measure() -> list[Section]:
    games = find_games().games.values()
    return [_answers(list(games)), _going_back(list(games))]


def _answers(games: list[Game[Any]]) -> Section:
    rows = []
    for game in games:
        played = some_plays(game, RECORDS)
        best = [min(times)
                for times in zip(*(give_again(game, played, seconds) for _ in range(7)), strict=True)]
        made = round(mean(give_again(game, played, calls)))
        rows.append((game.facts.title, f"{1 / mean(best):,.0f}", f"{made:,}",
                     "yes" if made <= MOST_CALLS else "no"))
    return Section("Answers per second",
                   "Replay random plays with rules, log, chronicle and snapshots, but no store. "
                   "The best of seven runs of each answer, each run with empty caches.",
                   ("game", "answers per second", "calls per answer", f"at most {MOST_CALLS:,}"), tuple(rows))


def some_plays(game: Game[Any], records: int) -> Played:
    rng = Random(5)
    played: Played = []
    while sum(len(log) for _, log in played) < records:
        play = random_play(game, random_setup(game, rng), rng)
        played.append((play.setup, play.log))
    return played


def give_again(game: Game[Any], played: Played, cost: Cost) -> list[float]:
    """What each answer costs, without the setup before the first question."""
    forget(game)
    taken: list[float] = []
    for setup, records in played:
        play: Play[Any] = Play(game, setup)
        taken += [cost(partial(play.answer, record.key, record.answer)) for record in records]
    return taken


def forget(game: Game[Any]) -> None:
    """Clear the game's caches, so that the previous run can't speed up this one."""
    home = type(game).__module__.rpartition(".")[0]
    for thing in gc.get_objects():
        if isinstance(thing, _lru_cache_wrapper) and str(thing.__module__).startswith(home):
            thing.cache_clear()
    gc.collect()


def _going_back(games: list[Game[Any]]) -> Section:
    rows = []
    for game in games:
        play = long_play(game, RECORDS)
        records = play.position()
        trusted, checked = (best_of(partial(Play, play.game, play.setup, play.log, trusted=trust), 3)
                            for trust in (True, False))
        snapshots = [len(snapshot.state) for snapshot in play.run.snapshots]
        undo, made = _undos(play, seconds), max(_undos(play, calls))
        back = _back_to_here(play)
        rows.append((game.facts.title, f"{records:,}", ms(median(undo)), ms(max(undo)), f"{made:,.0f}",
                     "yes" if made <= MOST_TO_UNDO else "no", ms(max(back)), ms(trusted), ms(checked),
                     f"{len(snapshots):,} x {median(snapshots):,.0f} B = {sum(snapshots) / 1e6:.2f} MB"))
    columns = ("game", "records", "undo, median", "undo, worst", "calls, worst", f"at most {MOST_TO_UNDO:,}",
               "back to here, worst", "replay, trusted", "replay, checked", "snapshots")
    return Section(f"Going back, at {RECORDS:,} records", GOING_BACK, columns, tuple(rows))


def _undos(play: Play[Any], cost: Cost) -> list[float]:
    """Undo one record at each of the last positions, best of three."""
    places = range(play.position(), max(0, play.position() - UNDOS), -1)
    return [_undo(play, place, place - 1, cost) for place in places]


def _back_to_here(play: Play[Any]) -> list[float]:
    rng = Random(9)
    end = play.position()
    return [_undo(play, end, rng.randrange(end // 2, end), seconds) for _ in range(20)]


def _undo(play: Play[Any], start: int, target: int, cost: Cost) -> float:
    found = []
    for _ in range(3):
        if play.position() > start:
            play.undo(start)
        found.append(cost(partial(play.undo, target)))
        play.redo()
    return min(found)


def long_play(game: Game[Any], records: int, seed: int = 1) -> Play[Any]:
    """A random play. Before the end, undo and correct everything to its first value,
    as long as that helps."""
    rng = Random(seed)
    play: Play[Any] = Play(game, random_setup(game, rng, None if game.facts.fewest < 4 else 4))
    beginning = {field.path: field.read() for field in play.fields()}
    while play.position() < records:
        question = choose(play, rng, standing=0.02)
        if question is None:
            play.restart()
            continue
        play.answer(question.key(), question.random_answer(play.table, rng))
        if play.outcome() is not None:
            play.undo()
            if not _set_back(play, beginning):
                break
    return play


def _set_back(play: Play[Any], beginning: dict[str, Json]) -> bool:
    """Correct the points to their first values, or else everything. False if nothing could be set."""
    changed = [field for field in play.fields()
               if field.path in beginning and field.read() != beginning[field.path]]
    done = False
    for field in [field for field in changed if field.score] or changed:
        with suppress(Refused):
            play.correct(field.path, beginning[field.path])
            done = True
    return done
