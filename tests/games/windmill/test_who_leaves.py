"""Windmill: somebody leaves while stories are told and guessed."""

import pytest

from companion.games.windmill.view import ahead
from tests.games.windmill.test_rules import evening, tell


def test_who_leaves_is_passed_by() -> None:
    windmill = evening(4)
    windmill.play.leave(1)
    windmill.answer("done")
    assert windmill.asked() == "Guess/2"
    windmill.answer("right")
    assert windmill.scores() == (1, 0, 1, 0)            # the first to guess after all
    assert windmill.asked() == "CardDown/2"


def test_a_teller_who_leaves_in_the_middle_is_passed_by() -> None:
    windmill = evening(3)
    windmill.play.leave(0)
    assert str(windmill.question.button(windmill.table, None)) == "Go on without Ana"
    windmill.answer("done")
    assert windmill.asked() == "CardDown/1"
    assert windmill.scores() == (0, 0, 0)


def test_a_guesser_who_leaves_in_the_middle_uses_up_no_place() -> None:
    windmill = evening(4)
    windmill.set_points(0, 1, 0, 0)
    windmill.answer("done", "windmill")
    windmill.refuses("gone")                            # nobody has left yet
    windmill.play.leave(1)
    windmill.answer("gone", "right")                    # Cleo is the first to guess
    assert windmill.scores() == (1, 1, 1, 0)


def test_nobody_is_the_third_of_two_to_guess() -> None:
    """Ben guesses wrong and leaves; Cleo is the second of three, Dev the third."""
    windmill = evening(4)
    windmill.answer("done", "wrong")
    windmill.play.leave(1)
    kickers = []
    for _ in range(2):
        kickers.append(str(windmill.question.kicker(windmill.table)))
        windmill.answer("wrong")
    assert kickers == ["Second of three to guess", "Third of three to guess"]


def test_for_who_has_left_going_on_is_the_main_answer() -> None:
    windmill = evening(4)
    windmill.answer("done")
    assert [word for word in windmill.choices() if windmill.face(word).main] == ["right"]
    windmill.play.leave(1)
    assert [word for word in windmill.choices() if windmill.face(word).main] == ["gone"]


@pytest.mark.rule("WM-20")  # Ana laid the last card of the play, and Cleo is the last to guess
def test_going_on_without_the_last_guesser_is_not_filled_if_it_ends_the_play() -> None:
    windmill = evening(3)
    windmill.play.fix([("round", windmill.table.rounds)])
    for _ in range(2):
        tell(windmill, "right")
    windmill.answer("done", "wrong")
    last = windmill.question.seat
    assert last is not None
    windmill.play.leave(last.index)
    assert "gone" in windmill.choices()
    assert not [word for word in windmill.choices() if windmill.face(word).main]
    windmill.answer("gone")
    assert windmill.play.outcome() is not None


def test_no_clock_stands_where_a_teller_has_left() -> None:
    windmill = evening(4)
    assert windmill.question.timer(windmill.table) is not None
    windmill.play.leave(0)
    assert windmill.question.timer(windmill.table) is None


def test_the_round_ends_when_the_last_to_tell_has_left() -> None:
    windmill = evening(3)
    tell(windmill, "right")
    tell(windmill, "right")
    windmill.play.leave(2)
    windmill.play.exit("StoryVoided")
    assert windmill.asked() == "CardDown/0"
    assert windmill.table.round == 2


@pytest.mark.rule("WM-16")
def test_a_windmill_whose_guesser_has_left_lies_in_the_middle_again() -> None:
    windmill = evening(4)
    windmill.set_points(0, 1, 0, 0)
    windmill.answer("done", "windmill")
    windmill.play.leave(1)
    windmill.answer("gone")
    assert windmill.table.this_story().windmill_with is None
    assert all(not seat.marks for seat in windmill.play.view().seats[1:])


@pytest.mark.rule("WM-7")
def test_when_the_asked_guesser_has_left_the_button_names_who_guesses_next() -> None:
    """Dev tells; Eva was wrong; then Ben leaves, and Ana, who is asked. Cleo is still to come, so Dev loses nothing."""
    windmill = evening(5)
    for _ in range(3):
        tell(windmill, "right")
    windmill.set_points(0, 0, 0, 4, 0)
    windmill.answer("done", "wrong")
    windmill.play.leave(1)
    windmill.play.leave(0)
    assert windmill.sentence() == "Ana has left; the table goes on."
    assert str(windmill.question.kicker(windmill.table)) == "Second of three to guess"
    assert str(windmill.face("wrong").hint) == "Cleo guesses next"
    windmill.answer("wrong")
    assert windmill.asked() == "Guess/2" and windmill.points()["Dev"] == 4


@pytest.mark.rule("WM-A18")
def test_who_has_left_can_still_win() -> None:
    windmill = evening(3)
    windmill.set_points(9, 0, 0)
    windmill.play.leave(0)
    while windmill.play.outcome() is None:
        windmill.answer("right" if windmill.asked().startswith("Guess") else "done")
    assert windmill.winners() == ["Ana"]


@pytest.mark.rule("WM-7", "WM-13")
def test_somebody_wrong_who_leaves_moves_nobody_in_the_line() -> None:
    """Ben guesses wrong and leaves: Cleo guesses now for two points, then Dev for three."""
    windmill = evening(4)
    windmill.answer("done", "wrong")
    windmill.play.leave(1)
    line = [(one.seat.name, str(one.words), one.now) for one in windmill.question.in_line(windmill.table)]
    assert line == [("Cleo", "2: worth 2", True), ("Dev", "3: worth 3", False), ("Ana", "nobody: 0", False)]
    assert next(str(words) for words in ahead(windmill.table)) == "Then Dev guesses."
