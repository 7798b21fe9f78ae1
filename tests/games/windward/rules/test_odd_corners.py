"""Windward: odd corners of battles, the White and the end, that the book forgets and a table will find."""

from dataclasses import replace

import pytest

from companion.core.text import Refused
from companion.games.windward.board.planet import Terrain
from companion.games.windward.copy import model
from companion.games.windward.table import Cargo
from tests.games.windward.voyage import Voyage, open_sky


def painted(terrain: Terrain, *places: tuple[str, tuple[int, int]]) -> model.Copy:
    """Open sky but for some spaces of some tiles, both sides alike."""
    box = open_sky()
    for letter, place in places:
        box = replace(box, large=box.large.with_tile(letter, box.large.tile(letter).painted(place, terrain)))
    return box


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
    voyage = Voyage(players=2)
    me = voyage.captain()
    me.ship = voyage.at(1, 2)
    red = voyage.put("red", voyage.at(1, 5))
    voyage.end_turn()
    voyage.do("Fly")
    voyage.do("FalseFlag")
    assert red.at == voyage.at(1, 3)                         # one back, not to where it began
    assert (me.morale, me.points, me.cargo.plus_two) == (1, 1, 0)


@pytest.mark.rule("WW-32", "WW-74", "WW-A26")
def test_nobody_goes_back_to_port_with_a_crester() -> None:
    """Out of port into two Reds, one after the other: the first goes into the hold, the second throws the ship back."""
    voyage = Voyage("solo", two_reds_together=False)
    me = voyage.captain()
    me.morale = 4
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
    voyage = Voyage("solo")
    me = voyage.captain()
    me.ship, me.morale = voyage.at(1, 2), 4
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
    voyage = Voyage()
    voyage.captain().ship = voyage.at(1, 2)
    voyage.put("red", voyage.at(1, 3), living=False)
    grey = voyage.put("grey", voyage.at(2, 3), living=False)
    boat = voyage.boat(voyage.at(2, 2))
    voyage.captain().rowing = 1
    voyage.do("Sail", voyage.at(1, 3))
    voyage.do("Row", voyage.at(2, 3))
    assert not voyage.is_open("Throw") and boat.at == grey.at
    with pytest.raises(Refused):
        voyage.play.answer("Throw/0/attacker", [1, 1])       # nobody fights
    assert voyage.is_open("Sail")


# The White


@pytest.mark.rule("WW-133", "WW-146")
def test_an_achievement_on_anothers_turn_wakes_the_white_at_that_moment() -> None:
    voyage = Voyage(great_white=True, achievements=True)
    voyage.captain(2).points = 8
    voyage.play.answer("Claim/2", "0")                       # Ana's turn; Cleo has eleven
    assert voyage.asked() == "WhiteDie/2"
    voyage.do("WhiteDie", [4])
    white = voyage.table.white()
    assert white is not None and white.at == voyage.at(4, 5)
    assert voyage.is_open("Sail")                            # Ana's turn goes on


@pytest.mark.rule("WW-133")
def test_a_claim_while_the_white_is_being_rolled_for_does_not_roll_twice() -> None:
    voyage = Voyage(great_white=True, achievements=True)
    voyage.captain().points, voyage.captain().gas = 9, 2
    voyage.do("Buy", "notoriety")
    voyage.play.answer("Claim/0", "0")
    assert voyage.keys() == ["WhiteDie/0"] and len(voyage.play.run.frames) == 1


@pytest.mark.rule("WW-133", "WW-33")
def test_ten_at_port_on_the_way_wake_the_white_before_the_battle_at_its_end() -> None:
    voyage = Voyage(players=2, great_white=True, wind=2)
    me = voyage.captain()
    me.ship, me.points = voyage.at(1, 1), 9
    voyage.give(grey_teeth=1)
    voyage.put("red", voyage.at(4, 1))
    voyage.do("Sail", voyage.at(4, 1))                       # straight through port: two speed
    assert voyage.is_open("WhiteDie") and me.points == 12
    voyage.do("WhiteDie", [2])
    assert voyage.is_open("Throw")


@pytest.mark.rule("WW-A29")
def test_with_every_corner_taken_the_white_is_rolled_for_next_turn() -> None:
    voyage = Voyage(players=2, great_white=True)
    voyage.captain().points, voyage.captain().gas = 9, 4
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
    white = voyage.table.white()
    assert white is not None and white.at == voyage.at(1, 4, 1)


