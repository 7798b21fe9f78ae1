"""Windward: odd corners of battles, the White and the end, that the book forgets and a table will find."""

from dataclasses import replace
from random import Random

import pytest

from companion.core.text import Refused
from companion.games.windward import view as table_view
from companion.games.windward.board.hexes import distance
from companion.games.windward.board.planet import POST, Terrain
from companion.games.windward.box import model
from companion.games.windward.rules.combat import Battle
from companion.games.windward.table import Cargo
from tests.games.windward.voyage import Voyage, open_sky


def painted(terrain: Terrain, *places: tuple[str, tuple[int, int]]) -> model.Box:
    """Open sky but for some spaces of some tiles, both sides alike."""
    box = open_sky()
    for letter, place in places:
        box = replace(box, large=box.large.with_tile(letter, box.large.tile(letter).painted(place, terrain)))
    return box


def two_ships(morale: int = 1) -> Voyage:
    """Ana two spaces out in territory 1, Ben on the space beyond her."""
    voyage = Voyage(players=2)
    voyage.captain(0).ship, voyage.captain(1).ship = voyage.at(1, 2), voyage.at(1, 3)
    voyage.captain(1).morale = morale
    return voyage


# Battles


@pytest.mark.rule("WW-54")
def test_after_a_false_flag_the_attacker_leaves_that_captain_alone_not_just_that_boat() -> None:
    voyage = Voyage()
    voyage.boat(voyage.at(2, 2))
    voyage.boat(voyage.at(2, 3), captain=1)
    voyage.captain(1).boats_aboard = 1
    voyage.boat(voyage.at(2, 2, 1), captain=1, number=2)
    voyage.captain().rowing = 4
    voyage.do("Row", voyage.at(2, 3))
    voyage.do("FalseFlag")
    assert voyage.cannot("Row", voyage.at(2, 3)) == "WW-66"
    assert voyage.cannot("Row", voyage.at(2, 2, 1)) == "WW-66"   # Ben's other boat: the same captain


@pytest.mark.rule("WW-A35", "WW-A16")
def test_a_false_flag_sends_an_attacking_red_back_one_space() -> None:
    voyage = Voyage(players=2, ship=(1, 2))
    me = voyage.captain()
    red = voyage.put("red", voyage.at(1, 5))
    voyage.end_turn()
    voyage.do("Fly")
    voyage.do("FalseFlag")
    assert red.at == voyage.at(1, 3)                         # one back, not to where it began
    assert (me.morale, me.points, me.cargo.plus_two) == (1, 1, 0)


@pytest.mark.rule("WW-32", "WW-74", "WW-A26")
def test_nobody_goes_back_to_port_with_a_crester() -> None:
    """Out of port into two Reds, one after the other: the first goes into the hold, the second throws the ship back."""
    voyage = Voyage("solo", two_reds_together=False, morale=4)
    me = voyage.captain()
    for place in ((1, 1), (1, 1), (4, 5)):
        voyage.put("red", voyage.at(*place))
    voyage.do("Sail", voyage.at(1, 1))
    voyage.battle([3, 3], [1, 1, 1, 1, 1])
    voyage.battle([3, 2], [1, 1, 1, 1, 1])                   # a tie
    assert me.at_port and me.hold is None
    assert [crester.kind for crester in voyage.table.fallen(voyage.at(1, 1))] == ["red"]


@pytest.mark.rule("WW-77", "WW-79", "WW-151")
def test_out_of_port_into_a_lost_battle_the_cargo_lies_where_it_was_fought() -> None:
    voyage = Voyage()
    voyage.give(plus_two=1)
    voyage.put("red", voyage.at(1, 1))
    voyage.do("Sail", voyage.at(1, 1))
    voyage.battle([1, 1], [1, 1, 1, 1, 1])
    assert voyage.table.lying_at(voyage.at(1, 1)) == Cargo(plus_two=1)
    assert voyage.captain().cargo == Cargo(plus_two=1)       # the one for the loss
    assert voyage.table.active is voyage.captain(1)


@pytest.mark.rule("WW-78", "WW-80")
def test_an_attacker_who_loses_the_ship_is_looted_and_the_turn_is_over() -> None:
    voyage = Voyage(players=2)
    ana, ben = voyage.captain(0), voyage.captain(1)
    ana.ship, ben.ship = voyage.at(1, 2), voyage.at(1, 3)
    red = voyage.aboard("red")
    voyage.give(grey_teeth=1)
    voyage.do("Sail", ben.ship)
    voyage.battle([1, 1], [3, 3])
    assert ben.hold is red and ben.cargo == Cargo(grey_teeth=1)
    assert ana.at_port and ana.cargo == Cargo(plus_two=1)
    assert voyage.table.active is ben and ben.ship == voyage.at(1, 3)
    assert {"Ben took Ana's Crester.", "Ben took a grey tooth from Ana."} <= set(voyage.told())


