"""What the table may set by hand: any number, any piece."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from companion.core.game import Field, choice_field, number_field, seat_field
from companion.core.questions import Json
from companion.core.text import Text, say
from companion.games.windward.board.hexes import Hex, read, spell
from companion.games.windward.board.planet import NUMBERS, POST
from companion.games.windward.rules.aftermath import drop_crester, look_for_fifteen, untag
from companion.games.windward.rules.orders import take_aboard
from companion.games.windward.rules.placing import where
from companion.games.windward.table import MOST_MORALE, MOST_ROWING, Beast, Captain, Cargo, Turn, Windward
from companion.games.windward.words import BEASTS, CREW


def fields(table: Windward) -> Iterable[Field]:
    for captain in table.seats:
        yield from captain_fields(table, captain)
    if table.phase != "turns":
        return
    yield choice_field(table, "wind", "wind", say("Wind"), NUMBERS)
    yield number_field(table, "round", "round", say("Round"), 1, 99)
    if table.coop:
        yield number_field(table, "captain_lives", "lives.captains", say("Captains' lives"), 1, 9)
        yield number_field(table, "white_lives", "lives.white", say("The White's lives"), 1, 9)
    if table.solo:
        yield number_field(table, "reds_beaten", "reds_beaten", say("Reds beaten"), 0, 9)
    if table.trigger is not None:
        yield seat_field(table, table, "trigger", "trigger", say("Reached fifteen first"))
    if table.is_under_way(Turn):
        yield from turn_fields(table.under_way(Turn))
    for beast in table.beasts:
        if beast.at is not None:
            yield from beast_fields(table, beast)
    for boat in table.boats:
        yield space_field(table, boat, f"boats.{boat.key}", say("{name}'s longboat", name=boat.owner),
                          boat_spaces(table, boat.at))
    for pocket in sorted(table.gas_on):
        yield gas_field(table, pocket)
    ships = {captain.ship for captain in table.seats if not captain.at_port}
    for space in sorted(ships | {space for space, cargo in table.loose.items() if cargo}):
        yield from loose_fields(table, space)


def captain_fields(table: Windward, captain: Captain) -> Iterator[Field]:
    path, group = f"captains.{captain.index}", say("{name}'s ship", name=captain)
    yield notoriety_field(table, captain, f"{path}.notoriety", group)
    if table.phase != "turns":
        return
    yield number_field(captain, "morale", f"{path}.morale", say("{name}'s morale", name=captain), 1, MOST_MORALE, group)
    yield number_field(captain, "rowing", f"{path}.rowing", say("{name}'s longboat speed", name=captain), 0,
                       MOST_ROWING, group)
    yield number_field(captain, "gas", f"{path}.gas", say("{name}'s gas", name=captain), 0, table.gas_slots(captain),
                       group)
    yield number_field(captain, "cannons", f"{path}.cannons", say("{name}'s cannons", name=captain), 0,
                       table.cannon_slots(captain), group)
    cargo = captain.cargo
    if captain is not table.naturalist:                                     # WW-144
        yield number_field(cargo, "grey_teeth", f"{path}.grey_teeth", say("{name}'s grey teeth", name=captain), 0, 20,
                           group)
        yield number_field(cargo, "red_teeth", f"{path}.red_teeth", say("{name}'s red teeth", name=captain), 0, 20,
                           group)
    yield number_field(cargo, "plus_two", f"{path}.plus_two", say("{name}'s +2 tokens", name=captain), 0, 20, group)
    yield number_field(captain, "boats_aboard", f"{path}.boats", say("{name}'s longboats aboard", name=captain), 0, 2,
                       group)
    for name in CREW:
        yield crew_field(table, captain, name, f"{path}.crew.{name}", group)
    if not captain.at_port:
        yield from hold_fields(table, captain, path, group)
    yield space_field(table, captain, f"{path}.ship", say("{name}'s place", name=captain),
                      ship_spaces(table, captain), "ship", group)


def notoriety_field(table: Windward, captain: Captain, path: str, group: Text) -> Field:
    def write(value: Json) -> None:
        captain.points = value
        look_for_fifteen(table, captain)                                    # WW-104: a slip, or what was forgotten

    return Field(path, say("{name}'s notoriety", name=captain), range(0, 100), lambda: captain.points, write,
                 group=group)


def crew_field(table: Windward, captain: Captain, name: str, path: str, group: Text) -> Field:
    def write(value: Json) -> None:
        if value and name not in captain.crew:
            take_aboard(table, captain, name)
        elif not value and name in captain.crew:
            captain.crew.remove(name)
            table.stock.crew[name] += 1

    return Field(path, say("{captain}'s {crew}", captain=captain, crew=CREW[name]), (False, True),
                 lambda: name in captain.crew, write,
                 lambda value: say("aboard") if value else say("not aboard"), group)


def hold_fields(table: Windward, captain: Captain, path: str, group: Text) -> Iterator[Field]:
    """A defeated Crester between the ship's space and the hold, which has room for one (WW-28)."""
    held = [] if captain.hold is None else [captain.hold]
    known = {beast.key: beast for beast in [*held, *table.fallen(captain.ship)]}
    if not known:
        return

    def write(value: Json) -> None:
        drop_crester(captain, captain.ship)
        if value:
            captain.hold, known[value].at = known[value], None

    yield Field(f"{path}.hold", say("In {name}'s hold", name=captain), ("", *known),
                lambda: "" if captain.hold is None else captain.hold.key, write,
                lambda value: BEASTS[known[value].kind] if value else say("nothing"), group)


