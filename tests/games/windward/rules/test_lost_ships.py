"""Windward: a ship is lost (WW-76 to WW-82)."""

import pytest

from companion.games.windward.board.planet import POST
from companion.games.windward.table import Cargo
from tests.games.windward.rules.test_battles import attack
from tests.games.windward.voyage import Voyage, two_out


@pytest.fixture
def voyage() -> Voyage:
    return two_out()


@pytest.mark.rule("WW-76", "WW-77", "WW-79", "WW-80", "WW-81", "WW-A15")
def test_lost_to_a_crester_on_the_own_turn(voyage: Voyage) -> None:
    me = voyage.captain()
    me.morale, me.gas, me.cannons, me.rowing = 2, 3, 0, 4
    voyage.aboard("grey")
    voyage.give(red_teeth=1)
    attack(voyage)
    voyage.battle([1, 1], [1, 1, 1, 1, 1])
    where = voyage.at(1, 3)
    assert [crester.kind for crester in voyage.table.fallen(where)] == ["grey"]
    assert voyage.table.lying_at(where) == Cargo(red_teeth=1)
    assert (me.ship, me.morale, me.gas, me.rowing) == (POST, 1, 3, 4)
    assert me.cargo == Cargo(plus_two=1)
    assert me.points == 0
    assert voyage.table.active is voyage.captain(1)          # the turn is over at once
    assert voyage.table.crester("red2").at == where            # the victor stays


@pytest.mark.rule("WW-78", "WW-79")
def test_looted_by_a_ship(voyage: Voyage) -> None:
    ben = voyage.captain(1)
    ben.ship, ben.morale = voyage.at(1, 3), 1
    voyage.aboard("red", captain=1)
    voyage.give(1, grey_teeth=2, red_teeth=1, plus_two=2)
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([3, 3], [1, 1])
    assert voyage.captain().hold is not None and voyage.captain().hold.kind == "red"
    assert voyage.cannot("Loot", [1, 0, 0]) == "WW-78"       # five pieces: exactly three
    voyage.do("Loot", [2, 1, 0])
    assert voyage.captain().cargo == Cargo(2, 1, 0)
    assert ben.cargo == Cargo(plus_two=3)                    # two left, and the one for the loss
    assert (ben.ship, ben.morale) == (POST, 1)
    assert voyage.captain().ship == voyage.at(1, 3)          # WW-81
    assert voyage.is_open("EndTurn")                         # WW-80: the turn simply goes on


@pytest.mark.rule("WW-78", "WW-151")
def test_a_second_crester_falls_onto_the_space_of_the_battle(voyage: Voyage) -> None:
    voyage.aboard("grey")
    voyage.captain(1).ship = voyage.at(1, 3)
    voyage.aboard("red", captain=1)
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([3, 3], [1, 1])
    assert [crester.kind for crester in voyage.table.fallen(voyage.at(1, 3))] == ["red"]


@pytest.mark.rule("WW-103")
def test_teeth_left_in_a_lost_hold_are_cashed_when_the_next_turn_begins(voyage: Voyage) -> None:
    ben = voyage.captain(1)
    ben.ship = voyage.at(1, 3)
    voyage.give(1, grey_teeth=2)
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([3, 3], [1, 1])
    assert ben.points == 0
    voyage.end_turn()
    assert voyage.table.active is ben and ben.points == 3
    assert ben.cargo.grey_teeth == 0


@pytest.mark.rule("WW-82")
def test_boats_cards_and_crew_are_untouched_by_a_loss(voyage: Voyage) -> None:
    me = voyage.captain()
    boat = voyage.boat(voyage.at(3, 3))
    me.morale, me.crew = 1, ["purser"]
    attack(voyage)
    voyage.battle([1, 1], [1, 1, 1, 1, 1])
    assert voyage.table.boats == [boat] and me.crew == ["purser"]
