"""Random full plays on the real engine, to measure and try out a game."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any, TypeAlias

from companion.core.game import Game
from companion.core.play import Play, RulesFailed
from companion.core.questions import Question
from companion.core.setup import Setup, people
from companion.core.text import Refused, Text, count, say
from companion.core.values import Json
from companion.testing.driving import NAMES, choose, source_folder, told

LONGEST, LONGEST_TRIAL = 50_000, 4_000
STANDING = 0.02
"""How often a standing question is answered instead of the open one."""


class Failed(Exception):
    """A play that does not end, or that its own rules refused or broke: which play, question and answer."""


@dataclass
class Measured:
    """Results of a series of plays. `seconds`: engine time only, without the random players."""

    lengths: list[int] = field(default_factory=list)
    outcomes: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0


def random_setup(game: Game[Any], rng: Random, players: int | None = None,
                 options: Mapping[str, Json] | None = None) -> Setup:
    """With this many players, or any number the game allows with these options. Raises `Refused`."""
    numbers = list(range(game.facts.fewest, game.facts.most + 1)) if players is None else [players]
    rng.shuffle(numbers)
    for number in numbers[:-1]:
        with suppress(Refused):
            return game.prepare(_seated(number, options))
    return game.prepare(_seated(numbers[-1], options))


def _seated(players: int, options: Mapping[str, Json] | None) -> Setup:
    names = [NAMES[at] if at < len(NAMES) else f"{NAMES[at % len(NAMES)]} {at}" for at in range(players)]
    return Setup(people(*names), dict(options or {}))


Player: TypeAlias = Callable[[Play[Any], Question[Any, Any], Random], Json]


def by_chance(play: Play[Any], question: Question[Any, Any], rng: Random) -> Json:
    return question.random_answer(play.table, rng)


def random_play(game: Game[Any], setup: Setup, rng: Random, measured: Measured | None = None,
                name: str = "", player: Player = by_chance) -> Play[Any]:
    """Play from the first question to the outcome. `name` identifies the play in a failure."""
    play: Play[Any] = Play(game, setup)
    seconds, sure = 0.0, 0.8 if player is by_chance else 1.0
    while (ended := play.outcome()) is None:
        try:
            question = choose(play, rng, STANDING, sure)
            answer = None if question is None else player(play, question, rng)
        except Exception as error:  # a question's own methods, or a helper that has a hook's name
            raise Failed(say("{play}, answer {n}: {error}.", play=name or game.facts.id, n=len(play.log) + 1,
                             error=told(error, source_folder(game)))) from error
        if question is None or len(play.log) >= LONGEST:
            raise Failed(count("{game} isn't over after {n} answer.", "{game} isn't over after {n} answers.",
                               len(play.log), game=game.facts.id))
        key = question.key()
        begun, number = perf_counter(), len(play.log) + 1
        try:
            play.answer(key, answer)
        except (Refused, RulesFailed) as error:
            given = json.dumps(answer, ensure_ascii=False)
            raise Failed(say("{play}, answer {n}: {key} was answered with {given}: {error}",
                             play=name or game.facts.id, n=number, key=key, given=given,
                             error=told(error, source_folder(game)))) from error
        seconds += perf_counter() - begun
    if measured is not None:
        measured.seconds += seconds
        measured.lengths.append(len(play.log))
        measured.outcomes[str(ended.sentence)] += 1
    return play


def trial(game: Game[Any], seed: int) -> Text | None:
    """One random play of a new pack, without the *To move* checks, which take twice the time."""
    from companion.testing.wild import wild_play

    found = wild_play(game, seed, limit=LONGEST_TRIAL, looks=0.02, complete=0.0, laws=False).findings
    fault = found[0].sentence[:200] if found else ""
    return say("{fault}.", fault=fault[:1].upper() + fault[1:]) if fault else None


def golden(play: Play[Any]) -> Iterator[str]:
    """A play as readable text: people, options, then each answer and its effect."""
    yield f"{play.game.facts.id}: {', '.join(person.name for person in play.setup.people)}"
    yield from (f"option {key} = {json.dumps(value)}" for key, value in play.setup.options.items())
    yield ""
    told = {entry.record: " ".join(str(line.text) for line in entry.lines) for entry in play.chronicle()}
    for number, record in enumerate(play.log):
        line = f"{record.key} {json.dumps(record.answer, ensure_ascii=False)}"
        yield f"{line:<24} -> {told[number]}" if told.get(number) else line
