"""A score sheet beyond a number each round: taps, bids, wins, targets, countdowns, co-op."""

from cProfile import Profile
from pstats import Stats
from typing import Any

import pytest

from companion.core.play import Play
from companion.core.text import Refused
from companion.games.score_sheet.sheet import OH_HELL, SKULL_KING, WIZARD, Sheet, rows_of, typed_rows
from tests.games.score_sheet.test_sheet_rules import keys, points, sit, write


def sentence(play: Play[Any]) -> str:
    ended = play.outcome()
    return "" if ended is None else str(ended.sentence)


def tap(play: Play[Any], *answers: str) -> None:
    for answer in answers:
        play.answer("TapScore/table", answer)


@pytest.mark.rule("AB-12", "AB-10")
def test_a_counter_to_ten_ends_at_once() -> None:
    play = sit("Ana", "Ben", by="taps", target=10)
    tap(play, "1 +1", "0 +5", "1 +2", "0 +2", "1 -1")
    assert points(play) == [7, 2] and play.outcome() is None
    tap(play, "0 +5")
    assert points(play) == [12, 2] and sentence(play) == "Ana wins."


@pytest.mark.rule("AB-12", "AB-5")
def test_a_counter_does_not_fall_below_zero() -> None:
    play = sit("Ana", "Ben", by="taps")
    with pytest.raises(Refused, match="no points below 0"):
        tap(play, "0 -1")
    below = sit("Ana", "Ben", by="taps", below_zero=True)
    tap(below, "0 -1")
    assert points(below) == [-1, 0]


@pytest.mark.rule("AB-12", "AB-10")
def test_lives_are_counted_down_and_the_last_one_left_wins() -> None:
    play = sit(by="taps", start=3, down=True, reach="out")
    tap(play, "0 -1", "0 -5")
    assert points(play) == [0, 3, 3] and play.outcome() is None
    assert str(play.view().seats[0].note) == "out"
    with pytest.raises(Refused, match="Ana can't score any more"):
        tap(play, "0 -1")
    tap(play, "2 -2", "1 -2", "2 -1")
    assert points(play) == [0, 1, 0] and sentence(play) == "Ben wins."


@pytest.mark.rule("AB-10")
@pytest.mark.parametrize(("numbers", "rounds"), [((4, 10), 1), ((10,), 0)])
def test_an_end_at_once_counts_the_round_if_it_is_full(numbers: tuple[int, ...], rounds: int) -> None:
    play = sit("Ana", "Ben", target=10, reach="once")
    write(play, *numbers)
    assert play.table.over() and play.table.round == rounds == play.table.full_rounds()


@pytest.mark.rule("AB-10", "AB-11")
def test_five_hundred_and_one_counts_down_to_exactly_zero() -> None:
    play = sit("Ana", "Ben", start=501, down=True, reach="once")
    write(play, 180, 100)
    assert points(play) == [321, 401]
    with pytest.raises(Refused, match="Enter 0 to 321, not 322"):
        write(play, 322)
    write(play, 321)
    assert points(play) == [0, 401] and sentence(play) == "Ana wins.", "Ben isn't asked any more"


@pytest.mark.rule("AB-10")
def test_a_player_past_the_target_is_out() -> None:
    play = sit(target=100, reach="out")
    write(play, 30, 100, 20)
    assert play.outcome() is None and keys(play) == ["Score/0"]
    write(play, 5)
    assert keys(play) == ["Score/2"], "Ben is out"
    write(play, 90)
    assert sentence(play) == "Ana wins."
    assert [(one.seat, one.place) for one in play.outcome().places] == [(0, 1), (1, 2), (2, 3)]


@pytest.mark.rule("AB-8")
def test_what_a_named_row_is_worth() -> None:
    names, worth = rows_of("Birds, Sets x5, Debts x-1, 3 x 3, Odd ×−2")
    assert (names, worth) == (("Birds", "Sets", "Debts", "3", "Odd"), (1, 5, -1, 3, -2))
    play = sit("Ana", "Ben", categories=names[:3], worth=worth[:3])
    assert str(play.open()[0].sentence(play.table)) == "Birds: how many for Ana?"
    write(play, 38, 40, 2)
    assert points(play) == [48, 40]
    assert [str(row.label) for row in play.view().sheet.rows] == ["Birds", "Sets ×5", "Debts ×−1"]
    write(play, 1, 3, 0)
    assert points(play) == [45, 45] and sentence(play) == "Ana and Ben share the victory."
    assert typed_rows(play.table.sheet) == "Birds, Sets x5, Debts x-1"


@pytest.mark.rule("AB-13")
@pytest.mark.parametrize(("gives", "bid", "took", "round_", "expected"), [
    (SKULL_KING, 3, 3, 5, 60), (SKULL_KING, 3, 1, 5, -20), (SKULL_KING, 0, 0, 7, 70), (SKULL_KING, 0, 2, 7, -70),
    (WIZARD, 2, 2, 4, 40), (WIZARD, 0, 0, 4, 20), (WIZARD, 1, 4, 4, -30),
    (OH_HELL, 4, 4, 9, 14), (OH_HELL, 4, 3, 9, 0)])
def test_bids_of_three_games(gives: tuple[int, ...], bid: int, took: int, round_: int, expected: int) -> None:
    assert Sheet(bids=gives).for_bid(bid, took, 0, round_) == expected


