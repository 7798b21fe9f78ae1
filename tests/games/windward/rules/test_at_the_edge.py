"""Windward at the edge: exactly zero, exactly ten, the last one, two things at once. By hand from the rulebook."""

import pytest

from companion.games.windward.board.hexes import distance
from companion.games.windward.board.planet import POST, Terrain
from companion.games.windward.table import Cargo
from tests.games.windward.rules.test_odd_corners import painted
from tests.games.windward.voyage import Voyage


def two_ships(morale: int = 1) -> Voyage:
    """Ana two spaces out in territory 1, Ben on the space beyond her."""
    voyage = Voyage(players=2)
    voyage.captain(0).ship, voyage.captain(1).ship = voyage.at(1, 2), voyage.at(1, 3)
    voyage.captain(1).morale = morale
    return voyage


# Battles


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
    voyage = Voyage(players=2)
    me = voyage.captain()
    me.ship = voyage.at(1, 2)
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
    voyage = Voyage(players=2)
    me = voyage.captain()
    me.ship, me.crew, me.morale = voyage.at(1, 2), ["marine", "sergeant"], 4
    red = voyage.put("red", voyage.at(1, 3))
    voyage.end_turn()
    voyage.do("Fly")
    voyage.do("Throw", [1] * 5)
    assert voyage.of("Throw").how_many(voyage.table) == 2
    voyage.do("Throw", [3, 1])                               # four and the Marine's two
    assert me.hold is red


@pytest.mark.rule("WW-65", "WW-66", "WW-149")
def test_a_longboat_that_ties_with_a_grey_goes_back_with_one_token_and_may_not_try_again() -> None:
    voyage = Voyage()
    me = voyage.captain()
    boat = voyage.boat(voyage.at(2, 2))
    grey = voyage.put("grey", voyage.at(2, 3))
    me.rowing = 5
    voyage.do("Row", voyage.at(2, 3))
    voyage.battle([2], [2])
    assert boat.at == voyage.at(2, 2) and grey.living
    assert (me.rowing, me.cargo.plus_two) == (4, 1)          # WW-74: going back gives no speed back
    assert voyage.cannot("Row", voyage.at(2, 3)) == "WW-66"


@pytest.mark.rule("WW-68", "WW-58")
def test_a_longboat_beaten_by_a_grey_is_back_aboard_and_the_grey_feeds_on() -> None:
    voyage = Voyage()
    me = voyage.captain()
    voyage.boat(voyage.at(2, 2))
    grey = voyage.put("grey", voyage.at(2, 3))
    me.rowing = 1
    voyage.do("Row", voyage.at(2, 3))
    voyage.battle([1], [3])
    assert (me.boats_aboard, voyage.table.boats, me.cargo.plus_two) == (1, [], 1)
    assert grey.living and grey.at == voyage.at(2, 3)


@pytest.mark.rule("WW-39", "WW-41")
def test_a_towing_boat_attacks_only_a_boat_that_tows_nothing() -> None:
    voyage = Voyage()
    voyage.boat(voyage.at(2, 2))
    voyage.put("grey", voyage.at(2, 2), living=False)
    voyage.boat(voyage.at(2, 3), captain=1)
    voyage.boat(voyage.at(2, 2, 1), captain=2)
    voyage.put("grey", voyage.at(2, 2, 1), living=False)
    voyage.captain().rowing = 3
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
    voyage = Voyage(box=painted(Terrain.ZEPHYR, ("A", (2, 0)), ("D", (2, 0))))
    me = voyage.captain()
    me.ship = voyage.at(1, 2)
    voyage.put("red", voyage.at(4, 2))
    voyage.do("Sail", voyage.at(4, 2))
    voyage.battle([3, 2], [1] * 5)
    assert me.ship == voyage.at(1, 2)
    assert voyage.turn.speed == 3                            # spent all the same


@pytest.mark.rule("WW-70")
def test_a_grey_that_falls_while_the_stock_is_empty_is_not_replaced() -> None:
    voyage = Voyage(players=3)
    voyage.boat(voyage.at(2, 2))
    voyage.put("grey", voyage.at(2, 3))
    voyage.captain().rowing = 1
    voyage.table.stock.greys = 0
    voyage.do("Row", voyage.at(2, 3))
    voyage.battle([3], [1])
    assert voyage.is_open("EndTurn")