@pytest.mark.rule("WW-117", "WW-115")
def test_alone_the_last_red_falls_while_resting_and_the_white_flies_that_very_turn() -> None:
    voyage = Voyage("solo")
    voyage.captain().ship, voyage.captain().morale = voyage.at(1, 2), 4
    voyage.put("red", voyage.at(1, 3))
    voyage.end_turn()
    voyage.fly_all()
    voyage.battle([1, 1, 1, 1, 1], [3, 3])
    voyage.do("Corner", voyage.at(1, 5))
    voyage.do("Fly")                                         # three spaces: it attacks at once
    assert voyage.of("Throw").how_many(voyage.table) == 8


@pytest.mark.rule("WW-117")
def test_alone_there_is_never_a_second_white() -> None:
    voyage = Voyage("solo")
    voyage.captain().ship, voyage.captain().morale = voyage.at(1, 2), 4
    voyage.put("white", voyage.at(4, 5))
    voyage.put("red", voyage.at(1, 3))                       # brought back to life by hand
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([3, 3], [1, 1, 1, 1, 1])
    assert voyage.is_open("Sail") and len(voyage.table.living("white")) == 1


@pytest.mark.rule("WW-117")
def test_alone_the_white_comes_too_when_the_table_strikes_the_last_red_by_hand() -> None:
    voyage = Voyage("solo")
    voyage.captain().ship, voyage.captain().morale = voyage.at(1, 2), 4
    red = voyage.put("red", voyage.at(4, 5))
    voyage.play.correct(f"beasts.{red.key}.living", False)
    voyage.do("Order", "ship_speed")
    assert voyage.is_open("Corner")


@pytest.mark.rule("WW-131", "WW-A28")
def test_together_a_white_beaten_while_it_attacks_comes_back_and_rests() -> None:
    voyage = Voyage("coop")
    me, white = voyage.captain(), voyage.table.white()
    me.ship, me.morale = voyage.at(1, 2), 4
    assert white is not None
    white.at = voyage.at(1, 4)
    voyage.end_turn()
    voyage.do("Fly")
    voyage.battle([1] * 8, [3, 3], extras=([3, 0],))
    voyage.do("Corner", voyage.at(1, 5))
    back = voyage.table.white()
    assert back is not None and back.at == voyage.at(1, 5)
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


# The end


@pytest.mark.rule("WW-152", "WW-104")
def test_the_banner_names_who_still_has_a_turn() -> None:
    voyage = Voyage()
    voyage.end_turn()
    ben = voyage.captain(1)
    ben.points, ben.gas = 14, 2
    voyage.do("Buy", "notoriety")
    assert str(voyage.play.view().banner) == "Ben has reached fifteen. Still to play: Cleo and Ana."
    voyage.end_turn()
    assert str(voyage.play.view().banner) == "Ben has reached fifteen. Still to play: Ana."
    voyage.end_turn()
    voyage.next_turn()
    assert str(voyage.play.view().banner) == "Ben has reached fifteen. This is the last turn."


@pytest.mark.rule("WW-104")
def test_fifteen_that_was_a_slip_of_the_hand_ends_nothing() -> None:
    voyage = Voyage(players=2)
    voyage.captain().points, voyage.captain().gas = 14, 2
    voyage.do("Buy", "notoriety")
    voyage.play.correct("captains.0.notoriety", 12)
    assert voyage.table.trigger is None
    voyage.play.correct("captains.1.notoriety", 16)          # and points that were forgotten count
    assert voyage.table.trigger is voyage.captain(1)
    voyage.end_turn()
    assert voyage.winners() == ["Ben"]


@pytest.mark.rule("WW-104", "WW-106")
def test_when_the_captain_with_fifteen_has_left_the_last_turns_end_at_the_empty_seat() -> None:
    voyage = Voyage()
    voyage.captain().points, voyage.captain().gas = 14, 2
    voyage.do("Buy", "notoriety")
    voyage.end_turn()
    voyage.play.leave(0)
    voyage.captain(1).points = 3
    voyage.end_turn()
    voyage.end_turn()
    assert voyage.winners() == ["Ana"]


@pytest.mark.rule("WW-106")
def test_nobody_who_has_left_is_waited_for_in_a_tie() -> None:
    voyage = Voyage()
    voyage.captain().points, voyage.captain().gas = 14, 2
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


@pytest.mark.rule("WW-5", "WW-100")
def test_the_wind_turns_at_the_first_captains_seat_even_when_it_is_empty() -> None:
    voyage = Voyage()
    voyage.play.leave(0)
    voyage.end_turn()
    voyage.end_turn()
    voyage.end_turn()
    assert voyage.asked() == "Wind/1" and voyage.table.round == 2
