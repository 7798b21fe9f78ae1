"""Snail trail, rule by rule, and the whole kit."""

import pytest
from tableside_snail_trail import game
from tableside_snail_trail.rules import SnailTrail

from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.testing import kit_tests

test_kit = kit_tests(game, plays=20, tests=__file__)


def start(*names: str, **snails: int) -> Play[SnailTrail]:
    """Ana is 0; `A1=5` puts Ben's snail A on space 5."""
    play: Play[SnailTrail] = Play(game, Setup(people(*(names or ("Ana", "Ben")))))
    for snail, space in snails.items():
        play.correct(f"seats.{snail[1]}.snails.{snail[0]}", space)
    return play


def turn(play: Play[SnailTrail], rolled: int, snail: str) -> None:
    play.answer(play.open()[0].key(), [rolled])
    play.answer(play.open()[0].key(), snail)


def spaces(play: Play[SnailTrail]) -> list[list[int]]:
    return [list(racer.snails.values()) for racer in play.table.seats]


@pytest.mark.rule("ST-1")
def test_two_to_five_players_with_two_snails_each_at_the_start() -> None:
    for names in (("Ana",), tuple("ABCDEF")):
        with pytest.raises(Refused):
            Play(game, Setup(people(*names)))
    assert spaces(start("Ana", "Ben", "Cleo")) == [[0, 0], [0, 0], [0, 0]]


@pytest.mark.rule("ST-2", "ST-3")
def test_the_chosen_snail_crawls_as_far_as_the_die_shows_then_the_next_player_rolls() -> None:
    play = start()
    turn(play, 5, "A")
    assert spaces(play) == [[5, 0], [0, 0]] and play.open()[0].key() == "Roll/1"
    turn(play, 2, "A")
    assert spaces(play) == [[5, 0], [2, 0]] and play.open()[0].key() == "Roll/0"


@pytest.mark.rule("ST-3")
def test_at_the_lettuce_a_snail_stops_and_crawls_no_more() -> None:
    play = start(A0=18)
    turn(play, 6, "A")
    turn(play, 1, "A")
    assert spaces(play) == [[20, 0], [1, 0]]
    play.answer("Roll/0", [1])
    with pytest.raises(Refused):
        play.answer("Crawl/0", "A")


@pytest.mark.rule("ST-4")
@pytest.mark.parametrize("salt", [6, 11, 16])
def test_salt_sends_a_snail_back_three_spaces(salt: int) -> None:
    play = start(A0=salt - 2)
    turn(play, 2, "A")
    assert spaces(play) == [[salt - 3, 0], [0, 0]]


@pytest.mark.rule("ST-5")
def test_other_players_snails_are_bumped_back_once_but_not_at_start_or_lettuce() -> None:
    play = start(A0=4, B0=8, A1=8, B1=7)
    turn(play, 4, "A")
    assert spaces(play) == [[8, 8], [7, 7]]
    play = start(A0=18, A1=20)
    turn(play, 2, "A")
    assert spaces(play) == [[20, 0], [20, 0]]


@pytest.mark.rule("ST-5")
def test_a_bumped_snail_slides_onto_salt_without_another_slide() -> None:
    play = start(A0=5, A1=7)
    turn(play, 2, "A")
    assert spaces(play) == [[7, 0], [6, 0]]


@pytest.mark.rule("ST-6")
def test_both_snails_home_win_and_the_others_follow_by_what_they_crawled() -> None:
    play = start("Ana", "Ben", "Cleo", "Dan", A0=20, B0=17, A1=9, B1=1, A2=14, A3=10)
    turn(play, 3, "B")
    outcome = play.outcome()
    assert outcome is not None and str(outcome.sentence) == "Ana wins."
    assert [(one.seat, one.place, one.score) for one in outcome.places] == [
        (0, 1, 40), (2, 2, 14), (1, 3, 10), (3, 3, 10)]


@pytest.mark.rule("ST-A1")
def test_the_snails_of_somebody_who_left_can_be_bumped_but_can_t_win() -> None:
    play = start("Ana", "Ben", "Cleo", A0=4, A1=8)
    play.leave(1)
    turn(play, 4, "A")
    assert spaces(play)[:2] == [[8, 0], [7, 0]] and play.open()[0].key() == "Roll/2"
    play.correct("seats.1.snails.A", 20)
    play.correct("seats.1.snails.B", 20)
    assert play.outcome() is None
