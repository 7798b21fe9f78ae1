"""Windward: battles, what follows from them, and lost ships (WW-58 to WW-82, WW-149, WW-151)."""

import pytest

from companion.games.windward.board.planet import POST
from companion.games.windward.box import model
from companion.games.windward.rules.moves import tied_with
from companion.games.windward.table import Cargo, Turn
from tests.games.windward.voyage import Voyage, two_out


@pytest.fixture
def voyage() -> Voyage:
    return two_out()


def attack(voyage: Voyage, kind: str = "red") -> None:
    voyage.put(kind, voyage.at(1, 3))
    voyage.do("Sail", voyage.at(1, 3))


@pytest.mark.rule("WW-58", "WW-25")
def test_entering_a_living_red_is_a_battle_and_comes_before_any_pick_up(voyage: Voyage) -> None:
    voyage.table.drop(Cargo(plus_two=1), voyage.at(1, 3))
    attack(voyage)
    assert [type(question).__name__ for question in voyage.play.open()] == ["Throw"]


@pytest.mark.rule("WW-59", "WW-60")
def test_base_strengths_and_who_rolls_for_the_crester(voyage: Voyage) -> None:
    attack(voyage)
    assert voyage.of("Throw").how_many(voyage.table) == 2
    voyage.do("Throw", [1, 1])
    throw = voyage.of("Throw")
    assert throw.how_many(voyage.table) == 5
    assert throw.seat is voyage.captain(2)                   # Cleo sits on Ana's right


@pytest.mark.rule("WW-61", "WW-62")
def test_the_order_of_a_battle_between_ships(voyage: Voyage) -> None:
    ben = voyage.captain(1)
    ben.ship, ben.cannons, ben.morale = voyage.at(1, 3), 2, 4
    voyage.captain().cannons = 1
    voyage.do("Sail", voyage.at(1, 3))
    stages = []
    for answer in (1, [1, 1, 1], 0, [1, 2], [0, 0], [0, 0]):
        question = voyage.question
        stages.append((type(question).__name__, question.seat.name))
        voyage.answer(answer)
    assert stages == [("Cannons", "Ana"), ("Throw", "Ana"), ("Cannons", "Ben"), ("Throw", "Ben"),
                      ("Extras", "Ana"), ("Extras", "Ben")]
    assert (voyage.captain().cannons, ben.cannons) == (0, 2)


@pytest.mark.rule("WW-61", "WW-62")  # Ben's dice are still rolled for him
def test_a_captain_who_left_is_asked_for_no_cannons_or_cards(voyage: Voyage) -> None:
    ben = voyage.captain(1)
    ben.ship, ben.cannons, ben.morale = voyage.at(1, 3), 2, 4
    voyage.do("Sail", voyage.at(1, 3))
    voyage.play.leave(1)
    for answer in ([1, 1], [1, 2], [0, 0]):
        assert (type(voyage.question).__name__, voyage.question.seat.name) != ("Cannons", "Ben")
        voyage.answer(answer)
    assert ben.cannons == 2 and not voyage.play.table.now[1:]


@pytest.mark.rule("WW-62", "WW-63", "WW-51")
@pytest.mark.parametrize(("crew", "cannons", "dice"), [([], 0, 2), ([], 3, 5), (["sergeant"], 2, 5)])
def test_dice_of_an_attacking_ship(voyage: Voyage, crew: list[str], cannons: int, dice: int) -> None:
    me = voyage.captain()
    me.crew, me.cannons = crew, 3
    attack(voyage)
    voyage.do("Cannons", cannons)
    assert voyage.of("Throw").how_many(voyage.table) == dice


@pytest.mark.rule("WW-51", "WW-63", "WW-A11")
def test_the_marine_adds_two_hits_against_a_red_and_none_against_the_white(voyage: Voyage) -> None:
    voyage.captain().crew = ["marine"]
    attack(voyage)
    voyage.battle([3, 3], [1, 1, 1, 2, 2])                   # 6 + 2 against 7
    assert voyage.captain().hold is not None
    voyage.do("PlaceRed", voyage.at(1, 5))
    voyage.captain().ship = voyage.at(2, 2)
    voyage.put("white", voyage.at(2, 2, 1))
    voyage.do("Sail", voyage.at(2, 2, 1))
    voyage.battle([3, 3], [1, 1, 1, 1, 1, 1, 1, 1])          # 6 against 8: two morale gone
    assert voyage.captain().morale == 2


@pytest.mark.rule("WW-64", "WW-71", "WW-81")
def test_a_beaten_red_goes_into_the_hold_and_the_ship_stays(voyage: Voyage) -> None:
    attack(voyage)
    voyage.battle([3, 3], [1, 1, 1, 1, 1])
    me = voyage.captain()
    assert me.hold is not None and me.hold.kind == "red"
    assert me.ship == voyage.at(1, 3)


@pytest.mark.rule("WW-71", "WW-151")
def test_with_a_full_hold_it_is_left_on_the_space(voyage: Voyage) -> None:
    voyage.aboard("grey")
    attack(voyage)
    voyage.battle([3, 3], [1, 1, 1, 1, 1])
    assert [crester.kind for crester in voyage.table.fallen(voyage.at(1, 3))] == ["red"]


