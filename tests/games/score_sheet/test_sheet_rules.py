"""How the score sheet counts, rule by rule."""

from typing import Any

import pytest

from companion.core.language import speaking
from companion.core.play import Play
from companion.core.registry import find_games
from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.games.score_sheet import game
from companion.games.score_sheet.sheet import Sheet
from companion.services.chronicle import race_of, stretches_of

FIVE = ("Ana", "Ben", "Cleo", "Dan", "Eve")


def sit(*names: str, **sheet: Any) -> Play[Any]:
    return Play(game, Setup(people(*(names or FIVE[:3])), {}, Sheet(**sheet).to_json()))


def write(play: Play[Any], *numbers: int) -> None:
    for number in numbers:
        play.answer(play.open()[0].key(), number)


def points(play: Play[Any]) -> list[int]:
    return [seat.points for seat in play.table.seats]


def keys(play: Play[Any]) -> list[str]:
    return [question.key() for question in play.open()]


@pytest.mark.rule("AB-1")
def test_one_to_twelve_players() -> None:
    names = [f"Player {letter}" for letter in "ABCDEFGHIJKLM"]
    assert len(sit(*names[:12]).table.seats) == 12
    assert keys(sit("Ana")) == ["Score/0"]
    with pytest.raises(Refused):
        sit(*names)


@pytest.mark.rule("AB-2", "AB-4")
def test_numbers_are_added_to_what_everybody_began_with() -> None:
    play = sit(start=50)
    assert points(play) == [50, 50, 50]
    write(play, 3, 0, 12, 4)
    assert points(play) == [57, 50, 62]
    assert play.table.round == 1 and keys(play) == ["Score/1"]


@pytest.mark.rule("AB-3", "AB-11")
def test_partners_sit_apart_share_a_column_and_win_together() -> None:
    play = sit(*FIVE[:4], sides=2, rounds=2)
    assert str(play.open()[0].sentence(play.table)) == "How many for Ana and Cleo?"
    write(play, 10, 7)
    assert points(play) == [10, 7, 10, 7]
    write(play, 1, 9)
    ended = play.outcome()
    assert ended is not None and str(ended.sentence) == "Ben and Dan win."
    assert ended.winners == (1, 3) and ended.sides == ((1, 3), (0, 2))
    places = [(one.seat, one.place, one.score) for one in ended.places]
    assert places == [(1, 1, 16), (3, 1, 16), (0, 2, 11), (2, 2, 11)]


@pytest.mark.rule("AB-3")
def test_two_teams_need_three_at_the_table() -> None:
    with pytest.raises(Refused, match="Too few players are seated for 2 teams"):
        sit("Ana", "Ben", sides=2)


@pytest.mark.rule("AB-3")
def test_partners_set_by_hand_share_a_column() -> None:
    """Ana, Ben and Dan against Cleo: three neighbours against one."""
    play = sit(*FIVE[:4], sides=2, partners=(0, 0, 1, 0), rounds=1)
    assert str(play.open()[0].sentence(play.table)) == "How many for Ana, Ben and Dan?"
    write(play, 4, 9)
    assert points(play) == [4, 4, 9, 4]
    ended = play.outcome()
    assert ended is not None and str(ended.sentence) == "Cleo wins." and ended.sides == ((2,), (0, 1, 3))
    for partners in ((0, 0, 0, 0), (0, 1)):
        with pytest.raises(Refused, match="Every team needs a player"):
            sit(*FIVE[:4], sides=2, partners=partners)


@pytest.mark.rule("AB-17", "AB-11")
@pytest.mark.parametrize(("answer", "words", "winners"), [
    ("2", "Cleo wins.", (2,)), ("shared", "Ana and Cleo share the victory.", (0, 2))])
def test_the_table_may_decide_a_tie(answer: str, words: str, winners: tuple[int, ...]) -> None:
    play = sit(rounds=1, tie="decided")
    write(play, 7, 3, 7)
    assert play.outcome() is None and keys(play) == ["TieBreak/table"]
    question = play.open()[0]
    assert str(question.sentence(play.table)) == "Ana and Cleo are tied. Who wins?"
    assert list(question.choices(play.table)) == ["0", "2", "shared"]
    play.answer("TieBreak/table", answer)
    ended = play.outcome()
    assert ended is not None and str(ended.sentence) == words and ended.winners == winners
    play.correct("cells.0.1", 8)
    assert str(play.outcome().sentence) == "Ben wins.", "no tie any more"


@pytest.mark.rule("AB-17")
def test_without_a_tie_nobody_is_asked() -> None:
    play = sit(rounds=1, tie="decided")
    write(play, 7, 3, 6)
    assert play.outcome() is not None