@pytest.mark.rule("WW-78", "WW-144")
def test_teeth_that_the_naturalist_loots_go_to_the_stock() -> None:
    voyage = Voyage(players=2, naturalist=True)
    voyage.captain(0).ship, voyage.captain(1).ship = voyage.at(1, 2), voyage.at(1, 3)
    voyage.give(1, red_teeth=3)
    voyage.table.stock.red_teeth -= 3
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([3, 3], [1, 1])
    assert voyage.captain(0).cargo == Cargo() and voyage.captain(1).cargo.red_teeth == 1
    assert voyage.table.stock.red_teeth == 8 - 1


@pytest.mark.rule("WW-A44", "WW-38")
def test_all_greys_on_a_boats_space_are_in_its_tow() -> None:
    voyage = Voyage()
    boat = voyage.boat(voyage.at(2, 2))
    greys = [voyage.put("grey", voyage.at(2, 2), living=False) for _ in range(2)]
    voyage.captain().rowing = 2
    voyage.do("Row", voyage.at(2, 4))
    assert [grey.at for grey in greys] == [boat.at, boat.at] == [voyage.at(2, 4)] * 2
    voyage.captain(1).ship = voyage.at(2, 4)
    voyage.end_turn()
    assert not voyage.of("PickUp").possible(voyage.table)    # Ben's ship may have neither


@pytest.mark.rule("WW-A26", "WW-113")
def test_of_three_reds_on_one_way_back_the_last_goes_where_there_is_room() -> None:
    voyage = Voyage("solo", ship=(1, 2), morale=4)
    me = voyage.captain()
    near, too, far = [voyage.put("red", voyage.at(1, row)) for row in (3, 3, 5)]
    voyage.end_turn()
    voyage.fly_all()
    assert (near.at, too.at, far.at) == (me.ship, me.ship, voyage.at(1, 3))   # the third stops before them
    voyage.battle([1] * 10, [3, 3], extras=([4, 0],))        # a tie
    assert near.at == voyage.at(1, 3)                        # with the third that makes two
    assert voyage.at(1, 3) not in voyage.open_answers("GoesBack") and len(voyage.open_answers("GoesBack")) == 5
    voyage.do("GoesBack", voyage.at(1, 2, 1))
    assert too.at == voyage.at(1, 2, 1) and me.cargo.plus_two == 0


@pytest.mark.rule("WW-70", "WW-54")
def test_no_grey_returns_while_bait_keeps_their_number_up() -> None:
    voyage = Voyage(box=model.starter(), players=2)
    fallen = voyage.table.living("grey")[0]
    voyage.do("Card", "bait")
    voyage.do("Bait", voyage.open_answers("Bait")[0])
    start = next(near for near in voyage.table.planet.near[fallen.at] if near not in voyage.table.planet.drift)
    voyage.boat(start)
    voyage.captain().rowing = 1
    voyage.do("Row", fallen.at)
    voyage.battle([3], [1])
    assert not voyage.is_open("GreyDie") and len(voyage.table.living("grey")) == 1


@pytest.mark.rule("WW-58", "WW-69", "WW-71")
def test_a_defeated_crester_is_no_foe() -> None:
    voyage = Voyage(ship=(1, 2), rowing=1)
    voyage.put("red", voyage.at(1, 3), living=False)
    grey = voyage.put("grey", voyage.at(2, 3), living=False)
    boat = voyage.boat(voyage.at(2, 2))
    voyage.do("Sail", voyage.at(1, 3))
    voyage.do("Row", voyage.at(2, 3))
    assert not voyage.is_open("Throw") and boat.at == grey.at
    with pytest.raises(Refused):
        voyage.play.answer("Throw/0/attacker", [1, 1])       # nobody fights
    assert voyage.is_open("Sail")


@pytest.mark.rule("WW-67", "WW-76")
@pytest.mark.parametrize(("morale", "left", "at_port"), [(4, 1, False), (3, 1, True)])
def test_a_loss_of_exactly_the_morale_loses_the_ship_and_one_less_does_not(morale: int, left: int,
                                                                           at_port: bool) -> None:
    """Five hits against two: three morale."""
    voyage = two_ships(morale)
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([3, 2], [1, 1])
    ben = voyage.captain(1)
    assert (ben.morale, ben.at_port, ben.cargo.plus_two) == (left, at_port, 1)
    assert voyage.captain(0).ship == (voyage.at(1, 3) if at_port else voyage.at(1, 2))   # WW-81: only then she stays


@pytest.mark.rule("WW-78", "WW-79", "WW-149")
def test_half_of_one_piece_is_that_piece_and_the_loss_brings_one_again() -> None:
    voyage = two_ships()
    voyage.give(1, plus_two=1)
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([3, 3], [1, 1])
    assert not voyage.is_open("Loot")                        # nothing to choose
    assert (voyage.captain(0).cargo, voyage.captain(1).cargo) == (Cargo(plus_two=1), Cargo(plus_two=1))


