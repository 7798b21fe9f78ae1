"""Salt road, rule by rule, and the whole kit."""

import pytest
from tableside_salt_road import game
from tableside_salt_road.rules import SaltRoad

from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.testing import kit_tests

test_kit = kit_tests(game, plays=20, tests=__file__)


def start(*names: str) -> Play[SaltRoad]:
    return Play(game, Setup(people(*names)))


@pytest.mark.rule("SR-1", "SR-2")
def test_one_to_four_carts_at_the_harbour_and_five_orders() -> None:
    with pytest.raises(Refused):
        start("Ana", "Ben", "Cleo", "Dan", "Eve")
    play = start("Ana", "Ben")
    assert [trader.town for trader in play.table.seats] == ["harbour", "harbour"]
    assert sum(play.table.open.values()) == 5


@pytest.mark.rule("SR-3", "SR-4")
def test_a_cart_drives_to_a_town_beside_it_and_the_first_delivers() -> None:
    play = start("Ana", "Ben")
    with pytest.raises(Refused):
        play.answer("Drive/0", "mine")
    play.answer("Drive/0", "ford")
    play.answer("Drive/1", "ford")
    assert [trader.points for trader in play.table.seats] == [1, 0]
    play.answer("Drive/0", "mine")
    assert play.table.seats[0].points == 3


@pytest.mark.rule("SR-5", "SR-6")
def test_the_rival_takes_orders_from_a_single_player() -> None:
    play = start("Ana")
    play.answer("Drive/0", "ford")
    play.answer("RivalCard/table", "mine")
    play.answer("Drive/0", "abbey")
    play.answer("RivalCard/table", "rest")
    assert (play.table.rival, play.table.rival_points, play.table.deck.left["rest"]) == ("mine", 2, 2)
    with pytest.raises(Refused):
        play.answer("RivalCard/table", "mine")
    play.answer("Drive/0", "mill")
    play.answer("RivalCard/table", "pass")
    outcome = play.outcome()
    assert outcome is not None and (outcome.won, outcome.winners) == (False, ()), "three against four"


@pytest.mark.rule("SR-6", "SR-A1")
def test_most_points_win_and_a_departure_keeps_them() -> None:
    play = start("Ana", "Ben")
    play.answer("Drive/0", "ford")
    play.leave(0)
    for town in ("mill", "abbey", "pass", "abbey", "mine"):
        play.answer("Drive/1", town)
    outcome = play.outcome()
    assert outcome is not None and str(outcome.sentence) == "Ben wins."
    assert play.table.seats[0].points == 1
