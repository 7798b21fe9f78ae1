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
# from the top: three lambs, three sheep, five rams...
REST = [card for card in range(24) if card not in ORDER]


def start() -> Play[Flock]:
    play: Play[Flock] = Play(game, Setup(people("Ana", "Ben")))
    play.answer("ShuffleCards/table", [*ORDER, *REST], rolled=True)
    return play


def trick(play: Play[Flock], ana: str, ben: str) -> None:
    play.answer("Lay/0", ana)
    play.answer("Lay/1", ben)


def hand(play: Play[Flock], seat: int) -> list[str]:
    seen = play.glance(seat)
    return [] if seen is None else [str(line.text) for line in seen.lines]


@pytest.mark.rule("FL-1")
def test_two_to_four_players() -> None:
    with pytest.raises(Refused):
        Play(game, Setup(people("Ana")))


@pytest.mark.rule("FL-2")
def test_only_the_owner_sees_a_hand_with_two_equal_cards() -> None:
    play = start()
    assert hand(play, 0) == ["Sheep", "Sheep", "Lamb", "Wolf"]
    assert hand(play, 1) == ["Sheep", "Lamb", "Lamb", "Ram"]


@pytest.mark.rule("FL-3")
def test_each_of_two_sheep_can_be_laid_and_no_third() -> None:
    play = start()
    trick(play, "sheep", "lamb")
    trick(play, "sheep", "lamb")
    with pytest.raises(Refused):
        play.answer("Lay/0", "sheep")
    play.undo()
    play.answer("Lay/1", "sheep")
    assert play.table.deck.out["sheep"] == 3


@pytest.mark.rule("FL-4")
def test_the_highest_card_that_is_alone_scores() -> None:
    play = start()
    trick(play, "lamb", "lamb")
    assert [seat.points for seat in play.table.seats] == [0, 0]
    trick(play, "sheep", "ram")
    assert [seat.points for seat in play.table.seats] == [0, 3]


@pytest.mark.rule("FL-5")
def test_everybody_draws_and_an_empty_deck_is_filled_from_the_laid_cards() -> None:
    play = start()
    trick(play, "wolf", "ram")
    assert hand(play, 0) == ["Sheep", "Sheep", "Lamb", "Lamb"]
    assert len(play.table.deck) == 14
    play.correct("deck", 1)
    trick(play, "lamb", "lamb")
    assert [question.key() for question in play.open()] == ["ShuffleCards/table"]
    play.answer("ShuffleCards/table", [2, 1, 3, 0], rolled=True)
    assert len(play.table.deck) == 3 and not any(play.table.deck.out.values())


@pytest.mark.rule("FL-6")
def test_the_most_points_win_after_eight_tricks() -> None:
    play = start()
    trick(play, "wolf", "lamb")
    for _ in range(7):
        same = next(card for card in ("lamb", "sheep", "ram", "wolf")
                    if all(card.title() in hand(play, seat) for seat in (0, 1)))
        trick(play, same, same)
    ended = play.outcome()
    assert ended is not None and list(ended.winners) == [0] and play.table.seats[0].points == 4