@pytest.mark.rule("WW-78", "WW-149")
def test_from_an_empty_hold_nothing_is_taken_and_nobody_is_asked() -> None:
    voyage = two_ships()
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([3, 3], [1, 1])
    assert voyage.is_open("EndTurn")
    assert (voyage.captain(0).cargo, voyage.captain(1).cargo) == (Cargo(), Cargo(plus_two=1))


@pytest.mark.rule("WW-71", "WW-72", "WW-99", "WW-89")
def test_a_red_that_attacks_by_night_and_falls_beside_a_full_hold() -> None:
    voyage = Voyage(players=2, ship=(1, 2))
    me = voyage.captain()
    grey = voyage.aboard("grey")
    red = voyage.put("red", voyage.at(1, 4))
    voyage.end_turn()
    voyage.do("Fly")
    voyage.battle([1] * 5, [3, 3])
    assert me.hold is grey and not red.living and red.at == me.ship
    voyage.do("PlaceRed", voyage.at(1, 3))                   # right beside the ship, and too late to fly
    assert me.points == 1 and voyage.table.active is voyage.captain(1)


@pytest.mark.rule("WW-51", "WW-63")
def test_against_a_red_that_attacks_the_marine_counts_and_the_sergeant_does_not() -> None:
    voyage = Voyage(players=2, ship=(1, 2), crew=["marine", "sergeant"], morale=4)
    me = voyage.captain()
    red = voyage.put("red", voyage.at(1, 3))
    voyage.end_turn()
    voyage.do("Fly")
    voyage.do("Throw", [1] * 5)
    assert voyage.of("Throw").how_many(voyage.table) == 2
    voyage.do("Throw", [3, 1])                               # four and the Marine's two
    assert me.hold is red


@pytest.mark.rule("WW-65", "WW-66", "WW-149")
def test_a_longboat_that_ties_with_a_grey_goes_back_with_one_token_and_may_not_try_again() -> None:
    voyage = Voyage(rowing=5)
    me = voyage.captain()
    boat = voyage.boat(voyage.at(2, 2))
    grey = voyage.put("grey", voyage.at(2, 3))
    voyage.do("Row", voyage.at(2, 3))
    voyage.battle([2], [2])
    assert boat.at == voyage.at(2, 2) and grey.living
    assert (me.rowing, me.cargo.plus_two) == (4, 1)          # WW-74: going back gives no speed back
    assert voyage.cannot("Row", voyage.at(2, 3)) == "WW-66"


@pytest.mark.rule("WW-39", "WW-41")
def test_a_towing_boat_attacks_only_a_boat_that_tows_nothing() -> None:
    voyage = Voyage(rowing=3)
    voyage.boat(voyage.at(2, 2))
    voyage.put("grey", voyage.at(2, 2), living=False)
    voyage.boat(voyage.at(2, 3), captain=1)
    voyage.boat(voyage.at(2, 2, 1), captain=2)
    voyage.put("grey", voyage.at(2, 2, 1), living=False)
    assert voyage.at(2, 3) in voyage.open_answers("Row")
    assert voyage.cannot("Row", voyage.at(2, 2, 1)) == "WW-39"


@pytest.mark.rule("WW-19", "WW-25")
def test_without_speed_the_wind_still_carries_a_ship_into_a_red_and_no_further() -> None:
    voyage = Voyage()
    me = voyage.captain()
    me.ship, voyage.turn.speed = voyage.at(1, 1), 0
    voyage.put("red", voyage.at(1, 3))
    assert set(voyage.open_answers("Sail")) == {voyage.at(1, 2), voyage.at(1, 3)}
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([3, 2], [1] * 5)                           # a tie
    assert me.ship == voyage.at(1, 2)                        # WW-74: the space before the battle
    assert voyage.table.wind == 1


@pytest.mark.rule("WW-18", "WW-74")
def test_a_jump_into_a_battle_is_undone_to_where_it_began() -> None:
    voyage = Voyage(box=painted(Terrain.ZEPHYR, ("A", (2, 0)), ("D", (2, 0))), ship=(1, 2))
    me = voyage.captain()
    voyage.put("red", voyage.at(4, 2))
    voyage.do("Sail", voyage.at(4, 2))
    voyage.battle([3, 2], [1] * 5)
    assert me.ship == voyage.at(1, 2)
    assert voyage.turn.speed == 3                            # spent all the same


@pytest.mark.rule("WW-70")
def test_a_grey_that_falls_while_the_stock_is_empty_is_not_replaced() -> None:
    voyage = Voyage(players=3, rowing=1)
    voyage.boat(voyage.at(2, 2))
    voyage.put("grey", voyage.at(2, 3))
    voyage.table.stock.greys = 0
    voyage.do("Row", voyage.at(2, 3))
    voyage.battle([3], [1])
    assert voyage.is_open("EndTurn")


