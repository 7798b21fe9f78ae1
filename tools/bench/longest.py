"""A play of two thousand records: longer than any evening, for measuring undo and replay."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

from companion.core.game import Game
from companion.core.play import Play
from companion.core.questions import Json, Refused
from companion.simulate import random_setup
from companion.testing.driving import choose


def long_play(game: Game[Any], records: int, seed: int = 1) -> Play[Any]:
    """Random answers; whenever the play would end, the table takes the last answer back, sets everything that can
    be corrected to where it began, and goes on. Where that does not help, the play is as long as it is."""
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
    """To the values of the beginning, as far as they can be set, on one visit: one record, as at a real table. False
    where nothing is left to set, or where the rest can't be set together."""
    changes = []
    for field in play.fields():
        if field.path in beginning and field.read() != beginning[field.path]:
            with suppress(Refused):
                field.check(beginning[field.path])
                changes.append((field.path, beginning[field.path]))
    with suppress(Refused):
        play.put_right(changes)
        return True
    return False
