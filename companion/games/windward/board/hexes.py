"""Hexes in axial coordinates, flat side up, y upwards.

Direction 1 is north, 2 to 6 follow clockwise. A hex's centre is x = 1.5 q, y = sqrt(3) (r + q / 2).

>>> step(Hex(0, 0), 2, 3)
Hex(q=3, r=0)
>>> distance(Hex(0, 0), Hex(2, -3))
3
"""

import copyreg
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple


class Hex(NamedTuple):
    q: int
    r: int


class _Packed(dict[Hex, tuple[type[Hex], tuple[int, int]]]):
    """Pickled form of each hex, cached because snapshots contain many."""

    def __missing__(self, space: Hex) -> tuple[type[Hex], tuple[int, int]]:
        packed = self[space] = Hex, (space.q, space.r)
        return packed


copyreg.pickle(Hex, _Packed().__getitem__)


NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, NORTH_WEST = range(1, 7)
DIRECTIONS = (NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, NORTH_WEST)
STEPS = (Hex(0, 1), Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1))
_WAYS: dict[tuple[int, int], int] = dict(zip(STEPS, DIRECTIONS, strict=True))


def opposite(direction: int) -> int:
    return turned(direction, 3)


def turned(direction: int, sixths: int) -> int:
    return (direction - 1 + sixths) % 6 + 1


def step(start: Hex, direction: int, count: int = 1) -> Hex:
    dq, dr = STEPS[direction - 1]
    return Hex(start.q + dq * count, start.r + dr * count)


def neighbours(centre: Hex) -> tuple[Hex, ...]:
    """The six adjacent hexes, direction 1 first."""
    q, r = centre
    return tuple([Hex(q + dq, r + dr) for dq, dr in STEPS])


def distance(a: Hex, b: Hex) -> int:
    dq, dr = a.q - b.q, a.r - b.r
    return max(abs(dq), abs(dr), abs(dq + dr))


def direction_to(a: Hex, b: Hex) -> int | None:
    """Return the straight direction from a to b, or None if there is none."""
    beside = _WAYS.get((b.q - a.q, b.r - a.r))
    if beside is not None:
        return beside
    length = distance(a, b)
    if not length or (b.q - a.q) % length or (b.r - a.r) % length:
        return None
    return _WAYS.get(((b.q - a.q) // length, (b.r - a.r) // length))


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    if radius == 0:
        return (centre,)
    around: list[Hex] = []
    for direction in DIRECTIONS:
        corner = step(centre, direction, radius)
        around += [step(corner, turned(direction, 2), along) for along in range(radius)]
    return tuple(around)


def disc(centre: Hex, radius: int) -> tuple[Hex, ...]:
    return tuple([space for away in range(radius + 1) for space in ring(centre, away)])


def in_rows(spaces: Iterable[Hex]) -> tuple[Hex, ...]:
    """Sort spaces row by row from the bottom, the order used for choices."""
    return tuple(sorted(spaces, key=lambda space: (space.r, space.q)))


@lru_cache(maxsize=1024)
def spell(space: Hex) -> str:
    """Format a hex as `2,-1` for keys and files."""
    return f"{space.q},{space.r}"


def read(text: str) -> Hex:
    """Parse the output of `spell`, or raise ValueError."""
    q, comma, r = text.partition(",")
    if not comma:
        raise ValueError(f"not a hex: {text!r}")
    return Hex(int(q), int(r))
