"""The planet of one play: six territories round the Trading Post. Never changes; hangs on the setup.

Territories bear the numbers of the Trading Post, 1 straight up; a wind number is a territory's number.
Places are also kept as bits of one whole number (`mask`): a set of hexes is an int, and all neighbours of a
set are six shifts. That is what makes a whole Crester turn a matter of microseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property, lru_cache
from typing import NamedTuple

from companion.games.windward.hexes import DIRECTIONS, Hex, disc, neighbours, opposite, step, turned

POST = Hex(0, 0)
SMALLEST, LARGEST = 3, 7
NUMBERS = (1, 2, 3, 4, 5, 6)

Place = tuple[int, int]
"""A place on a tile, wherever the tile lies: a steps out along its ray, then b steps sideways."""


class Terrain(Enum):
    """What is printed on a hex. The value is its letter in a tile's rows."""

    SKY = "."
    DRIFT = "D"
    ZEPHYR = "Z"
    GAS = "G"
    FEEDING = "F"
    RED = "R"


def tile_places(radius: int) -> tuple[Place, ...]:
    """The places of a tile in row order: row 1 touches the Post, each row begins on the ray."""
    return tuple([(row - b, b) for row in range(1, radius + 1) for b in range(row)])


class Grid:
    """The bare hexes within a radius of the Post, without print: shared by all planets of one size."""

    def __init__(self, radius: int) -> None:
        self.radius = radius
        self.spaces = disc(POST, radius)[1:]
        self.width = 2 * radius + 2  # one column of nothing keeps shifted bits from running into the next row
        self.bit = {space: 1 << self._index(space) for space in (POST, *self.spaces)}
        self.hex_of = {bit: space for space, bit in self.bit.items()}
        self.whole = sum(self.hex_of)

    def _index(self, space: Hex) -> int:
        return (space.r + self.radius) * self.width + space.q + self.radius

    @cached_property
    def around(self) -> dict[Hex, tuple[tuple[int, Hex], ...]]:
        return {
            space: tuple(
                [(way, near) for way in DIRECTIONS if (near := step(space, way)) in self.bit and near != POST]
            )
            for space in self.bit
        }

    @cached_property
    def flights(self) -> dict[Hex, tuple[tuple[Hex, int], ...]]:
        return {
            space: tuple([(near, self.bit[near]) for near in neighbours(space) if near in self.bit])
            for space in self.bit
        }

    def spread(self, mask: int) -> int:
        """All neighbours of a set. Some bits fall beside the planet: cut with a mask of hexes."""
        width = self.width
        return (
            mask << 1 | mask >> 1 | mask << width | mask >> width | mask << (width - 1) | mask >> (width - 1)
        )

    @cached_property
    def ring_masks(self) -> dict[Hex, tuple[int, ...]]:
        return {centre: self._rings(centre) for centre in self.bit}

    def _rings(self, centre: Hex) -> tuple[int, ...]:
        rings, seen = [self.bit[centre]], self.bit[centre]
        while fresh := self.spread(rings[-1]) & self.whole & ~seen:
            rings.append(fresh)
            seen |= fresh
        return tuple(rings)


@lru_cache(maxsize=8)
def grid_of(radius: int) -> Grid:
    return Grid(radius)


class Plan(NamedTuple):
    """Where six tiles lie round the Post, whatever is printed on them."""

    at: dict[tuple[int, Place], Hex]
    territory: dict[Hex, int]
    place_of: dict[Hex, Place]


@lru_cache(maxsize=8)
def plan_of(radius: int, order: tuple[int, ...], clockwise: bool) -> Plan:
    at: dict[tuple[int, Place], Hex] = {}
    for number in NUMBERS:
        ray = order.index(number) + 1
        sideways = turned(ray, 1 if clockwise else -1)
        for a, b in tile_places(radius):
            at[number, (a, b)] = step(step(POST, ray, a), sideways, b)
    territory = {space: number for (number, _), space in at.items()}
    return Plan(at, territory, {space: place for (_, place), space in at.items()})


