"""The whole list. What is always there is made once a table; Cresters, gas and loose cargo come and go."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.core.by_hand.fields import Field, listed_once
from companion.games.windward.board.hexes import Hex, read
from companion.games.windward.fields import books, captains, cresters, planet
from companion.games.windward.table import Windward


def fields(table: Windward) -> Iterator[Field]:
    """One after the other, so that whoever looks for one need not make them all."""
    yield from listed_once(table, planet.layout_fields, "planet")
    for captain in table.seats:
        yield from listed_once(table, partial(captains.captain_fields, captain=captain), captain.index)
        if captain is not table.naturalist:                                 # WW-144
            yield from listed_once(table, partial(captains.teeth_fields, captain=captain), ("teeth", captain.index))
    for crester in table.cresters:
        yield from listed_once(table, partial(cresters.of_crester, crester=crester), crester)
    for space in gas_spaces(table):
        yield from listed_once(table, partial(planet.gas_fields, space=space), ("gas", table.layout, space))
    for space in loose_spaces(table):
        yield from listed_once(table, partial(planet.loose_fields, space=space), ("loose", table.layout, space))
    for letter, place, _ in table.paint if table.layout else ():
        space = table.planet.at(table.layout.index(letter) + 1, place)
        yield from listed_once(table, partial(planet.paint_fields, space=space), ("paint", table.layout, space))
    yield from listed_once(table, books.book_fields, "books")


def gas_spaces(table: Windward) -> list[Hex]:
    """Every Gas Pocket, and wherever else gas lies."""
    pockets = table.planet.gas_pockets if table.layout else ()
    return [*pockets, *[space for space in table.gas_on if space not in pockets]]


def loose_spaces(table: Windward) -> list[Hex]:
    """Where cargo lies, and where a ship could drop some."""
    ships = {captain.ship for captain in table.seats if not captain.at_port}
    return sorted(ships | {space for space, cargo in table.loose.items() if cargo})


def field(table: Windward, path: str) -> Field | None:
    """Any field, also of a Crester that is not there yet, or of a space on which nothing lies."""
    found = next((one for one in fields(table) if one.path == path), None)
    return found if found is not None else next(not_there(table, path), None)


def not_there(table: Windward, path: str) -> Iterator[Field]:
    kind, _, name = path.partition(".")
    if kind == "beasts":
        yield from cresters.by_name(table, name)
    elif kind in ("gas", "loose", "paint") and table.layout:
        place, _, what = name.partition(".")
        space = space_of(table, place)
        if space is not None and kind == "gas":
            yield from planet.gas_fields(table, space)
        elif space is not None and kind == "paint":
            yield from planet.paint_fields(table, space)
        elif space is not None:
            yield from (one for one in planet.loose_fields(table, space) if one.path == path and what)


def space_of(table: Windward, text: str) -> Hex | None:
    try:
        space = read(text)
    except ValueError:
        return None
    return space if space in table.planet.spaces else None