@pytest.mark.rule("WW-95", "WW-74", "WW-A26")
def test_a_red_that_was_on_the_ships_space_already_goes_back_to_a_neighbouring_one() -> None:
    """Players may have put it there, or a battle was broken off: no path shows where it came from."""
    voyage = Voyage(players=2, ship=(1, 3))
    me = voyage.captain()
    red = voyage.put("red", voyage.at(1, 3))
    voyage.end_turn()
    voyage.battle([1] * 5, [3, 1], extras=([1, 0],))         # a tie
    assert len(voyage.open_answers("GoesBack")) == 6
    voyage.do("GoesBack", voyage.at(1, 4))
    assert red.at == voyage.at(1, 4) and me.points == 1


@pytest.mark.rule("WW-50", "WW-51")
@pytest.mark.parametrize(("hired", "other"), [("harpooner", "coxswain"), ("coxswain", "harpooner")])
def test_harpooner_and_coxswain_share_a_slot_so_the_second_longboat_comes_once(hired: str, other: str) -> None:
    voyage = Voyage(players=2)
    me = voyage.captain()
    voyage.do("Order", "crew")
    voyage.do("Hire", hired)
    assert (me.boats_aboard, me.boats_ashore) == (2, 0)
    me.gas = 2
    voyage.do("Buy", "crew")
    assert other not in voyage.open_answers("Hire")


# The White


@pytest.mark.rule("WW-133", "WW-146")
def test_an_achievement_on_anothers_turn_wakes_the_white_at_that_moment() -> None:
    voyage = Voyage(great_white=True, achievements=True)
    voyage.captain(2).points = 8
    voyage.play.answer("Claim/2", "0")                       # Ana's turn; Cleo has eleven
    assert voyage.asked() == "WhiteDie/2"
    voyage.do("WhiteDie", [4])
    assert voyage.table.white().at == voyage.at(4, 5)
    assert voyage.is_open("Sail")                            # Ana's turn goes on


@pytest.mark.rule("WW-133")
def test_a_claim_while_the_white_is_being_rolled_for_does_not_roll_twice() -> None:
    voyage = Voyage(great_white=True, achievements=True, points=9, gas=2)
    voyage.do("Buy", "notoriety")
    voyage.play.answer("Claim/0", "0")
    assert voyage.keys() == ["WhiteDie/0"] and len(voyage.play.run.frames) == 1


@pytest.mark.rule("WW-133", "WW-33")
def test_ten_at_port_on_the_way_wake_the_white_before_the_battle_at_its_end() -> None:
    voyage = Voyage(players=2, great_white=True, wind=2, ship=(1, 1), points=9)
    me = voyage.captain()
    voyage.give(grey_teeth=1)
    voyage.put("red", voyage.at(4, 1))
    voyage.do("Sail", voyage.at(4, 1))                       # straight through port: two speed
    assert voyage.is_open("WhiteDie") and me.points == 12
    voyage.do("WhiteDie", [2])
    assert voyage.is_open("Throw")


@pytest.mark.rule("WW-A29")
def test_with_every_corner_taken_the_white_is_rolled_for_next_turn() -> None:
    voyage = Voyage(players=2, great_white=True, points=9, gas=4)
    reds = [voyage.put("red", voyage.at(number, 5)) for number in range(1, 7)]
    voyage.do("Buy", "notoriety")
    assert not voyage.is_open("WhiteDie")
    reds[0].at = voyage.at(1, 4)                             # a corner comes free, but this turn is over for it
    voyage.do("Buy", "notoriety")
    assert not voyage.is_open("WhiteDie")
    voyage.end_turn()
    assert voyage.asked() == "WhiteDie/0"
    assert voyage.of("WhiteDie").faces(voyage.table) == (1,)


@pytest.mark.rule("WW-122", "WW-A28", "WW-A29")
def test_co_op_begins_even_if_a_red_starts_at_every_corner() -> None:
    voyage = Voyage("coop", box=painted(Terrain.RED, *[(letter, (5, 0)) for letter in "ABCDEF"]), ready=False)
    voyage.answer(list("ABCDEF"), 0, [1])
    assert not voyage.play.stuck()
    voyage.do("Corner", voyage.at(1, 4, 1))                  # the rim, beside a corner
    assert voyage.table.white().at == voyage.at(1, 4, 1)


@pytest.mark.rule("WW-117", "WW-115")
def test_alone_the_last_red_falls_while_resting_and_the_white_flies_that_very_turn() -> None:
    voyage = Voyage("solo", ship=(1, 2), morale=4)
    voyage.put("red", voyage.at(1, 3))
    voyage.end_turn()
    voyage.fly_all()
    voyage.battle([1, 1, 1, 1, 1], [3, 3])
    voyage.do("Corner", voyage.at(1, 5))
    voyage.do("Fly")                                         # three spaces: it attacks at once
    assert voyage.of("Throw").how_many(voyage.table) == 8


