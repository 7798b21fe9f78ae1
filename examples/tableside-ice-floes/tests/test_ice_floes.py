"""Ice floes, rule by rule, and the whole kit."""

import pytest
from tableside_ice_floes import game
from tableside_ice_floes.rules import IceFloes

from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.testing import kit_tests

test_kit = kit_tests(game, plays=20, tests=__file__)


def start(*hops: list[int]) -> Play[IceFloes]:
    play: Play[IceFloes] = Play(game, Setup(people("Ana", "Ben")))
    for hop in hops:
        play.answer(play.open()[0].key(), hop)
    return play


@pytest.mark.rule("IF-1")
def test_nineteen_floes_and_two_or_three_penguins_on_corners() -> None:
    with pytest.raises(Refused):
        Play(game, Setup(people("Ana", "Ben", "Cleo", "Dan")))
    play: Play[IceFloes] = Play(game, Setup(people("Ana", "Ben", "Cleo")))
    assert len(play.table.ice) == 19
    assert [penguin.floe for penguin in play.table.seats] == ["-2,0", "2,-2", "0,2"]


@pytest.mark.rule("IF-2", "IF-3")
def test_a_penguin_hops_to_a_neighbour_and_the_floe_behind_it_melts() -> None:
    play = start()
    with pytest.raises(Refused):
        play.answer("Hop/0", [0, 0])
    play.answer("Hop/0", [-1, 0])
    ana = play.table.seats[0]
    assert (ana.floe, ana.points, play.table.ice["-2,0"]) == ("-1,0", 1, False)
    play.answer("Hop/1", [1, -1])
    with pytest.raises(Refused):
        play.answer("Hop/0", [-2, 0])


@pytest.mark.rule("IF-2")
def test_no_hop_onto_another_penguin() -> None:
    play = start([-1, 0], [1, -1], [0, 0])
    with pytest.raises(Refused):
        play.answer("Hop/1", [0, 0])


def melt(play: Play[IceFloes], *left: str) -> None:
    for floe in play.table.ice:
        if floe not in left:
            play.correct(f"ice.{floe}", False)


@pytest.mark.rule("IF-4", "IF-5")
def test_who_is_stuck_is_skipped_and_the_play_ends_when_nobody_can_hop() -> None:
    play = start()
    melt(play, "-2,0", "2,-2", "1,-1", "0,-1")
    assert play.open()[0].key() == "Hop/1", "Ana is stuck"
    play.answer("Hop/1", [1, -1])
    play.answer("Hop/1", [0, -1])
    outcome = play.outcome()
    assert outcome is not None and str(outcome.sentence) == "Ben wins."
