"""Checks that the log is a complete save: prefixes, undo, restarts, JSON, failing rules."""

import hashlib
import json
import os
import pickle
import re
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, cast

from companion.core.engine.state import canonical
from companion.core.game import packages_of
from companion.core.log import FAILED, Record, effective
from companion.core.play import Play, RulesFailed
from companion.core.registry import load
from companion.core.setup import Setup
from companion.core.values import Json
from companion.testing.driving import (
    AnyGame,
    AnyPlay,
    Findings,
    a_check,
    answer_once,
    asked_at,
    look,
    open_keys,
    steps,
    where,
)

LONGEST_STRETCH = 200


@a_check
def check_undo(game: AnyGame, found: Findings, plays: int = 4) -> None:
    """Undo to the start and redo to the end, in steps and leaps, with and without snapshots: equal tables."""
    for number in range(plays):
        seen: list[Json] = []
        play: AnyPlay | None = None
        for play in steps(game, number, found, limit=200):
            seen.append(look(play))
        if play is None or any(record.kind == FAILED for record in play.log):
            continue  # the rules failed, which is already reported
        _prefixes(play, seen, found, number)
        if _there_and_back(play, seen, found, number):
            _leaps(play, seen, found, number)


def _prefixes(play: AnyPlay, seen: list[Json], found: Findings, seed: int) -> None:
    """Replay every prefix of the log without snapshots."""
    fresh: AnyPlay = Play(play.game, play.setup)
    for number, record in enumerate(play.log):
        fresh.run.feed(number, record, check=False)
        if look(fresh) != seen[number + 1]:
            found.add(where(seed, fresh), "the beginning of the log replays to a different table")
            return


def _there_and_back(play: AnyPlay, seen: list[Json], found: Findings, seed: int) -> bool:
    for position in reversed(range(len(seen) - 1)):
        play.undo()
        if look(play) != seen[position]:
            found.add(where(seed, play), "undo gives a different table than before")
            return False
    for position in range(1, len(seen)):
        play.redo()
        if look(play) != seen[position]:
            found.add(where(seed, play), "redo gives a different table than before")
            return False
    if effective(play.log) != play.run.fed:
        found.add(where(seed, play), "the log and the play disagree about the answers")
    return True


def _leaps(play: AnyPlay, seen: list[Json], found: Findings, seed: int) -> None:
    """Undo to arbitrary positions, with some of the snapshots lost."""
    rng = Random(seed)
    for _ in range(min(10, len(seen) - 1)):
        stays = [at for at in range(len(play.run.snapshots)) if at == 0 or rng.random() < 0.5]
        play.run.snapshots = [play.run.snapshots[at] for at in stays]
        position = rng.randrange(len(seen) - 1)
        play.undo(position)
        if look(play) != seen[position]:
            found.add(where(seed, play), "without snapshots, undo gives a different table")
        play.redo()


@a_check
def check_restart(game: AnyGame, found: Findings, plays: int = 6) -> None:
    """Nothing is under way between stretches; a restarted stretch asks the same; none is too long."""
    with _beginnings(game) as tables:
        for number in range(plays):
            ended = 0
            for play in steps(game, number, found, limit=600):
                position = play.run.scores[-1][0]
                if position - ended > LONGEST_STRETCH or play.position() - position > LONGEST_STRETCH:
                    found.add(where(number, play),
                              f"a stretch of more than {LONGEST_STRETCH} lines: play() should "
                                                   "return after a turn or a round")
                ended = position
                if position == play.position() and play.run.frames:
                    _begin_again(play, tables[-1], found, where(number, play))


@contextmanager
def _beginnings(game: AnyGame) -> Iterator[deque[bytes]]:
    """The tables on which the script was called, the latest last."""
    tables: deque[bytes] = deque(maxlen=2)
    script = game.play

    def play(table: Any) -> Any:
        tables.append(pickle.dumps(table))
        return script(table)

    vars(game)["play"] = play
    try:
        yield tables
    finally:
        del vars(game)["play"]


def _begin_again(play: AnyPlay, beginning: bytes, found: Findings, place: str) -> None:
    table = pickle.loads(beginning)  # safe: our own pickle
    table.laid_out_again(play.setup)
    if table.now or table.exits:
        names = ", ".join(type(flow).__name__ for flow in table.now)
        found.add(place, f"a flow is still under way between two stretches: {names}")
    if _first_asked(play.game, table) != open_keys(play):
        found.add(place, "the script starts differently on a copy of the table")
    before = look(play)
    play.restart()
    if open_keys(play) != before[1]:
        found.add(place,
                  f"after a restart it asks {', '.join(open_keys(play))} instead of {', '.join(before[1])}")
    elif look(play) != before:
        names = ", ".join(sorted(_different(before[0], look(play)[0]))[:3])
        found.add(f"{place}, {asked_at(play)}",
                  "a restart repeats what the stretch does before its first question, and so changes "
                  f"{names} again: do it after the question, or only if it isn't done yet")
    play.undo()
    if look(play) != before:
        found.add(place, "undo after a restart gives a different table")


def _different(one: Any, two: Any) -> set[str]:
    """Names of attributes of the table and the seats that differ."""
    seats = {name for a, b in zip(one["seats"], two["seats"], strict=False) for name in {**a, **b}
             if a.get(name) != b.get(name)}
    return seats | {name for name in {**one, **two} if name != "seats" and one.get(name) != two.get(name)}


def _first_asked(game: AnyGame, table: Any) -> list[str]:
    while game.outcome(table) is None:
        script = game.play(table)
        try:
            request = script.send(None)
        except StopIteration:
            continue
        script.close()
        return [question.key() for question in request.questions]
    return []


