"""The Crester mover: each rule by hand."""


import pytest

from companion.games.windward.board.cresters import (
    CresterRules,
    Decision,
    FlyingCrester,
    Pieces,
    decide_flight,
    hunters,
    retreats,
    stays,
)
from companion.games.windward.board.hexes import Hex, distance, neighbours
from companion.games.windward.board.planet import NUMBERS, POST, Planet
from tests.games.windward.maps import open_planet, painted

COMPETITIVE, SOLO, COOP = CresterRules(), CresterRules("solo"), CresterRules("coop", difficulty=6)


def red(at: Hex, id: int = 1, **marks: bool) -> FlyingCrester:
    return FlyingCrester(id, "red", at, **marks)


def white(at: Hex, **marks: bool) -> FlyingCrester:
    return FlyingCrester(99, "white", at, **marks)


def one(planet: Planet, ship: Hex | None, crester: FlyingCrester, mode: CresterRules = COMPETITIVE,
        **more: object) -> Decision:
    cresters = (crester, *more.pop("cresters", ()))  # type: ignore[misc]
    return decide_flight(planet, Pieces(ship, cresters, **more), mode, crester)  # type: ignore[arg-type]


# --- who moves


@pytest.mark.rule("WW-86", "WW-91", "WW-A33")
def test_reds_of_the_ships_territory_hunt_and_no_others() -> None:
    celus = open_planet(5)
    ship = celus.at(2, (1, 2))
    reds = tuple(red(celus.at(number, (4, 1)), number) for number in NUMBERS)
    assert [crester.id for crester in hunters(celus, Pieces(ship, reds), COMPETITIVE)] == [2]
    assert [stays(celus, ship, COMPETITIVE, crester) for crester in reds] == ["elsewhere", "", *["elsewhere"] * 4]


@pytest.mark.rule("WW-86", "WW-111", "WW-122", "WW-134", "WW-148", "WW-A25")
@pytest.mark.parametrize(
    ("mode", "red_speed", "white_speed"),
    [
        (CresterRules(), 3, 5),
        (CresterRules(small=True), 2, 5),
        (CresterRules(defeated=4), 3, 5),
        (CresterRules("solo"), 3, 5),
        (CresterRules("solo", defeated=5), 8, 5),
        (CresterRules("solo", small=True, defeated=2), 4, 5),
        (CresterRules("coop", difficulty=8), 3, 8),
        (CresterRules("coop", difficulty=6, small=True), 2, 6),
    ],
)
def test_speeds(mode: CresterRules, red_speed: int, white_speed: int) -> None:
    assert (mode.red_speed, mode.white_speed) == (red_speed, white_speed)
    celus = open_planet(7)
    far, ship = celus.corner[1], celus.at(1, (1, 6))
    assert len(one(celus, ship, red(far), mode).way.path) - 1 == min(red_speed, distance(far, ship))
    assert len(one(celus, celus.corner[4], white(far), mode).way.path) - 1 == white_speed


@pytest.mark.rule("WW-87", "WW-75", "WW-A16", "WW-127")
def test_who_fought_stays_but_not_the_white_outside_co_op() -> None:
    celus = open_planet(5)
    ship = celus.at(1, (1, 0))
    here = (red(celus.at(1, (4, 0)), fought=True), white(Hex(3, 0), fought=True), red(celus.at(1, (3, 1)), 2))

    def why(mode: CresterRules) -> list[str]:
        return [stays(celus, ship, mode, crester) for crester in here]

    assert why(COMPETITIVE) == ["fought", "", ""]
    assert why(COOP) == ["fought", "fought", ""]
    assert why(SOLO) == ["", "", ""]
    assert why(CresterRules(white_rests=True)) == ["fought", "fought", ""]


@pytest.mark.rule("WW-A25", "WW-111")
def test_solo_moves_all_reds_unless_the_table_plays_it_milder() -> None:
    celus = open_planet(5)
    reds = tuple(red(celus.at(number, (4, 1)), number, fought=number == 3) for number in NUMBERS)
    pieces = Pieces(celus.at(1, (1, 0)), reds)
    assert len(hunters(celus, pieces, SOLO)) == 6
    milder = hunters(celus, pieces, CresterRules("solo", solo_reds_rest=True))
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
        assert decide_flight(celus, Pieces(None, cresters), mode, cresters[1]).way.path == (cresters[1].at,)


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
    """Drift crosses the tile, and the path round it leads through territory 6: open only in solo."""
    celus = painted(4, drift=[Hex(0, 3), Hex(1, 1), Hex(1, 2)])
    hunter = red(celus.corner[1])
    outside = one(celus, Hex(0, 1), hunter)
    assert outside.away is None
    solo = one(celus, Hex(0, 1), hunter, CresterRules("solo", defeated=5))
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
    over = CresterRules(white_over_reds=True)
    hunter = white(Hex(0, 5))
    passing = one(celus, Hex(0, 1), hunter, over, cresters=(red(Hex(0, 3)),))
    assert passing.away == 4
    assert passing.way.path == (Hex(0, 5), Hex(0, 4), Hex(0, 3), Hex(0, 2), Hex(0, 1))
    far = one(celus, Hex(0, -1), white(Hex(0, 5)), over, cresters=(red(Hex(1, 0)), red(Hex(-1, 1), 2)))
    assert far.away == 7
    assert {way.end for way in far.ways}.isdisjoint({Hex(1, 0), Hex(-1, 1)})


@pytest.mark.rule("WW-A17", "WW-95")
def test_switch_white_goes_back_past_the_reds_it_flew_over() -> None:
    wall = [Hex(1, 1), Hex(1, 2), Hex(1, 3), Hex(1, 4), Hex(-1, 2), Hex(-1, 3), Hex(-1, 4), Hex(-1, 5)]
    celus = painted(5, drift=wall)
    over = CresterRules(white_over_reds=True)
    below = red(Hex(0, 3))
    pieces = Pieces(Hex(0, 2), (white(Hex(0, 5)), below))
    way = decide_flight(celus, pieces, over, pieces.cresters[0]).way
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
    assert one(celus, Hex(0, 1), hunter, CresterRules(cut_off_stays=True)).way.path == (Hex(0, 5),)


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
    same_end = one(celus, Hex(0, 1), red(Hex(2, 3)), CresterRules())
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
    assert one(celus, Hex(1, 1), red(Hex(2, 2)), CresterRules(ask=False)).ways == (decision.way,)
