"""Somebody joins at the score sheet late."""

import pytest

from companion.core.setup import Person
from companion.core.text import Refused
from tests.games.score_sheet.test_sheet_rules import keys, points, sit, write

LENA = Person("Lena", 7)


@pytest.mark.rule("AB-A3")
def test_a_column_more_from_the_next_round_on() -> None:
    play = sit(start=50)
    write(play, 10)
    play.join(LENA)
    write(play, 20)
    assert keys(play) == ["Score/2"] and len(play.table.columns) == 3
    write(play, 30)
    assert points(play) == [60, 70, 80, 50]
    write(play, 1, 2, 3, 4)
    assert points(play) == [61, 72, 83, 54]
    assert [row.cells for row in play.view().sheet.rows][:2] == [(10, 20, 30, None), (1, 2, 3, 4)]


@pytest.mark.rule("AB-A3", "AB-6")
def test_the_first_player_goes_on_passing_one_further() -> None:
    """Three: Ana, then Ben is first; from the third round on four sit there: Cleo, Lena, Ana, Ben."""
    play = sit(turn="first")
    firsts = []
    for round_ in range(6):
        firsts.append(play.open()[0].key())
        write(play, 1)
        if round_ == 1:
            play.join(LENA)
        write(play, *(1,) * (2 if round_ < 2 else 3))
    assert firsts == ["Score/0", "Score/1", "Score/2", "Score/3", "Score/0", "Score/1"]


@pytest.mark.rule("AB-A3", "AB-3")
def test_not_with_teams_and_not_in_the_last_round() -> None:
    with pytest.raises(Refused, match="teams were settled"):
        sit("Ana", "Ben", "Cleo", "Dan", sides=2).join(LENA)
    play = sit(rounds=1)
    write(play, 1)
    with pytest.raises(Refused, match="last round has begun"):
        play.join(LENA)


def test_alone_is_no_reason_against_company() -> None:
    play = sit("Ana")
    play.join(LENA)
    assert keys(play) == ["Score/0"] and [seat.name for seat in play.table.seats] == ["Ana", "Lena"]


@pytest.mark.rule("AB-A4")
def test_who_has_left_is_not_asked_and_can_still_win() -> None:
    play = sit("Ana", "Ben", "Cleo", rounds=2)
    write(play, 2, 3, 9)
    play.leave(2)
    write(play, 1, 1)
    assert play.outcome().winners == (2,)
