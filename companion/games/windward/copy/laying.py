"""The planet of one play: the tiles of my copy laid round the Trading Post."""

from __future__ import annotations

from functools import lru_cache

from companion.core.text import say
from companion.games.windward.board.planet import Place, Planet
from companion.games.windward.copy.model import LETTERS, TILES, BadCopy, Copy, PlanetSide

Paint = tuple[tuple[str, Place, str], ...]
"""Hexes that are printed otherwise than my copy says: the tile, the place on it, the letter of its terrain."""


def lay(copy: Copy, small: bool, layout: str, paint: Paint = ()) -> Planet:
    """The planet of one play. `layout` names the tile in territory 1, 2 ... 6, such as `CABFED` (WW-3)."""
    if sorted(layout) != list(TILES):
        raise BadCopy(say("Each of the tiles A to F lies in one territory."), "WW-3")
    side = copy.side(small)
    for letter, place, terrain in paint:
        side = side.with_tile(letter, side.tile(letter).painted(place, LETTERS[terrain]))
    return _laid(side, layout, copy.order, copy.clockwise)


@lru_cache(maxsize=16)
def _laid(side: PlanetSide, layout: str, order: tuple[int, ...], clockwise: bool) -> Planet:
    return Planet(side.radius, [side.tile(letter).printed for letter in layout], order, clockwise)
