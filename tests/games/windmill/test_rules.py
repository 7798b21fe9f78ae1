"""Windmill, rule by rule. The expected points are worked out by hand from the rulebook."""

import pytest

from companion.core.setup import Person, Setup
from companion.core.text import Refused
from companion.games.windmill import game
from tests.games.evening import Evening


def evening(players: int = 4, **options: object) -> Evening:
    """Ana is the oldest, so she tells first."""
    windmill = Evening(game, players, **options)
    windmill.answer(0)
    return windmill


def tell(windmill: Evening, *words: str) -> None:
    """One story: the card is laid, then the guesses in turn."""
    windmill.answer("done", *words)


# Setting up


@pytest.mark.rule("WM-1")
@pytest.mark.parametrize("players", [2, 6])
def test_three_to_five_players(players: int) -> None:
    with pytest.raises(Refused, match="3 to 5 players"):
        Evening(game, players)


@pytest.mark.rule("WM-2")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_everybody_begins_at_zero_with_an_own_colour(players: int) -> None:
    assert Evening(game, players).scores() == (0,) * players
    with pytest.raises(Refused, match="same colour"):
        game.prepare(Setup((Person("Ana", 0), Person("Ben", 0), Person("Cleo", 1))))


@pytest.mark.rule("WM-3")
def test_twenty_five_cards_and_a_free_windmill() -> None:
    windmill = evening()
    assert windmill.table.cards_left() == 25 and windmill.reminders() == [], "all are there while a story is told"
    assert windmill.table.this_story().windmill_with is None
    assert game.totals(windmill.table) == (("small cards", 25, 25),)


@pytest.mark.rule("WM-4")
def test_the_oldest_gets_the_token_and_keeps_it() -> None:
    windmill = Evening(game, 3)
    assert windmill.sentence() == "Who is the oldest at the table?"
    windmill.answer(1)
    for _ in range(4):
        assert windmill.table.token.name == "Ben"
        assert [mark.icon for mark in windmill.play.view().seats[1].marks] == ["flag-variant"]
        tell(windmill, "right")


@pytest.mark.rule("WM-5")
@pytest.mark.parametrize(("players", "stories"), [(3, 9), (4, 12), (5, 10)])
def test_three_rounds_or_two_with_five_players(players: int, stories: int) -> None:
    windmill = evening(players)
    for _ in range(stories):
        assert windmill.play.outcome() is None
        tell(windmill, "right")
    assert windmill.play.outcome() is not None


# Whose turn it is


@pytest.mark.rule("WM-6")
def test_the_token_holder_tells_first_then_to_the_left() -> None:
    windmill = Evening(game, 3)
    windmill.answer(2)
    tellers = []
    for _ in range(6):
        tellers.append(windmill.question.seat.name if windmill.question.seat else "")
        tell(windmill, "right")
    assert tellers == ["Cleo", "Ana", "Ben", "Cleo", "Ana", "Ben"]


@pytest.mark.rule("WM-7")
def test_guessing_goes_to_the_left_each_once_and_never_the_teller() -> None:
    windmill = evening(4)
    tell(windmill, "right")                     # Ana's story; now Ben tells
    windmill.answer("done")
    order = []
    while windmill.asked().startswith("Guess"):
        order.append(windmill.asked())
        windmill.answer("wrong")
    assert order == ["Guess/2", "Guess/3", "Guess/0"]


# The story


@pytest.mark.rule("WM-8")
@pytest.mark.parametrize("seconds", [15, 30, 45, 60])
def test_a_story_clock(seconds: int) -> None:
    windmill = evening(story_seconds=seconds)
    assert [timer.seconds for timer in windmill.play.timers()] == [seconds]


@pytest.mark.rule("WM-8")
def test_thirty_seconds_unless_changed_and_none_if_switched_off() -> None:
    assert [timer.seconds for timer in evening().play.timers()] == [30]
    assert evening(story_seconds=0).play.timers() == []


@pytest.mark.rule("WM-9")
def test_laying_the_card_ends_the_story_and_opens_guessing() -> None:
    windmill = evening()
    assert str(windmill.question.button(windmill.table, None)) == "Card is down"
    windmill.answer("done")
    assert windmill.table.this_story().card_down
    assert windmill.asked() == "Guess/1"


# Guessing


@pytest.mark.rule("WM-10")
def test_each_wrong_card_leaves_one_fewer_to_choose_from() -> None:
    windmill = evening(5)
    windmill.answer("done")
    left = []
    for _ in range(4):
        left.append(windmill.reminders())
        windmill.answer("wrong")
    assert left == [[f"{n} cards left in the grid"] for n in (25, 24, 23, 22)]


@pytest.mark.rule("WM-11")
def test_a_right_guess_stops_the_guessing_and_a_wrong_one_goes_on() -> None:
    windmill = evening(4)
    tell(windmill, "wrong")
    assert windmill.asked() == "Guess/2"
    windmill.answer("right")
    assert windmill.asked() == "CardDown/1"


@pytest.mark.rule("WM-12")
def test_the_guess_clock_is_off_unless_all_agree() -> None:
    windmill = evening()
    windmill.answer("done")
    assert windmill.play.timers() == []
    windmill = evening(guess_seconds=30)
    windmill.answer("done")
    assert [timer.seconds for timer in windmill.play.timers()] == [30]


# Points