def loose_fields(table: Windward, space: Hex) -> Iterator[Field]:
    """Teeth and tokens lying on a space."""
    for kind, words in (("grey_teeth", say("Grey teeth")), ("red_teeth", say("Red teeth")),
                        ("plus_two", say("+2 tokens"))):
        def write(value: Json, kind: str = kind) -> None:
            setattr(table.loose.setdefault(space, Cargo()), kind, value)

        def read_it(kind: str = kind) -> Json:
            return getattr(table.lying_at(space), kind)

        yield Field(f"loose.{spell(space)}.{kind}", say("{what} on {where}", what=words, where=where(table, space)),
                    range(0, 11), read_it, write)


def turn_fields(turn: Turn) -> Iterator[Field]:
    yield number_field(turn, "speed", "turn.speed", say("Ship speed left"), 0, 20)
    yield number_field(turn, "mates", "turn.mates", say("Mates left"), 0, 2)


def beast_fields(table: Windward, beast: Beast) -> Iterator[Field]:
    name = say("{beast} {n}", beast=BEASTS[beast.kind], n=beast.id)
    yield space_field(table, beast, f"beasts.{beast.key}", name, beast_spaces(table, beast))
    if beast.kind != "white":
        yield living_field(table, beast, f"beasts.{beast.key}.living", say("{name}'s state", name=name))


def living_field(table: Windward, beast: Beast, path: str, label: Text) -> Field:
    def write(value: Json) -> None:
        beast.living = value
        if not value:
            untag(table, beast)                                             # WW-143

    return Field(path, label, (False, True), lambda: beast.living, write,
                 lambda value: say("alive") if value else say("defeated"))


def ship_spaces(table: Windward, captain: Captain) -> list[Hex]:
    """Anywhere but on Drift and on others; at port only without a Crester aboard (WW-32)."""
    taken = table.flying() - {captain.ship}
    port = [POST] if captain.hold is None else []
    return port + [space for space in table.planet.spaces if space not in table.planet.drift and space not in taken]


def beast_spaces(table: Windward, beast: Beast) -> list[Hex]:
    taken: set[Hex] = set()
    if beast.living:
        taken = table.flying() if beast.kind != "grey" else table.grey_spaces() | {boat.at for boat in table.boats}
    return [space for space in table.planet.spaces
            if space == beast.at or (space not in table.planet.drift and space not in taken)]


def boat_spaces(table: Windward, at: Hex) -> list[Hex]:
    taken = {boat.at for boat in table.boats} | {grey.at for grey in table.living("grey")}
    return [space for space in table.planet.spaces
            if space == at or (space not in table.planet.drift and space not in taken)]


def space_field(table: Windward, thing: Any, path: str, label: Text, spaces: list[Hex], name: str = "at",
                group: Text | None = None) -> Field:
    """A piece's place, as `q,r`; the stage offers it by dragging."""
    def write(value: Json) -> None:
        setattr(thing, name, read(value))

    return Field(path, label, tuple(spell(space) for space in spaces), lambda: spell(getattr(thing, name)), write,
                 lambda value: where(table, read(value)), group)


def gas_field(table: Windward, pocket: Hex) -> Field:
    def write(value: Json) -> None:
        table.gas_on[pocket] = value

    label = say("Gas on {where}", where=where(table, pocket))
    return Field(f"gas.{spell(pocket)}", label, range(0, 3), lambda: table.gas_on[pocket], write)
