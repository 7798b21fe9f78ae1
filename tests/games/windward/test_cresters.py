"""The Crester mover: each rule by hand, then every shortest way of thousands of random positions, then networkx."""

import random
from dataclasses import replace
from itertools import pairwise, permutations

import networkx as nx
import pytest

from companion.games.windward.cresters import (
    Crester,
    Decision,
    Mode,
    Pieces,
    Play,
    Way,
    decide,
    hunters,
    next_to_move,
    retreats,
    stays,
)
from companion.games.windward.hexes import Hex, direction_to, distance, neighbours
from companion.games.windward.lookahead import forecast
from companion.games.windward.planet import NUMBERS, POST, Planet

from .maps import all_shortest_paths, open_planet, painted, random_planet

COMPETITIVE, SOLO, COOP = Mode(), Mode(Play.SOLO), Mode(Play.COOP, difficulty=6)


def red(at: Hex, id: int = 1, **marks: bool) -> Crester:
    return Crester(id, "red", at, **marks)


def white(at: Hex, **marks: bool) -> Crester:
    return Crester(99, "white", at, **marks)


def one(planet: Planet, ship: Hex | None, crester: Crester, mode: Mode = COMPETITIVE, **more: object) -> Decision:
    cresters = (crester, *more.pop("cresters", ()))  # type: ignore[misc]
    return decide(planet, Pieces(ship, cresters, **more), mode, crester)  # type: ignore[arg-type]


# --- who moves


@pytest.mark.rule("WW-86", "WW-91", "WW-A33")
def test_reds_of_the_ships_territory_hunt_and_no_others() -> None:
    celus = open_planet(5)
    ship = celus.at(2, (1, 2))
    reds = tuple(red(celus.at(number, (4, 1)), number) for number in NUMBERS)
    assert [crester.id for crester in hunters(celus, Pieces(ship, reds), COMPETITIVE)] == [2]
    assert stays(celus, Pieces(ship, reds), COMPETITIVE, reds[0]) == "elsewhere"


@pytest.mark.rule("WW-86", "WW-111", "WW-122", "WW-134", "WW-148", "WW-A25")
@pytest.mark.parametrize(
    ("mode", "red_speed", "white_speed"),
    [
        (Mode(), 3, 5),
        (Mode(small=True), 2, 5),
        (Mode(defeated=4), 3, 5),
        (Mode(Play.SOLO), 3, 5),
        (Mode(Play.SOLO, defeated=5), 8, 5),
        (Mode(Play.SOLO, small=True, defeated=2), 4, 5),
        (Mode(Play.COOP, difficulty=8), 3, 8),
        (Mode(Play.COOP, difficulty=6, small=True), 2, 6),
    ],
)
def test_speeds(mode: Mode, red_speed: int, white_speed: int) -> None:
    assert (mode.red_speed, mode.white_speed) == (red_speed, white_speed)
    celus = open_planet(7)
    far, ship = celus.corner[1], celus.at(1, (1, 6))
    assert len(one(celus, ship, red(far), mode).way.path) - 1 == min(red_speed, distance(far, ship))
    assert len(one(celus, celus.corner[4], white(far), mode).way.path) - 1 == white_speed


@pytest.mark.rule("WW-87", "WW-75", "WW-A16", "WW-127")
def test_who_fought_stays_but_not_the_white_outside_co_op() -> None:
    celus = open_planet(5)
    pieces = Pieces(celus.at(1, (1, 0)), (red(celus.at(1, (4, 0)), fought=True), white(Hex(3, 0), fought=True)))
    assert [stays(celus, pieces, COMPETITIVE, crester) for crester in pieces.cresters] == ["fought", ""]
    assert [stays(celus, pieces, COOP, crester) for crester in pieces.cresters] == ["fought", "fought"]
    assert [stays(celus, pieces, SOLO, crester) for crester in pieces.cresters] == ["", ""]
    everywhere = Mode(white_rests=True)
    assert [stays(celus, pieces, everywhere, crester) for crester in pieces.cresters] == ["fought", "fought"]


