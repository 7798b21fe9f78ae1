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
    """To the values of the beginning: the points, and where these stand so already everything else, one by one, as far
    as it can be set. False where nothing is left to set."""
    changed = [field for field in play.fields()
               if field.path in beginning and field.read() != beginning[field.path]]
    done = False
    for field in [field for field in changed if field.score] or changed:
        with suppress(Refused):
            play.correct(field.path, beginning[field.path])
            done = True
    return done