@pytest.mark.rule("WW-117")
def test_alone_there_is_never_a_second_white() -> None:
    voyage = Voyage("solo", ship=(1, 2), morale=4)
    voyage.put("white", voyage.at(4, 5))
    voyage.put("red", voyage.at(1, 3))                       # brought back to life by hand
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([3, 3], [1, 1, 1, 1, 1])
    assert voyage.is_open("Sail") and len(voyage.table.living("white")) == 1


@pytest.mark.rule("WW-117")
def test_alone_the_white_comes_too_when_the_table_strikes_the_last_red_by_hand() -> None:
    voyage = Voyage("solo", ship=(1, 2), morale=4)
    red = voyage.put("red", voyage.at(4, 5))
    voyage.play.correct(f"beasts.{red.key}.living", False)
    voyage.do("Order", "ship_speed")
    assert voyage.is_open("Corner")


@pytest.mark.rule("WW-131", "WW-A28")
def test_together_a_white_beaten_while_it_attacks_comes_back_and_rests() -> None:
    voyage = Voyage("coop")
    me, white = voyage.captain(), voyage.table.white()
    me.ship, me.morale = voyage.at(1, 2), 4
    white.at = voyage.at(1, 4)
    voyage.end_turn()
    voyage.do("Fly")
    voyage.battle([1] * 8, [3, 3], extras=([3, 0],))
    voyage.do("Corner", voyage.at(1, 5))
    assert voyage.table.white().at == voyage.at(1, 5)
    assert voyage.table.active is voyage.captain(1) and voyage.table.white_lives == 2


@pytest.mark.rule("WW-125", "WW-96", "WW-A27")
def test_together_a_white_that_is_cut_off_from_the_post_stays() -> None:
    around = [("D", (4, 0)), ("D", (4, 1)), ("C", (1, 4))]
    voyage = Voyage("coop", box=painted(Terrain.DRIFT, *around))
    white = voyage.table.white()
    assert white is not None and white.at == voyage.at(4, 5)
    assert all(near in voyage.table.planet.drift for near in voyage.table.planet.near[white.at])
    voyage.end_turn()
    assert white.at == voyage.at(4, 5)
    assert voyage.captain().morale == 2 and voyage.table.captain_lives == 3


# Several Reds against each other's captains


@pytest.mark.rule("WW-97", "WW-92", "WW-65")
def test_the_second_red_flies_round_the_first_that_was_thrown_back() -> None:
    """Straight ahead the first stands again: over the side it is three spaces, just enough."""
    voyage = Voyage(players=2, ship=(1, 3), morale=4)
    me = voyage.captain()
    near, far = voyage.put("red", voyage.at(1, 4)), voyage.put("red", voyage.at(1, 5))
    voyage.end_turn()
    voyage.fly_all()
    assert near.at == me.ship and far.at == voyage.at(1, 5)  # the first battle comes before the second flight
    voyage.battle([1] * 5, [3, 2])                           # a tie
    assert near.at == voyage.at(1, 4)
    voyage.fly_all()
    assert far.at == me.ship and voyage.is_open("Throw")
    voyage.battle([1] * 5, [3, 1])                           # beaten by one
    assert far.at == voyage.at(1, 3, 1) and (me.morale, me.cargo.plus_two, me.points) == (3, 1, 1)


@pytest.mark.rule("WW-98", "WW-80")
def test_after_a_lost_ship_the_other_red_stays_where_it_is() -> None:
    voyage = Voyage(players=2, ship=(1, 3))
    me = voyage.captain()
    voyage.put("red", voyage.at(1, 4))
    far = voyage.put("red", voyage.at(1, 5))
    voyage.end_turn()
    voyage.fly_all()
    voyage.battle([3] * 5, [1, 1])
    assert me.at_port and far.at == voyage.at(1, 5) and voyage.table.active is voyage.captain(1)


@pytest.mark.rule("WW-124", "WW-126")
def test_together_a_red_flies_round_a_partner() -> None:
    voyage = Voyage("coop")
    me, partner = voyage.captain(0), voyage.captain(1)
    me.ship, partner.ship = voyage.at(1, 3), voyage.at(1, 4)
    red = voyage.put("red", voyage.at(1, 5))
    white = voyage.table.white()
    white.at, white.fought = voyage.at(4, 5), True           # WW-127: it fought Ana this turn and stays
    voyage.end_turn()
    voyage.fly_all()
    assert red.at == me.ship and voyage.is_open("Throw")     # three spaces round the partner


# The Naturalist