def test_the_library_names_it_in_the_language_of_the_app() -> None:
    game = find_games().games["score_sheet"]
    with speaking("de"):
        assert game.facts.title == game.named(Setup(people("Ana"))) == "Wertungsblock"
    assert game.facts.title == "Score sheet"


@pytest.mark.rule("AB-A6")
def test_the_sheet_is_changed_in_mid_play() -> None:
    """Two rounds become three with a clock, then the lowest wins; undo brings each setting back, and points stay."""
    play = sit(rounds=2)
    write(play, 5, 3, 8, 1)
    for path, value in (("sheet.rounds", 3), ("sheet.clock", 60), ("sheet.wins", "low")):
        play.correct(path, value)
    write(play, 2, 0)
    assert play.outcome() is None and points(play) == [6, 5, 8]
    assert play.open()[0].timer(play.table).seconds == 60
    write(play, 0, 0, 0)
    assert play.outcome().winners == (1,)
    for _ in range(8):
        play.undo()
    assert play.table.sheet == Sheet(rounds=2) and points(play) == [6, 3, 8]
    assert {"sheet.target", "sheet.reach"} <= {field.path for field in play.fields()}, "To move compares them"
    play.correct("sheet.rounds", 1)
    assert str(play.outcome().sentence) == "Cleo wins."
    with pytest.raises(Refused):
        play.correct("sheet.wins", "together")


@pytest.mark.rule("AB-5")
def test_below_zero_only_where_the_sheet_says_so() -> None:
    with pytest.raises(Refused, match="Enter 0 to 99999, not −5"):
        write(sit(), -5)
    play = sit(below_zero=True)
    write(play, -5, 3, -160)
    assert points(play) == [-5, 3, -160]


@pytest.mark.rule("AB-6")
def test_the_first_player_passes_on() -> None:
    play = sit(turn="first")
    order = []
    for _ in range(9):
        order += keys(play)
        write(play, 1)
    assert order == [f"Score/{seat}" for seat in (0, 1, 2, 1, 2, 0, 2, 0, 1)]


@pytest.mark.rule("AB-7")
def test_a_clock_a_round_that_books_nothing() -> None:
    play = sit(clock=60)
    timer = play.open()[0].timer(play.table)
    assert timer is not None and (timer.name, timer.seconds, timer.late) == ("round 1", 60, None)
    write(play, 1, 1, 1)
    assert play.open()[0].timer(play.table).name == "round 2"
    none = sit()
    assert none.open()[0].timer(none.table) is None


@pytest.mark.rule("AB-8", "AB-9")
def test_named_rows_instead_of_rounds() -> None:
    play = sit("Ana", "Ben", categories=("Farms", "Roads"))
    assert str(play.view().subtitle) == "Farms, high wins"
    write(play, 4, 6)
    assert str(play.view().subtitle) == "Roads, high wins"
    write(play, 3, 0)
    assert str(play.outcome().sentence) == "Ana wins."


@pytest.mark.rule("AB-9", "AB-A1")
def test_an_open_end_ends_when_the_table_says_so() -> None:
    play = sit("Ana", "Ben")
    assert [one.key() for one in play.standing()] == ["EndEarly/table"], "at any time"
    write(play, 3, 5)
    assert [one.key() for one in play.standing()] == ["EndTheGame/table", "Reopen/table"]
    assert [one.draft(play.table).primary().quiet for one in play.standing()] == [True, False]
    write(play, 9)
    assert play.outcome() is None
    play.answer("EndEarly/table", "done")
    assert str(play.outcome().sentence) == "Ana wins." and points(play) == [12, 5]


@pytest.mark.rule("AB-9")
def test_only_rounds_with_a_number_are_counted() -> None:
    play = sit("Ana", "Ben")
    write(play, 3, 5, 1, 1, 2, 2)
    play.answer("EndTheGame/table", "done")
    assert str(game.how_much(play.table, stretches_of(play))) == "3 rounds", "the fourth is empty"
    assert race_of(play) == [(0, 0), (3, 5), (4, 6), (6, 8)]
    play = sit("Ana", "Ben")
    write(play, 3, 5, 9)
    play.answer("EndEarly/table", "done")
    assert str(game.how_much(play.table, stretches_of(play))) == "2 rounds"
    assert race_of(play) == [(0, 0), (3, 5), (12, 5)]
    play = sit("Ana", "Ben")
    play.answer("EndEarly/table", "done")
    assert str(game.how_much(play.table, stretches_of(play))) == "2 players", "no round has a number"


