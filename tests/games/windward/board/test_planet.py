"""The planet of Part 2: six triangles in a pinwheel round the Post."""

import pytest

from companion.games.windward.board.hexes import Hex, disc, distance, neighbours, opposite, step
from companion.games.windward.board.planet import NUMBERS, POST, Planet, Terrain, tile_places
from companion.games.windward.board.reach import moves
from tests.games.windward.maps import open_planet, painted


@pytest.mark.rule("WW-3", "WW-4")
@pytest.mark.parametrize(
    ("radius", "tile", "planet"), [(3, 6, 37), (4, 10, 61), (5, 15, 91), (6, 21, 127), (7, 28, 169)]
)
def test_six_territories_of_equal_size(radius: int, tile: int, planet: int) -> None:
    celus = open_planet(radius)
    assert len(tile_places(radius)) == tile
    for number in NUMBERS:
        assert sum(celus.territory[space] == number for space in celus.spaces) == tile
    assert len(celus.spaces) + 1 == planet
    assert set(celus.spaces) == set(disc(POST, radius)) - {POST}
    assert POST not in celus.territory


@pytest.mark.parametrize("clockwise", [True, False])
def test_tiles_are_triangles_of_rows_one_to_r(clockwise: bool) -> None:
    celus = Planet(5, [{}] * 6, clockwise=clockwise)
    for number in NUMBERS:
        rows = [
            sum(celus.territory[space] == number and distance(POST, space) == row for space in celus.spaces)
            for row in range(1, 6)
        ]
        assert rows == [1, 2, 3, 4, 5]
        ray = celus.wind_direction(number)
        for row in range(1, 6):
            assert celus.territory[step(POST, ray, row)] == number


def test_handedness_puts_the_other_hexes_on_the_other_side() -> None:
    """Two steps up and one back down: (1, 1) may lie right or left of the ray of territory 1."""
    right, left = Planet(4, [{}] * 6), Planet(4, [{}] * 6, clockwise=False)
    assert right.at(1, (1, 1)) == Hex(1, 1)
    assert left.at(1, (1, 1)) == Hex(-1, 2)
    assert right.territory[Hex(1, 1)] == 1
    assert left.territory[Hex(1, 1)] == 2


@pytest.mark.rule("WW-9")
def test_wind_blows_from_the_post_to_the_corner_of_its_number() -> None:
    celus = open_planet(5)
    for number in NUMBERS:
        direction = celus.wind_direction(number)
        assert celus.port_side[number] == step(POST, direction)
        assert celus.corner[number] == step(POST, direction, 5)
        assert celus.number_towards(direction) == number


def test_order_of_the_numbers_is_the_owners() -> None:
    celus = Planet(4, [{}] * 6, order=(1, 6, 5, 4, 3, 2))
    assert celus.corner[6] == step(POST, 2, 4)
    assert celus.corner[2] == step(POST, 6, 4)
    assert celus.territory[celus.port_side[3]] == 3


@pytest.mark.rule("WW-18")
def test_corners_lead_to_the_opposite_corner() -> None:
    celus = open_planet(4)
    assert len(celus.across) == 6
    for number in NUMBERS:
        here = celus.corner[number]
        there = celus.across[here]
        assert there == step(POST, opposite(celus.wind_direction(number)), 4)
        assert celus.across[there] == here
        assert distance(here, there) == 8


def test_terrain_goes_with_its_tile() -> None:
    tile = {
        (4, 0): Terrain.ZEPHYR,
        (1, 2): Terrain.GAS,
        (1, 3): Terrain.FEEDING,
        (2, 2): Terrain.RED,
        (2, 0): Terrain.DRIFT,
    }
    celus = Planet(4, [{}, {}, tile, {}, {}, {}])
    assert celus.zephyrs == (celus.corner[3],)
    assert celus.gas_pockets == (celus.at(3, (1, 2)),)
    assert celus.feeding_grounds[3] == (celus.at(3, (1, 3)),)
    assert celus.feeding_grounds[4] == ()
    assert celus.red_starts[3] == (celus.at(3, (2, 2)),)
    assert celus.drift == {celus.at(3, (2, 0))}
    assert all(celus.territory[space] == 3 for space in (*celus.zephyrs, *celus.gas_pockets, *celus.drift))


def test_neighbours_on_the_map() -> None:
    celus = open_planet(3)
    for space in celus.spaces:
        assert celus.near[space] == tuple([near for near in neighbours(space) if near in (POST, *celus.spaces)])
    assert celus.near[POST] == tuple([celus.port_side[number] for number in NUMBERS])
    assert len(celus.near[celus.corner[1]]) == 3


@pytest.mark.rule("WW-20")
def test_against_the_wind_is_one_direction() -> None:
    celus = open_planet(4)
    here = Hex(1, 1)
    for wind in NUMBERS:
        closed = set(celus.near[here]) - {near for near, _ in moves(celus, wind, here)}
        assert closed == {step(here, opposite(celus.wind_direction(wind)))}


def test_the_sky_is_all_but_drift_and_the_post() -> None:
    celus = painted(3, drift=[Hex(1, 1)])
    assert celus.sky == set(celus.spaces) - {Hex(1, 1)}
    assert POST not in celus.sky


def test_painted_helper_paints() -> None:
    celus = painted(3, drift=[Hex(1, 1)], gas=[Hex(-1, 0)])
    assert celus.terrain[Hex(1, 1)] is Terrain.DRIFT
    assert celus.gas_pockets == (Hex(-1, 0),)
