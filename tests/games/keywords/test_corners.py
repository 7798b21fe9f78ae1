"""Key Words' odd corners: halves, penalties at zero, tie-breaks of everybody. Worked out by hand from the rulebook."""

import pytest

from companion.games.keywords import game
from tests.games.evening import Evening
from tests.games.keywords.test_rules import evening, level, play_round, stacks
from tests.games.keywords.test_rulings import tie_break, with_forbidden


@pytest.mark.rule("KW-10", "KW-13")
def test_six_players_all_five_find_all_three() -> None:
    words = evening(6)
    play_round(words, [1, 2, 3, 4, 5], [5, 4, 3, 2, 1], [2, 3, 4, 5, 1])
    assert words.scores() == (0, 3 + 1 + 1, 2 + 2 + 3, 2 + 2 + 2, 2 + 2 + 2, 1 + 3 + 2)


@pytest.mark.rule("KW-13", "KW-A9")
def test_two_found_all_three_and_neither_of_them_was_the_best() -> None:
    """Dev is fastest twice and misses the third; Ben and Cleo find all of them late."""
    words = evening(4)
    play_round(words, [3, 1, 2], [3, 2, 1], [1, 2])
    assert words.scores() == (3, 2 + 1 + 3, 1 + 2 + 1, 6)           # half of six


@pytest.mark.rule("KW-13")
def test_half_of_an_odd_best_is_rounded_up() -> None:
    words = evening(3)
    play_round(words, [1, 2], [1, 2], [2, 1])           # Ben 7, Cleo 5: half of seven is four
    assert words.scores() == (4, 7, 5)


@pytest.mark.rule("KW-7", "KW-13", "KW-A4")
def test_a_penalty_without_a_share_takes_what_there_is() -> None:
    words = evening(4)
    words.set_points(1, 0, 0, 0)
    with_forbidden(words, "one", [1, 2, 3], [1, 2, 3], [1, 2, 3])
    assert words.scores() == (0, 9, 6, 3)               # three found all: nothing, less two, not below zero


@pytest.mark.rule("KW-A3", "KW-A5")
@pytest.mark.parametrize(("when", "score"), [("together", 3), ("at once", 9)])
def test_three_words_cost_six_together_with_the_points_or_before_them(when: str, score: int) -> None:
    words = evening(4, penalty_per="word", penalty_when=when)
    with_forbidden(words, "three", [1], [1], [1])
    assert words.scores() == (score, 9, 0, 0)


@pytest.mark.rule("KW-15", "KW-17")
def test_a_failed_story_in_the_last_round_can_make_the_tie() -> None:
    words = Evening(game, 5, story_seconds=60)
    words.answer(0)
    for _ in range(4):
        words.answer("told", [], [], [], "done")
    words.set_points(1, 6, 4, 0, 6)                     # Eva narrates last
    words.answer("late", "failed")
    assert words.scores() == (3, 8, 6, 2, 6)
    assert words.winners() == ["Ben"]
    words.play.undo()
    words.set_points(1, 4, 4, 0, 6)
    words.answer("failed")
    assert words.sentence() == "Ben, Cleo and Eva are tied. Who narrates the tie-break?"
    assert words.choices() == [0, 3]


@pytest.mark.rule("KW-A17", "KW-A10")
def test_everybody_level_at_zero_and_still_nobody_finds_anything() -> None:
    words = evening(3)
    level(words, 0, 0, 0)
    assert words.choices() == [0, 1]                    # Cleo was the last to narrate
    tie_break(words, 1, [], [], [])
    assert [player.tie_break for player in words.table.seats] == [[0], [0], [0]]
    assert words.choices() == [0, 2]                    # not Ben again


@pytest.mark.rule("KW-A17", "KW-13")
def test_where_all_are_level_the_narrators_share_is_halved_as_ever() -> None:
    words = evening(4)
    level(words, 2, 2, 2, 2)
    tie_break(words, 0, [1, 2], [1, 2], [1, 2])         # Ben nine, Cleo three, Dev none, Ana half of nine
    assert [player.tie_break for player in words.table.seats] == [[5], [9], [3], [0]]
    assert words.winners() == ["Ben"]
    assert words.scores() == (2, 2, 2, 2)               # KW-A16: the track stays as it was


@pytest.mark.rule("KW-A18", "KW-A19")
def test_a_void_tie_break_is_no_tie_and_shares_nothing_yet() -> None:
    words = evening(4, tied_again="share")
    level(words, 6, 6, 1, 0)
    words.answer(2, "done")
    stacks(words, [0], [], [])
    words.answer("one", to="ForbiddenWord/2")
    assert words.play.outcome() is None
    tie_break(words, 3, [0], [], [])
    assert words.winners() == ["Ana"]


@pytest.mark.rule("KW-17", "KW-8")
def test_only_the_tied_lie_in_the_stacks_of_a_tie_break() -> None:
    words = evening(6)
    level(words, 5, 2, 5, 1, 5, 0)
    words.answer(1, "done")
    for outsider in (1, 3, 5):
        words.refuses([outsider], "StackUp/table/1")
    stacks(words, [4, 2, 0], [0], [2, 0])               # Eva 3, Cleo 2 + 3, Ana 1 + 3 + 1
    words.answer("done")
    assert [player.tie_break for player in words.table.seats] == [[5], [], [5], [], [3], []]
    assert words.sentence() == "Ana and Cleo are tied. Who narrates the tie-break?"


@pytest.mark.rule("KW-A18")
def test_a_later_tie_break_decides_between_those_still_level_alone() -> None:
    words = evening(5)
    level(words, 6, 6, 6, 1, 0)
    tie_break(words, 3, [0, 1, 2], [1, 0, 2], [])       # five, five, two
    tie_break(words, 2, [1], [0, 1], [])                # Ana three, Ben three and one
    assert words.winners() == ["Ben"]


def test_a_stack_with_the_narrator_in_it() -> None:
    words = evening(3)
    words.answer("done")
    assert "can't be chosen" in str(words.refuses([1, 0]))


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


@pytest.mark.rule("KW-9")
def test_the_board_counts_the_stacks_once_from_the_bottom_up() -> None:
    """The page lets the pieces fall in this order; a second look is no surprise."""
    words = evening(4)
    words.answer("done")
    stacks(words, [2, 1], [])
    assert words.play.board().reveal is None
    words.answer([3, 1])
    board = words.play.board()
    assert [str(line) for line in (board.reveal.told, board.reveal.last)] == [
        "The stacks are counted…", "Ben's token is the last…"]
    assert [(piece.space, piece.seat, piece.falls) for piece in board.pieces] == [
        ("picture1", 2, 1), ("picture1", 1, 2), ("picture3", 3, 3), ("picture3", 1, 4)]
    words.answer("first", to="LookAgain/table")
    words.answer([2])
    assert words.play.board().reveal is None and not any(piece.falls for piece in words.play.board().pieces)
