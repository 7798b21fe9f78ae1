"""Deckhands, rule by rule, and the whole kit."""

import pytest
from tableside_deckhands import game

from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.testing import kit_tests

test_kit = kit_tests(game, plays=20, tests=__file__)


def start(*names: str, **options: int) -> Play:
    return Play(game, Setup(people(*(names or ("Ana", "Ben", "Cleo"))), options))


def play_round(play: Play, bids: list[int], tricks: list[int]) -> None:
    for seat, bid in enumerate(bids):
        play.answer(f"Bid/{seat}", bid)
    play.answer("Tricks/table", tricks)


def points(play: Play) -> list[int]:
    return [sailor.points for sailor in play.table.seats]


@pytest.mark.rule("DH-1")
def test_two_to_eight() -> None:
    with pytest.raises(Refused):
        start("Ana")


@pytest.mark.rule("DH-2", "DH-3", "DH-5", "DH-6")
def test_a_round_of_bids_kept_and_missed() -> None:
    """Round one. Ana keeps one (20), Ben keeps zero (10), Cleo misses one (-10)."""
    play = start()
    assert [question.key() for question in play.open()] == ["Bid/0", "Bid/1", "Bid/2"]
    with pytest.raises(Refused):
        play.answer("Bid/0", 2)
    play_round(play, [1, 0, 1], [1, 0, 0])
    assert points(play) == [20, 10, -10]
    play_round(play, [0, 2, 1], [1, 1, 0])
    assert points(play) == [0, 0, -20]


@pytest.mark.rule("DH-4")
def test_all_tricks_go_to_somebody() -> None:
    play = start()
    for seat in range(3):
        play.answer(f"Bid/{seat}", 0)
    with pytest.raises(Refused, match="must add up to 1, not 2"):
        play.answer("Tricks/table", [1, 1, 0])


@pytest.mark.rule("DH-7")
def test_most_points_win_after_the_last_round() -> None:
    play = start("Ana", "Ben")
    for number in range(1, 6):
        assert play.outcome() is None
        play_round(play, [number, 0], [number, 0])
    assert points(play) == [20 * 15, 10 * 15]
    outcome = play.outcome()
    assert outcome is not None and str(outcome.sentence) == "Ana wins."