@pytest.mark.rule("WW-143", "WW-72", "WW-71")
def test_a_tagged_red_that_another_captain_beats_gives_tag_crester_and_a_new_red() -> None:
    voyage = Voyage(players=2, naturalist=True)
    voyage.end_turn()
    ben = voyage.captain(1)
    ben.ship = voyage.at(1, 2)
    red = voyage.put("red", voyage.at(1, 3))
    red.tagged = True
    voyage.table.stock.tags = 4
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([3, 3], [1] * 5)
    assert ben.hold is red and not red.tagged and voyage.table.stock.tags == 5
    assert voyage.is_open("PlaceRed")


@pytest.mark.rule("WW-139", "WW-A31")
@pytest.mark.parametrize(("kind", "taken"), [("red", (4, 0)), ("grey", (3, 1))])
def test_a_tagged_crester_needs_a_space_that_is_free_on_its_own_level(kind: str, taken: tuple[int, int]) -> None:
    """Beside the ship there are a living Red, above, and a longboat, below."""
    voyage = Voyage(players=2, naturalist=True, ship=(1, 3))
    voyage.put("red", voyage.at(1, 4))
    voyage.boat(voyage.at(1, 3, 1), captain=1)
    voyage.aboard(kind)
    voyage.do("Order", "process")
    beside = {near for near in voyage.table.planet.near[voyage.at(1, 3)]}
    assert set(voyage.open_answers("Release")) == beside - {voyage.at(1, *taken)}


@pytest.mark.rule("WW-145", "WW-104")
def test_the_naturalists_income_counts_after_the_night_and_may_end_the_game() -> None:
    voyage = Voyage(players=2, naturalist=True, ship=(1, 2), points=9)
    me = voyage.captain()
    for kind, place in (("red", (4, 5)), ("grey", (5, 3))):
        voyage.put(kind, voyage.at(*place)).tagged = True
    voyage.end_turn()
    assert me.points == 9 + 1 + 3 + 2 and voyage.table.trigger is me


@pytest.mark.rule("WW-145", "WW-84")
def test_at_port_the_naturalist_earns_nothing_of_the_tagged() -> None:
    voyage = Voyage(players=2, naturalist=True)
    voyage.put("red", voyage.at(4, 5)).tagged = True
    voyage.end_turn()
    assert voyage.captain().points == 0


# The end


@pytest.mark.rule("WW-152", "WW-104")
def test_the_banner_names_who_still_has_a_turn() -> None:
    voyage = Voyage(players=2)
    voyage.end_turn()
    voyage.next_turn()
    ben = voyage.captain(1)
    ben.points, ben.gas = 14, 2
    voyage.do("Buy", "notoriety")
    assert str(voyage.play.view().banner) == "Ben has reached fifteen. Still to play: Ana."
    voyage.end_turn()
    voyage.next_turn()
    assert str(voyage.play.view().banner) == "Ben has reached fifteen. This is the last turn."


@pytest.mark.rule("WW-152", "WW-104")
def test_with_three_captains_the_line_above_names_who_still_has_a_turn() -> None:
    """The banner doesn't say it a second time, except where the line is left out."""
    voyage = Voyage()
    voyage.end_turn()
    ben = voyage.captain(1)
    ben.points, ben.gas = 14, 2
    voyage.do("Buy", "notoriety")
    assert said(voyage) == ("Ben has reached fifteen.", "Next Cleo; wind 1; last turns: Cleo and Ana")
    voyage.end_turn()
    assert said(voyage) == ("Ben has reached fifteen.", "Next Ana; wind 1; last turns: Ana")
    voyage.end_turn()
    voyage.next_turn()
    assert said(voyage) == ("Ben has reached fifteen.", "This is the last turn, unless the lead is tied.")


def said(voyage: Voyage) -> tuple[str, str]:
    view = voyage.play.view()
    return str(view.banner), str(view.turn)


@pytest.mark.rule("WW-104")
def test_fifteen_that_was_a_slip_of_the_hand_ends_nothing() -> None:
    voyage = Voyage(players=2, points=14, gas=2)
    voyage.do("Buy", "notoriety")
    voyage.play.correct("captains.0.notoriety", 12)
    assert voyage.table.trigger is None
    voyage.play.correct("captains.1.notoriety", 16)          # and points that were forgotten count
    assert voyage.table.trigger is voyage.captain(1)
    voyage.end_turn()
    assert voyage.winners() == ["Ben"]


@pytest.mark.rule("WW-104", "WW-106")
def test_when_the_captain_with_fifteen_has_left_the_last_turns_end_at_the_empty_seat() -> None:
    voyage = Voyage(points=14, gas=2)
    voyage.do("Buy", "notoriety")
    voyage.end_turn()
    voyage.play.leave(0)
    voyage.captain(1).points = 3
    voyage.end_turn()
    voyage.end_turn()
    assert voyage.winners() == ["Ana"]


