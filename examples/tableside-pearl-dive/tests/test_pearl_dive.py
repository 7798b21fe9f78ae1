"""Pearl dive, rule by rule, and the whole kit."""

import pytest
from tableside_pearl_dive import game
from tableside_pearl_dive.rules import PearlDive

from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.testing import kit_tests

test_kit = kit_tests(game, plays=20, tests=__file__)


def start(*answers: int | str) -> Play[PearlDive]:
    """Ana and Ben; a number is a roll, a word a decision."""
    play: Play[PearlDive] = Play(game, Setup(people("Ana", "Ben")))
    for answer in answers:
        play.answer(play.open()[0].key(), [answer] if isinstance(answer, int) else answer)
    return play


def points(play: Play[PearlDive]) -> list[int]:
    return [seat.points for seat in play.table.seats]


@pytest.mark.rule("PD-1")
def test_two_to_six_players() -> None:
    for number in (1, 7):
        with pytest.raises(Refused):
            Play(game, Setup(people(*"ABCDEFG"[:number])))


@pytest.mark.rule("PD-2", "PD-4", "PD-6")
def test_pearls_add_up_until_the_diver_surfaces() -> None:
    play = start(3, "on", 5, "up")
    assert points(play) == [8, 0] and play.open()[0].key() == "Roll/1"


@pytest.mark.rule("PD-3")
def test_a_one_takes_the_pearls_of_this_dive_only() -> None:
    play = start(6, "up", 2, "up", 6, "on", 1)
    assert points(play) == [6, 2] and play.open()[0].key() == "Roll/1"


@pytest.mark.rule("PD-5")
def test_ten_seconds_after_each_roll_then_surfacing_stands_out() -> None:
    play = start(2)
    timer = play.open()[0].timer(play.table)
    assert (timer.name, timer.seconds, timer.late, timer.hidden) == ("roll 1", 10, "up", False)
    play = start(2, "on", 2)
    assert play.open()[0].timer(play.table).name == "roll 2"


@pytest.mark.rule("PD-7")
def test_thirty_pearls_after_a_dive_win() -> None:
    play = start(*[6, "on"] * 4, 6)
    assert play.outcome() is None
    play.answer("OnOrUp/0", "up")
    outcome = play.outcome()
    assert outcome is not None and str(outcome.sentence) == "Ana wins."


@pytest.mark.rule("PD-A1")
def test_a_dive_broken_off_keeps_nothing() -> None:
    play = start(6, "on")
    play.exit("DieOnTheFloor")
    assert points(play) == [0, 0] and play.open()[0].key() == "Roll/1"