@pytest.mark.rule("WW-A25", "WW-111")
def test_solo_moves_all_reds_unless_the_table_plays_it_milder() -> None:
    celus = open_planet(5)
    reds = tuple(red(celus.at(number, (4, 1)), number, fought=number == 3) for number in NUMBERS)
    pieces = Pieces(celus.at(1, (1, 0)), reds)
    assert len(hunters(celus, pieces, SOLO)) == 6
    milder = hunters(celus, pieces, Mode(Play.SOLO, solo_reds_rest=True))
    assert [crester.id for crester in milder] == [1, 2, 4, 5, 6]


@pytest.mark.rule("WW-99", "WW-A22", "WW-A28")
def test_placed_too_late_means_no_move() -> None:
    celus = open_planet(5)
    late, early = red(celus.at(1, (4, 0)), 1, fresh=True), red(celus.at(1, (3, 1)), 2)
    pieces = Pieces(celus.at(1, (1, 0)), (late, early, white(Hex(3, 0), fresh=True)))
    for mode in (COMPETITIVE, SOLO, COOP):
        assert [crester.id for crester in hunters(celus, pieces, mode)] == [2]


@pytest.mark.rule("WW-141", "WW-86")
def test_tagged_reds_hunt_like_any_other() -> None:
    celus = open_planet(5)
    tagged = red(celus.at(1, (4, 0)), tagged=True)
    assert one(celus, celus.at(1, (1, 0)), tagged).way.arrives


@pytest.mark.rule("WW-57", "WW-98", "WW-134", "WW-150", "WW-A36")
def test_port_and_lost_ships_are_hunted_by_nobody_outside_co_op() -> None:
    celus = open_planet(5)
    cresters = (red(celus.at(1, (1, 0))), white(celus.at(2, (1, 0))))
    for mode in (COMPETITIVE, SOLO):
        assert hunters(celus, Pieces(POST, cresters), mode) == ()
    assert [crester.kind for crester in hunters(celus, Pieces(POST, cresters), COOP)] == ["white"]
    for mode in (COMPETITIVE, SOLO, COOP):
        assert hunters(celus, Pieces(None, cresters), mode) == ()
        assert decide(celus, Pieces(None, cresters), mode, cresters[1]).way.path == (cresters[1].at,)


# --- the way


@pytest.mark.rule("WW-90", "WW-95")
def test_a_red_flies_three_and_does_not_arrive_as_in_the_worked_turn() -> None:
    """The ship has just left port; the Red on the far side of its tile comes three hexes and is one short."""
    celus = open_planet(5)
    decision = one(celus, celus.port_side[1], red(celus.at(1, (1, 4))))
    assert decision.away == 4
    assert not decision.way.arrives
    assert {distance(way.end, celus.port_side[1]) for way in decision.ways} == {1}


@pytest.mark.rule("WW-95")
def test_on_arrival_it_attacks_and_its_way_back_is_the_hex_before() -> None:
    celus = open_planet(5)
    decision = one(celus, Hex(0, 2), red(Hex(0, 4)))
    assert decision.way.path == (Hex(0, 4), Hex(0, 3), Hex(0, 2))
    assert decision.way.arrives
    assert decision.way.back == Hex(0, 3)
    assert not decision.asks


@pytest.mark.rule("WW-91")
def test_a_red_takes_no_short_cut_through_a_neighbouring_tile() -> None:
    """Drift across the tile: the way round leads through territory 6, which is closed to it, but not in solo."""
    celus = painted(4, drift=[Hex(0, 3), Hex(1, 1), Hex(1, 2)])
    hunter = red(celus.corner[1])
    outside = one(celus, Hex(0, 1), hunter)
    assert outside.away is None
    solo = one(celus, Hex(0, 1), hunter, Mode(Play.SOLO, defeated=5))
    assert solo.way.arrives
    assert any(celus.territory[space] == 6 for space in solo.way.path)


@pytest.mark.rule("WW-92", "WW-A18")
def test_round_the_drift_and_round_other_ships() -> None:
    celus = painted(5, drift=[Hex(0, 3)])
    ship, hunter = Hex(0, 2), red(Hex(0, 4))
    decision = one(celus, ship, hunter)
    assert decision.away == 3
    assert decision.way.path == (Hex(0, 4), Hex(1, 3), Hex(1, 2), Hex(0, 2))
    flying = open_planet(5)
    assert one(flying, ship, hunter, others=frozenset({Hex(0, 3)})).way.path == decision.way.path


