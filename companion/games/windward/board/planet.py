"""The planet of one play: six territories round the Trading Post, fixed after setup.

Territories and winds use the numbers printed round the Post; 1 points straight up.
"""

from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from functools import cached_property, lru_cache
from typing import NamedTuple

from companion.games.windward.board.hexes import STEPS, Hex, disc, distance, in_rows, neighbours, turned

POST = Hex(0, 0)
SMALLEST, LARGEST = 3, 7
NUMBERS = (1, 2, 3, 4, 5, 6)

Place = tuple[int, int]
"""A position on a tile: a steps out along its ray, then b steps sideways."""


class Terrain(Enum):
    """What is printed on a hex, by its letter in a tile's rows."""

    SKY = "."
    DRIFT = "D"
    ZEPHYR = "Z"
    GAS = "G"
    FEEDING = "F"
    RED = "R"


def tile_places(radius: int) -> tuple[Place, ...]:
    """A tile's positions by row: row 1 touches the Post, each row starts on the ray."""
    return tuple([(row - b, b) for row in range(1, radius + 1) for b in range(row)])


class Plan(NamedTuple):
    """The geometry of six tiles round the Post, without terrain."""

    spaces: tuple[Hex, ...]
    near: dict[Hex, tuple[Hex, ...]]
    at: dict[tuple[int, Place], Hex]
    territory: dict[Hex, int]
    place_of: dict[Hex, Place]
    corner: dict[int, Hex]
    port_side: dict[int, Hex]
    across: dict[Hex, Hex]


@lru_cache(maxsize=8)
def plan_of(radius: int, order: tuple[int, ...], clockwise: bool) -> Plan:
    at: dict[tuple[int, Place], Hex] = {}
    for number in NUMBERS:
        ray = order.index(number) + 1
        (out_q, out_r), (side_q, side_r) = STEPS[ray - 1], STEPS[turned(ray, 1 if clockwise else -1) - 1]
        for a, b in tile_places(radius):
            at[number, (a, b)] = Hex(a * out_q + b * side_q, a * out_r + b * side_r)
    spaces = disc(POST, radius)
    whole = set(spaces)
    corner = {number: at[number, (radius, 0)] for number in NUMBERS}
    return Plan(
        spaces=spaces[1:],
        near={space: tuple([near for near in neighbours(space) if near in whole]) for space in spaces},
        at=at,
        territory={space: number for (number, _), space in at.items()},
        place_of={space: place for (_, place), space in at.items()},
        corner=corner,
        port_side={number: at[number, (1, 0)] for number in NUMBERS},
        across={space: Hex(-space.q, -space.r) for space in corner.values()},
    )


class Planet:
    """Six tiles round the Post; `tiles[0]` is territory 1.

    `order` lists the numbers clockwise from 1; `clockwise` says on which side of its ray (Post to corner) a
    tile lies.
    """

    def __init__(self, radius: int, tiles: Sequence[Mapping[Place, Terrain]], order: Sequence[int] = NUMBERS,
                 clockwise: bool = True) -> None:
        self.radius = radius
        self.order = tuple(order)
        self.clockwise = clockwise
        self.plan = plan_of(radius, self.order, clockwise)
        self.spaces, self.territory = self.plan.spaces, self.plan.territory
        self.near = self.plan.near
        """Neighbours of every space and the Post, including the Post, direction 1 first."""
        self.place_of = self.plan.place_of
        self.corner, self.across = self.plan.corner, self.plan.across
        """Each territory's Around-the-Planet space, and the one opposite."""
        self.port_side = self.plan.port_side
        """Each territory's hex next to the Post."""
        self.terrain = dict.fromkeys(self.spaces, Terrain.SKY)
        for number, tile in zip(NUMBERS, tiles, strict=True):
            for place, terrain in tile.items():
                self.terrain[self.plan.at[number, place]] = terrain

    # --- places

    def at(self, number: int, place: Place) -> Hex:
        return self.plan.at[number, place]

    def wind_direction(self, number: int) -> int:
        """The wind's direction, 1 to 6: outwards along its territory's ray."""
        return self.order.index(number) + 1

    def number_towards(self, direction: int) -> int:
        return self.order[direction - 1]

    # --- terrain

    def all_of(self, terrain: Terrain) -> tuple[Hex, ...]:
        return tuple([space for space, printed in self.terrain.items() if printed is terrain])

    @cached_property
    def drift(self) -> frozenset[Hex]:
        return frozenset(self.all_of(Terrain.DRIFT))

    @cached_property
    def sky(self) -> frozenset[Hex]:
        """Where Cresters may fly: every space except Drift and the Post."""
        return frozenset(self.spaces) - self.drift

    @cached_property
    def zephyrs(self) -> tuple[Hex, ...]:
        return self.all_of(Terrain.ZEPHYR)

    @cached_property
    def gas_pockets(self) -> tuple[Hex, ...]:
        return self.all_of(Terrain.GAS)

    @cached_property
    def feeding_grounds(self) -> dict[int, tuple[Hex, ...]]:
        """By territory: usually one each, but the owner's tile may differ."""
        return self._by_territory(Terrain.FEEDING)

    @cached_property
    def red_starts(self) -> dict[int, tuple[Hex, ...]]:
        return self._by_territory(Terrain.RED)

    def _by_territory(self, terrain: Terrain) -> dict[int, tuple[Hex, ...]]:
        printed = self.all_of(terrain)
        return {number: tuple([one for one in printed if self.territory[one] == number])
                for number in NUMBERS}


# --- where new pieces may be put


def for_new_red(planet: Planet, territory: int, flying: Collection[Hex]) -> tuple[Hex, ...]:
    """WW-72, WW-A14: hexes of the territory without Drift or flying pieces."""
    return in_rows([space for space in planet.sky if planet.territory[space] == territory
                    and space not in flying])


def white_corners(planet: Planet, flying: Collection[Hex]) -> dict[int, Hex]:
    """WW-133, WW-A29: corners without a ship or Red, by territory number."""
    return {number: planet.corner[number] for number in NUMBERS if planet.corner[number] not in flying}


def white_returns(planet: Planet, flying: Collection[Hex]) -> tuple[Hex, ...]:
    """WW-131, WW-A28: free corners; if there are none, the free rim hexes nearest to one."""
    if corners := white_corners(planet, flying):
        return tuple(corners.values())
    rim = [space for space in planet.sky if distance(POST, space) == planet.radius and space not in flying]
    away = {space: min([distance(space, corner) for corner in planet.corner.values()]) for space in rim}
    return in_rows([space for space in rim if away[space] == min(away.values())])


def for_tagged(planet: Planet, ship: Hex, occupied: Collection[Hex]) -> tuple[Hex, ...]:
    """WW-139, WW-A31: hexes next to the ship; `occupied` is the Crester's own level."""
    return tuple([near for near in planet.near[ship] if near in planet.sky and near not in occupied])
