"""Key Words: what nobody should tap. One clear sentence, nothing changed, nothing lost."""

import pytest

from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.games.keywords import game
from tests.games.evening import Evening
from tests.games.keywords.test_rules import evening, level, stacks


def test_every_question_refuses_what_is_no_answer() -> None:
    words = Evening(game, 4, placing_seconds=60)
    assert words.refuses_all_bad_answers() >= 10        # FirstNarrator
    words.answer(0)
    assert words.refuses_all_bad_answers() >= 10        # EndOfStory
    words.answer("done")
    assert words.refuses_all_bad_answers() >= 10        # TokensDown
    words.answer("done")
    assert words.refuses_all_bad_answers() >= 20        # StackUp, BoardColour
    stacks(words, [1], [2], [])
    assert words.refuses_all_bad_answers() > 30        # BookRound, ForbiddenWord, LookAgain
    words = evening(3, story_seconds=90)
    assert words.refuses_all_bad_answers() >= 10        # StoryInTime
    words.answer("late")
    assert words.refuses_all_bad_answers() >= 10
    words = evening(5)
    level(words, 1, 1, 0, 0, 0)
    assert words.refuses_all_bad_answers() >= 10        # TieBreakNarrator


def test_a_stack_with_the_narrator_in_it() -> None:
    words = evening(3)
    words.answer("done")
    assert "can't be chosen" in str(words.refuses([1, 0]))


def test_a_stack_in_a_tie_break_with_somebody_who_does_not_take_part() -> None:
    words = evening(4)
    level(words, 6, 6, 1, 0)
    words.answer(3, "done")
    words.refuses([0, 2])
    words.answer([0, 1])


def test_a_question_that_is_not_asked() -> None:
    words = evening(3)
    words.refuses("done", "BookRound/table")
    words.refuses("one", "ForbiddenWord/0")
    words.refuses("told", "StoryInTime/0/first")


@pytest.mark.parametrize(("names", "why"), [
    (("Ana", "Ana", "Ben"), "Two seats are called Ana"),
    (("Ana", "", "Ben"), "no name"),
    (("Ana", "Ben"), "3 to 6 players"),
    (("Ana", "Ben", "Cleo", "Dev", "Eva", "Finn", "Gus"), "3 to 6 players"),
])
def test_seats_that_cannot_be(names: tuple[str, ...], why: str) -> None:
    with pytest.raises(Refused, match=why):
        game.prepare(Setup(people(*names)))


@pytest.mark.parametrize("options", [{"title": "x"}, {"story_seconds": 91}, {"penalty_per": "letter"},
                                     {"tied_again": True}, {"placing_seconds": "60"}])
def test_options_that_do_not_exist(options: dict[str, object]) -> None:
    with pytest.raises(Refused):
        game.prepare(Setup(people("Ana", "Ben", "Cleo"), options))


@pytest.mark.parametrize(("path", "value"), [("seats.0.points", 1000), ("narrator", None), ("seats.0.narrated", 3),
                                             ("forbidden", 4), ("boards.1", "pink"), ("boards.4", "gold"),
                                             ("seats.0.tie_break", 3)])
def test_corrections_that_cannot_be(path: str, value: object) -> None:
    words = evening(3)
    words.answer("done")
    lines = len(words.play.log)
    with pytest.raises(Refused):
        words.play.correct(path, value)
    assert len(words.play.log) == lines


def test_a_narrator_set_by_hand_has_no_tokens_in_the_stacks() -> None:
    """Ben was entered on a picture before the table noticed that he narrates, not Ana."""
    words = evening(3)
    words.answer("done")
    stacks(words, [1, 2], [2], [])
    words.play.correct("narrator", 1)
    words.answer("done", to="BookRound/table")
    assert words.scores() == (0, 6, 6)                  # Cleo 3 + 3 now, and Ben as the best guesser


def test_a_tie_break_score_can_be_set_by_hand() -> None:
    words = evening(4)
    level(words, 6, 6, 1, 0)
    words.answer(2, "done")
    stacks(words, [0, 1], [1, 0], [])
    words.answer("done")
    words.play.correct("seats.0.tie_break", 5)
    words.play.restart()
    assert words.winners() == ["Ana"]
