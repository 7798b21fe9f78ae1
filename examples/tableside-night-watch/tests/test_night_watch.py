"""Night watch, rule by rule, and the whole kit."""

import pytest
from tableside_night_watch import game
from tableside_night_watch.rules import NightWatch

from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.testing import kit_tests

test_kit = kit_tests(game, plays=20, tests=__file__)

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve")


def start() -> Play[NightWatch]:
    """With five players, the first card is the saboteur: Ben gets it."""
    play: Play[NightWatch] = Play(game, Setup(people(*NAMES)))
    play.answer("DealRoles/table", [1, 0, 2, 3, 4], rolled=True)
    for seat in range(5):
        play.answer(f"Look/{seat}", "seen")
    return play


def night(play: Play[NightWatch], ben: str) -> None:
    for seat in range(5):
        if not play.table.seats[seat].gone:
            play.answer(f"Lay/{seat}", ben if seat == 1 else "success")


@pytest.mark.rule("NW-1")
def test_five_to_eight_players_a_third_are_saboteurs() -> None:
    with pytest.raises(Refused):
        Play(game, Setup(people(*NAMES[:4])))
    play: Play[NightWatch] = Play(game, Setup(people(*NAMES, "Finn")))
    assert play.open()[0].things(play.table).count("saboteur") == 2


@pytest.mark.rule("NW-2")
def test_only_its_owner_sees_a_role() -> None:
    play: Play[NightWatch] = Play(game, Setup(people(*NAMES)))
    play.answer("DealRoles/table", [1, 0, 2, 3, 4], rolled=True)
    hints = [str(one.hint(play.table)) for one in play.open()]
    assert hints[:2] == ["You keep the watch.", "You are a saboteur."]
    ana, ben = play.table.seats[:2]
    with pytest.raises(LookupError):
        play.table.seen_by(ana, ben.role)
    assert play.public_log()[0].answer is None


@pytest.mark.rule("NW-3", "NW-4")
def test_only_a_saboteur_may_lay_a_failure_and_nobody_learns_who_did() -> None:
    play = start()
    with pytest.raises(Refused):
        play.answer("Lay/0", "failure")
    night(play, "failure")
    assert (play.table.dark, play.table.bright) == (1, 0)
    assert str(play.chronicle()[-1].lines[-1].text) == "One lamp was blown out."
    assert all(record.answer is None for record in play.public_log()), "also in a shared file"


@pytest.mark.rule("NW-5")
@pytest.mark.parametrize(("card", "winners"), [("failure", (1,)), ("success", (0, 2, 3, 4))])
def test_three_nights_for_one_side(card: str, winners: tuple[int, ...]) -> None:
    play = start()
    for _ in range(3):
        assert play.outcome() is None
        night(play, card)
    outcome = play.outcome()
    assert outcome is not None and outcome.winners == winners


@pytest.mark.rule("NW-A1")
def test_who_leaves_wins_or_loses_with_their_side() -> None:
    play = start()
    play.leave(0)
    for _ in range(3):
        night(play, "success")
    outcome = play.outcome()
    assert outcome is not None and 0 in outcome.winners
