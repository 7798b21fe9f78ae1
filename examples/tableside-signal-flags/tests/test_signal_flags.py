"""Signal flags, rule by rule, and the whole kit."""

import pytest
from tableside_signal_flags import game
from tableside_signal_flags.rules import SignalFlags, glance

from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.testing import kit_tests

test_kit = kit_tests(game, plays=20, tests=__file__)

NAMES = ("Ana", "Ben", "Cleo", "Dan")


def start() -> Play[SignalFlags]:
    """Ana and Cleo have anchor, bell and cat; Ben and Dan duck, fish and heart."""
    play: Play[SignalFlags] = Play(game, Setup(people(*NAMES)))
    play.answer("HideFlags/table", list(range(8)), rolled=True)
    for seat in range(4):
        play.answer(f"LookAtFlags/{seat}", "seen")
    return play


@pytest.mark.rule("SF-1")
def test_two_crews_of_every_other_player() -> None:
    for number in (3, 9):
        with pytest.raises(Refused):
            Play(game, Setup(people(*"ABCDEFGHI"[:number])))
    assert [[seat.index for seat in crew.seats] for crew in start().table.crews] == [[0, 2], [1, 3]]


@pytest.mark.rule("SF-2")
def test_a_crew_sees_its_own_three_flags_and_no_other() -> None:
    table = start().table
    seen = [[str(line.text) for line in glance(table, seat).lines] for seat in table.seats]
    assert seen == [["Anchor", "Bell", "Cat"], ["Duck", "Fish", "Heart"]] * 2
    with pytest.raises(LookupError):
        table.seen_by(table.seats[1], table.hidden[0])


@pytest.mark.rule("SF-3", "SF-4")
def test_the_first_hidden_flag_of_the_others_is_hoisted() -> None:
    play = start()
    play.answer("Guess/0", "duck")
    play.answer("Guess/1", "star")
    assert play.table.hoisted == ["anchor", "", "", "duck", "", ""]
    assert [seat.points for seat in play.table.seats] == [1, 0, 1, 0]
    with pytest.raises(Refused):
        play.answer("Guess/0", "duck")


@pytest.mark.rule("SF-5")
@pytest.mark.parametrize(("last", "winners"), [("cat", (0, 1, 2, 3)), ("star", (0, 2))])
def test_six_flags_then_the_crew_with_more_points(last: str, winners: tuple[int, ...]) -> None:
    play = start()
    for guess in ("duck", "star", "moon", "moon", "moon", last):
        assert play.outcome() is None
        play.answer(play.open()[0].key(), guess)
    outcome = play.outcome()
    assert outcome is not None and outcome.winners == winners