@pytest.mark.rule("WW-106")
def test_nobody_who_has_left_is_waited_for_in_a_tie() -> None:
    voyage = Voyage(points=14, gas=2)
    voyage.do("Buy", "notoriety")
    voyage.end_turn()
    voyage.captain(1).points = 15
    voyage.play.leave(0)
    voyage.end_turn()
    voyage.end_turn()
    assert voyage.winners() == ["Ben"]


@pytest.mark.rule("WW-103", "WW-104")
def test_teeth_cashed_when_the_turn_begins_make_that_turn_the_last() -> None:
    voyage = Voyage(players=2)
    ben = voyage.captain(1)
    ben.points = 12
    voyage.give(1, grey_teeth=1)
    voyage.end_turn()
    assert ben.points == 15 and voyage.table.trigger is ben
    voyage.end_turn()
    assert voyage.play.outcome() is None
    voyage.next_turn()
    voyage.end_turn()
    assert voyage.winners() == ["Ben"]


@pytest.mark.rule("WW-5")
def test_if_the_first_captain_leaves_during_the_setup_the_next_one_is_first() -> None:
    voyage = Voyage(players=3, ready=False)
    voyage.answer(list("ABCDEF"), 0, [1])
    voyage.play.leave(0)
    greys = voyage.question
    voyage.answer(list(greys.things(voyage.table))[:greys.least(voyage.table)], "done")
    assert voyage.table.first is voyage.table.active is voyage.captain(1)


@pytest.mark.rule("WW-5", "WW-100")
def test_the_wind_turns_at_the_first_captains_seat_even_when_it_is_empty() -> None:
    voyage = Voyage()
    voyage.play.leave(0)
    voyage.end_turn()
    voyage.end_turn()
    voyage.end_turn()
    assert voyage.asked() == "Wind/1" and voyage.table.round == 2


@pytest.mark.rule("WW-133", "WW-A29", "WW-89")
def test_exactly_ten_by_the_night_itself_and_the_white_does_not_fly_yet() -> None:
    voyage = Voyage(players=2, great_white=True, ship=(1, 2), points=9)
    voyage.end_turn()
    assert voyage.table.active is voyage.captain(0), "at that moment, before the next turn"
    voyage.do("WhiteDie", [1])                               # three spaces off, and yet it rests
    assert voyage.table.white().at == voyage.at(1, 5)
    assert voyage.table.active is voyage.captain(1)


@pytest.mark.rule("WW-A29", "WW-134", "WW-146")
def test_ten_by_an_achievement_at_the_price_of_the_night_is_early_enough_for_the_white() -> None:
    voyage = Voyage(players=2, great_white=True, achievements=True, ship=(1, 2), points=8)
    voyage.do("EndTurn")
    voyage.play.answer("Claim/0", "0")                       # the first claim: three
    voyage.do("WhiteDie", [1])
    voyage.do("CardOrMorale", "card")
    voyage.do("Fly")                                         # it came before its own step of this night
    assert voyage.is_open("Throw")


@pytest.mark.rule("WW-133", "WW-A29", "WW-134")
def test_ten_by_a_correction_while_the_reds_fly_is_early_enough_for_the_white() -> None:
    """A Red five out can't reach a ship one out. Ana has ten before the White's step: it rises and flies."""
    voyage = Voyage(players=2, great_white=True, ship=(1, 1), points=8)
    voyage.put("red", voyage.at(1, 5))
    voyage.end_turn()
    voyage.play.correct("captains.0.notoriety", 10)
    voyage.do("Fly")
    voyage.do("WhiteDie", [2])
    voyage.do("Fly")
    assert voyage.table.white().at == voyage.captain().ship and voyage.is_open("Throw")


@pytest.mark.rule("WW-133", "WW-134")
def test_past_ten_by_teeth_and_out_again_the_white_flies_that_very_night() -> None:
    voyage = Voyage(players=2, great_white=True, ship=(1, 1), points=8)
    me = voyage.captain()
    voyage.give(red_teeth=1)
    voyage.do("Sail", POST)
    assert me.points == 12
    voyage.do("WhiteDie", [1])
    voyage.do("Sail", voyage.at(4, 1))
    voyage.end_turn()
    voyage.fly_all()
    assert distance(voyage.table.white().at, me.ship) == 7 - 5    # six straight, one more round the Post
    assert me.points == 13


@pytest.mark.rule("WW-134", "WW-84")
def test_after_a_turn_that_ends_at_port_the_white_stays_where_it_is() -> None:
    voyage = Voyage(players=2, great_white=True)
    voyage.table.white_waits = False
    white = voyage.put("white", voyage.at(1, 2))
    voyage.end_turn()
    assert white.at == voyage.at(1, 2) and voyage.table.active is voyage.captain(1)
    assert voyage.captain().morale == 2


