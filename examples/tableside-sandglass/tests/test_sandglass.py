"""Sandglass, rule by rule, and the whole kit."""

import pytest
from tableside_sandglass import game

from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.testing import kit_tests

test_kit = kit_tests(game, plays=20, tests=__file__)


def start(*names: str) -> Play:
    return Play(game, Setup(people(*(names or ("Ana", "Ben", "Cleo", "Dan")))))


def turn(play: Play, words: int, slips: int = 0) -> None:
    play.answer(play.open()[0].key(), "done")
    play.answer(play.open()[0].key(), [words, slips])


def points(play: Play) -> list[int]:
    return [seat.points for seat in play.table.seats]


@pytest.mark.rule("SG-1", "SG-2", "SG-4")
def test_four_on_two_sides_and_the_turn_goes_round() -> None:
    with pytest.raises(Refused):
        start("Ana", "Ben")
    play = start()
    turn(play, 5)
    assert points(play) == [5, 0, 5, 0] and play.open()[0].key() == "Describe/1"


@pytest.mark.rule("SG-3")
def test_sixty_seconds_that_book_nothing() -> None:
    play = start()
    timer = play.open()[0].timer(play.table)
    assert (timer.name, timer.seconds, timer.late) == ("turn 1", 60, None)


@pytest.mark.rule("SG-5")
def test_a_slip_costs_a_point_never_below_zero() -> None:
    play = start()
    turn(play, 5, 2)
    turn(play, 1, 3)
    assert points(play) == [3, 0, 3, 0]


@pytest.mark.rule("SG-6")
def test_two_turns_each_then_most_points_win() -> None:
    play = start()
    for words in (5, 1, 2, 0, 1, 4, 0, 1):
        assert play.outcome() is None
        turn(play, words)
    outcome = play.outcome()
    assert points(play) == [8, 6, 8, 6]
    assert str(outcome.sentence) == "Ana and Cleo win." and outcome.sides == ((0, 2), (1, 3))
