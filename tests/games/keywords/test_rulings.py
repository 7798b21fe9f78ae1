"""Key Words, ruling by ruling: what the rulebook leaves open and how it is settled here."""

import pytest

from companion.core.setup import Setup, people
from companion.games.keywords import game
from tests.games.evening import Evening
from tests.games.keywords.test_rules import evening, level, play_round, stacks


def with_forbidden(words: Evening, word: str, *tokens: list[int]) -> None:
    """Ana tells, says something she must not, and the points are booked."""
    words.answer("done")
    stacks(words, *tokens)
    words.answer(word, to="ForbiddenWord/0")
    words.answer("done", to="BookRound/table")


def tie_break(words: Evening, narrator: int, *tokens: list[int]) -> None:
    words.answer(narrator, "done")
    stacks(words, *tokens)
    words.answer("done")


@pytest.mark.rule("KW-A1")
def test_speed_is_looked_at_picture_by_picture() -> None:
    words = evening(3)
    play_round(words, [1, 2], [2, 1], [])               # each fastest once
    assert words.scores() == (4, 4, 4)


@pytest.mark.rule("KW-A2")
def test_the_lower_token_was_faster_whatever_the_seats() -> None:
    words = evening(3)
    play_round(words, [2, 1], [], [])
    assert words.scores() == (3, 1, 3)


@pytest.mark.rule("KW-A3")
def test_one_penalty_a_story() -> None:
    words = evening(3)
    words.set_points(9, 0, 0)
    words.answer("done")
    stacks(words, [], [], [])
    words.refuses("two", "ForbiddenWord/0")
    words.answer("one", to="ForbiddenWord/0")
    words.answer("done")
    assert words.scores() == (7, 0, 0)


@pytest.mark.rule("KW-A3")
def test_the_switch_counts_each_word() -> None:
    words = evening(3, penalty_per="word")
    words.set_points(9, 0, 0)
    words.answer("done")
    stacks(words, [], [], [])
    assert words.offered("three", "ForbiddenWord/0") == {"Ana": -6}
    words.answer("three", to="ForbiddenWord/0")
    assert words.reasons() == ["Ana's story was too obscure: nobody found a picture.", "3 forbidden words: −6"]
    words.answer("done")
    assert words.scores() == (3, 0, 0)


@pytest.mark.rule("KW-A4")
def test_a_penalty_stops_at_zero() -> None:
    words = evening(3)
    words.set_points(1, 0, 0)
    words.answer("done")
    stacks(words, [], [], [])
    words.answer("one", to="ForbiddenWord/0")
    assert words.promised() == {"Ana": -1}
    assert words.reasons()[-1] == "Nobody drops below zero."
    words.answer("done")
    assert words.scores() == (0, 0, 0)


@pytest.mark.rule("KW-A5")
@pytest.mark.parametrize(("when", "score"), [("together", 2), ("at once", 3)])
def test_when_the_penalty_is_taken(when: str, score: int) -> None:
    """Ana has one point and earns three: 1 + 3 - 2 together, or max(0, 1 - 2) + 3 at once."""
    words = evening(3, penalty_when=when)
    words.set_points(1, 0, 0)
    with_forbidden(words, "one", [1], [], [])
    assert words.scores() == (score, 3, 0)


@pytest.mark.rule("KW-A6")
def test_the_round_goes_on_after_a_forbidden_word() -> None:
    words = evening(3)
    with_forbidden(words, "one", [1, 2], [1], [])       # Ben 6, Cleo 1; Ana 6 - 2
    assert words.scores() == (4, 6, 1)


@pytest.mark.rule("KW-A7")
def test_the_table_judges_what_counts_as_the_word() -> None:
    words = evening(3)
    words.answer("done")
    stacks(words, [], [], [])
    assert words.named("ForbiddenWord/0").rule == "KW-7"
    assert str(words.face("one", "ForbiddenWord/0").label) == "Yes, it was said"
    words.answer("one", to="ForbiddenWord/0")
    assert str(words.face("none", "ForbiddenWord/0").label) == "No, none of them"


@pytest.mark.rule("KW-A8")
def test_only_the_points_of_the_round_are_halved() -> None:
    words = evening(4)
    words.set_points(20, 0, 0, 0)
    play_round(words, [1, 2], [1, 2], [1, 2])           # Ben 9, Cleo 3: half of nine is five
    assert words.scores() == (25, 9, 3, 0)


