"""Flock, rule by rule, and the whole kit."""

import pytest
from tableside_flock import game
from tableside_flock.rules import Flock

from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.testing import kit_tests

test_kit = kit_tests(game, plays=20, tests=__file__)

LAMBS, SHEEP, RAMS, WOLVES = ([*range(first, first + 6)] for first in (0, 6, 12, 18))
ORDER = [SHEEP[0], SHEEP[1], LAMBS[0], WOLVES[0], SHEEP[2], LAMBS[1], LAMBS[2], RAMS[0]]
"""Ana gets two sheep, a lamb and a wolf; Ben a sheep, two lambs and a ram."""


def start() -> Play[Flock]:
    play: Play[Flock] = Play(game, Setup(people("Ana", "Ben")))
    deal(play)
    return play


def deal(play: Play[Flock]) -> None:
    play.answer("DealHands/table", [*ORDER, *(card for card in range(24) if card not in ORDER)], rolled=True)


def trick(play: Play[Flock], ana: str, ben: str) -> None:
    play.answer("Lay/0", ana)
    play.answer("Lay/1", ben)


@pytest.mark.rule("FL-1")
def test_two_to_four_players() -> None:
    with pytest.raises(Refused):
        Play(game, Setup(people("Ana")))


@pytest.mark.rule("FL-2")
def test_only_the_owner_sees_a_hand_with_two_equal_cards() -> None:
    play = start()
    assert [str(line.text) for line in play.glance(0).lines] == ["Lamb", "Sheep", "Sheep", "Wolf"]
    assert [str(line.text) for line in play.glance(1).lines] == ["Lamb", "Lamb", "Sheep", "Ram"]


@pytest.mark.rule("FL-3")
def test_each_of_two_sheep_can_be_laid_and_no_third() -> None:
    play = start()
    trick(play, "sheep", "lamb")
    trick(play, "sheep", "lamb")
    with pytest.raises(Refused):
        play.answer("Lay/0", "sheep")
    play.undo()
    play.answer("Lay/1", "sheep")
    assert play.table.seats[0].laid["sheep"] == 2


@pytest.mark.rule("FL-4")
def test_the_highest_card_that_is_alone_scores() -> None:
    play = start()
    trick(play, "lamb", "lamb")
    assert [seat.points for seat in play.table.seats] == [0, 0]
    trick(play, "sheep", "ram")
    assert [seat.points for seat in play.table.seats] == [0, 3]


@pytest.mark.rule("FL-5")
def test_three_deals_of_four_tricks() -> None:
    play = start()
    for number in range(3):
        for ana, ben in (("wolf", "ram"), ("sheep", "sheep"), ("sheep", "lamb"), ("lamb", "lamb")):
            trick(play, ana, ben)
        if number < 2:
            deal(play)
    assert play.outcome() is not None and list(play.outcome().winners) == [0]
    assert play.table.seats[0].points == 18