@pytest.mark.rule("WW-92", "WW-97", "WW-A17")
def test_cresters_are_closed_to_each_other() -> None:
    celus = open_planet(5)
    in_the_way = red(Hex(0, 3), 2)
    assert one(celus, Hex(0, 2), red(Hex(0, 4)), cresters=(in_the_way,)).away == 3
    assert one(celus, Hex(0, 2), red(Hex(0, 4)), cresters=(white(Hex(0, 3)),)).away == 3
    assert one(celus, Hex(0, 1), white(Hex(0, 4)), cresters=(in_the_way,)).away == 4


@pytest.mark.rule("WW-A17")
def test_switch_white_flies_over_reds_but_does_not_stop_there() -> None:
    celus = open_planet(5)
    over = Mode(white_over_reds=True)
    hunter = white(Hex(0, 5))
    passing = one(celus, Hex(0, 1), hunter, over, cresters=(red(Hex(0, 3)),))
    assert passing.away == 4
    assert passing.way.path == (Hex(0, 5), Hex(0, 4), Hex(0, 3), Hex(0, 2), Hex(0, 1))
    far = one(celus, Hex(0, -1), white(Hex(0, 5)), replace(over), cresters=(red(Hex(1, 0)), red(Hex(-1, 1), 2)))
    assert far.away == 7
    assert {way.end for way in far.ways}.isdisjoint({Hex(1, 0), Hex(-1, 1)})


@pytest.mark.rule("WW-A17", "WW-95")
def test_switch_white_goes_back_past_the_reds_it_flew_over() -> None:
    wall = [Hex(1, 1), Hex(1, 2), Hex(1, 3), Hex(1, 4), Hex(-1, 2), Hex(-1, 3), Hex(-1, 4), Hex(-1, 5)]
    celus = painted(5, drift=wall)
    over = Mode(white_over_reds=True)
    below = red(Hex(0, 3))
    pieces = Pieces(Hex(0, 2), (white(Hex(0, 5)), below))
    way = decide(celus, pieces, over, pieces.cresters[0]).way
    assert way.arrives
    assert way.back == below.at
    there = pieces.moved(99, Hex(0, 2))
    assert retreats(celus, there, over, there.cresters[0], way.path) == (Hex(0, 4),)


@pytest.mark.rule("WW-93", "WW-90", "WW-A34")
def test_the_white_flies_round_the_post_and_uses_no_corner() -> None:
    celus = open_planet(4)
    decision = one(celus, Hex(0, -1), white(Hex(0, 1)))
    assert decision.away == 3
    assert POST not in {space for way in decision.ways for space in way.path}
    assert one(celus, celus.corner[4], white(celus.corner[1])).away == 9  # eight across the Post, nine round it


@pytest.mark.rule("WW-90")
def test_zephyrs_are_nothing_to_a_crester() -> None:
    celus = painted(5, zephyr=[Hex(0, 4), Hex(0, -4)])
    assert one(celus, Hex(0, -4), white(Hex(0, 4))).away == 9


# --- cut off


@pytest.mark.rule("WW-96", "WW-A20")
def test_cut_off_it_comes_nearer_in_competition_and_solo_and_stays_in_co_op() -> None:
    celus = painted(5, drift=[Hex(0, 3), Hex(1, 2), Hex(1, 1), Hex(1, 3)])
    hunter = red(Hex(0, 5))
    decision = one(celus, Hex(0, 1), hunter)
    assert decision.away is None
    assert decision.way.path == (Hex(0, 5), Hex(0, 4))
    assert one(celus, Hex(0, 1), hunter, COOP).way.path == (Hex(0, 5),)
    assert one(celus, Hex(0, 1), hunter, Mode(cut_off_stays=True)).way.path == (Hex(0, 5),)


@pytest.mark.rule("WW-96", "WW-A20")
def test_too_far_is_not_cut_off() -> None:
    celus = open_planet(5)
    assert len(one(celus, Hex(0, 1), red(Hex(0, 5)), COOP).way.path) == 4


