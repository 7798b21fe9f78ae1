"""Windmill's odd corners: two rules at once, exactly zero, the last story. Worked out by hand from the rulebook."""

import pytest

from companion.games.windmill.view import board
from tests.games.windmill.test_rules import evening, tell


@pytest.mark.rule("WM-17", "WM-18", "WM-A3")
def test_two_fail_with_the_windmill_and_the_fourth_captures_the_story_with_it() -> None:
    windmill = evening(5)
    windmill.set_points(0, 1, 2, 0, 1)
    tell(windmill, "windmill", "wrong", "windmill", "wrong", "wrong", "windmill")
    assert windmill.offered("right") == {"Eva": 5, "Ana": 0}
    windmill.answer("right")                            # Ben and Cleo lose one each, Eva 4 + 1, Ana nothing
    assert windmill.scores() == (0, 0, 1, 0, 6)


@pytest.mark.rule("WM-14", "WM-18", "WM-19")
def test_the_last_point_of_guesser_and_teller_goes_in_one_story() -> None:
    windmill = evening(3)
    windmill.set_points(1, 0, 1)
    tell(windmill, "wrong", "windmill", "wrong")
    assert windmill.scores() == (0, 0, 0)
    tell(windmill)
    assert windmill.refuses("windmill").refusal.rule == "WM-16"     # Cleo has nothing left to risk


@pytest.mark.rule("WM-A9")
def test_a_void_story_gives_back_to_everybody_who_failed_with_the_windmill() -> None:
    windmill = evening(4, mode="never-ending")
    windmill.set_points(3, 1, 2, 0)
    tell(windmill, "windmill", "wrong", "windmill", "wrong")
    assert windmill.scores() == (3, 0, 1, 0)
    windmill.play.exit("StoryVoided")
    assert windmill.scores() == (3, 1, 2, 0)            # and the teller pays nothing
    assert windmill.asked() == "CardDown/0"
    assert windmill.table.grid_size() == 25             # WM-23: nothing was guessed, nothing is laid aside


@pytest.mark.rule("WM-A7", "WM-14")
def test_the_last_guesser_out_of_time_means_that_nobody_was_right() -> None:
    windmill = evening(3, guess_seconds=30)
    windmill.set_points(4, 0, 0)
    tell(windmill, "wrong", "late")
    assert windmill.scores() == (3, 0, 0)
    assert windmill.asked() == "CardDown/1"


@pytest.mark.rule("WM-17", "WM-23")
def test_a_captured_card_is_guessed_and_laid_aside_as_well() -> None:
    windmill = evening(3, mode="never-ending")
    windmill.set_points(0, 1, 0)
    tell(windmill, "windmill", "right")
    assert windmill.scores() == (0, 3, 0)
    assert windmill.table.grid_size() == 24


@pytest.mark.rule("WM-A11", "WM-23")
def test_with_every_card_laid_aside_the_fifth_teller_still_has_twenty_one() -> None:
    windmill = evening(5, mode="never-ending", unguessed="aside")
    sizes = []
    for _ in range(6):
        sizes.append(windmill.table.grid_size())
        tell(windmill, "wrong", "wrong", "wrong", "wrong")
    assert sizes == [25, 24, 23, 22, 21, 25]


@pytest.mark.rule("WM-5", "WM-22")
def test_five_players_who_never_find_a_card_share_the_victory_at_zero() -> None:
    windmill = evening(5)
    for _ in range(10):
        assert windmill.play.outcome() is None
        tell(windmill, "wrong", "wrong", "wrong", "wrong")
    assert windmill.scores() == (0, 0, 0, 0, 0)
    assert windmill.winners() == ["Ana", "Ben", "Cleo", "Dev", "Eva"]


@pytest.mark.rule("WM-17", "WM-22")
def test_a_capture_in_the_very_last_story_ties_the_leader() -> None:
    windmill = evening(3)
    for _ in range(8):
        tell(windmill, "wrong", "wrong")
    windmill.set_points(5, 3, 9)                        # Cleo tells the ninth; Ana guesses first, then Ben
    tell(windmill, "wrong", "windmill", "right")        # Ben: 2 + 1
    assert windmill.scores() == (5, 6, 9)
    assert windmill.winners() == ["Cleo"]
    windmill.play.undo(windmill.play.position() - 4)
    windmill.set_points(5, 6, 9)
    tell(windmill, "wrong", "windmill", "right")
    assert windmill.winners() == ["Ben", "Cleo"]        # level with the teller, who got nothing


@pytest.mark.rule("WM-14", "WM-22")
def test_a_last_story_that_nobody_finds_can_cost_the_victory() -> None:
    windmill = evening(3)
    for _ in range(8):
        tell(windmill, "wrong", "wrong")
    windmill.set_points(7, 2, 8)
    tell(windmill, "wrong", "wrong")
    assert windmill.scores() == (7, 2, 7)
    assert windmill.winners() == ["Ana", "Cleo"]


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


@pytest.mark.rule("WM-A15")
def test_a_pawn_past_the_end_of_the_track_begins_again_at_one() -> None:
    windmill = evening(3)
    windmill.set_points(40, 41, 81)
    assert [pawn.space for pawn in board(windmill.table).pieces] == ["40", "1", "1"]
