"""Somebody joins a Key Words play late. Points and turns are worked out by hand."""

import pytest

from companion.core.setup import Person
from companion.core.text import Refused
from companion.games.keywords import game
from tests.games.evening import Evening
from tests.games.keywords.test_rules import evening, play_round

LENA = Person("Lena", 7)


@pytest.mark.rule("KW-A23")
def test_who_joins_narrates_as_often_as_is_still_to_come() -> None:
    """Three players narrate twice each (KW-4). In round one nobody finds anything: nobody gains."""
    words = evening(3)
    words.answer("done")
    words.play.join(LENA)
    for picture in (1, 2, 3):
        words.answer([], to=f"StackUp/table/{picture}")
    words.play.by_hand.card()
    words.answer("done", to="BookRound/table")
    lines = [str(line.sentence) for line in words.play.by_hand.card("everything").lines]
    assert "Lena gets four tokens; one goes on space 0 of the track" in lines
    assert [(seat.name, seat.narrated) for seat in words.table.seats] == \
        [("Ana", 1), ("Ben", 0), ("Cleo", 0), ("Lena", 0)]
    narrators = []
    while words.play.outcome() is None and words.table.still_to_narrate():
        narrators.append(words.table.narrator.name)
        play_round(words)
    assert narrators == ["Ben", "Cleo", "Lena", "Ana", "Ben", "Cleo", "Lena"]
    assert words.table.turns_each == 2


@pytest.mark.rule("KW-A23")
def test_with_four_it_stays_two_turns_each_though_five_sit_there_now() -> None:
    words = evening(4)
    words.play.join(LENA)
    assert words.table.rounds() == 10                       # five people, twice: as begun with four


@pytest.mark.rule("KW-A23", "KW-17")
def test_not_in_the_last_round_and_not_in_a_tie_break() -> None:
    words: Evening = evening(3)
    for _ in range(5):
        play_round(words)
    words.answer("done")
    with pytest.raises(Refused, match="The last round has begun"):
        words.play.join(LENA)
    for picture in (1, 2, 3):
        words.answer([], to=f"StackUp/table/{picture}")
    words.answer("done", to="BookRound/table")
    assert words.play.outcome() is None, "all three are level at zero"
    with pytest.raises(Refused, match="Only the tie-break is left"):
        words.play.join(LENA)
    assert game.joining(words.table).rule == "KW-17"


@pytest.mark.rule("KW-A23", "KW-15")
def test_not_in_the_last_round_once_its_first_clock_has_run_out() -> None:
    """No round would follow, so the app says so before it asks for a name."""
    words: Evening = Evening(game, 3, story_seconds=60)
    words.answer(0)
    for _ in range(5):
        words.answer("late", "failed")                      # nobody finds a story: the quickest round
    assert words.table.rounds() == words.table.round == 6
    assert words.play.joining().may, "the last round has not begun: they still sit down"
    words.answer("late")
    assert not words.play.joining().may
    assert str(words.play.joining().how) == "The last round has begun. They can join the next play."
    with pytest.raises(Refused, match="The last round has begun"):
        words.play.join(LENA)
    words.play.undo()
    words.play.join(LENA)
    assert [seat.name for seat in words.table.seats] == ["Ana", "Ben", "Cleo", "Lena"]


@pytest.mark.rule("KW-A23", "KW-15")
def test_who_comes_while_a_round_before_the_last_is_late_sits_down_in_the_next() -> None:
    words: Evening = Evening(game, 3, story_seconds=60)
    words.answer(0, "late")
    words.play.join(LENA)
    assert len(words.table.seats) == 3
    words.answer("failed")
    assert [seat.name for seat in words.table.seats] == ["Ana", "Ben", "Cleo", "Lena"]


def told(words: Evening) -> list[str]:
    return [line for line in words.told() if "Lena" in line]


@pytest.mark.rule("KW-A23", "KW-4")
def test_who_was_let_in_for_a_round_that_does_not_come_any_more_is_told_at_once() -> None:
    """Three narrate twice: six rounds. Lena comes in the fifth; then Cleo leaves, who would have told the sixth."""
    words = evening(3)
    for _ in range(4):
        play_round(words)
    words.answer("done")
    assert words.table.narrator.name == "Ben"
    words.play.join(LENA)
    words.play.leave(0)                                     # Ana has narrated twice: Cleo's round still comes
    assert told(words) == ["Lena has joined and plays from the next round."]
    words.play.undo()
    words.play.leave(2)
    assert told(words)[1:] == ["This is now the last round. Lena can join the next play."]
    for picture in (1, 2, 3):
        words.answer([], to=f"StackUp/table/{picture}")
    words.answer("done", to="BookRound/table")
    assert told(words)[2:] == ["No round was left for Lena. They can join the next play."]
    assert [seat.name for seat in words.table.seats] == ["Ana", "Ben", "Cleo"]


@pytest.mark.rule("KW-A23")
def test_with_a_round_to_come_nobody_is_sent_away() -> None:
    words = evening(3)
    words.answer("done")
    words.play.join(LENA)
    words.play.leave(2)
    for picture in (1, 2, 3):
        words.answer([], to=f"StackUp/table/{picture}")
    words.answer("done", to="BookRound/table")
    assert told(words) == ["Lena has joined and plays from the next round.", "Lena sat down at the table."]


@pytest.mark.rule("KW-A23")
def test_the_new_number_of_rounds_is_told() -> None:
    """Three narrate twice: six rounds. Lena sits down at once and narrates twice, too: eight."""
    words = evening(3)
    words.play.join(LENA)
    assert sorted(words.told()[-2:]) == ["Lena sat down at the table.", "That makes eight rounds."]
    assert words.table.rounds() == 8


@pytest.mark.rule("KW-A23")
def test_a_newcomer_narrates_as_often_as_those_still_at_the_table() -> None:
    """After three rounds everybody has narrated once; who has left, with none to come, does not count."""
    words = evening(3)
    for _ in range(3):
        play_round(words)
    words.set_points(5, 3, 1)
    words.play.correct("seats.2.narrated", 0)
    words.play.leave(2)
    words.play.join(LENA)
    lena = words.table.seats[3]
    assert (lena.narrated, lena.points) == (1, 3), "as often as Ana and Ben, and Ben's points, the fewest of those here"


@pytest.mark.rule("KW-A24")
def test_who_has_left_wins_alone_at_the_top_but_not_in_a_tie() -> None:
    words = evening(3)
    words.set_points(0, 0, 9)
    words.play.leave(2)
    while words.table.still_to_narrate():
        play_round(words)
    assert words.winners() == ["Cleo"]
    words.play.correct("seats.1.points", 9)
    assert words.winners() == ["Ben"], "level with Cleo, who has left"


@pytest.mark.parametrize("options", [{}, {"story_seconds": 120}])
def test_undo_says_that_the_narrator_told_the_story(options: dict[str, int]) -> None:
    """It used to say "Ana: The story has ended"."""
    words = evening(4, **options)
    answer = words.question.encode(next(iter(words.question.choices(words.table))))
    assert str(words.question.in_brief(words.table, answer)) == "Ana told the story"
    words.play.leave(0)
    assert str(words.question.in_brief(words.table, answer)) == "Go on without Ana"


@pytest.mark.rule("KW-15")
def test_no_clock_stands_where_the_narrator_has_left() -> None:
    words = evening(4, story_seconds=120)
    assert words.question.timer(words.table) is not None
    words.play.leave(0)
    assert words.question.timer(words.table) is None
