"""Everything on Windward's table and in the app's records that players can set by hand.

Permanent fields are created once per table; those of Cresters, gas and loose cargo come and go.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain

from companion.core.fields import Field, listed_once
from companion.core.values import Json
from companion.games.windward.board.hexes import Hex, read, spell
from companion.games.windward.board.planet import NUMBERS, POST, white_returns
from companion.games.windward.fields import board, captains, cresters
from companion.games.windward.fields.moves import as_moves
from companion.games.windward.rules.placing import where
from companion.games.windward.rules.setup import dealt
from companion.games.windward.table import Crester, Windward

__all__ = ["as_moves", "begun", "field", "fields", "to_add"]


def fields(table: Windward) -> Iterator[Field]:
    """Yield fields lazily, so a lookup needn't create them all."""
    yield from listed_once(table, board.layout_fields, "planet")
    yield from of_captains(table)
    yield from of_cresters(table)
    for kind, of_space in OF_SPACE.items():
        for space in spaces_with(table, kind):
            yield from listed_once(table, partial(of_space, space=space), (kind, table.layout, space))
    yield from of_books(table)


def of_books(table: Windward) -> Iterator[Field]:
    """The mates belong to whoever has the turn."""
    if not table.light:
        yield from listed_once(table, board.turn_fields, ("turn", table.active.index))
    yield from listed_once(table, board.book_fields, "books")


def of_captains(table: Windward) -> Iterator[Field]:
    for captain in table.seats:
        yield from listed_once(table, partial(captains.captain_fields, captain=captain), captain.index)
        if captain is not table.naturalist and not table.light:             # WW-144
            yield from listed_once(table, partial(captains.teeth_fields, captain=captain),
                                   ("teeth", captain.index))


def of_cresters(table: Windward) -> Iterator[Field]:
    """A Crester goes by its territory; only between two of a kind there by a letter."""
    def home(crester: Crester) -> int | None:
        if crester.at is None or not table.layout:
            return None
        return table.planet.territory.get(crester.at)

    homes = [(crester.kind, home(crester)) for crester in table.cresters]
    for crester, (kind, territory) in zip(table.cresters, homes, strict=True):
        alone = territory if homes.count((kind, territory)) == 1 else None
        yield from listed_once(table, partial(cresters.of_crester, crester=crester, territory=alone),
                               (crester, alone))


OF_SPACE = {"gas": board.gas_fields, "loose": board.loose_fields, "paint": board.paint_fields}


def spaces_with(table: Windward, kind: str) -> Iterable[Hex]:
    if kind in ("gas", "loose") and table.light:
        return ()                                                           # WW-153
    if kind == "gas":
        pockets = table.planet.gas_pockets if table.layout else ()
        return [*pockets, *[space for space in table.gas_on if space not in pockets]]
    if kind == "paint":
        painted = table.paint if table.layout else ()
        return [table.planet.at(table.layout.index(letter) + 1, place) for letter, place, _ in painted]
    ships = {captain.ship for captain in table.seats if not captain.at_port}            # they could drop some
    return sorted(ships | {space for space, cargo in table.loose.items() if cargo})


def field(table: Windward, path: str) -> Field | None:
    """Find any field, even of an absent Crester or an empty space."""
    kind, _, name = path.partition(".")
    if kind in ("captains", "boats"):
        some: Iterable[Field] = of_captains(table)
    elif kind == "beasts":
        some = chain(of_cresters(table), cresters.by_name(table, name))
    elif kind in OF_SPACE:
        known = table.layout and (kind == "paint" or not table.light)
        space = space_of(table, name.partition(".")[0]) if known else None
        some = () if space is None else OF_SPACE[kind](table, space)
    else:
        some = chain(listed_once(table, board.layout_fields, "planet"), of_books(table))
    return next((one for one in some if one.path == path), None)


def begun(table: Windward) -> dict[str, Json]:
    """Lay the pieces as after setup (WW-6 to WW-12). The script asks for missing tiles or wind."""
    if table.phase == "turns":
        return {}
    missing = not table.wind or (table.setup.options["naturalist"] and table.naturalist is None)
    hands: dict[str, Json] = {}
    if not table.light:                                                     # WW-153
        hands = {captain.path("cards"): cards for captain, cards in dealt(table)}
    if not table.layout:
        return {"phase": "begun", **hands}
    planet = table.planet
    reds = [start for number in NUMBERS for start in planet.red_starts[number]][:table.stock.reds]
    each = 1 if table.competitive else None
    grounds = [ground for number in NUMBERS for ground in planet.feeding_grounds[number][:each]]
    greys = grounds[:len(table.present()) - 1 if table.competitive else table.stock.greys]
    whites = white_returns(planet, reds)[:1] if table.coop else ()
    pieces = [("red", reds), ("grey", greys), ("white", whites)]
    spaces = [(kind, space) for kind, some in pieces for space in some]
    return {"phase": "begun" if missing else "turns", **{f"beasts.{kind}{number}": spell(space)
                                 for number, (kind, space) in enumerate(spaces, table.next_id)},
            **({} if table.light else {f"gas.{spell(pocket)}": 2 for pocket in planet.gas_pockets} | {
                "stock.gas": table.stock.gas - 2 * len(planet.gas_pockets)}), **hands}


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
        kinds = ("paint",) if table.light else ("paint", "gas", "loose")    # WW-153
        rest = [one for kind in kinds for one in OF_SPACE[kind](table, space)]
        yield from (replace(one, group=where(table, space)) for one in rest if one.path not in listed)


def space_of(table: Windward, text: str) -> Hex | None:
    try:
        space = read(text)
    except ValueError:
        return None
    return space if space in table.planet.spaces else None
