"""Drives random plays: setups, answers, and comparing two plays."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial, wraps
from pathlib import Path
from random import Random
from typing import Any, Concatenate, ParamSpec

from companion.core.engine.boundary import CallTooLong, watched
from companion.core.engine.changes import people_of
from companion.core.engine.state import picture
from companion.core.game import Game
from companion.core.play import Play
from companion.core.questions import Json, Question, Refused
from companion.core.seats import COLOURS, Person
from companion.core.setup import Setup
from companion.core.table import RequestMode
from companion.testing.findings import Finding, Findings, told

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gia", "Hugo", "Ida", "Jon", "Kim", "Lea")

AnyGame = Game[Any]
AnyPlay = Play[Any]
AnyQuestion = Question[Any, Any]


class LogChanged(Exception):
    """The rules changed a list that belongs to the log."""

    def __str__(self) -> str:
        return "the rules changed the log: they put an answer on the table and changed it there"


class Unplayable(Exception):
    """None of this game's setups is playable."""


def source_folder(game: AnyGame) -> Path:
    module = sys.modules[type(game).__module__]
    return Path(str(module.__file__)).resolve().parent


def wild_setup(game: AnyGame, rng: Random) -> Setup:
    """Any number of players and options, with the starter copy if there is one."""
    for _ in range(50):
        players = rng.randint(game.facts.fewest, game.facts.most)
        colours = rng.sample(range(len(COLOURS)), players)
        people = tuple(Person(NAMES[at], colour) for at, colour in enumerate(colours))
        options = {option.key: rng.choice(option.choices).value for option in game.options if rng.random() < 0.6}
        tried = game.copies_to_try()
        copy = rng.choice(tried) if tried and rng.random() < 0.8 else None
        try:
            return game.prepare(Setup(people, options, copy))
        except Refused:
            continue
    raise Unplayable(f"{game.facts.title} refuses every setup")


def somebody_new(play: AnyPlay, rng: Random) -> Person:
    people = people_of(play.table)
    taken = {person.colour for person in people}
    free = [colour for colour in range(len(COLOURS)) if colour not in taken]
    return Person(f"Late {len(people)} {len(play.log)}", rng.choice(free))


def choose(play: AnyPlay, rng: Random, standing: float = 0.1) -> AnyQuestion | None:
    asked = play.open()
    rng.shuffle(asked)
    request = play.request()
    if request is not None and request.mode is RequestMode.ALL_OF and rng.random() < 0.8:
        given = play.run.given()
        asked.sort(key=lambda question: question.key() in given)  # those who haven't voted come first
    if standing and rng.random() < standing:
        asked = [*rng.sample(always := play.standing(), len(always)), *asked]
    return next((question for question in asked if question.possible(play.table)), None)


def answer_once(play: AnyPlay, rng: Random, standing: float = 0.1) -> bool:
    """Give one random answer; return False if no open question has one."""
    question = choose(play, rng, standing)
    if question is None:
        return False
    answer = question.random_answer(play.table, rng)
    if play.answer(question.key(), answer).answer != answer:
        raise LogChanged
    return True


def open_keys(play: AnyPlay) -> list[str]:
    return [question.key() for question in play.open()]


def look(play: AnyPlay) -> tuple[Json, list[str], list[str]]:
    """What must match between equal plays: the table, open questions, and who has voted."""
    return picture(play.table), open_keys(play), sorted(play.run.given())


def steps(game: AnyGame, seed: int, found: Findings, *, limit: int = 1500,
          standing: float = 0.1) -> Iterator[AnyPlay]:
    """Yield a random play before its first answer and after each; faults are noted and end it."""
    rng = Random(seed)
    play: AnyPlay | None = None
    try:
        play = Play(game, wild_setup(game, rng))
        yield play
        while play.outcome() is None and len(play.log) < limit:
            if not answer_once(play, rng, standing):
                found.add(where(seed, play), f"no open question has an answer: {', '.join(open_keys(play))}")
                return
            yield play
    except (Exception, CallTooLong) as error:
        found.add(where(seed, play), told(error, source_folder(game)))


def played(game: AnyGame, seed: int, found: Findings, *, limit: int = 300) -> AnyPlay | None:
    return next(iter(deque(steps(game, seed, found, limit=limit), maxlen=1)), None)


def where(seed: int, play: AnyPlay | None) -> str:
    """The seed and the record number, to reproduce it."""
    if play is None:
        return f"seed {seed}, at the start"
    keys = ", ".join(open_keys(play)[:3]) if play.run.frames else "the end"
    return f"seed {seed}, line {len(play.log)}, {keys}"


P = ParamSpec("P")

Check = Callable[Concatenate[AnyGame, P], list[Finding]]

PATIENCE = 30  # times the limit of a call, for what a check does between two calls


def a_check(check: Check[P]) -> Check[P]:
    """Report a game that raises or hangs as a finding instead of crashing the kit."""

    @wraps(check)
    def guarded(game: AnyGame, /, *args: P.args, **more: P.kwargs) -> list[Finding]:
        name = check.__name__.removeprefix("check_").replace("_", " ")
        try:
            return watched(partial(check, game, *args, **more), patience=PATIENCE)
        except (Exception, CallTooLong) as error:
            return [Finding(name, game.facts.id, told(error, source_folder(game)))]

    return guarded