@pytest.mark.rule("KW-A9")
def test_the_best_guesser_need_not_have_found_all_three() -> None:
    """Eva is fastest on two pictures and has six; Ben and Cleo found all three and have less: half of six."""
    words = evening(5)
    play_round(words, [4, 1, 2], [4, 2, 1], [1, 2])
    # Eva 3 + 3, Ben 2 + 1 + 3, Cleo 1 + 2 + 1
    assert words.scores() == (3, 6, 4, 0, 6)


@pytest.mark.rule("KW-A10")
def test_nobody_right_brings_nobody_anything() -> None:
    words = evening(3)
    words.answer("done")
    stacks(words, [], [], [])
    assert words.sentence() == "Nobody found a picture."
    assert words.promised() == {}
    words.answer("done")
    assert words.scores() == (0, 0, 0)


@pytest.mark.rule("KW-A11")
def test_a_third_sentence_has_no_button() -> None:
    assert evening(3).choices() == ["done"]


@pytest.mark.rule("KW-A12")
def test_a_placing_clock_only_if_switched_on() -> None:
    words = evening(3, placing_seconds=60)
    words.answer("done")
    assert words.asked() == "TokensDown/table"
    clocks = [(timer.seconds, timer.late, timer.starts_by_hand) for timer in words.play.timers()]
    assert clocks == [(60, None, False)], "the story has ended: everybody places at once"
    words.answer("done")
    assert words.asked() == "StackUp/table/1"


@pytest.mark.rule("KW-A13")
def test_a_second_token_on_a_picture_is_lifted_out() -> None:
    words = evening(4)
    words.answer("done")
    words.refuses([1, 2, 1])                            # each counts once, at the lower position
    words.answer([1, 2])
    assert words.told()[-1] == "Ben was fastest on picture 1, before Cleo."


@pytest.mark.rule("KW-A14")
def test_the_last_call_asks_whether_the_story_has_ended() -> None:
    words = evening(3, story_seconds=60)
    words.answer("late")
    assert str(words.face("told").label) == "The story has ended"
    assert str(words.face("failed").label) == "No story in time"


@pytest.mark.rule("KW-A15")
def test_a_narrator_who_fails_has_narrated_and_nobody_guesses() -> None:
    words = evening(3, story_seconds=90)
    words.set_points(5, 0, 0)
    words.answer("late", "failed")
    assert words.scores() == (5, 2, 2)
    assert words.table.seats[0].narrated == 1
    assert words.asked() == "StoryInTime/1/first"


@pytest.mark.rule("KW-A24")
def test_a_timed_story_whose_narrator_left_is_cancelled_and_promises_no_points() -> None:
    words = evening(3, story_seconds=90)
    words.play.leave(0)
    assert str(words.face("told").label) == "Go on without Ana"
    assert not words.face("told").main                  # it may end the play
    words.answer("late")
    assert words.face("failed").points == ()
    words.answer("failed")
    assert words.scores() == (0, 0, 0)
    assert words.asked() == "StoryInTime/1/first"
    assert words.face("told").main


@pytest.mark.rule("KW-A16")
def test_a_neutral_narrator_scores_nothing_and_the_points_stand_beside_the_track() -> None:
    words = evening(4)
    level(words, 6, 6, 1, 0)
    words.answer(2, "done")
    stacks(words, [0], [0, 1], [])
    assert words.promised() == {"Ana": 6, "Ben": 1}
    assert words.reasons() == ["Cleo narrated for nothing but the honour."]
    words.answer("done")
    assert words.scores() == (6, 6, 1, 0)
    assert [player.tie_break for player in words.table.seats] == [[6], [1], [], []]
    assert [str(place.note) for place in words.play.outcome().places] == ["tie-break 6", "tie-break 1", "None", "None"]


@pytest.mark.rule("KW-A17")
def test_everybody_is_level() -> None:
    """The last narrator was Cleo, so Ana or Ben; the narrator earns as the best guesser and can win with it."""
    words = evening(3)
    level(words, 4, 4, 4)
    assert words.choices() == [0, 1]
    tie_break(words, 0, [1], [1, 2], [])                # Ben 6, Cleo 1, Ana as the best: 6
    assert [player.tie_break for player in words.table.seats] == [[6], [6], [1]]
    assert words.choices() == [2]                       # those still level go on, and Cleo has no stake any more


@pytest.mark.rule("KW-A18")
def test_level_again_is_played_again_with_another_narrator() -> None:
    words = evening(4)
    level(words, 6, 6, 1, 0)
    tie_break(words, 2, [0, 1], [1, 0], [])
    assert words.play.outcome() is None
    assert words.choices() == [3]                       # not Cleo again
    tie_break(words, 3, [1], [], [])
    assert words.winners() == ["Ben"]