@pytest.mark.rule("WM-13")
@pytest.mark.parametrize(("n", "guesser"), [(1, "Ben"), (2, "Cleo"), (3, "Dev"), (4, "Eva")])
def test_a_right_guess_brings_both_as_many_points_as_its_place(n: int, guesser: str) -> None:
    """The rulebook's own example is the last: the fourth to guess is right, so both score four."""
    windmill = evening(5)
    windmill.answer("done", *["wrong"] * (n - 1))
    assert windmill.offered("right") == {guesser: n, "Ana": n}
    windmill.answer("right")
    assert windmill.points() == {"Ana": n, "Ben": 0, "Cleo": 0, "Dev": 0, "Eva": 0, guesser: n}


@pytest.mark.rule("WM-14")
def test_nobody_right_costs_the_teller_one() -> None:
    windmill = evening(3)
    windmill.set_points(2, 5, 5)
    tell(windmill, "wrong", "wrong")
    assert windmill.scores() == (1, 5, 5)


@pytest.mark.rule("WM-14")
def test_a_teller_without_points_loses_nothing() -> None:
    windmill = evening(3)
    tell(windmill, "wrong")
    assert str(windmill.face("wrong").hint) == "Nobody found it, and Ana has nothing to lose"
    windmill.answer("wrong")
    assert windmill.scores() == (0, 0, 0)


@pytest.mark.rule("WM-15")
def test_a_wrong_guess_costs_nothing() -> None:
    windmill = evening(4)
    windmill.set_points(3, 3, 3, 3)
    tell(windmill, "wrong", "wrong")
    assert windmill.scores() == (3, 3, 3, 3)


# The Windmill


@pytest.mark.rule("WM-16")
def test_the_windmill_needs_a_point() -> None:
    windmill = evening(3)
    windmill.set_points(4, 0, 1)
    windmill.answer("done")
    assert windmill.choices() == ["right", "wrong"]
    assert windmill.refuses("windmill").refusal.rule == "WM-16"
    windmill.answer("wrong")
    assert windmill.choices() == ["right", "wrong", "windmill"]     # it is offered, never compulsory


@pytest.mark.rule("WM-16")
def test_a_correction_is_seen_by_the_open_question() -> None:
    windmill = evening(3)
    windmill.set_points(0, 1, 0)
    windmill.answer("done")
    assert "windmill" in windmill.choices()
    windmill.set_points(0, 0, 0)
    assert "windmill" not in windmill.choices()


@pytest.mark.rule("WM-17")
def test_right_with_the_windmill() -> None:
    """The rulebook's own example: the third to guess takes the Windmill and is right: four points, the teller none."""
    windmill = evening(4)
    windmill.set_points(2, 0, 0, 1)
    tell(windmill, "wrong", "wrong", "windmill")
    assert windmill.sentence() == "Dev picks with the Windmill: is it Ana's card?"
    assert windmill.offered("right") == {"Dev": 4, "Ana": 0}
    windmill.answer("right")
    assert windmill.scores() == (2, 0, 0, 5)


@pytest.mark.rule("WM-18")
def test_wrong_with_the_windmill_costs_one_at_once() -> None:
    windmill = evening(4)
    windmill.set_points(2, 1, 0, 0)
    tell(windmill, "windmill")
    assert windmill.offered("wrong") == {"Ben": -1}
    windmill.answer("wrong")
    assert windmill.scores() == (2, 0, 0, 0)
    assert windmill.asked() == "Guess/2"
    assert windmill.table.this_story().windmill_with is None


@pytest.mark.rule("WM-19")
def test_the_teller_loses_too_when_the_windmill_failed() -> None:
    windmill = evening(3)
    windmill.set_points(2, 3, 0)
    tell(windmill, "windmill", "wrong", "wrong")
    assert windmill.scores() == (1, 2, 0)


@pytest.mark.rule("WM-20")
def test_the_windmill_is_free_again_in_the_next_story_of_the_round() -> None:
    windmill = evening(3)
    windmill.set_points(1, 1, 1)
    tell(windmill, "windmill", "right")                 # Ben captures Ana's story: 1 + 2
    assert windmill.scores() == (1, 3, 1)
    tell(windmill, "windmill", "right")                 # Cleo captures Ben's
    assert windmill.scores() == (1, 3, 3)
    assert windmill.table.round == 1


def test_why_says_what_this_guess_is_worth() -> None:
    """WM-13, WM-17, WM-18: the second to guess, first without and then with the Windmill."""
    windmill = evening(4)
    windmill.set_points(1, 0, 2, 0)
    windmill.answer("done")
    windmill.answer("wrong")
    assert str(windmill.question.why(windmill.table)) == (
        "This is guess 2, so a right card gives Cleo and Ana 2 points each.")
    assert [(one.seat.name, str(one.words), one.now) for one in windmill.question.in_line(windmill.table)] == [
        ("Ben", "1: wrong", False), ("Cleo", "2: worth 2", True), ("Dev", "3: worth 3", False),
        ("Ana", "nobody: −1", False)]
    windmill.answer("windmill")
    assert str(windmill.question.why(windmill.table)) == (
        "With the Windmill, a right card gives Cleo 3 points and Ana none. A wrong one costs Cleo a point.")
    assert [str(one.words) for one in windmill.question.in_line(windmill.table)] == [
        "1: wrong", "2: worth 3", "3: worth 3", "nobody: −1"]
