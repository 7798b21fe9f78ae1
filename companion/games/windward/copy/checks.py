"""Warnings about unusual values in a copy. The owner's box is always right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.core.text import Text, say
from companion.games.windward.board.planet import Terrain
from companion.games.windward.board.reach import BoardReason
from companion.games.windward.copy.model import CREW, TILES, BoardTile, Copy, PlanetSide


def warnings(copy: Copy) -> tuple[BoardReason, ...]:
    found = [*_side(copy.large, say("large")), *_side(copy.small, say("small")), *_rest(copy)]
    return tuple(found)


def tile_warnings(tile: BoardTile, letter: str, planet: Text) -> tuple[BoardReason, ...]:
    return tuple(_tile(tile, letter, planet))


def _side(side: PlanetSide, planet: Text) -> Iterator[BoardReason]:
    for letter in TILES:
        yield from _tile(side.tile(letter), letter, planet)
    if sum(len(tile.places_of(Terrain.ZEPHYR)) for tile in side.tiles) == 1:
        yield BoardReason("WW-18", say("The {planet} planet has a single Zephyr, which leads nowhere.", planet=planet))
    if not any(tile.places_of(Terrain.GAS) for tile in side.tiles):
        yield BoardReason("WW-12", say("The {planet} planet has no Gas Pocket.", planet=planet))


def _tile(tile: BoardTile, letter: str, planet: Text) -> Iterator[BoardReason]:
    words = {"tile": letter, "planet": planet}
    if tile.terrain((tile.radius, 0)) is Terrain.DRIFT:
        yield BoardReason("WW-18", say("The corner of tile {tile} ({planet}) is Drift; no ship could use it.", **words))
    if tile.terrain((1, 0)) is Terrain.DRIFT:
        yield BoardReason("WW-18", say("Tile {tile} ({planet}) has Drift beside the Trading Post.", **words))
    grounds, starts = len(tile.places_of(Terrain.FEEDING)), len(tile.places_of(Terrain.RED))
    if grounds != 1:
        text = say("Tile {tile} ({planet}) has {count} Feeding Grounds; one is usual.", count=grounds, **words)
        yield BoardReason("WW-10", text)
    if starts != 1:
        text = say("Tile {tile} ({planet}) has {count} Red starts; one is usual.", count=starts, **words)
        yield BoardReason("WW-11", text)


def _rest(copy: Copy) -> Iterator[BoardReason]:
    names = Counter(name for pair in copy.crew_slots for name in pair)
    if any(names[name] != 1 for name in CREW):
        yield BoardReason("WW-50", say("Each of the six crew names is usually in one slot."))
    if copy.counts.reds < 6:
        yield BoardReason("WW-11", say("Six Reds are needed to begin, one for each territory."))
    if copy.counts.greys < 6:
        yield BoardReason("WW-107", say("Solo and co-op need six Greys, one for each Feeding Ground."))
    if max(copy.battle_die) == 0:
        yield BoardReason("WW-63", say("No face of the battle die shows a hit."))
    if not copy.supplies:
        yield BoardReason("WW-54", say("No supply cards are entered, so the app offers none."))
    if len(copy.achievements) < 2:
        yield BoardReason("WW-146", say("The Achievements variant needs two cards."))
