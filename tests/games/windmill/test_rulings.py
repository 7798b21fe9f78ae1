"""Windmill, ruling by ruling: what the rulebook leaves open and how it is settled here."""

import pytest

from tests.games.evening import Evening
from tests.games.windmill.test_rules import evening, tell


def lose_with_windmill(**options: object) -> Evening:
    """Ben has failed with the Windmill; Cleo guesses next."""
    windmill = evening(4, **options)
    windmill.set_points(2, 1, 1, 0)
    tell(windmill, "windmill", "wrong")
    return windmill


@pytest.mark.rule("WM-A1")
def test_every_later_guesser_has_one_card_fewer() -> None:
    windmill = evening(4)
    windmill.answer("done")
    assert windmill.table.cards_left() == 25
    windmill.answer("wrong")
    assert windmill.table.cards_left() == 24
    windmill.answer("wrong")
    assert windmill.table.cards_left() == 23


@pytest.mark.rule("WM-A2")
def test_in_round_one_a_point_is_enough_for_the_windmill() -> None:
    windmill = evening(3)
    tell(windmill, "right")                             # Ana and Ben have one each
    tell(windmill, "wrong")                             # Ben tells; Cleo was wrong, now Ana
    assert windmill.table.round == 1
    assert "windmill" in windmill.choices()


@pytest.mark.rule("WM-A2")
def test_the_switch_keeps_the_windmill_out_of_round_one() -> None:
    windmill = evening(3, strict_first_round=True)
    tell(windmill, "right")
    tell(windmill, "wrong")
    assert windmill.refuses("windmill").refusal.rule == "WM-A2"
    windmill.answer("right")
    tell(windmill, "right")                             # round two
    windmill.answer("done")
    assert "windmill" in windmill.choices()


@pytest.mark.rule("WM-A3")
def test_a_failed_windmill_may_be_taken_again_in_the_same_story() -> None:
    windmill = lose_with_windmill()
    windmill.answer("windmill", "right")                # Cleo, second to guess: 2 + 1
    assert windmill.scores() == (2, 0, 4, 0)


@pytest.mark.rule("WM-A4")
def test_points_are_looked_at_when_the_windmill_is_taken() -> None:
    windmill = evening(3)
    windmill.answer("done")
    assert "windmill" not in windmill.choices()
    windmill.set_points(0, 1, 0)
    windmill.answer("windmill")
    assert windmill.table.this_story().windmill_with is windmill.seat("Ben")


@pytest.mark.rule("WM-A5")
def test_a_story_that_runs_over_has_no_consequence() -> None:
    windmill = evening(3)
    assert [timer.late for timer in windmill.play.timers()] == [None]
    assert windmill.choices() == ["done"]


@pytest.mark.rule("WM-A6")
def test_the_story_clock_starts_by_hand() -> None:
    assert [timer.starts_by_hand for timer in evening().play.timers()] == [True]


@pytest.mark.rule("WM-A7")
def test_a_late_guess_is_wrong_without_a_card_if_the_table_takes_the_offer() -> None:
    windmill = evening(4, guess_seconds=30)
    windmill.set_points(2, 1, 0, 0)
    windmill.answer("done")
    assert [(timer.late, timer.starts_by_hand) for timer in windmill.play.timers()] == [("late", False)]  # WM-12
    assert str(windmill.face("late").label) == "No guess in time"
    windmill.answer("windmill", "late")                 # a Windmill taken before is lost
    assert windmill.scores() == (2, 0, 0, 0)
    assert windmill.table.cards_left() == 25            # no card was taken
    windmill.answer("right")                            # Cleo is second all the same
    assert windmill.scores() == (4, 0, 2, 0)


@pytest.mark.rule("WM-A7")
def test_without_the_offer_the_guess_still_counts() -> None:
    windmill = evening(3, guess_seconds=30)
    windmill.answer("done", "right")
    assert windmill.scores() == (1, 1, 0)


@pytest.mark.rule("WM-A7")
def test_the_switch_alarm_only() -> None:
    windmill = evening(3, guess_seconds=30, late_guess="alarm")
    windmill.answer("done")
    assert [timer.late for timer in windmill.play.timers()] == [None]
    windmill.refuses("late")


@pytest.mark.rule("WM-A8")
def test_nobody_passes() -> None:
    windmill = evening(3)
    windmill.answer("done")
    windmill.refuses("pass")
    windmill.refuses("late")                            # no clock was agreed


@pytest.mark.rule("WM-A9")
def test_a_void_story_gives_back_what_the_windmill_cost() -> None:
    windmill = lose_with_windmill()
    assert windmill.scores() == (2, 0, 1, 0)
    old = windmill.play.table.voided
    windmill.play.exit("StoryVoided")
    assert windmill.scores() == (2, 1, 1, 0)
    assert windmill.asked() == "CardDown/0"             # the same teller draws again
    assert windmill.table.cards_left() == 25
    assert windmill.table.voided == old + 1             # and a fresh clock


@pytest.mark.rule("WM-A10")
def test_an_unfound_card_is_not_asked_for() -> None:
    windmill = evening(3)
    tell(windmill, "wrong", "wrong")
    assert windmill.keys() == ["CardDown/1"]


@pytest.mark.rule("WM-A11")
@pytest.mark.parametrize(("unguessed", "size"), [("back", 25), ("aside", 24)])
def test_an_unfound_card_in_the_never_ending_story(unguessed: str, size: int) -> None:
    windmill = evening(3, mode="never-ending", unguessed=unguessed)
    tell(windmill, "wrong", "wrong")
    assert windmill.table.grid_size() == size


@pytest.mark.rule("WM-A12")
def test_the_guesser_pays_at_once_and_the_teller_at_the_end() -> None:
    windmill = lose_with_windmill()
    assert windmill.scores() == (2, 0, 1, 0)
    windmill.answer("wrong", "wrong")
    assert windmill.scores() == (1, 0, 1, 0)


@pytest.mark.rule("WM-A13")
def test_nothing_is_kept_about_the_side_of_the_windmill() -> None:
    windmill = evening(3)
    paths = [field.path for field in windmill.play.fields()]
    assert [path for path in paths if "windmill" in path] == ["story.windmill_with"]


@pytest.mark.rule("WM-A14")
def test_of_two_of_the_same_age_the_table_taps_one() -> None:
    windmill = Evening(evening().play.game, 4)
    assert windmill.choices() == [0, 1, 2, 3]


@pytest.mark.rule("WM-A15")
def test_points_go_on_past_the_end_of_the_track() -> None:
    windmill = evening(3)
    windmill.set_points(40, 40, 0)
    tell(windmill, "right")
    assert windmill.scores() == (41, 41, 0)


@pytest.mark.rule("WM-A16")
def test_a_taken_windmill_cannot_be_put_back_but_undo_can() -> None:
    windmill = evening(3)
    windmill.set_points(0, 1, 0)
    windmill.answer("done", "windmill")
    assert windmill.choices() == ["right", "wrong"]
    windmill.refuses("windmill")
    windmill.play.undo()
    assert windmill.choices() == ["right", "wrong", "windmill"]
