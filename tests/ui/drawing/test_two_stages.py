"""A table and its picture for guests are two live stages of one play, each with its own turn and size."""

from random import Random
from typing import Any

import pytest

from companion.core.play import Play
from companion.core.registry import find_games
from companion.testing.driving import answer_once
from tests.ui.stage_host import SHAPES, Host, hosted, start

pytestmark = pytest.mark.thorough
GAMES = [game for game in find_games(installed=()).games.values() if game.stage]


def begun(game: Any) -> Play[Any]:
    play, rng = start(game, max(3, game.facts.fewest)), Random(5)
    while len(play.log) < 40 and play.outcome() is None:
        answer_once(play, rng, standing=0)
    return play


def seen(host: Host, play: Play[Any]) -> tuple[Any, ...]:
    """Where each thing stands, what is under it, and the picture."""
    host.advance(0.1)
    spots = {field.place: host.stage.spot_of(field.place) for field in play.fields() if field.place}
    under = {place: host.stage.place_at(at) for place, at in spots.items() if at is not None}
    return spots, under, host.picture().tobytes()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.facts.id)
def test_a_second_stage_changes_nothing_on_the_first(game: Any) -> None:
    play = begun(game)
    with hosted(game, motion=False) as host:
        host.stage.turn = 2
        host.show(play, None)
        alone = seen(host, play)
        other = Host(game, motion=False)
        other.stand(*SHAPES[3])
        other.show(play, None)
        assert len(other.picture().getcolors(1_000_000)) > 50
        assert seen(host, play) == alone
        host.show(play, None)
        host.stand(*SHAPES[0])
        assert seen(host, play) == alone