@pytest.mark.rule("WW-135")
def test_the_white_stops_where_it_can_come_no_nearer() -> None:
    """Other captains' ships all round the hunted one."""
    celus = open_planet(4)
    ring = frozenset(neighbours(Hex(0, 2)))
    decision = one(celus, Hex(0, 2), white(Hex(4, -2)), others=ring)
    assert decision.away is None
    assert distance(decision.way.end, Hex(0, 2)) == 2


def test_a_ship_over_drift_is_out_of_reach() -> None:
    """Part 5: a target on Drift stays closed."""
    celus = painted(5, drift=[Hex(0, 2)])
    decision = one(celus, Hex(0, 2), red(Hex(0, 5)))
    assert decision.away is None
    assert not decision.way.arrives
    assert decision.way.end == Hex(0, 3)


# --- equal ways


@pytest.mark.rule("WW-A19", "WW-112")
def test_equal_ways_are_asked_only_where_they_matter() -> None:
    celus = open_planet(5)
    same_end = one(celus, Hex(0, 1), red(Hex(2, 3)), Mode())
    assert same_end.away == 4
    assert len(same_end.ways) == len({way.end for way in same_end.ways}) > 1
    rhombus = one(celus, Hex(1, 1), red(Hex(2, 2)))  # two ways to the ship, from two sides
    assert {way.back for way in rhombus.ways} == {Hex(1, 2), Hex(2, 1)}
    straight = one(celus, Hex(0, 1), red(Hex(0, 5)))
    assert not straight.asks


@pytest.mark.rule("WW-A19")
def test_the_first_way_takes_directions_in_their_order_and_the_switch_takes_it_always() -> None:
    celus = open_planet(5)
    decision = one(celus, Hex(1, 1), red(Hex(2, 2)))
    assert decision.way.path == (Hex(2, 2), Hex(2, 1), Hex(1, 1))  # south (4) comes before south-west (5)
    assert one(celus, Hex(1, 1), red(Hex(2, 2)), Mode(ask=False)).ways == (decision.way,)


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
    assert [decide(wide, Pieces(ship, apart), COMPETITIVE, crester).away for crester in apart] == [5, 4]
    farther = (red(Hex(0, 6), 1), red(Hex(6, 1), 2))
    assert len(next_to_move(wide, Pieces(ship, farther), COMPETITIVE)) == 1
    assert len(next_to_move(celus, Pieces(ship, both), Mode(ask=False))) == 1


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
    first = decide(celus, pieces, SOLO, pieces.cresters[0])
    assert first.way.arrives
    pieces = pieces.moved(1, ship)
    second = decide(celus, pieces, SOLO, pieces.cresters[1])
    assert second.way.arrives
    pieces = pieces.moved(2, ship)
    third = decide(celus, pieces, SOLO, pieces.cresters[2])
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


# --- brute force


def outcomes(ways: tuple[Way, ...]) -> set[tuple[Hex, Hex | None]]:
    return {(way.end, way.back) for way in ways}


def expected(planet: Planet, pieces: Pieces, mode: Mode, crester: Crester) -> tuple[int | None, list[tuple[Hex, ...]]]:
    """All ways of the rules, from scratch: the length of the shortest way to the ship, and every way it may fly."""
    ship = pieces.ship
    assert ship is not None
    speed = mode.white_speed if crester.kind == "white" else mode.red_speed
    others = [other for other in pieces.cresters if other.id != crester.id]

    def full(space: Hex) -> bool:
        here = [other for other in others if other.at == space]
        room = 2 if mode.solo and crester.kind == "red" and all(other.kind == "red" for other in here) else 1
        return len(here) >= room

    def is_open(space: Hex) -> bool:
        if space == ship:
            return ship not in planet.drift
        return (
            space in planet.territory
            and space not in planet.drift
            and space not in pieces.others
            and not full(space)
            and (mode.solo or crester.kind == "white" or planet.territory[space] == planet.territory[crester.at])
        )

    ways = all_shortest_paths(crester.at, ship, is_open)
    if ways:
        away = len(ways[0]) - 1
        steps = min(speed, away - 1 if full(ship) and away else away)
        return away, [way[: steps + 1] for way in ways]
    if mode.coop or mode.cut_off_stays:
        return None, [(crester.at,)]
    grown = [(crester.at,)]
    for _ in range(speed):
        nearer = [
            (*way, near)
            for way in grown
            for near in neighbours(way[-1])
            if near != ship and is_open(near) and distance(near, ship) < distance(way[-1], ship)
        ]
        if not nearer:
            break
        grown = nearer
    return None, grown