@pytest.mark.rule("WW-72", "WW-A14")
def test_the_winner_puts_a_new_red_into_the_territory(voyage: Voyage) -> None:
    attack(voyage)
    voyage.battle([3, 3], [1, 1, 1, 1, 1])
    assert voyage.cannot("PlaceRed", voyage.at(2, 3))        # another territory
    assert voyage.cannot("PlaceRed", voyage.at(1, 3))        # the ship is there
    voyage.do("PlaceRed", voyage.at(1, 5))
    assert [red.at for red in voyage.table.living("red")] == [voyage.at(1, 5)]
    assert voyage.table.stock.reds == 9 - 2                  # one aboard, one flying


@pytest.mark.rule("WW-72", "WW-116", "WW-129")
@pytest.mark.parametrize("mode", ["solo", "coop"])
def test_alone_and_together_no_red_returns(mode: str) -> None:
    voyage = Voyage(mode, ship=(1, 2))
    voyage.put("red", voyage.at(6, 5))
    attack(voyage)
    voyage.battle([3, 3], [1, 1, 1, 1, 1])
    assert voyage.is_open("Sail")


@pytest.mark.rule("WW-65", "WW-74", "WW-149")
def test_a_tie_sends_the_attacker_back_with_a_token_for_every_captain(voyage: Voyage) -> None:
    ben = voyage.captain(1)
    ben.ship = voyage.at(1, 3)
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([1, 2], [2, 1])
    assert voyage.captain().ship == voyage.at(1, 2)
    assert voyage.captain().cargo.plus_two == ben.cargo.plus_two == 1
    assert voyage.turn.speed == 4                            # on the wind; nothing is refunded or charged


@pytest.mark.rule("WW-66", "WW-A12")
def test_the_same_two_do_not_meet_again_this_turn(voyage: Voyage) -> None:
    attack(voyage)
    voyage.battle([3, 2], [1, 1, 1, 1, 1])
    assert voyage.captain().ship == voyage.at(1, 2)
    assert voyage.cannot("Sail", voyage.at(1, 3)) == "WW-66"
    voyage.table.crester("red1").at = voyage.at(1, 4)
    voyage.do("Sail", voyage.at(1, 3))                       # the hex is open once the Red is gone
    assert voyage.captain().ship == voyage.at(1, 3)


@pytest.mark.rule("WW-A12")
def test_after_a_lost_attack_a_second_try_is_allowed(voyage: Voyage) -> None:
    attack(voyage)
    voyage.battle([1, 1], [1, 1, 1, 1, 1])               # 2 against 5: three morale
    assert (voyage.captain().morale, voyage.captain().ship) == (1, voyage.at(1, 2))
    voyage.do("Sail", voyage.at(1, 3))
    assert voyage.is_open("Throw")


@pytest.mark.rule("WW-67", "WW-149")
def test_a_beaten_ship_loses_the_difference_and_takes_a_token(voyage: Voyage) -> None:
    attack(voyage)
    voyage.battle([1, 1], [1, 1, 1, 1, 1], extras=([1, 0],))  # 3 against 5
    assert voyage.captain().morale == 2
    assert voyage.captain().cargo.plus_two == 1
    assert voyage.captain().ship == voyage.at(1, 2)


@pytest.mark.rule("WW-67")
def test_an_attacker_that_wins_against_a_floating_ship_goes_back_too(voyage: Voyage) -> None:
    ben = voyage.captain(1)
    ben.ship, ben.morale = voyage.at(1, 3), 4
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([3, 1], [1, 1])
    assert (ben.morale, ben.cargo.plus_two) == (2, 1)
    assert voyage.captain().ship == voyage.at(1, 2)
    assert voyage.captain().cargo.plus_two == 0              # the winner never takes one


@pytest.mark.rule("WW-68", "WW-41", "WW-82")
def test_a_beaten_longboat_returns_to_its_board(voyage: Voyage) -> None:
    boat = voyage.boat(voyage.at(2, 2))
    voyage.captain().rowing = 3
    voyage.put("grey", voyage.at(2, 3))
    voyage.do("Row", voyage.at(2, 3))
    voyage.battle([1], [3])
    me = voyage.captain()
    assert boat not in voyage.table.boats and me.boats_aboard == 1
    assert (me.cargo.plus_two, me.rowing, me.morale) == (1, 2, 4)


@pytest.mark.rule("WW-41", "WW-39")
def test_a_towing_attacker_leaves_its_grey_to_the_winner(voyage: Voyage) -> None:
    voyage.boat(voyage.at(2, 2))
    other = voyage.boat(voyage.at(2, 3), captain=1)
    grey = voyage.put("grey", voyage.at(2, 2), living=False)
    voyage.captain().rowing = 1
    voyage.do("Row", voyage.at(2, 3))
    voyage.battle([1], [2])
    assert voyage.table.boats == [other]
    assert grey.at == other.at


