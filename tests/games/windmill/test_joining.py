"""Somebody joins a Windmill play late. Points and story numbers are worked out by hand."""

import pytest

from companion.core.play import Play
from companion.core.setup import Person
from companion.core.text import Refused
from companion.games.windmill import game
from tests.games.windmill.test_rules import evening, tell

LENA = Person("Lena", 7)


@pytest.mark.rule("WM-A17")
def test_who_comes_in_the_middle_of_a_round_plays_from_the_next_one_on() -> None:
    """Ben finds Ana's card first: one each. Cleo finds Ben's second, after nobody: first guesser, one each."""
    windmill = evening(3)
    tell(windmill, "right")                                 # Ana 1, Ben 1
    windmill.play.join(LENA)
    assert len(windmill.table.seats) == 3
    assert windmill.told()[-1] == "Lena has joined and plays from the next round."
    tell(windmill, "right")                                 # Ben tells, Cleo finds it: Ben 2, Cleo 1
    assert len(windmill.table.seats) == 3, "Cleo has still to tell in this round"
    tell(windmill, "right")                                 # Cleo tells, Ana finds it: Cleo 2, Ana 2
    assert windmill.points() == {"Ana": 2, "Ben": 2, "Cleo": 2, "Lena": 2}
    assert str(windmill.play.view().subtitle) == "Round 2, story 4 of 11"     # 3 + 4 + 4
    for name in ("Ana", "Ben", "Cleo", "Lena"):
        assert windmill.sentence() == f"{name}, tell your story."
        tell(windmill, *("wrong",) * 3)                     # three others guess, nobody is right: minus one
    assert windmill.points() == {"Ana": 1, "Ben": 1, "Cleo": 1, "Lena": 1}
    assert str(windmill.play.view().subtitle) == "Round 3, story 8 of 11"


@pytest.mark.rule("WM-A17")
def test_the_newcomer_has_the_fewest_points_and_hands_are_told_of_the_pawn() -> None:
    windmill = evening(3)
    windmill.set_points(5, 3, 4)
    windmill.play.join(LENA)                                # nobody has told yet: at once
    windmill.play.undo()
    tell(windmill, "wrong", "wrong")                        # Ana 4
    tell(windmill, "wrong", "wrong")                        # Ben 2
    windmill.play.join(LENA)
    windmill.play.by_hand.card()
    tell(windmill, "wrong", "wrong")                        # Cleo 3
    assert windmill.points() == {"Ana": 4, "Ben": 2, "Cleo": 3, "Lena": 2}
    lines = [str(line.sentence) for line in windmill.play.by_hand.card("everything").lines]
    assert "Lena's pawn goes onto 2" in lines
    windmill.play.undo()
    lines = [str(line.sentence) for line in windmill.play.by_hand.card("everything").lines]
    assert "Lena's pawn leaves the table" in lines
    away = next(line for line in windmill.play.by_hand.card("everything").lines if "leaves" in str(line.sentence))
    assert away.seat is None, "she sits nowhere any more"


@pytest.mark.rule("WM-A17")
def test_before_anybody_has_told_they_sit_down_at_once_and_the_rounds_stay() -> None:
    windmill = evening(4)
    windmill.play.join(LENA)
    assert windmill.points()["Lena"] == 0
    assert windmill.sentence() == "Ana, tell your story."
    assert str(windmill.play.view().subtitle) == "Round 1, story 1 of 15"     # three rounds of five, as begun with four


@pytest.mark.rule("WM-A17")
def test_not_once_the_last_round_has_begun() -> None:
    windmill = evening(3)
    for _ in range(6):
        tell(windmill, "wrong", "wrong")
    assert windmill.play.joining().may, "the last round begins only now"
    windmill.answer("done")
    allowed = windmill.play.joining()
    assert (allowed.may, str(allowed.how)) == (False, "The last round has begun. They can join the next play.")
    with pytest.raises(Refused, match="last round has begun"):
        windmill.play.join(LENA)


def test_a_full_table_takes_nobody_in() -> None:
    windmill = evening(5)
    with pytest.raises(Refused, match="All 5 seats are taken"):
        windmill.play.join(LENA)


def test_the_log_replays_with_the_newcomer_through_json() -> None:
    windmill = evening(3)
    tell(windmill, "right")
    windmill.play.join(LENA)
    windmill.play.rename(0, "Anna")
    tell(windmill, "right")
    tell(windmill, "right")
    again = Play(game, windmill.play.setup, [type(one).from_json(one.to_json()) for one in windmill.play.log])
    assert again.misfit is None
    assert [(seat.name, seat.points) for seat in again.table.seats] == \
        [("Anna", 2), ("Ben", 2), ("Cleo", 2), ("Lena", 2)]


@pytest.mark.rule("WM-A17")
def test_until_the_first_card_of_the_last_round_is_down() -> None:
    windmill = evening(3)
    for _ in range(6):
        tell(windmill, "right")
    assert windmill.table.round == windmill.table.rounds == 3
    assert windmill.play.joining().may
    windmill.answer("done")
    assert not windmill.play.joining().may


@pytest.mark.rule("WM-A17")
def test_the_fewest_points_are_those_of_people_still_at_the_table() -> None:
    """Cleo has one point and has left; of those who stayed Ben has the fewest, four."""
    windmill = evening(3)
    windmill.set_points(6, 4, 1)
    windmill.play.leave(2)
    windmill.play.join(LENA)
    assert windmill.points()["Lena"] == 4
