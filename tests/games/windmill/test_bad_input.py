"""Windmill: what nobody should tap. One clear sentence, nothing changed, nothing lost."""

import pytest

from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.games.windmill import game
from tests.games.evening import Evening
from tests.games.windmill.test_rules import evening


def test_every_question_refuses_what_is_no_answer() -> None:
    windmill = Evening(game, 3)
    assert windmill.refuses_all_bad_answers() >= 10
    windmill.answer(0)
    assert windmill.refuses_all_bad_answers() >= 10
    windmill.answer("done")
    assert windmill.refuses_all_bad_answers() >= 10


def test_a_question_that_is_not_asked() -> None:
    evening(3).refuses("right", "Guess/1")
    evening(3).refuses("done", "CardDown/2")


@pytest.mark.parametrize(("names", "why"), [
    (("Ana", "Ana", "Ben"), "Two seats are called Ana"),
    (("Ana", " ", "Ben"), "no name"),
    (("Ana", "Ben"), "3 to 5 players"),
    (("Ana", "Ben", "Cleo", "Dev", "Eva", "Finn"), "3 to 5 players"),
])
def test_seats_that_cannot_be(names: tuple[str, ...], why: str) -> None:
    with pytest.raises(Refused, match=why):
        game.prepare(Setup(people(*names)))


@pytest.mark.parametrize("options", [{"wind": True}, {"mode": "endless"}, {"story_seconds": 20},
                                     {"story_seconds": True}, {"strict_first_round": 1}])
def test_options_that_do_not_exist(options: dict[str, object]) -> None:
    with pytest.raises(Refused):
        game.prepare(Setup(people("Ana", "Ben", "Cleo"), options))


@pytest.mark.parametrize(("path", "value"), [("seats.0.points", -1), ("round", 4), ("token", 7), ("told.0", 1),
                                             ("story.windmill_with", "Ana"), ("no.such", 1)])
def test_corrections_that_cannot_be(path: str, value: object) -> None:
    windmill = evening(3)
    with pytest.raises(Refused):
        windmill.play.correct(path, value)
    assert len(windmill.play.log) == 1


def test_a_windmill_put_back_by_hand_can_be_taken_again() -> None:
    windmill = evening(3)
    windmill.set_points(0, 2, 0)
    windmill.answer("done", "windmill")
    windmill.play.correct("story.windmill_with", None)
    windmill.answer("windmill", "wrong")
    assert windmill.scores() == (0, 1, 0)


def test_who_told_can_be_set_by_hand() -> None:
    windmill = evening(3)
    windmill.play.correct("told.1", True)
    windmill.answer("done", "right")
    assert windmill.asked() == "CardDown/2"
    windmill.play.correct("told.1", False)
    windmill.play.restart()
    assert windmill.asked() == "CardDown/1"