@pytest.mark.rule("WW-95", "WW-74", "WW-A26")
def test_a_red_that_was_on_the_ships_space_already_goes_back_to_a_neighbouring_one() -> None:
    """Hands may have put it there, or a battle was broken off: it has no way on which it came."""
    voyage = Voyage(players=2)
    me = voyage.captain()
    me.ship = voyage.at(1, 3)
    red = voyage.put("red", voyage.at(1, 3))
    voyage.end_turn()
    voyage.battle([1] * 5, [3, 1], extras=([1, 0],))         # a tie
    assert len(voyage.open_answers("GoesBack")) == 6
    voyage.do("GoesBack", voyage.at(1, 4))
    assert red.at == voyage.at(1, 4) and me.points == 1


# Crew


@pytest.mark.rule("WW-17", "WW-44", "WW-51")
def test_the_coxswain_never_brings_more_than_eight() -> None:
    voyage = Voyage(players=2)
    voyage.captain(1).crew, voyage.captain(1).rowing = ["coxswain"], 8
    voyage.end_turn()
    assert voyage.table.active is voyage.captain(1) and voyage.captain(1).rowing == 8


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


# Ten, fifteen, and the end


@pytest.mark.rule("WW-133", "WW-A29", "WW-89")
def test_exactly_ten_by_the_night_itself_and_the_white_does_not_fly_yet() -> None:
    voyage = Voyage(players=2, great_white=True)
    me = voyage.captain()
    me.ship, me.points = voyage.at(1, 2), 9
    voyage.end_turn()
    voyage.do("WhiteDie", [1])                               # three spaces off, and yet it rests
    white = voyage.table.white()
    assert white is not None and white.at == voyage.at(1, 5)
    assert voyage.table.active is voyage.captain(1)


@pytest.mark.rule("WW-A29", "WW-134", "WW-146")
def test_ten_by_an_achievement_at_the_price_of_the_night_is_early_enough_for_the_white() -> None:
    voyage = Voyage(players=2, great_white=True, achievements=True)
    me = voyage.captain()
    me.ship, me.points = voyage.at(1, 2), 8
    voyage.do("EndTurn")
    voyage.play.answer("Claim/0", "0")                       # the first claim: three
    voyage.do("WhiteDie", [1])
    voyage.do("CardOrMorale", "card")
    voyage.do("Fly")                                         # it came before its own step of this night
    assert voyage.is_open("Throw")


@pytest.mark.rule("WW-133", "WW-134")
def test_past_ten_by_teeth_and_out_again_the_white_flies_that_very_night() -> None:
    voyage = Voyage(players=2, great_white=True)
    me = voyage.captain()
    me.ship, me.points = voyage.at(1, 1), 8
    voyage.give(red_teeth=1)
    voyage.do("Sail", POST)
    assert me.points == 12
    voyage.do("WhiteDie", [1])
    voyage.do("Sail", voyage.at(4, 1))
    voyage.end_turn()
    voyage.fly_all()
    white = voyage.table.white()
    assert white is not None and distance(white.at, me.ship) == 7 - 5    # six straight, one more round the Post
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
    voyage = Voyage(players=2, great_white=True)
    me = voyage.captain()
    me.ship, me.points, me.morale = voyage.at(1, 2), 8, 4
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
    voyage = Voyage(players=2, naturalist=True)
    voyage.captain().ship = voyage.at(1, 3)
    voyage.put("red", voyage.at(1, 4))
    voyage.boat(voyage.at(1, 3, 1), captain=1)
    voyage.aboard(kind)
    voyage.do("Order", "process")
    beside = {near for near in voyage.table.planet.near[voyage.at(1, 3)]}
    assert set(voyage.open_answers("Release")) == beside - {voyage.at(1, *taken)}


@pytest.mark.rule("WW-145", "WW-104")
def test_the_naturalists_income_counts_after_the_night_and_may_end_the_game() -> None:
    voyage = Voyage(players=2, naturalist=True)
    me = voyage.captain()
    me.ship, me.points = voyage.at(1, 2), 9
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
