"""Shortest ways on the planet, with sets of hexes as bits: the geometry below the Crester mover.

A *field* is the layers of hexes at distance 0, 1, 2 ... from the target over open hexes. A *flight* starts on one
layer and goes down one layer a step; its `fronts` are all hexes where it may be after 0, 1, 2 ... steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.games.windward.board.hexes import Hex
from companion.games.windward.board.planet import Planet

Layers = tuple[int, ...]


@lru_cache(maxsize=2048)
def field(planet: Planet, target: int, open_sky: int) -> Layers:
    """Layers round the target over open hexes; just the target if it is not open itself."""
    spread = planet.spread
    layers = [target]
    unseen = open_sky & ~target
    front = target & open_sky
    while front := spread(front) & unseen:
        layers.append(front)
        unseen &= ~front
    return tuple(layers)


def layer_of(layers: Sequence[int], bit: int) -> int | None:
    """How far a hex is from the target; None if no way leads there."""
    for away, layer in enumerate(layers):
        if layer & bit:
            return away
    return None


def fronts(planet: Planet, layers: Sequence[int], start: int, away: int, *, steps: int, open_sky: int) -> list[int]:
    """Where a flight from `start` on layer `away` may be after each of at most `steps` steps."""
    reached = [start]
    for layer in range(away - 1, away - 1 - steps, -1):
        front = planet.spread(reached[-1]) & layers[layer] & open_sky
        if not front:
            break
        reached.append(front)
    return reached


def walk(planet: Planet, start: Hex, reached: Sequence[int], ends: int) -> tuple[Hex, ...]:
    """The way to one of `ends` that takes, step by step, the first direction of 1 to 6 that still leads there."""
    good = [ends]
    for front in reversed(reached[:-1]):
        good.append(front & planet.spread(good[-1]))
    path, here, grid = [start], planet.bit[start], planet.grid
    for wanted in reversed(good[:-1]):
        for left, right in grid.shifts:
            if ahead := here << left >> right & wanted:
                here = ahead
                break
        path.append(grid.hex_of[here])
    return tuple(path)


class FlightOptions(NamedTuple):
    """What one Crester can do in one move, before a way is chosen."""

    away: int | None
    """Length of the shortest way to the target; None if it is cut off."""
    reached: tuple[int, ...]
    """Its fronts, the starting hex first, up to the end of the move."""
    ends: int
    """The hexes that tell ways apart: where it may end or, when it arrives, from where it may strike."""
    arrives: bool

    def same_as(self, other: FlightOptions) -> bool:
        """Would the table see no difference?"""
        return (self.away, self.ends, self.arrives) == (other.away, other.ends, other.arrives)
