"""Hex arithmetic against brute force: flooding outwards, and points on paper."""

from math import hypot, sqrt

import pytest

from companion.games.windward.board.hexes import (
    DIRECTIONS,
    Hex,
    direction_to,
    disc,
    distance,
    neighbours,
    opposite,
    read,
    ring,
    spell,
    step,
    turned,
)

CENTRE = Hex(0, 0)


def on_paper(space: Hex) -> tuple[float, float]:
    return 1.5 * space.q, sqrt(3) * (space.r + space.q / 2)


def flood(centre: Hex, radius: int) -> dict[Hex, int]:
    """Distance by walking, one ring at a time."""
    found = {centre: 0}
    front = [centre]
    for away in range(1, radius + 1):
        front = [near for space in front for near in neighbours(space) if near not in found]
        found.update(dict.fromkeys(front, away))
    return found


def test_directions_run_clockwise_from_straight_up() -> None:
    x, y = on_paper(step(CENTRE, 1))
    assert abs(x) < 1e-9
    assert y > 0
    east = [on_paper(step(CENTRE, direction))[0] for direction in DIRECTIONS]
    assert [round(value, 1) for value in east] == [0, 1.5, 1.5, 0, -1.5, -1.5]
    north = [on_paper(step(CENTRE, direction))[1] for direction in DIRECTIONS]
    assert [value > 0 for value in north] == [True, True, False, False, False, True]


def test_the_six_neighbours_lie_equally_near_on_paper() -> None:
    assert len(set(neighbours(Hex(2, -1)))) == 6
    x, y = on_paper(Hex(2, -1))
    for near in neighbours(Hex(2, -1)):
        nx, ny = on_paper(near)
        assert hypot(nx - x, ny - y) == pytest.approx(sqrt(3))


def test_opposite_and_turned() -> None:
    for direction in DIRECTIONS:
        assert step(step(Hex(3, -2), direction), opposite(direction)) == Hex(3, -2)
        assert turned(direction, 6) == direction
        assert turned(turned(direction, 1), -1) == direction
    assert turned(6, 1) == 1


@pytest.mark.parametrize("centre", [CENTRE, Hex(2, -3), Hex(-1, 4)])
def test_distance_ring_and_disc_agree_with_flooding(centre: Hex) -> None:
    found = flood(centre, 6)
    for space, away in found.items():
        assert distance(centre, space) == distance(space, centre) == away
    for radius in range(7):
        around = ring(centre, radius)
        assert len(around) == len(set(around)) == max(1, 6 * radius)
        assert set(around) == {space for space, away in found.items() if away == radius}
    assert set(disc(centre, 6)) == set(found)
    assert len(disc(centre, 6)) == 1 + 3 * 6 * 7


def test_rings_run_clockwise_without_gaps() -> None:
    around = ring(CENTRE, 4)
    assert around[0] == step(CENTRE, 1, 4)
    assert all(distance(a, b) == 1 for a, b in zip(around, (*around[1:], around[0]), strict=True))
    assert around[4] == step(CENTRE, 2, 4)


def test_direction_to_knows_straight_lines_only() -> None:
    for direction in DIRECTIONS:
        for length in (1, 2, 5):
            assert direction_to(Hex(1, 1), step(Hex(1, 1), direction, length)) == direction
    assert direction_to(CENTRE, CENTRE) is None
    straight = {step(CENTRE, direction, length) for direction in DIRECTIONS for length in range(1, 5)}
    for space in disc(CENTRE, 4):
        assert (direction_to(CENTRE, space) is not None) == (space in straight)


def test_spelling_comes_back() -> None:
    for space in disc(Hex(-2, 5), 3):
        assert read(spell(space)) == space
    assert spell(Hex(2, -1)) == "2,-1"
    for nonsense in ("", "3", "a,b", "1,2,3"):
        with pytest.raises(ValueError, match=r"not a hex|invalid literal"):
            read(nonsense)
