"""Windward at the edge: alone, together and in the small world. Worked out by hand from the rulebook."""

import pytest

from companion.games.windward.board.hexes import distance
from companion.games.windward.board.planet import POST
from tests.games.windward.voyage import Voyage


@pytest.mark.rule("WW-114", "WW-117", "WW-A26")
def test_alone_the_last_two_reds_fall_together_and_bring_one_white() -> None:
    voyage = Voyage("solo")
    me = voyage.captain()
    me.ship, me.morale = voyage.at(1, 2), 4
    voyage.put("red", voyage.at(1, 3))
    voyage.put("red", voyage.at(1, 2, 1))
    voyage.end_turn()
    voyage.fly_all()
    voyage.battle([1] * 10, [3, 3], extras=([5, 0],))
    voyage.do("Corner", voyage.at(4, 5))
    voyage.fly_all()
    assert len(voyage.table.living("white")) == 1 and voyage.table.reds_beaten == 2
    assert voyage.is_open("Wind")                            # WW-115: the wind, then the next turn


@pytest.mark.rule("WW-114", "WW-67", "WW-108")
def test_alone_two_reds_that_win_by_less_than_the_morale_go_back_and_leave_one_token() -> None:
    voyage = Voyage("solo")
    me = voyage.captain()
    me.ship, me.morale = voyage.at(1, 2), 4
    reds = [voyage.put("red", voyage.at(1, 3)), voyage.put("red", voyage.at(1, 2, 1))]
    voyage.end_turn()
    voyage.fly_all()
    voyage.battle([1] * 10, [3, 3], extras=([1, 0],))        # ten against seven: once, not for each Red
    while voyage.is_open("GoesBack"):
        voyage.do("GoesBack", voyage.open_answers("GoesBack")[0])
    assert (me.morale, me.cargo.plus_two) == (1, 1)
    assert all(red.living and red.at != me.ship for red in reds)


@pytest.mark.rule("WW-125", "WW-A27", "WW-92")
@pytest.mark.parametrize(("in_the_way", "lives", "morale", "away"), [(False, 2, 1, 1), (True, 3, 3, 1)])
def test_together_the_white_strikes_the_post_from_just_as_far_as_it_flies(in_the_way: bool, lives: int, morale: int,
                                                                          away: int) -> None:
    """From the corner only the ray is five spaces long; round a Red it is six, and five end beside the Post."""
    voyage = Voyage("coop", difficulty=5)
    voyage.captain().morale = 2
    white = voyage.table.white()
    assert white is not None
    white.at = voyage.at(1, 5)
    if in_the_way:
        voyage.put("red", voyage.at(1, 4))
    voyage.end_turn()
    voyage.fly_all()
    assert (voyage.table.captain_lives, voyage.captain().morale) == (lives, morale)
    assert distance(white.at, POST) == away                  # after a strike it steps back one


@pytest.mark.rule("WW-128", "WW-85")
def test_together_hunger_costs_a_life_and_the_turn_ends_before_any_crester_flies() -> None:
    voyage = Voyage("coop")
    me = voyage.captain()
    me.ship = voyage.at(1, 2)
    white = voyage.table.white()
    assert white is not None
    white.at = voyage.at(1, 4)
    voyage.end_turn("morale")
    assert voyage.table.captain_lives == 2 and me.at_port
    assert white.at == voyage.at(1, 4) and voyage.table.active is voyage.captain(1)


@pytest.mark.rule("WW-148", "WW-134")
def test_in_the_small_world_reds_fly_two_and_the_white_still_five() -> None:
    voyage = Voyage(players=2, small_world=True, great_white=True)
    me = voyage.captain()
    me.ship = voyage.at(1, 1)
    voyage.table.white_waits = False
    red, white = voyage.put("red", voyage.at(1, 4)), voyage.put("white", voyage.at(4, 4))
    voyage.end_turn()
    voyage.do("Fly")
    assert red.at == voyage.at(1, 2)
    voyage.fly_all()
    assert white.at is not None and distance(white.at, me.ship) == 6 - 5  # five straight, one more round the Post
    assert me.points == 1


# Several Reds against each other's captains


@pytest.mark.rule("WW-97", "WW-92", "WW-65")
def test_the_second_red_flies_round_the_first_that_was_thrown_back() -> None:
    """Straight ahead the first stands again: over the side it is three spaces, just enough."""
    voyage = Voyage(players=2)
    me = voyage.captain()
    me.ship, me.morale = voyage.at(1, 3), 4
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
    voyage = Voyage(players=2)
    me = voyage.captain()
    me.ship = voyage.at(1, 3)
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
    assert white is not None
    white.at, white.fought = voyage.at(4, 5), True           # WW-127: it fought Ana this turn and stays
    voyage.end_turn()
    voyage.fly_all()
    assert red.at == me.ship and voyage.is_open("Throw")     # three spaces round the partner