@a_check
def check_json(game: AnyGame, found: Findings, plays: int = 6) -> None:
    """Setup and log survive JSON, lead to the same table, and are not changed by playing.

    Nor are the lists, dicts and sets of the game's modules, such as a deck that a table took without a copy.
    """
    kept = {key: deepcopy(thing) for key, thing in _of_modules(game)}
    for number in range(plays):
        play: AnyPlay | None = None
        written: list[str] = []
        setup = ""
        for play in steps(game, number, found, limit=600):
            setup = setup or canonical(play.setup.to_json())
            if play.log:
                written.append(_text(play.log[-1].to_json(), found, where(number, play)))
        if play is None:
            continue
        place = where(number, play)
        if canonical(play.setup.to_json()) != setup:
            found.add(place, "the rules changed the setup")
        if [canonical(record.to_json()) for record in play.log[:len(written)]] != written:
            found.add(place,
                      "the rules changed the log: they put an answer on the table and changed it there")
        records = [Record.from_json(json.loads(line)) for line in written]
        again: AnyPlay = Play(game, Setup.from_json(json.loads(setup)), records)
        if again.misfit is not None:
            found.add(place, f"its own log does not replay: {again.misfit}")
        elif (look(again) != look(play) or again.chronicle() != play.chronicle()
                or again.view() != play.view()):
            found.add(place, "saved and loaded as JSON, the log gives a different table")
    for (module, name), thing in _of_modules(game):
        if kept.get((module, name), thing) != thing:
            found.add(_defined_at(module, name), f"a play changed {name}, which is one for all plays: "
                                                 f"give the table its own copy, such as list({name})")


def _of_modules(game: AnyGame) -> Iterator[tuple[tuple[str, str], Any]]:
    """Lists, dicts and sets of the game's modules, by module and name."""
    for package in packages_of(cast(type, type(game))):
        for module, held in list(sys.modules.items()):
            if module == package or module.startswith(f"{package}."):
                yield from (((module, name), thing) for name, thing in list(vars(held).items())
                            if isinstance(thing, (list, dict, set)) and not name.startswith("__"))


def _defined_at(module: str, name: str) -> str:
    path = Path(str(sys.modules[module].__file__))
    lines = path.read_text(encoding="utf-8").splitlines()
    line = next((at for at, text in enumerate(lines, 1) if re.match(rf"{name}\b.*=", text)), 1)
    return f"{path.name}:{line}"


def _text(data: Json, found: Findings, place: str) -> str:
    try:
        return canonical(data)
    except (TypeError, ValueError) as error:
        found.add(place, f"an answer is not plain JSON: {error}")
        return "{}"


class PlantedError(Exception):
    """Raised by the kit in the middle of a script."""


def _breaking(script: Any) -> Any:
    """Go on with the script, but raise after it has changed the table."""
    with closing(script), suppress(StopIteration):
        script.send((yield))
    raise PlantedError("on purpose")


@a_check
def check_breakage(game: AnyGame, found: Findings, plays: int = 6) -> None:
    """If the script raises, the table is unchanged, the answer is kept as failed, and the play goes on."""
    for number in range(plays):
        rng = Random(number)
        for play in steps(game, number, found, limit=300):
            if rng.random() < 0.15 and play.run.frames and not play.stuck():
                _break(play, rng, found, where(number, play))


def _break(play: AnyPlay, rng: Random, found: Findings, place: str) -> None:
    before = look(play)
    lines = len(play.log)
    play.run.frames[-1].script = breaking = _breaking(play.run.frames[-1].script)
    next(breaking)
    try:
        answer_once(play, rng, standing=0.0)
    except RulesFailed:
        if look(play) != before:
            found.add(place, "a failed answer changed the table")
        if [record.kind for record in play.log[lines:]] != [FAILED]:
            found.add(place, "the log does not keep a failed answer")
        return
    play.undo()  # half a ballot, so no script ran: undo it, and with it the broken script
    if look(play) != before:
        found.add(place, "undo gives a different table than before")


@a_check
def check_hash_seeds(game: AnyGame, found: Findings, plays: int = 3) -> None:
    """Tables, questions and the order of choices are equal under two values of PYTHONHASHSEED."""
    target = reference(game)
    if target is None:
        found.add(type(game).__module__,
                  "the game is not a variable of its module, so no other process can find it")
        return
    try:
        both = [_in_a_process(target, plays, value) for value in ("1", "4242")]
    except subprocess.CalledProcessError as failed:
        why = (failed.stderr.strip().splitlines() or ["it said nothing"])[-1]
        found.add(target, f"it can't be played in another process: {why}")
        return
    for number in range(plays):
        one, other = ([line for line in lines if line.startswith(f"{number} ")] for lines in both)
        line = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
        if line is not None or len(one) != len(other):
            found.add(f"seed {number}, line {line}",
                      "another process gets a different table: something depends on "
                      "the order of a set, on hash() or on an address; sort it")


def reference(game: AnyGame) -> str | None:
    """`module:name` by which another process finds this game."""
    own = type(game).__module__
    return next((f"{module}:{name}" for module in (own, own.rpartition(".")[0])
                 for name, value in vars(sys.modules.get(module, object)).items() if value is game), None)


def _in_a_process(target: str, plays: int, hash_seed: str) -> list[str]:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed,
                   "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    words = [sys.executable, "-m", "companion.testing.replaying", target, str(plays)]
    done = subprocess.run(words, capture_output=True, encoding="locale", env=environment, timeout=300,
                          check=True)
    return done.stdout.splitlines()


if __name__ == "__main__":
    for seed in range(int(sys.argv[2])):
        for play in steps(load(sys.argv[1]), seed, Findings("hash seeds"), limit=150):
            print(seed, hashlib.sha256(canonical(look(play)).encode()).hexdigest()[:16])
