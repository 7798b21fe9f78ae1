"""Looking a field up by its path finds the same field as the whole list."""

from random import Random
from typing import Any

import pytest

from companion.core.game import Game
from companion.core.play import Play
from companion.core.registry import find_games
from companion.simulate import random_setup
from companion.testing.driving import choose

GAMES = find_games().games


def looked_up(game: Game[Any], table: Any) -> int:
    """How many fields the table has now; each is found under its own name."""
    listed = list(game.fields(table))
    for one in listed:
        found = game.field(table, one.path)
        assert found is not None and (found.path, found.read()) == (one.path, one.read()), one.path
    assert game.field(table, "no.such.thing") is None
    return len(listed)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_field_of_a_table_is_found_by_its_name(name: str) -> None:
    game, rng = GAMES[name], Random(4)
    play: Play[Any] = Play(game, random_setup(game, rng))
    for answers in range(120):
        if answers % 8 == 0:
            assert looked_up(game, play.table) >= len(play.table.seats)
        question = choose(play, rng)
        if question is None or play.outcome() is not None:
            break
        play.answer(question.key(), question.random_answer(play.table, rng))
