"""Random full plays through the same engine that people play on: to measure a game, and to try it out."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import Any

from companion.core.chance import random_answer
from companion.core.game import Game
from companion.core.play import Play
from companion.core.questions import Json, Question
from companion.core.setup import Setup, people
from companion.core.table import Mode

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gita", "Hugo")
LONGEST = 50_000
STANDING = 0.02
"""How often a standing question is answered instead of the open one."""


class Endless(Exception):
    """A play that does not end."""


@dataclass
class Measured:
    """What a series of plays showed."""

    lengths: list[int] = field(default_factory=list)
    outcomes: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        answers = sum(self.lengths)
        return {"plays": len(self.lengths), "answers": answers, "seconds": round(self.seconds, 3),
                "answers_per_second": round(answers / self.seconds) if self.seconds else 0,
                "lengths": {"shortest": min(self.lengths, default=0), "median": median(self.lengths or [0]),
                            "longest": max(self.lengths, default=0)},
                "outcomes": dict(self.outcomes.most_common())}


def random_setup(game: Game[Any], rng: Random, players: int | None = None,
                 options: Mapping[str, Json] | None = None) -> Setup:
    """As many people as asked for, or any number the game allows."""
    number = rng.randint(game.facts.fewest, min(game.facts.most, len(NAMES))) if players is None else players
    names = [NAMES[at] if at < len(NAMES) else f"{NAMES[at % len(NAMES)]} {at}" for at in range(number)]
    return Setup(people(*names), dict(options or {}))


def random_play(game: Game[Any], setup: Setup, rng: Random) -> Play[Any]:
    """A play from the first question to its outcome."""
    play: Play[Any] = Play(game, setup)
    while play.outcome() is None:
        if len(play.log) >= LONGEST:
            raise Endless(f"{game.facts.id} did not end within {LONGEST} answers")
        question = _next(play, rng)
        play.answer(question.key(), random_answer(question, play.table, rng))
    return play


def simulate(game: Game[Any], setup: Setup, rng: Random, measured: Measured) -> Play[Any]:
    """One more play for the series."""
    begun = time.perf_counter()
    play = random_play(game, setup, rng)
    measured.seconds += time.perf_counter() - begun
    measured.lengths.append(len(play.log))
    ended = play.outcome()
    measured.outcomes["" if ended is None else str(ended.sentence)] += 1
    return play


def _next(play: Play[Any], rng: Random) -> Question[Any, Any]:
    """Any open question that has an answer; in a vote, somebody who has not voted yet."""
    table = play.table
    if rng.random() < STANDING:
        standing = [question for question in play.standing() if question.possible(table)]
        if standing:
            return rng.choice(standing)
    asked = play.open()
    request = play.request()
    if request is not None and request.mode is Mode.ALL_OF:
        given = play.run.given()
        asked = [question for question in asked if question.key() not in given]
    while asked:
        question = asked.pop(int(rng.random() * len(asked)))
        if question.possible(table):
            return question
    raise Endless(f"{play.game.facts.id} asks what nobody can answer")
