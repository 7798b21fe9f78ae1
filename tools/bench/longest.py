"""A play of two thousand records: longer than any evening, for measuring undo and replay."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

from companion.core.game import Game
from companion.core.play import Play
from companion.core.text import Refused
from companion.core.values import Json
from companion.simulate import random_setup
from companion.testing.driving import choose


def long_play(game: Game[Any], records: int, seed: int = 1) -> Play[Any]:
    """Play at random. Before the end, undo and correct everything to its first value, as long as that helps."""
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
