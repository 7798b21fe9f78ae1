"""Where new pieces may be put: fresh Reds, Greys, the White, tagged Cresters. Hexes in, hexes out."""

from __future__ import annotations

from collections.abc import Collection

from companion.games.windward.board.hexes import Hex, distance, in_rows
from companion.games.windward.board.planet import NUMBERS, POST, Planet


def for_new_red(planet: Planet, territory: int, flying: Collection[Hex]) -> tuple[Hex, ...]:
    """WW-72, WW-A14: any hex of the territory without Drift and without anything that flies high."""
    return in_rows([space for space in planet.sky if planet.territory[space] == territory and space not in flying])


def free_feeding_grounds(
    planet: Planet, territory: int, greys: Collection[Hex], boats: Collection[Hex]
) -> tuple[Hex, ...]:
    """WW-70, WW-A45: no Grey of any kind there and no longboat."""
    return tuple(
        [space for space in planet.feeding_grounds(territory) if space not in greys and space not in boats]
    )


def white_corners(planet: Planet, flying: Collection[Hex]) -> dict[int, Hex]:
    """WW-133, WW-A29: corners without a ship or a Red, by their territory's number."""
    return {number: planet.corner[number] for number in NUMBERS if planet.corner[number] not in flying}


def white_returns(planet: Planet, flying: Collection[Hex]) -> tuple[Hex, ...]:
    """WW-131, WW-A28: a free corner; if all six are taken the free rim hexes nearest to one."""
    if corners := white_corners(planet, flying):
        return tuple(corners.values())
    rim = [space for space in planet.sky if distance(POST, space) == planet.radius and space not in flying]
    away = {space: min([distance(space, corner) for corner in planet.corner.values()]) for space in rim}
    return in_rows([space for space in rim if away[space] == min(away.values())])


def for_tagged(planet: Planet, ship: Hex, occupied: Collection[Hex]) -> tuple[Hex, ...]:
    """WW-139, WW-A31: beside the ship, no Drift, never the Post; `occupied`: what is on the Crester's own level."""
    return tuple([near for near in planet.near[ship] if near in planet.sky and near not in occupied])