def turns(path: tuple[Hex, ...]) -> list[int | None]:
    return [direction_to(a, b) for a, b in pairwise(path)]


def random_position(rng: random.Random, planet: Planet, mode: Mode) -> Pieces:
    free = [space for space in planet.spaces if space not in planet.drift]
    spots = rng.sample(free, 7)
    ship = POST if mode.coop and rng.random() < 0.2 else spots[0]
    tile = [space for space in free if planet.territory[space] == planet.territory.get(ship) and space != ship]
    cresters = []
    for number in range(rng.randint(1, 6)):
        home = tile if not mode.solo and tile and rng.random() < 0.8 else free
        place = rng.choice(home)
        if place != ship and sum(other.at == place for other in cresters) < (2 if mode.solo else 1):
            cresters.append(red(place, number))
    taken = {ship, *(crester.at for crester in cresters)}
    if spots[1] not in taken:
        cresters.append(white(spots[1]))
    others = frozenset(space for space in spots[2 : 2 + rng.randint(0, 3)] if space not in taken | {spots[1]})
    return Pieces(ship, tuple(cresters), frozenset() if mode.solo else others)


MODES = [
    Mode(),
    Mode(small=True),
    Mode(Play.SOLO, defeated=1),
    Mode(Play.SOLO, defeated=4),
    Mode(Play.COOP, difficulty=5),
    Mode(Play.COOP, difficulty=8),
    Mode(cut_off_stays=True),
]


@pytest.mark.rule("WW-90", "WW-91", "WW-92", "WW-93", "WW-94", "WW-96")
@pytest.mark.rule("WW-112", "WW-113", "WW-A18", "WW-A19", "WW-A20")
@pytest.mark.parametrize("mode", MODES, ids=lambda mode: f"{mode.play.value}-{mode.red_speed}-{mode.white_speed}")
def test_every_way_of_random_positions(mode: Mode) -> None:
    """600 positions a mode, every Crester in each: the same outcomes as all shortest ways grown by hand."""
    rng = random.Random(mode.red_speed * 100 + mode.white_speed)
    seen = cut_off = asked = 0
    for turn in range(600):
        if turn % 10 == 0:
            planet = random_planet(rng, rng.choice((3, 4)), drift=rng.randint(0, 12))
        pieces = random_position(rng, planet, mode)
        for crester in hunters(planet, pieces, mode):
            away, ways = expected(planet, pieces, mode, crester)
            decision = decide(planet, pieces, mode, crester)
            assert decision.away == away
            hits = away is not None and any(way[-1] == pieces.ship for way in ways)
            assert outcomes(decision.ways) == {(way[-1], way[-2] if hits else None) for way in ways}
            assert len(decision.ways) == len(outcomes(decision.ways))
            assert all(way.path in ways and way.arrives == hits for way in decision.ways)
            assert turns(decision.way.path) == min((turns(way) for way in ways), key=lambda ds: [d or 0 for d in ds])
            seen += 1
            cut_off += away is None
            asked += decision.asks
    assert seen > 600
    assert cut_off > 10
    assert asked > 10


def test_networkx_finds_the_same_ends() -> None:
    rng = random.Random(77)
    compared = 0
    for _ in range(150):
        planet = random_planet(rng, 5, drift=rng.randint(0, 18))
        mode = rng.choice((COMPETITIVE, SOLO, COOP))
        pieces = random_position(rng, planet, mode)
        for crester in hunters(planet, pieces, mode):
            graph = sky_graph(planet, pieces, mode, crester)
            decision = decide(planet, pieces, mode, crester)
            if not nx.has_path(graph, crester.at, pieces.ship):
                assert decision.away is None
                continue
            paths = list(nx.all_shortest_paths(graph, crester.at, pieces.ship))
            steps = min(decision.speed, len(paths[0]) - 1)
            if not any(other.at == pieces.ship for other in pieces.cresters):
                assert {way.end for way in decision.ways} == {path[steps] for path in paths}
                compared += 1
    assert compared > 150


