"""Pebbles, rule by rule, and the whole kit."""

import pytest
from tableside_pebbles import game
from tableside_pebbles.rules import Pebbles

from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.testing import kit_tests

test_kit = kit_tests(game, tests=__file__)


def start(*names: str, **options: int) -> Play[Pebbles]:
    return Play(game, Setup(people(*(names or ("Ana", "Ben"))), options))


def take(play: Play[Pebbles], *numbers: int) -> None:
    for number in numbers:
        play.answer(play.open()[0].key(), number)


def points(play: Play[Pebbles]) -> list[int]:
    return [player.points for player in play.table.seats]


@pytest.mark.rule("PB-1")
def test_two_to_four_players() -> None:
    for names in (("Ana",), ("Ana", "Ben", "Cleo", "Dan", "Eve")):
        with pytest.raises(Refused):
            start(*names)


@pytest.mark.rule("PB-2", "PB-3", "PB-4")
def test_one_to_three_pebbles_then_the_left_neighbour() -> None:
    play = start("Ana", "Ben", "Cleo")
    for number in (0, 4):
        with pytest.raises(Refused):
            play.answer("Take/0", number)
    take(play, 3, 1, 2)
    assert play.table.heap == 15 - 6
    assert [question.key() for question in play.open()] == ["Take/0"]


@pytest.mark.rule("PB-5")
def test_the_last_pebble_scores_and_a_new_heap_is_laid() -> None:
    play = start()
    take(play, 3, 3, 3, 3, 2)
    with pytest.raises(Refused):
        take(play, 2)
    take(play, 1)
    assert points(play) == [0, 1]
    assert play.table.heap == 15


@pytest.mark.rule("PB-6")
def test_after_the_last_heap_most_points_win() -> None:
    play = start()
    take(play, *[3] * 15)
    assert points(play) == [2, 1]
    outcome = play.outcome()
    assert outcome is not None
    assert str(outcome.sentence) == "Ana wins."
    assert start(heaps=5).outcome() is None


@pytest.mark.rule("PB-A1")
def test_a_heap_knocked_over_is_laid_out_again() -> None:
    play = start()
    take(play, 3, 3)
    play.exit("HeapKnockedOver")
    assert (play.table.heap, points(play), play.table.heaps_played) == (15, [0, 0], 0)