@pytest.mark.rule("KW-A18")
def test_the_switch_shares_the_victory() -> None:
    words = evening(4, tied_again="share")
    level(words, 6, 6, 1, 0)
    tie_break(words, 2, [0, 1], [1, 0], [])
    assert words.winners() == ["Ana", "Ben"]


@pytest.mark.rule("KW-A18")
def test_two_who_are_alone_share_the_victory() -> None:
    words = evening(3)
    level(words, 6, 6, 1)
    words.play.leave(2)
    assert words.choices() == [0, 1]                    # nobody is left who has no stake
    tie_break(words, 0, [1], [1], [])                   # Ben six, Ana as the best: six, and so it would go on
    assert words.winners() == ["Ana", "Ben"]


@pytest.mark.rule("KW-A18")
def test_only_those_still_level_go_on() -> None:
    words = evening(5)
    level(words, 6, 6, 6, 1, 0)
    tie_break(words, 3, [0, 1, 2], [1, 0, 2], [])       # Ana and Ben five, Cleo two
    assert words.sentence() == "Ana and Ben are tied. Who narrates the tie-break?"
    assert words.choices() == [2, 4]                    # Cleo is neutral now, and Dev was the last one


@pytest.mark.rule("KW-A19")
def test_a_forbidden_word_voids_a_tie_break() -> None:
    words = evening(4)
    level(words, 6, 6, 1, 0)
    words.answer(2, "done")
    stacks(words, [0], [], [])
    assert str(words.face("one", "ForbiddenWord/2").hint) == "Cancels this round; play it again"
    words.answer("one", to="ForbiddenWord/2")
    assert words.asked() == "TieBreakNarrator/table"
    assert words.choices() == [3]
    assert words.scores() == (6, 6, 1, 0)
    assert all(player.tie_break == [] for player in words.table.seats)


@pytest.mark.rule("KW-A19")
def test_a_failed_clock_voids_a_tie_break() -> None:
    words = Evening(game, 4, story_seconds=90)
    words.answer(0)
    words.set_points(6, 6, 1, 0)
    while words.asked() != "TieBreakNarrator/table":
        words.answer("told", [], [], [], "done")
    words.answer(2, "late")
    assert str(words.face("failed").hint) == "Cancels this round; play it again"
    assert words.offered("failed") == {}
    words.answer("failed")
    assert words.asked() == "TieBreakNarrator/table"
    assert words.scores() == (6, 6, 1, 0)


@pytest.mark.rule("KW-A20")
def test_two_guessers_in_a_tie_break_score_as_ever() -> None:
    words = evening(4)
    level(words, 6, 6, 1, 0)
    tie_break(words, 3, [0, 1], [1], [])                # Ana 3, Ben 1 + 3
    assert [player.tie_break for player in words.table.seats[:2]] == [[3], [4]]
    assert [player.found for player in words.table.seats[:2]] == [1, 2]


@pytest.mark.rule("KW-A21")
def test_a_tie_further_down_stays() -> None:
    words = evening(5)
    words.set_points(9, 4, 4, 2, 2)
    for _ in range(5):
        play_round(words)
    assert [place.place for place in words.play.outcome().places] == [1, 2, 2, 4, 4]


@pytest.mark.rule("KW-A22")
def test_six_colours_are_enough() -> None:
    seats = game.new(game.prepare(Setup(people("Ana", "Ben", "Cleo", "Dev", "Eva", "Finn")))).seats
    assert len({seat.colour for seat in seats}) == 6


def test_a_round_can_be_voided_by_the_table_and_the_same_narrator_draws_again() -> None:
    words = evening(3)
    words.answer("done")
    stacks(words, [1], [], [])
    words.play.exit("RoundVoided")
    assert words.scores() == (0, 0, 0)
    assert words.asked() == "EndOfStory/0"


def test_a_narrator_who_leaves_before_the_story_is_passed_by() -> None:
    words = evening(4)
    play_round(words)
    words.play.leave(1)
    words.play.restart()
    assert words.asked() == "EndOfStory/2"
    assert str(words.play.view().subtitle) == "Round 2 of 6, Cleo narrates"     # Ana one more, Cleo and Dev two


def test_a_narrator_who_leaves_in_the_middle_of_the_story() -> None:
    words = evening(4)
    words.play.leave(0)
    assert str(words.question.button(words.table, None)) == "Go on without Ana"
    words.answer("done")
    assert words.asked() == "EndOfStory/1"
    assert words.table.seats[0].narrated == 0


def test_who_has_left_does_not_play_the_tie_break() -> None:
    words = evening(4)
    words.set_points(6, 6, 1, 0)
    for _ in range(7):
        play_round(words)
    words.play.leave(1)
    play_round(words)
    assert words.winners() == ["Ana"]