@pytest.mark.rule("AB-10", "AB-11")
def test_the_target_ends_the_game_after_its_round_and_the_lowest_wins() -> None:
    play = sit(wins="low", target=20)
    write(play, 3, 21)
    assert play.outcome() is None, "the round is played to its end"
    write(play, 2)
    ended = play.outcome()
    assert ended is not None and str(ended.sentence) == "Cleo wins."
    assert [(one.seat, one.place) for one in ended.places] == [(2, 1), (0, 2), (1, 3)]


@pytest.mark.rule("AB-11")
def test_who_is_level_shares_the_victory() -> None:
    play = sit("Ana", "Ben", rounds=1)
    write(play, 4, 4)
    assert str(play.outcome().sentence) == "Ana and Ben share the victory."


@pytest.mark.rule("AB-A2")
def test_who_leaves_keeps_the_points_and_is_asked_no_more() -> None:
    play = sit(rounds=2)
    write(play, 4)
    play.leave(2)
    write(play, 6)
    assert keys(play) == ["Score/0"] and play.table.round == 1
    write(play, 1, 1)
    assert points(play) == [5, 7, 0] and play.outcome() is not None


def test_a_cell_typed_over_counts_at_once() -> None:
    play = sit()
    write(play, 4, 5, 6, 1)
    play.correct("cells.0.1", 15)
    assert points(play) == [5, 15, 6]
    play.undo()
    assert points(play) == [5, 5, 6]


def test_what_is_often_comes_first() -> None:
    play = sit(below_zero=True)
    assert play.open()[0].row(play.table).often == (0, 1, 5, 10)
    write(play, -12, 120, 13)
    assert play.open()[0].row(play.table).often == (0, 1, 5, 10), "nothing came twice"
    write(play, -5, 13, 26, 13, -5, 7)
    assert play.open()[0].row(play.table).often == (-5, 0, 5, 13)


@pytest.mark.parametrize("raw", [None, [], "Hearts", {"rounds": -1}, {"sides": 1}, {"low": 1}, {"colour": "pink"},
                                 {"name": 7}, {"categories": ["", "x"]}, {"clock": 10**9}, {"start": 1.5}])
def test_what_is_no_sheet_is_refused(raw: Any) -> None:
    with pytest.raises(Refused):
        Sheet.of(raw)
    if raw is not None:
        with pytest.raises(Refused):
            Play(game, Setup(people("Ana", "Ben"), {}, raw))


@pytest.mark.parametrize(("rounds", "first"), [(0, 300), (3, 2)])
def test_rounds_that_have_their_numbers_are_not_set_back(rounds: int, first: int) -> None:
    """The next number would have been written over one of an early round; and after 300 full rounds the rules were
    stopped, as if they ran for ever. A wrong number is typed over in its cell."""
    play = sit("Ana", "Ben", rounds=rounds)
    write(play, *(1 for _ in range(2 * first)), 7)
    before = points(play)
    with pytest.raises(Refused):
        play.correct("round", first - 1)
    with pytest.raises(Refused):
        play.fix([("round", 0)])
    assert (play.table.round, keys(play), points(play)) == (first, ["Score/1"], before)
    play.correct("cells.0.1", 9)
    assert points(play) == [before[0], before[1] + 8] and keys(play) == ["Score/1"]


@pytest.mark.rule("AB-4")
def test_points_are_the_start_the_cells_and_what_a_hand_has_set() -> None:
    play = sit("Ana", "Ben", start=50, below_zero=True)
    write(play, 3, -4, 10)
    assert points(play) == [63, 46]
    play.correct("columns.0.points", 100)
    write(play, 6, 1)
    assert points(play) == [101, 52]
    play.correct("cells.0.0", 5)
    play.correct("cells.0.1", 0)
    assert points(play) == [103, 56]
    play.undo()
    play.undo()
    assert points(play) == [101, 52]


def test_of_hundreds_of_rounds_the_last_hundred_are_shown_and_all_count() -> None:
    play = sit("Ana", "Ben")
    write(play, *[1, 2] * 130, 5)
    sheet = play.view().sheet
    assert sheet is not None and len(sheet.rows) == 101
    assert [row.label for row in (*sheet.rows[:2], sheet.rows[-1])] == ["1–31", "32", "131"]
    assert sheet.rows[0].cells == (31, 62) and sheet.rows[0].paths == ()
    assert sheet.now == (100, 1) and sheet.rows[100].cells == (5, None) and sheet.rows[100].paths[1] == "cells.130.1"
    assert points(play) == [135, 260]
