"""Planets for tests, and slow, simple path searches."""

import random
from collections.abc import Callable, Iterable

from companion.games.windward.board.hexes import Hex, neighbours
from companion.games.windward.board.planet import Planet, Terrain, tile_places


def open_planet(radius: int = 5) -> Planet:
    """Six tiles of open sky."""
    return Planet(radius, [{}] * 6)


def painted(radius: int, **terrain: Iterable[Hex]) -> Planet:
    """A planet with the given hexes painted: painted(4, drift=[...], zephyr=[...])."""
    bare = open_planet(radius)
    kinds = {space: Terrain[name.upper()] for name, spaces in terrain.items() for space in spaces}
    tiles = [
        {place: kinds.get(bare.at(number, place), Terrain.SKY) for place in tile_places(radius)}
        for number in range(1, 7)
    ]
    return Planet(radius, tiles)


def random_planet(rng: random.Random, radius: int, drift: int, zephyrs: int = 0) -> Planet:
    spaces = list(open_planet(radius).spaces)
    chosen = rng.sample(spaces, drift + zephyrs)
    return painted(radius, drift=chosen[:drift], zephyr=chosen[drift:])


def all_shortest_paths(start: Hex, target: Hex, is_open: Callable[[Hex], bool]) -> list[tuple[Hex, ...]]:
    """Every shortest path over open hexes, by growing all paths at once."""
    ways: list[tuple[Hex, ...]] = [(start,)]
    seen = {start}
    while ways:
        done = [way for way in ways if way[-1] == target]
        if done:
            return done
        longer: list[tuple[Hex, ...]] = [
            (*way, near) for way in ways for near in neighbours(way[-1]) if near not in seen and is_open(near)
        ]
        seen |= {way[-1] for way in longer}
        ways = longer
    return []
