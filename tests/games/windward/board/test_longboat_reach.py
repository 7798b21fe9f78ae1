"""Longboat reach: the rules one by one, then brute force on random planets."""

import random

import pytest

from companion.games.windward.board.hexes import Hex, distance, neighbours
from companion.games.windward.board.planet import POST, Planet
from companion.games.windward.board.reach import Rowing, longboat_reach, why_no_boat
from tests.games.windward.maps import open_planet, painted, random_planet


@pytest.mark.rule("WW-34")
def test_longboats_row_one_hex_a_point_and_ignore_the_wind() -> None:
    celus = open_planet(5)
    reach = longboat_reach(celus, Rowing(Hex(0, 3), speed=2))
    assert {space: arrival.cost for space, arrival in reach.items()} == {
        space: distance(Hex(0, 3), space)
        for space in celus.spaces
        if 0 < distance(Hex(0, 3), space) <= 2
    }
    assert len(longboat_reach(celus, Rowing(Hex(0, 3), speed=0))) == 0


@pytest.mark.rule("WW-23", "WW-40")
def test_longboats_know_no_post_no_drift_no_jumps() -> None:
    corner = Hex(0, 4)
    celus = painted(4, drift=[Hex(1, 0)], zephyr=[Hex(0, 3), Hex(0, -3)])
    reach = longboat_reach(celus, Rowing(Hex(0, 1), speed=8))
    assert POST not in reach
    assert Hex(1, 0) not in reach
    assert reach[Hex(0, -1)].cost == 3  # the Post and the Drift make it go the western way round
    far = longboat_reach(celus, Rowing(corner, speed=2))
    assert Hex(0, -4) not in far
    assert Hex(0, -3) not in far
    for space in (POST, Hex(1, 0)):
        assert why_no_boat(celus, Rowing(Hex(0, 1), speed=8), space).rule == "WW-40"


@pytest.mark.rule("WW-36")
def test_two_boats_of_one_captain_never_share_a_hex() -> None:
    celus = open_planet(4)
    rowing = Rowing(Hex(0, 2), speed=1, own=frozenset({Hex(0, 3)}))
    assert Hex(0, 3) not in longboat_reach(celus, rowing)
    assert why_no_boat(celus, rowing, Hex(0, 3)).rule == "WW-36"


@pytest.mark.rule("WW-37")
def test_a_living_grey_or_a_strange_boat_means_battle_and_ends_the_reach() -> None:
    celus = open_planet(5)
    ring = frozenset(neighbours(Hex(0, 3)))
    greys = longboat_reach(celus, Rowing(Hex(0, 3), speed=4, greys=ring))
    assert set(greys) == ring
    assert all(arrival.battle for arrival in greys.values())
    boats = longboat_reach(celus, Rowing(Hex(0, 3), speed=4, boats=ring))
    assert all(arrival.battle for arrival in boats.values())
    assert set(boats) == ring


@pytest.mark.rule("WW-38")
def test_a_loose_defeated_grey_is_taken_in_tow_without_a_choice() -> None:
    celus = open_planet(5)
    ring = frozenset(neighbours(Hex(0, 3)))
    reach = longboat_reach(celus, Rowing(Hex(0, 3), speed=3, fallen=ring))
    assert all(reach.end[space][1] and not reach[space].battle for space in reach)
    assert reach[Hex(1, 4)].cost == 2
    one = longboat_reach(celus, Rowing(Hex(0, 3), speed=2, fallen=frozenset({Hex(0, 4)})))
    assert one.end[Hex(0, 4)][1]
    assert not one.end[Hex(1, 4)][1]  # a way past it costs no more


@pytest.mark.rule("WW-39")
def test_a_towing_boat_enters_no_hex_with_a_grey() -> None:
    celus = open_planet(5)
    greys, fallen = frozenset({Hex(0, 4)}), frozenset({Hex(1, 2)})
    tows = Rowing(Hex(0, 3), speed=1, towing=True, greys=greys, fallen=fallen)
    reach = longboat_reach(celus, tows)
    assert not {Hex(0, 4), Hex(1, 2)} & set(reach)
    assert all(reach.end[space][1] for space in reach)
    assert why_no_boat(celus, tows, Hex(0, 4)).rule == why_no_boat(celus, tows, Hex(1, 2)).rule == "WW-39"
    free_boat, towing_boat = Hex(1, 3), Hex(-1, 4)
    duel = Rowing(
        Hex(0, 3), 1, towing=True, boats=frozenset({free_boat, towing_boat}), fallen=frozenset({towing_boat})
    )
    assert longboat_reach(celus, duel)[free_boat].battle
    assert towing_boat not in longboat_reach(celus, duel)


@pytest.mark.rule("WW-39")
def test_a_tow_taken_on_the_way_closes_the_greys_behind_it() -> None:
    """A corridor: own hex, a loose Grey, then a living one. Once in tow, the boat can't go on to the living one."""
    boat, loose, living = Hex(0, 5), Hex(0, 4), Hex(0, 3)
    celus = painted(5, drift=[near for near in neighbours(loose) if near not in (boat, living)])
    reach = longboat_reach(celus, Rowing(boat, speed=4, greys=frozenset({living}), fallen=frozenset({loose})))
    assert set(reach) == {loose}


@pytest.mark.rule("WW-124", "WW-66")
def test_partners_boats_and_ties_are_closed() -> None:
    celus = open_planet(4)
    team = Rowing(Hex(0, 2), 1, boats=frozenset({Hex(0, 3)}), team=True)
    assert Hex(0, 3) not in longboat_reach(celus, team)
    assert why_no_boat(celus, team, Hex(0, 3)).rule == "WW-124"
    tie = Rowing(Hex(0, 2), 1, greys=frozenset({Hex(0, 3)}), tied=frozenset({Hex(0, 3)}))
    assert Hex(0, 3) not in longboat_reach(celus, tie)
    assert why_no_boat(celus, tie, Hex(0, 3)).rule == "WW-66"
    assert why_no_boat(celus, tie, Hex(0, -3)).rule == "WW-34"
    assert why_no_boat(celus, tie, Hex(9, 9)).rule == "WW-34"


def test_longboat_paths_agree_with_brute_force() -> None:
    rng = random.Random(15)
    for _ in range(60):
        planet = random_planet(rng, 3, drift=4)
        free = [space for space in planet.spaces if space not in planet.drift]
        boat, *rest = rng.sample(free, 8)
        rowing = Rowing(
            boat, 4, rng.random() < 0.4, own=frozenset(rest[:1]), boats=frozenset(rest[1:3]),
            greys=frozenset(rest[3:5]), fallen=frozenset(rest[5:7]),
        )  # fmt: skip
        best: dict[Hex, int] = {}
        _row_all(planet, rowing, (boat,), rowing.towing, best)
        best.pop(boat, None)
        reach = longboat_reach(planet, rowing)
        assert {space: reach[space].cost for space in reach} == best
        for space in reach:
            assert len(reach.path(space)) == reach[space].cost + 1


def _row_all(planet: Planet, rowing: Rowing, way: tuple[Hex, ...], towing: bool, best: dict[Hex, int]) -> None:
    here = way[-1]
    best[here] = min(best.get(here, 99), len(way) - 1)
    if len(way) > rowing.speed or (len(way) > 1 and (here in rowing.greys or here in rowing.boats)):
        return
    for near in neighbours(here):
        if near not in planet.territory or near in planet.drift or near in rowing.own or near in way:
            continue
        if towing and (near in rowing.greys or near in rowing.fallen):
            continue
        _row_all(planet, rowing, (*way, near), towing or near in rowing.fallen, best)