@pytest.mark.rule("WW-138", "WW-136", "WW-104")
def test_the_white_beaten_as_it_attacks_is_six_and_the_night_one_more() -> None:
    voyage = Voyage(players=2, great_white=True, ship=(1, 2), points=8, morale=4)
    me = voyage.captain()
    voyage.table.white_waits = False
    voyage.put("white", voyage.at(1, 4))
    voyage.end_turn()
    voyage.do("Fly")
    voyage.battle([1] * 8, [3, 3], extras=([3, 0],))
    assert me.points == 15 and voyage.table.trigger is me
    assert voyage.table.white() is None and me.hold is None


@pytest.mark.rule("WW-106", "WW-A24")
def test_in_the_extra_turns_of_a_tie_a_third_captain_may_still_win() -> None:
    voyage = Voyage(players=3)
    ana, ben, cleo = (voyage.captain(one) for one in range(3))
    ana.points, ana.gas = 14, 2
    voyage.do("Buy", "notoriety")
    voyage.end_turn()
    ben.points = 15
    voyage.end_turn()
    voyage.end_turn()
    assert voyage.play.outcome() is None
    voyage.next_turn()
    voyage.end_turn()
    voyage.end_turn()
    assert voyage.play.outcome() is None                     # WW-152: looked at only when all have had theirs
    cleo.points, cleo.gas = 15, 2
    voyage.do("Buy", "notoriety")
    voyage.end_turn()
    assert voyage.winners() == ["Cleo"]


@pytest.mark.rule("WW-103", "WW-106")
def test_teeth_left_in_a_lost_hold_score_nothing_if_the_game_ends_before() -> None:
    voyage = two_ships()
    ana, ben = voyage.captain(0), voyage.captain(1)
    ben.points = 12
    voyage.give(1, red_teeth=2)
    voyage.table.trigger, ana.points = ben, 13               # Ben's next turn never comes
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([3, 3], [1, 1])
    voyage.end_turn()
    assert (ben.cargo.red_teeth, ben.points) == (1, 12)
    assert voyage.winners() == ["Ana"]


@pytest.mark.rule("WW-3")
def test_the_first_tap_on_the_tile_that_placed_itself_confirms_it() -> None:
    """Tapping all six in order gives six; another tap removes the last."""
    voyage = Voyage(ready=False)
    draft = voyage.question.draft(voyage.table)
    for tile in "ABCDEF":
        draft.tap(tile)
    assert draft.so_far() == tuple("ABCDEF") and draft.ready
    draft.tap("F")
    assert draft.so_far() == tuple("ABCDE")


@pytest.mark.rule("WW-76", "WW-61")
@pytest.mark.parametrize(("theirs", "morale", "quiet"), [
    (11, 3, True), (5, 3, False), (6, 3, True), (3, 1, False)])
def test_the_button_that_loses_the_ship_is_not_filled(theirs: int, morale: int, quiet: bool) -> None:
    """Three hits against eleven, five or six: two morale fewer than three leaves one; a tie costs nothing."""
    voyage = Voyage("coop", ship=(1, 3), morale=morale, cards=2, box=open_sky(supplies=(
        model.Supply("harpoon", "Harpoon", 3, 2),)))
    voyage.put("red", voyage.at(1, 4))
    voyage.do("Sail", voyage.at(1, 4))
    while not voyage.is_open("Extras"):
        battle = voyage.table.under_way(Battle)
        voyage.answer(voyage.question.random_answer(voyage.table, Random(1)))
    battle.attacker.dice, battle.defender.dice = (3,), (theirs,)
    draft = voyage.of("Extras").draft(voyage.table)
    assert draft.answer_button().quiet is quiet
    draft.set_row(next(iter(draft.rows)), 20)
    assert not draft.answer_button().quiet, "twenty hits more win"


@pytest.mark.rule("WW-5", "WW-A42")
def test_the_phone_draws_only_if_the_table_asks_it_to() -> None:
    """The table has dice, or has agreed: the button that draws isn't filled."""
    voyage = Voyage(ready=False, naturalist=True)
    voyage.answer(list("ABCDEF"))
    for name, *answers in (("FirstPlayer", 0, [2]), ("Purple", 0)):
        button = voyage.of(name).draft(voyage.table).primary()
        assert button is not None and button.quiet
        for answer in answers:
            voyage.answer(answer)


def test_an_honour_that_several_share_is_one_row() -> None:
    voyage = Voyage(players=3)
    table = voyage.table
    table.verdict = "notoriety"
    table.turning_points += [(1, "lost", 0), (2, "lost", 1), (3, "lost", 1), (1, "red", 0), (2, "red", 2)]
    rows = [str(one.text) for one in table_view.honours(table)]
    assert rows == ["Hunters of the evening: Ana and Cleo", "Back from the deep: Ana and Ben"]
    table.turning_points = [(3, "lost", 1)]
    (only,) = table_view.honours(table)
    assert (str(only.text), str(only.note), only.seat) == ("Back from the deep: Ben", "lost the ship once", 1)