class Planet:
    """Six tiles laid round the Post. `tiles[0]` lies in territory 1, and so on.

    `order` is the numbers read clockwise from 1; `clockwise` says on which side of its ray (Post to corner)
    a tile's other hexes lie.
    """

    def __init__(
        self,
        radius: int,
        tiles: Sequence[Mapping[Place, Terrain]],
        order: Sequence[int] = NUMBERS,
        clockwise: bool = True,
    ) -> None:
        self.radius = radius
        self.order = tuple(order)
        self.clockwise = clockwise
        self.grid = grid_of(radius)
        self.plan = plan_of(radius, self.order, clockwise)
        self.spaces, self.bit, self.spread = self.grid.spaces, self.grid.bit, self.grid.spread
        self.around = self.grid.around
        """Every space's neighbours on the map with their directions, direction 1 first. The Post is no map space."""
        self.flights = self.grid.flights
        """Every hex's neighbours with their bits, direction 1 first, the Post among them."""
        self.territory = self.plan.territory
        self.place_of = self.plan.place_of
        """Each space's place on its own tile."""
        self.terrain = dict.fromkeys(self.spaces, Terrain.SKY)
        for number, tile in zip(NUMBERS, tiles, strict=True):
            for place, terrain in tile.items():
                self.terrain[self.plan.at[number, place]] = terrain

    # --- places

    def at(self, number: int, place: Place) -> Hex:
        """The hex of a territory's place (a, b)."""
        return self.plan.at[number, place]

    def wind_direction(self, number: int) -> int:
        """Where wind of that number blows, 1 to 6: along its territory's ray, away from the Post."""
        return self.order.index(number) + 1

    def number_towards(self, direction: int) -> int:
        """The territory and wind number that lies in a direction."""
        return self.order[direction - 1]

    @cached_property
    def corner(self) -> dict[int, Hex]:
        """Each territory's Around-the-Planet space."""
        return {number: self.at(number, (self.radius, 0)) for number in NUMBERS}

    @cached_property
    def port_side(self) -> dict[int, Hex]:
        """Each territory's hex beside the Post."""
        return {number: self.at(number, (1, 0)) for number in NUMBERS}

    @cached_property
    def across(self) -> dict[Hex, Hex]:
        """From each corner to the opposite one."""
        return {space: Hex(-space.q, -space.r) for space in self.corner.values()}

    # --- terrain

    def all_of(self, terrain: Terrain) -> tuple[Hex, ...]:
        """Every space of one terrain, from the Post outwards."""
        return tuple([space for space, printed in self.terrain.items() if printed is terrain])

    @cached_property
    def drift(self) -> frozenset[Hex]:
        return frozenset(self.all_of(Terrain.DRIFT))

    @cached_property
    def zephyrs(self) -> tuple[Hex, ...]:
        return self.all_of(Terrain.ZEPHYR)

    @cached_property
    def gas_pockets(self) -> tuple[Hex, ...]:
        return self.all_of(Terrain.GAS)

    def feeding_grounds(self, number: int) -> tuple[Hex, ...]:
        """A territory's Feeding Grounds: one, unless the owner's tile says otherwise."""
        return self._by_territory[Terrain.FEEDING, number]

    def red_starts(self, number: int) -> tuple[Hex, ...]:
        return self._by_territory[Terrain.RED, number]

    @cached_property
    def _by_territory(self) -> dict[tuple[Terrain, int], tuple[Hex, ...]]:
        return {
            (terrain, number): tuple([space for space in spaces if self.territory[space] == number])
            for terrain in (Terrain.FEEDING, Terrain.RED)
            for spaces in (self.all_of(terrain),)
            for number in NUMBERS
        }

    # --- steps

    def is_against_the_wind(self, start: Hex, end: Hex, wind: int) -> bool:
        """Is it the one step that no ship may take?"""
        return end == step(start, opposite(self.wind_direction(wind)))

    # --- sets of hexes as bits

    def mask(self, spaces: Iterable[Hex]) -> int:
        """A set of hexes as bits. Hexes off the planet are left out."""
        bits = 0
        for space in spaces:
            bits |= self.bit.get(space, 0)
        return bits

    def hexes(self, mask: int) -> Iterator[Hex]:
        """The hexes of a mask, in a fixed order."""
        while mask:
            low = mask & -mask
            yield self.grid.hex_of[low]
            mask ^= low

    @cached_property
    def sky_mask(self) -> int:
        """Every space but Drift and the Post: where Cresters may fly."""
        return self.grid.whole & ~self.mask((POST, *self.drift))

    @cached_property
    def territory_mask(self) -> dict[int, int]:
        masks = dict.fromkeys(NUMBERS, 0)
        for space, number in self.territory.items():
            masks[number] |= self.bit[space]
        return masks

    @property
    def ring_masks(self) -> dict[Hex, tuple[int, ...]]:
        """For every hex the planet's hexes at distance 0, 1, 2 ... as masks, whatever lies between."""
        return self.grid.ring_masks
