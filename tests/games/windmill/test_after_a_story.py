"""Windmill: after a story, the never-ending story, and what the night remembers."""

import pytest

from tests.games.windmill.test_rules import evening, tell

# After a story


@pytest.mark.rule("WM-21")
def test_everything_goes_back_after_a_story() -> None:
    windmill = evening(3)
    tell(windmill, "wrong", "wrong")
    assert windmill.reminders() == ["All cards back into the grid",
                                    "Told card into the deck; the Windmill lies in the middle"]
    assert windmill.asked() == "CardDown/1"


@pytest.mark.rule("WM-22")
def test_the_most_points_win() -> None:
    windmill = evening(3)
    for _ in range(9):
        tell(windmill, "wrong", "wrong")
    windmill.play.undo()
    windmill.set_points(7, 9, 8)
    windmill.answer("wrong")                            # the ninth story is Cleo's: she loses one
    assert windmill.winners() == ["Ben"]
    assert windmill.scores() == (7, 9, 7)
    outcome = windmill.play.outcome()
    assert str(outcome.sentence) == "Ben wins."
    assert [(place.seat, place.place) for place in outcome.places] == [(1, 1), (0, 2), (2, 2)]


@pytest.mark.rule("WM-22")
def test_level_at_the_top_is_a_shared_victory() -> None:
    windmill = evening(3)
    for _ in range(9):
        tell(windmill, "right")                         # each story: teller and left neighbour one each
    assert windmill.scores() == (6, 6, 6)
    assert windmill.winners() == ["Ana", "Ben", "Cleo"]
    assert str(windmill.play.outcome().sentence) == "Ana, Ben and Cleo share the victory."


# The never-ending story


@pytest.mark.rule("WM-23")
def test_a_guessed_card_stays_out_until_the_round_is_over() -> None:
    windmill = evening(5, mode="never-ending")
    starts = []
    for _ in range(6):
        starts.append(windmill.table.grid_size())
        tell(windmill, "wrong", "right")
    assert starts == [25, 24, 23, 22, 21, 25]           # never below 21, and all back with the new round


@pytest.mark.rule("WM-23")
def test_the_tale_goes_on_and_the_points_are_the_same() -> None:
    windmill = evening(3, mode="never-ending")
    assert str(windmill.question.kicker(windmill.table)) == "Draw the top card, show it to nobody"
    tell(windmill, "wrong", "right")
    assert windmill.scores() == (2, 0, 2)
    assert str(windmill.question.kicker(windmill.table)) == "Continue the tale before yours"
    assert windmill.reminders()[0] == "Cards back into the grid; guessed ones stay beside it."
    tell(windmill, "right")
    tell(windmill, "right")
    assert windmill.reminders()[0] == "New round: every card comes back, the large ones into the deck."


def test_the_evening_in_two_lines() -> None:
    windmill = evening(3)
    windmill.set_points(0, 1, 0)
    tell(windmill, "wrong", "right")                    # Cleo finds Ana's card on guess 2
    tell(windmill, "right")                             # Cleo finds Ben's
    for _ in range(7):
        tell(windmill, "wrong", "wrong")
    assert [(str(detail.text), str(detail.note), detail.seat) for detail in windmill.play.outcome().details] == [
        ("Best guesser: Cleo", "2 cards found", 2), ("Tale of the night: Ana", "story 1, found after 2 guesses", 0)]


def test_the_night_remembers_every_capture_and_of_two_equal_tales_none() -> None:
    """WM-17: Ben captures Ana's story, Cleo finds Ben's; nobody finds another card, and both were found at once."""
    windmill = evening(3, story_seconds=0)
    windmill.set_points(0, 1, 0)
    tell(windmill, "windmill", "right")                 # Ana's story, found by the first guesser
    tell(windmill, "right")                             # Ben's, found by Cleo, the first guesser too
    tell(windmill, "wrong", "wrong")
    for _ in range(6):
        tell(windmill, "wrong", "wrong")
    assert [(str(detail.text), str(detail.note)) for detail in windmill.play.outcome().details] == [
        ("Best guessers: Ben and Cleo", "1 card found"),
        ("Boldest with the Windmill: Ben", "1 story captured")]