@pytest.mark.rule("WW-74")
def test_a_tied_longboat_takes_its_tow_back(voyage: Voyage) -> None:
    boat = voyage.boat(voyage.at(2, 2))
    voyage.boat(voyage.at(2, 3), captain=1)
    grey = voyage.put("grey", voyage.at(2, 2), living=False)
    voyage.captain().rowing = 1
    voyage.do("Row", voyage.at(2, 3))
    voyage.battle([2], [2])
    assert boat.at == grey.at == voyage.at(2, 2)


@pytest.mark.rule("WW-69", "WW-38")
def test_a_beaten_grey_is_towed_by_the_boat_that_stays(voyage: Voyage) -> None:
    boat = voyage.boat(voyage.at(2, 2))
    voyage.captain().rowing, voyage.captain().crew = 3, ["harpooner"]
    grey = voyage.put("grey", voyage.at(2, 3))
    voyage.do("Row", voyage.at(2, 3))
    assert voyage.of("Throw").how_many(voyage.table) == 2    # WW-51: the Harpooner
    voyage.battle([1, 1], [1])
    assert not grey.living and boat.at == grey.at == voyage.at(2, 3)
    voyage.do("Row", voyage.at(2, 4))
    assert grey.at == voyage.at(2, 4)


@pytest.mark.rule("WW-70", "WW-A13")
def test_greys_come_back_until_there_is_one_fewer_than_captains() -> None:
    voyage = Voyage(box=model.starter())
    table = voyage.table
    fallen = table.living("grey")[0]
    voyage.captain().ship = fallen.at
    voyage.captain().rowing = 2
    start = next(near for near in table.planet.near[fallen.at] if near not in table.planet.drift)
    voyage.boat(start)
    voyage.do("Row", fallen.at)
    voyage.battle([3], [1])
    taken = table.planet.territory[table.living("grey")[0].at]
    assert voyage.is_open("GreyDie")
    assert voyage.cannot("GreyDie", [taken]) == "WW-70"      # re-roll: a Grey feeds there already
    free = next(n for n in voyage.of("GreyDie").faces(table))
    voyage.do("GreyDie", [free])
    assert len(table.living("grey")) == 2


@pytest.mark.rule("WW-74", "WW-25")
def test_from_port_into_a_battle_and_back_to_port(voyage: Voyage) -> None:
    voyage.captain().ship = POST
    voyage.put("red", voyage.at(1, 1))
    voyage.do("Sail", voyage.at(1, 1))
    voyage.battle([3, 2], [1, 1, 1, 1, 1])
    assert voyage.captain().at_port


@pytest.mark.rule("WW-75", "WW-87", "WW-A35", "WW-54")
def test_a_false_flag_ends_a_battle_before_the_dice() -> None:
    voyage = Voyage()
    voyage.captain(1).ship = voyage.at(1, 3)
    voyage.captain().ship = voyage.at(1, 2)
    voyage.do("Sail", voyage.at(1, 3))
    voyage.do("FalseFlag")
    assert voyage.captain().ship == voyage.at(1, 2)
    assert voyage.cannot("Sail", voyage.at(1, 3)) == "WW-66"
    assert voyage.captain().cargo.plus_two == 0


@pytest.mark.rule("WW-149", "WW-63")
def test_plus_two_tokens_are_spent_from_the_ships_hold_for_a_far_longboat(voyage: Voyage) -> None:
    voyage.give(plus_two=2)
    voyage.table.stock.plus_two -= 2
    voyage.boat(voyage.at(4, 2))
    voyage.captain().rowing = 1
    grey = voyage.put("grey", voyage.at(4, 3))
    voyage.do("Row", voyage.at(4, 3))
    voyage.battle([1], [3], extras=([0, 2],))                # 1 + 4 against 3
    assert not grey.living
    assert voyage.captain().cargo.plus_two == 0 and voyage.table.stock.plus_two == 10


@pytest.mark.rule("WW-66")
def test_a_tie_closes_only_the_hex_of_the_foe_it_was_with(voyage: Voyage) -> None:
    """After a tie with the Red another captain's ship may still be attacked; at port nobody stands in the way."""
    red, turn = voyage.put("red", voyage.at(1, 3)), voyage.table.under_way(Turn)
    voyage.captain(1).ship = voyage.at(2, 2)
    turn.ties.append(("ship0", red.key))
    assert tied_with(voyage.table, turn, "ship0") == {voyage.at(1, 3)}
    turn.ties.append(("ship0", "ship1"))
    assert tied_with(voyage.table, turn, "ship0") == {voyage.at(1, 3), voyage.at(2, 2)}
    voyage.captain(1).ship = POST
    assert tied_with(voyage.table, turn, "ship0") == {voyage.at(1, 3)}
    voyage.put("red", voyage.at(1, 4))
    voyage.put("grey", voyage.at(1, 5), living=False)
    assert tied_with(voyage.table, turn, "ship0") == {voyage.at(1, 3)}, "another Red, and a Grey that fell"
    red.living = False
    assert tied_with(voyage.table, turn, "ship0") == set(), "nobody is left to attack"


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
