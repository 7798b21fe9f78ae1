"""Everything on Windward's table and in the app's records that players can set by hand.

Permanent fields are created once per table; those of Cresters, gas and loose cargo come and go.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from companion.core.fields import Field, listed_once
from companion.core.values import Json
from companion.games.windward.board.hexes import Hex, read, spell
from companion.games.windward.board.planet import NUMBERS, POST, white_returns
from companion.games.windward.fields import board, captains, cresters
from companion.games.windward.fields.moves import as_moves
from companion.games.windward.rules.placing import where
from companion.games.windward.rules.setup import dealt
from companion.games.windward.table import Windward

__all__ = ["as_moves", "begun", "field", "fields", "to_add"]


def fields(table: Windward) -> Iterator[Field]:
    """Yield fields lazily, so a lookup needn't create them all."""
    yield from listed_once(table, board.layout_fields, "planet")
    yield from of_captains(table)
    yield from of_cresters(table)
    yield from of_gas(table)
    yield from of_loose_cargo(table)
    yield from of_paint(table)
    yield from listed_once(table, board.book_fields, "books")


def of_captains(table: Windward) -> Iterator[Field]:
    for captain in table.seats:
        yield from listed_once(table, partial(captains.captain_fields, captain=captain), captain.index)
        if captain is not table.naturalist:                                 # WW-144
            yield from listed_once(table, partial(captains.teeth_fields, captain=captain), ("teeth", captain.index))


def of_cresters(table: Windward) -> Iterator[Field]:
    for crester in table.cresters:
        yield from listed_once(table, partial(cresters.of_crester, crester=crester), crester)


def of_gas(table: Windward) -> Iterator[Field]:
    for space in gas_spaces(table):
        yield from listed_once(table, partial(board.gas_fields, space=space), ("gas", table.layout, space))


def of_loose_cargo(table: Windward) -> Iterator[Field]:
    for space in loose_spaces(table):
        yield from listed_once(table, partial(board.loose_fields, space=space), ("loose", table.layout, space))


def of_paint(table: Windward) -> Iterator[Field]:
    for letter, place, _ in table.paint if table.layout else ():
        space = table.planet.at(table.layout.index(letter) + 1, place)
        yield from listed_once(table, partial(board.paint_fields, space=space), ("paint", table.layout, space))


def of_board_and_books(table: Windward) -> Iterator[Field]:
    yield from listed_once(table, board.layout_fields, "planet")
    yield from listed_once(table, board.book_fields, "books")


PARTS = {"captains": of_captains, "boats": of_captains, "beasts": of_cresters, "gas": of_gas, "loose": of_loose_cargo,
         "paint": of_paint}
"""Field source by the first word of the path; other fields are in board and books."""


def gas_spaces(table: Windward) -> list[Hex]:
    pockets = table.planet.gas_pockets if table.layout else ()
    return [*pockets, *[space for space in table.gas_on if space not in pockets]]


def loose_spaces(table: Windward) -> list[Hex]:
    """Spaces with cargo, and spaces where a ship could drop some."""
    ships = {captain.ship for captain in table.seats if not captain.at_port}
    return sorted(ships | {space for space, cargo in table.loose.items() if cargo})


def field(table: Windward, path: str) -> Field | None:
    """Find any field, even of an absent Crester or an empty space."""
    part = PARTS.get(path.partition(".")[0], of_board_and_books)
    found = next((one for one in part(table) if one.path == path), None)
    return found if found is not None else next(not_there(table, path), None)


def not_there(table: Windward, path: str) -> Iterator[Field]:
    kind, _, name = path.partition(".")
    if kind == "beasts":
        yield from cresters.by_name(table, name)
    elif kind in ("gas", "loose", "paint") and table.layout:
        place, _, what = name.partition(".")
        space = space_of(table, place)
        if space is not None and kind == "gas":
            yield from board.gas_fields(table, space)
        elif space is not None and kind == "paint":
            yield from board.paint_fields(table, space)
        elif space is not None:
            yield from (one for one in board.loose_fields(table, space) if one.path == path and what)


def begun(table: Windward) -> dict[str, Json]:
    """With tiles and wind the play is under way: the pieces lie as after a fresh setup (WW-6 to WW-12)."""
    if not table.layout or not table.wind or table.phase == "turns":
        return {}
    planet = table.planet
    reds = [start for number in NUMBERS for start in planet.red_starts(number)][:table.stock.reds]
    each = 1 if table.competitive else None
    grounds = [ground for number in NUMBERS for ground in planet.feeding_grounds(number)[:each]]
    greys = grounds[:len(table.present()) - 1 if table.competitive else table.stock.greys]
    whites = white_returns(planet, reds)[:1] if table.coop else ()
    pieces = [("red", reds), ("grey", greys), ("white", whites)]
    spaces = [(kind, space) for kind, some in pieces for space in some]
    return {"phase": "turns", **{f"beasts.{kind}{number}": spell(space)
                                 for number, (kind, space) in enumerate(spaces, table.next_id)},
            **{f"gas.{spell(pocket)}": 2 for pocket in planet.gas_pockets},
            "stock.gas": table.stock.gas - 2 * len(planet.gas_pockets),
            **{captain.path("cards"): cards for captain, cards in dealt(table)}}


def to_add(table: Windward, place: str) -> Iterator[Field]:
    """One more Crester; for a space also gas, loose cargo and its terrain."""
    if not table.layout:
        return
    space = space_of(table, place) if place else None
    if place and space in (None, POST):
        return
    yield from cresters.one_more(table, space)
    if space is not None:
        listed = {one.path for one in fields(table)}
        rest = (*board.paint_fields(table, space), *board.gas_fields(table, space),
                *board.loose_fields(table, space))
        yield from (replace(one, group=where(table, space)) for one in rest if one.path not in listed)


def space_of(table: Windward, text: str) -> Hex | None:
    try:
        space = read(text)
    except ValueError:
        return None
    return space if space in table.planet.spaces else None
