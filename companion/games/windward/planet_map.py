"""The planet as data: what every surface without Kivy draws, and which pieces the stage shows."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from math import atan2, degrees

from companion.core.setup import initials
from companion.core.text import say
from companion.core.views import Arrow, Map, Piece, Spot, hex_centre
from companion.games.windward.board import cresters as mover
from companion.games.windward.board.hexes import Hex, spell
from companion.games.windward.board.places import name_of
from companion.games.windward.board.planet import NUMBERS, POST, Planet, Terrain
from companion.games.windward.box.model import laid_so_far
from companion.games.windward.table import Windward
from companion.games.windward.words import crester_label, letter_of

PRINTED = {Terrain.DRIFT: "terrain_drift", Terrain.ZEPHYR: "terrain_zephyr",
           Terrain.GAS: "terrain_gas", Terrain.FEEDING: "terrain_feed", Terrain.RED: "terrain_redstart"}
LYING = (("grey_teeth", "tooth_grey", say("Grey teeth")), ("red_teeth", "tooth_red", say("Red teeth")),
         ("plus_two", "token", say("+2 tokens")))
CORNER = "terrain_corner"
WIND, BRASS = "#7FD6E8", "#E8C872"
OUTSIDE = 1.0
"""How far a territory's number stands from its corner, in hex sides."""


def planet_map(table: Windward) -> Map:
    if not table.layout:
        return replace(_printed(laid_so_far(table.box, table.small, "")), pieces=tuple(_vessels(table)))
    return replace(_printed(table.planet), pieces=(*_wind(table), *pieces_of(table)))


@lru_cache(maxsize=4)
def _printed(planet: Planet) -> Map:
    spaces = (POST, *planet.spaces)
    numbers = [(number, hex_centre(*planet.corner[number])) for number in NUMBERS]
    far = 1 + OUTSIDE / planet.radius
    return Map.laid([
        *(_hex(planet, space) for space in spaces),
        *(Spot(f"territory{number}", say("Territory {n}", n=number), x * far, y * far, label=str(number))
          for number, (x, y) in numbers)], 1.0)


def _hex(planet: Planet, space: Hex) -> Spot:
    x, y = hex_centre(*space)
    picture = _picture(planet, space)
    outwards = round(degrees(atan2(-y, x))) + 90
    return Spot(spell(space), name_of(planet, space).label, x, y, shape="hex", label="", picture=picture,
                zone=str(planet.territory.get(space, 0)), turn=outwards if picture == CORNER else 0,
                ring=space == POST)


def _picture(planet: Planet, space: Hex) -> str:
    if space == POST:
        return "post"
    return PRINTED.get(planet.terrain[space]) or (CORNER if space in planet.across else "")


def _wind(table: Windward) -> Iterator[Piece]:
    if table.wind:
        yield Piece(spell(POST), key="flag", picture="flag", base=True,
                    label=say("Flag, towards territory {n}", n=table.wind),
                    turn=60 * (table.planet.wind_direction(table.wind) - 1))
        yield Piece(f"territory{table.wind}", key="wind", letter=str(table.wind), tone=WIND,
                    label=say("Wind"))


def pieces_of(table: Windward) -> Iterator[Piece]:
    """Lowest first. Each key is the `place` of the piece's field."""
    if table.layout:
        yield from _tokens(table)
        yield from _cresters(table)
        yield from _vessels(table)


def _tokens(table: Windward) -> Iterator[Piece]:
    for space, gas in table.gas_on.items():
        if gas > 0:
            at = spell(space)
            yield Piece(at, key=f"gas{at}", picture="token_gas", label=say("Gas"), count=gas, under=True,
                        small=True)
    for space, cargo in table.loose.items():
        for kind, picture, label in LYING:
            if (number := getattr(cargo, kind)) > 0:
                at = spell(space)
                letter, tone = ("+2", BRASS) if picture == "token" else ("", "")
                yield Piece(at, key=f"{picture}{at}", picture=picture, label=label, count=number, under=True,
                            small=True, letter=letter, tone=tone)


def _cresters(table: Windward) -> Iterator[Piece]:
    flying = [crester.at for crester in table.living("red")]
    for one in table.cresters:
        if one.at is not None:
            label = crester_label(table, one.kind, one.id, None)
            state = ""
            if not one.living:
                label, state = say("{who}, beaten", who=label), "_defeated"
            if one.tagged:
                state = "_tagged"
            twins = one.living and one.kind == "red" and flying.count(one.at) > 1
            letter = letter_of(table, one.id) if twins else ""
            yield Piece(spell(one.at), key=one.key, picture=f"crester_{one.kind}{state}", label=label,
                        letter=letter, under=not one.living or one.kind == "grey")


def _vessels(table: Windward) -> Iterator[Piece]:
    for boat in table.boats:
        yield Piece(spell(boat.at), boat.owner.index,
                    say("{name}'s longboat {n}", name=boat.owner, n=boat.number),
                    key=boat.key, picture="longboat", under=True)
    letters = initials(captain.name for captain in table.seats)
    for captain, letter in zip(table.seats, letters, strict=True):
        if not captain.gone:
            yield Piece(spell(captain.ship), captain.index, say("{name}'s ship", name=captain),
                        key=f"ship{captain.index}", picture="ship", letter=letter, heads=True)


def flight_arrow(one: mover.FlyingCrester, way: mover.Way, kind: str = "flight", letter: str = "") -> Arrow:
    """A Crester's flight path, now or in the look-ahead."""
    return Arrow(tuple(spell(space) for space in way.path), kind, f"{one.kind}{one.id}", letter=letter)