def sky_graph(planet: Planet, pieces: Pieces, mode: Mode, crester: Crester) -> "nx.Graph[Hex | None]":
    crowd: dict[Hex, int] = {}
    for other in pieces.cresters:
        if other.id != crester.id:
            alone = not mode.solo or "white" in (other.kind, crester.kind)
            crowd[other.at] = crowd.get(other.at, 0) + (2 if alone else 1)
    fenced = crester.kind == "red" and not mode.solo
    graph: nx.Graph[Hex | None] = nx.Graph()
    graph.add_nodes_from([crester.at, pieces.ship])
    nodes = [
        space
        for space in (*planet.spaces, *([POST] if pieces.ship == POST else []))
        if space in (crester.at, pieces.ship)
        or not (
            space in planet.drift
            or space in pieces.others
            or crowd.get(space, 0) >= 2
            or (fenced and planet.territory[space] != planet.territory[crester.at])
        )
    ]
    graph.add_edges_from((a, b) for a in nodes for b in neighbours(a) if b in nodes)
    return graph


# --- order, by trying every order


@pytest.mark.rule("WW-A21")
def test_where_no_order_is_asked_every_order_ends_alike() -> None:
    """For equally near Reds that the mover does not ask about: any order, any choice, the same ways for each."""
    rng = random.Random(5)
    unasked = 0
    for _ in range(900):
        planet = random_planet(rng, 3, drift=rng.randint(0, 5))
        mode = rng.choice((Mode(Play.SOLO), Mode(small=True), Mode(Play.COOP, small=True)))
        pieces = random_position(rng, planet, mode)
        ready = next_to_move(planet, pieces, mode)
        if len(ready) != 1 or ready[0].kind == "white":
            continue
        reds = [crester for crester in hunters(planet, pieces, mode) if crester.kind == "red"]
        length = decide(planet, pieces, mode, ready[0]).away
        tied = [crester for crester in reds if decide(planet, pieces, mode, crester).away == length]
        if not 1 < len(tied) <= 3:
            continue
        unasked += 1
        alone = {crester.id: outcomes(decide(planet, pieces, mode, crester).ways) for crester in tied}
        for order in permutations(tied):
            check_order(planet, pieces, mode, list(order), alone)
    assert unasked > 20


def check_order(
    planet: Planet, pieces: Pieces, mode: Mode, order: list[Crester], alone: dict[int, set[tuple[Hex, Hex | None]]]
) -> None:
    if not order:
        return
    crester, *rest = order
    decision = decide(planet, pieces, mode, crester)
    assert outcomes(decision.ways) == alone[crester.id]
    for way in decision.ways:
        check_order(planet, pieces.moved(crester.id, way.end), mode, rest, alone)


# --- speed



# --- the shares that the rulings worked out


@pytest.mark.parametrize(("radius", "mode", "percent"), [(5, Mode(), 89), (6, Mode(), 76), (4, Mode(small=True), 80)])
def test_share_of_its_tile_that_a_red_covers_in_one_move(radius: int, mode: Mode, percent: int) -> None:
    planet = open_planet(radius)
    tile = [space for space in planet.spaces if planet.territory[space] == 1]
    pairs = [(start, ship) for start in tile for ship in tile if start != ship]
    hits = sum(one(planet, ship, red(start), mode).way.arrives for start, ship in pairs)
    assert round(100 * hits / len(pairs)) == percent


@pytest.mark.rule("WW-A19")
def test_share_of_moves_with_several_ends() -> None:
    planet = open_planet(5)
    tile = [space for space in planet.spaces if planet.territory[space] == 1]
    reds = [one(planet, ship, red(start)) for start in tile for ship in tile if start != ship]
    assert round(100 * several_ends(reds)) == 9
    spaces = planet.spaces
    whites = [one(planet, ship, white(start)) for start in tile for ship in spaces if start != ship]
    assert round(100 * several_ends(whites)) == 37


def several_ends(decisions: list[Decision]) -> float:
    return sum(len({way.end for way in decision.ways}) > 1 for decision in decisions) / len(decisions)
