"""Several Cresters: in which order they fly, alone against all Reds, together, and how they go back."""


import pytest

from companion.games.windward.board.cresters import (
    CresterRules,
    Pieces,
    decide_flight,
    next_to_move,
    retreats,
)
from companion.games.windward.board.hexes import Hex, neighbours
from companion.games.windward.board.lookahead import forecast
from companion.games.windward.board.planet import NUMBERS, POST
from tests.games.windward.board.test_cresters import COMPETITIVE, COOP, SOLO, one, red, white
from tests.games.windward.maps import open_planet, painted

# --- the order of several


@pytest.mark.rule("WW-97", "WW-142", "WW-88", "WW-126")
def test_nearest_red_first_the_white_last() -> None:
    celus = open_planet(5)
    ship = celus.at(1, (1, 0))
    near, far, great = red(Hex(0, 3), 1), red(Hex(0, 5), 2), white(Hex(1, 0))
    pieces = Pieces(ship, (great, far, near))
    for mode in (COMPETITIVE, COOP):
        assert next_to_move(celus, pieces, mode) == (near,)
        assert next_to_move(celus, pieces, mode, [1]) == (far,)
        assert next_to_move(celus, pieces, mode, [1, 2]) == (great,)
        assert next_to_move(celus, pieces, mode, [1, 2, 99]) == ()


@pytest.mark.rule("WW-A21", "WW-97")
def test_equally_near_reds_are_asked_only_where_the_order_matters() -> None:
    celus = open_planet(5)
    ship = Hex(1, 1)
    both = (red(Hex(1, 3), 1), red(Hex(3, 1), 2))
    assert len(next_to_move(celus, Pieces(ship, both), COMPETITIVE)) == 2  # both arrive: whose battle comes first?
    wide = open_planet(7)
    apart = (red(Hex(0, 6), 1), red(Hex(5, 1), 2))
    assert [decide_flight(wide, Pieces(ship, apart), COMPETITIVE, crester).away for crester in apart] == [5, 4]
    farther = (red(Hex(0, 6), 1), red(Hex(6, 1), 2))
    assert len(next_to_move(wide, Pieces(ship, farther), COMPETITIVE)) == 1
    assert len(next_to_move(celus, Pieces(ship, both), CresterRules(ask=False))) == 1


@pytest.mark.rule("WW-A21")
def test_cut_off_reds_come_last() -> None:
    celus = painted(5, drift=[Hex(0, 3), Hex(1, 2), Hex(1, 3), Hex(2, 1), Hex(3, 1)])
    ship = Hex(0, 1)
    walled, free = red(Hex(0, 4), 1), red(Hex(2, 0), 2)
    pieces = Pieces(ship, (walled, free))
    assert next_to_move(celus, pieces, SOLO) == (free,)


# --- solo


@pytest.mark.rule("WW-113")
def test_solo_two_reds_share_a_hex_and_the_third_stops_before_it() -> None:
    celus = open_planet(5)
    ship = Hex(0, 1)
    pieces = Pieces(ship, (red(Hex(0, 2), 1), red(Hex(1, 1), 2), red(Hex(0, 4), 3)))
    first = decide_flight(celus, pieces, SOLO, pieces.cresters[0])
    assert first.way.arrives
    pieces = pieces.moved(1, ship)
    second = decide_flight(celus, pieces, SOLO, pieces.cresters[1])
    assert second.way.arrives
    pieces = pieces.moved(2, ship)
    third = decide_flight(celus, pieces, SOLO, pieces.cresters[2])
    assert not third.way.arrives
    assert third.way.end == Hex(0, 2)


@pytest.mark.rule("WW-113")
def test_solo_a_hex_with_two_reds_is_flown_round() -> None:
    celus = open_planet(5)
    pair = (red(Hex(0, 3), 2), red(Hex(0, 3), 3))
    assert one(celus, Hex(0, 2), red(Hex(0, 4)), SOLO, cresters=pair[:1]).away == 2
    assert one(celus, Hex(0, 2), red(Hex(0, 4)), SOLO, cresters=pair).away == 3


@pytest.mark.rule("WW-111", "WW-114", "WW-118")
def test_solo_forecast_moves_all_reds_across_territories() -> None:
    celus = open_planet(4)
    reds = tuple(red(celus.at(number, (3, 1)), number) for number in NUMBERS)
    decisions = forecast(celus, Pieces(celus.port_side[1], reds), SOLO)
    assert len(decisions) == 6
    lengths = [decision.away for decision in decisions]
    assert lengths == sorted(lengths, key=lambda away: away or 0)
    assert any(celus.territory[decision.way.end] != celus.territory[decision.crester.at] for decision in decisions)


# --- co-op


@pytest.mark.rule("WW-125", "WW-A27")
def test_co_op_white_goes_for_the_post_when_the_turn_ends_at_port() -> None:
    celus = open_planet(5)
    hunter = white(celus.corner[2])
    decision = one(celus, POST, hunter, COOP)
    assert decision.way.arrives
    assert decision.way.end == POST
    assert decision.way.back == celus.port_side[2]
    far = one(open_planet(7), POST, white(open_planet(7).corner[2]), COOP)
    assert not far.way.arrives
    assert far.way.end == celus.port_side[2]


@pytest.mark.rule("WW-A27", "WW-92")
def test_co_op_white_cannot_reach_a_post_ringed_by_partners() -> None:
    celus = open_planet(4)
    ring = frozenset(neighbours(POST))
    decision = one(celus, POST, white(celus.corner[1]), COOP, others=ring)
    assert decision.away is None
    assert decision.way.path == (celus.corner[1],)


@pytest.mark.rule("WW-126", "WW-127")
def test_co_op_reds_and_white_go_round_partners() -> None:
    celus = open_planet(5)
    partner = frozenset({Hex(0, 3)})
    assert one(celus, Hex(0, 2), red(Hex(0, 4)), COOP, others=partner).away == 3
    assert one(celus, Hex(0, 2), white(Hex(0, 4)), COOP, others=partner).away == 3


# --- going back


@pytest.mark.rule("WW-95", "WW-A26")
def test_two_reds_go_back_each_its_own_way_and_farther_where_there_is_no_room() -> None:
    celus = open_planet(5)
    ship = Hex(0, 1)
    path = (Hex(0, 4), Hex(0, 3), Hex(0, 2), ship)
    alone = Pieces(ship, (red(ship, 1),))
    assert retreats(celus, alone, SOLO, alone.cresters[0], path) == (Hex(0, 2),)
    full = Pieces(ship, (red(ship, 1), red(Hex(0, 2), 2), red(Hex(0, 2), 3)))
    assert retreats(celus, full, SOLO, full.cresters[0], path) == (Hex(0, 3),)
    packed = Pieces(ship, (red(ship, 1), red(Hex(0, 2), 2), red(Hex(0, 2), 3)))
    choices = retreats(celus, packed, SOLO, packed.cresters[0], (Hex(0, 2), ship))
    assert set(choices) == set(neighbours(ship)) - {POST, Hex(0, 2)}


