"""Where new pieces may be put."""

import pytest

from companion.games.windward.board.hexes import Hex, distance
from companion.games.windward.board.planet import (
    POST,
    for_new_red,
    for_tagged,
    white_corners,
    white_returns,
)
from tests.games.windward.maps import open_planet, painted


@pytest.mark.rule("WW-72", "WW-A14")
def test_a_new_red_goes_anywhere_free_in_the_territory() -> None:
    celus = painted(4, drift=[Hex(0, 2)])
    spaces = for_new_red(celus, 1, flying=[Hex(0, 1), Hex(1, 0)])
    assert len(spaces) == 10 - 2
    assert not {Hex(0, 1), Hex(0, 2)} & set(spaces)
    assert all(celus.territory[space] == 1 for space in spaces)


@pytest.mark.rule("WW-133", "WW-131", "WW-117", "WW-A28", "WW-A29")
def test_the_white_comes_to_a_free_corner_or_beside_one() -> None:
    celus = painted(4, drift=[Hex(1, 3)])
    corners = white_corners(celus, flying=[celus.corner[2], Hex(0, 1)])
    assert sorted(corners) == [1, 3, 4, 5, 6]
    assert corners[3] == celus.corner[3]
    assert celus.corner[2] not in white_returns(celus, flying=[celus.corner[2]])
    taken = list(celus.corner.values())
    assert white_corners(celus, taken) == {}
    beside = white_returns(celus, taken)
    assert len(beside) == 12 - 1  # two rim hexes beside each corner, one of them Drift
    assert all(distance(POST, space) == 4 for space in beside)


@pytest.mark.rule("WW-139", "WW-A31")
def test_a_tagged_crester_goes_beside_the_ship() -> None:
    celus = painted(4, drift=[Hex(1, 1)])
    assert set(for_tagged(celus, Hex(0, 1), occupied=[Hex(0, 2)])) == {Hex(1, 0), Hex(-1, 1), Hex(-1, 2)}
    corner = open_planet(4).corner[1]
    assert len(for_tagged(open_planet(4), corner, occupied=[])) == 3