@pytest.mark.rule("AB-13", "AB-6")
def test_a_round_of_bids_and_tricks_is_worked_out() -> None:
    """Round two, so a bid of zero is 20. Cleo takes the skull king with a pirate: 30."""
    play = sit(by="bids", rounds=2, turn="dealer")
    assert [one.marks != () for one in play.view().seats] == [False, False, True], "Cleo deals"
    write(play, 1, 0, 0)
    play.answer("Tricks/table", [1, 0, 0])
    assert points(play) == [20, 10, 10] and keys(play) == ["Bid/1"]
    write(play, 0, 2, 1)
    assert str(play.view().seats[2].note) == "bid 2"
    play.answer("Bonus/table", [0, 30, 0])
    play.answer("Tricks/table", [0, 2, 0])
    assert points(play) == [10, 30, 80] and sentence(play) == "Cleo wins."


@pytest.mark.rule("AB-14")
def test_the_last_number_of_a_zero_sum_follows() -> None:
    play = sit(zero_sum=True, rounds=1)
    write(play, -30, 50)
    assert points(play) == [-30, 50, -20] and sentence(play) == "Ben wins."


@pytest.mark.rule("AB-15")
@pytest.mark.parametrize(("answer", "won", "words"), [("won", True, "You won together."),
                                                      ("lost", False, "The game won this time.")])
def test_together_against_the_game(answer: str, won: bool, words: str) -> None:
    play = sit(by="wins", wins="together")
    assert keys(play) == ["Verdict/table"]
    play.answer("Verdict/table", answer)
    assert (play.outcome().won, sentence(play)) == (won, words)
    assert all(place.score is None for place in play.outcome().places), "there are no points"
    counted = sit(rounds=2, wins="together")
    write(counted, 12, 15)
    assert points(counted) == [27, 27, 27] and keys(counted) == ["Verdict/table"]


@pytest.mark.rule("AB-16")
def test_won_lost_and_drawn_without_numbers() -> None:
    play = sit("Ana", "Ben", by="wins", rounds=1)
    play.answer("WhoWon/table", "1")
    assert sentence(play) == "Ben wins." and play.view().seats[0].score is None and play.view().sheet is None
    assert [(one.seat, one.place, one.score) for one in play.outcome().places] == [(1, 1, None), (0, 2, None)]
    drawn = sit("Ana", "Ben", by="wins", rounds=1)
    drawn.answer("WhoWon/table", "draw")
    assert sentence(drawn) == "It's a draw." and drawn.outcome().winners == (0, 1)
    best_of_three = sit("Ana", "Ben", by="wins", target=2, reach="once")
    for answer in ("0", "draw", "1", "0"):
        best_of_three.answer("WhoWon/table", answer)
    assert points(best_of_three) == [2, 1] and sentence(best_of_three) == "Ana wins."


@pytest.mark.rule("AB-A5")
def test_the_last_round_is_opened_again() -> None:
    play = sit("Ana", "Ben")
    write(play, 3, 5, 7, 9)
    play.answer("Reopen/table", "done")
    assert (points(play), play.table.round, keys(play)) == ([3, 5], 1, ["Score/0"])
    play.undo()
    assert (points(play), play.table.round) == ([10, 14], 2)


@pytest.mark.rule("AB-9")
def test_ended_before_anybody_scored() -> None:
    play = sit("Ana", "Ben")
    play.answer("EndEarly/table", "done")
    assert sentence(play) == "The game ended before anybody scored." and play.outcome().winners == ()


def test_a_sheet_is_shared_as_a_code() -> None:
    sheet = Sheet("Skull King", by="bids", rounds=10, turn="dealer")
    code = sheet.to_code()
    assert Sheet.of_code(f" {code}\n") == Sheet.of_code(code.lower()) == sheet and len(code) < 120
    assert Sheet.of_code(code.replace("-", " ")) == sheet, "as My boxes shows it"
    for name in ("Skull King", "Score sheet for six", "SCORESHEET 2", "Any box for six", "ANYBOX 2"):
        assert Sheet.of_code(name) is None
    for damaged in (code[:-9], code[:-4], code[:-4].replace("-", " "), code[:20] + "ZZ" + code[22:],
                    "SCORESHEET-", "ANYBOX-", "ANYBOX-É"):
        with pytest.raises(Refused, match="code isn't right"):
            Sheet.of_code(damaged)


def test_sheets_of_earlier_versions_are_read() -> None:
    old = {"name": "Hearts", "rounds": 0, "low": True, "start": 50, "target": 0, "passes": True, "categories": []}
    sheet = Sheet.of(old)
    assert (sheet.wins, sheet.turn, sheet.has_target, sheet.by) == ("low", "first", False, "numbers")
    assert Sheet.of({**old, "low": False, "passes": False}).wins == "high"


@pytest.mark.parametrize("value", [None, "x", 1.5, [], {"a": 1}, -1])
def test_rounds_that_are_no_number_are_refused_and_nothing_is_booked(value: object) -> None:
    play = sit("Ana", "Ben")
    write(play, 3, 4)
    before = list(play.log)
    with pytest.raises(Refused, match="Rounds played can't be"):
        play.correct("round", value)
    assert play.log == before


def test_thousands_of_rounds_are_as_fast_as_a_few() -> None:
    play = sit("Ana", "Ben", "Cleo", "Dan", below_zero=True)

    def ten_rounds() -> int:
        with Profile() as calls:
            write(play, *range(40))
            play.view(), list(play.fields()), play.open()[0].draft(play.table).describe()
        return int(Stats(calls).total_calls)

    few = ten_rounds()
    table = play.table
    for round_ in range(table.round, 4000):
        for column in range(4):
            table.cells[f"{round_}.{column}"] = 1
    table.round = 4000
    many = ten_rounds()
    assert many < 3 * few, (few, many)
    assert [str(row.label) for row in play.view().sheet.rows][:2] == ["1–3911", "3912"]
