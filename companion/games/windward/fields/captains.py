"""Captains' boards: ship, longboats, crew, and what lies in the slots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.core.by_hand.fields import Allowed, Field, number_field
from companion.core.questions import Json
from companion.core.text import Text, say
from companion.games.windward.board.hexes import Hex, read, spell
from companion.games.windward.board.places import near
from companion.games.windward.board.planet import POST
from companion.games.windward.fields.planet import MOST_TOKENS, way_there
from companion.games.windward.fields.standing import allowed_spaces, for_boat, for_ship, slot_for
from companion.games.windward.rules.aftermath import drop_crester, look_for_fifteen
from companion.games.windward.rules.orders import take_aboard
from companion.games.windward.rules.placing import in_words
from companion.games.windward.table import (
    MOST_MORALE,
    MOST_ROWING,
    Boat,
    Captain,
    Windward,
    boat_key,
)
from companion.games.windward.words import CRESTER_NAMES, CREW

BOATS = 2
EXTRA_SLOTS = 4
"""A Purser and a Gas Worker, or a Marine and a Sergeant: two more slots each (WW-51)."""


def board_of(captain: Captain) -> Text:
    return say("{name}'s ship", name=captain)


def captain_fields(table: Windward, captain: Captain) -> Iterator[Field]:
    path, group = f"captains.{captain.index}", board_of(captain)
    mine: dict[str, Any] = {"group": group, "seat": captain.index}
    yield ship_field(table, captain)
    yield notoriety_field(table, captain, f"{path}.notoriety", group)
    yield Field(f"{path}.morale", say("{name}'s morale", name=captain), range(1, MOST_MORALE + 1),
                lambda: table.dial(captain), lambda morale: setattr(captain, "morale", morale),
                icon="emoticon-happy-outline", weight=4, short=say("Morale"), **mine)
    yield number_field(captain, "rowing", f"{path}.rowing", say("{name}'s longboat speed", name=captain), 0,
                       MOST_ROWING, icon="rowing", weight=1, short=say("Longboat speed"), **mine)
    for name in CREW:
        yield crew_field(table, captain, name, f"{path}.crew.{name}", group)
    yield slots_field(table, captain, "gas", say("{name}'s gas", name=captain), lambda: table.gas_slots(captain),
                      table.board.gas_slots, icon="gas-cylinder", short=say("Gas"), **mine)
    yield slots_field(table, captain, "cannons", say("{name}'s cannons", name=captain),
                      lambda: table.cannon_slots(captain), table.board.cannon_slots, icon="bomb",
                      short=say("Cannons"), **mine)
    yield number_field(captain.cargo, "plus_two", f"{path}.plus_two", say("{name}'s +2 tokens", name=captain), 0,
                       MOST_TOKENS, icon="plus-box-outline", weight=3, short=say("+2 tokens"), **mine)
    for number in range(1, BOATS + 1):
        yield boat_field(table, captain, number, group)
    yield aboard_field(table, captain, f"{path}.boats", group)
    yield hold_field(table, captain, f"{path}.hold", group)
    if table.setup.options["achievements"]:
        for card in range(len(table.copy.achievements)):
            yield claimed_field(table, captain, card, group)


def slots_field(table: Windward, captain: Captain, name: str, label: Text, slots: Callable[[], int], printed: int,
                **more: Any) -> Field:
    """No more than there are slots; where the board is only a guess, as many as any crew could bring."""
    def most() -> int:
        return printed + EXTRA_SLOTS if "board" in table.copy.guessed else slots()

    return Field(f"captains.{captain.index}.{name}", label,
                 lambda: range(max(most(), getattr(captain, name)) + 1), lambda: getattr(captain, name),
                 lambda value: setattr(captain, name, value), weight=2,
                 wrong=lambda value: say("there are {n} slots", n=most()) if value > most() else None, **more)


def teeth_fields(_: Windward, captain: Captain) -> Iterator[Field]:
    """Not for the Naturalist, who takes none (WW-144)."""
    path = f"captains.{captain.index}"
    for kind, label, short in (("grey_teeth", say("{name}'s grey teeth", name=captain), say("Grey teeth")),
                               ("red_teeth", say("{name}'s red teeth", name=captain), say("Red teeth"))):
        yield number_field(captain.cargo, kind, f"{path}.{kind}", label, 0, MOST_TOKENS, board_of(captain),
                           seat=captain.index, icon="tooth-outline", weight=2, absent=0, short=short)


def notoriety_field(table: Windward, captain: Captain, path: str, group: Text) -> Field:
    def write(value: Json) -> None:
        captain.points = value
        look_for_fifteen(table, captain)                                    # WW-104: a slip, or what was forgotten

    return Field(path, say("{name}'s notoriety", name=captain), range(1000), lambda: captain.points, write,
                 group=group, seat=captain.index, icon="star-four-points", weight=3, score=True,
                 short=say("Notoriety"))


def crew_field(table: Windward, captain: Captain, name: str, path: str, group: Text) -> Field:
    def write(value: Json) -> None:
        if value and name not in captain.crew:
            take_aboard(table, captain, name)
        elif not value and name in captain.crew:
            captain.crew.remove(name)
            table.stock.crew[name] += 1

    def change(old: Json, new: Json) -> Text:
        if new:
            return say("{captain}: {crew} comes aboard", captain=captain, crew=CREW[name])
        return say("{captain}: {crew} leaves the ship", captain=captain, crew=CREW[name])

    def wrong(value: Json) -> Text | None:
        return say("no slot is free for it") if value and not slot_for(table, captain, name) else None

    return Field(path, say("{captain}'s {crew}", captain=captain, crew=CREW[name]),
                 lambda: (False, True) if name in captain.crew or slot_for(table, captain, name) else (False,),
                 lambda: name in captain.crew, write, lambda value: say("aboard") if value else say("not aboard"),
                 group, change=change, seat=captain.index, icon="account-outline", weight=3, short=CREW[name],
                 wrong=wrong)


def hold_field(table: Windward, captain: Captain, path: str, group: Text) -> Field:
    """A defeated Crester between the ship's space and the hold, which has room for one (WW-28).

    In the books: what lies on the table is the Crester, whose own field says where.
    """
    def allowed() -> Allowed:
        held = [] if captain.hold is None else [captain.hold]
        here = [] if captain.at_port else table.fallen(captain.ship)
        return ("", *[crester.key for crester in (*held, *here)])

    def write(value: Any) -> None:
        crester = table.crester(value) if value else None
        drop_crester(captain, captain.ship)
        if crester is not None:
            captain.hold, crester.at = crester, None

    def words(value: Json) -> Text:
        return CRESTER_NAMES[value.rstrip("0123456789")] if value else say("nothing")

    def wrong(value: Json) -> Text | None:
        crester = table.crester(value) if value else None
        if crester is not None and crester.living:
            return say("it is alive")
        if crester is not None and captain.at_port:
            return say("no ship has a Crester aboard at port")              # WW-32
        others = [one for one in table.seats if one is not captain and one.hold is not None]
        return say("it is in another hold") if any(one.hold is crester for one in others) else None

    return Field(path, say("In {name}'s hold", name=captain), allowed,
                 lambda: "" if captain.hold is None else captain.hold.key, write, words, group, on_table=False,
                 seat=captain.index, wrong=wrong)


def claimed_field(table: Windward, captain: Captain, card: int, group: Text) -> Field:
    """WW-146: once a captain and card."""
    def write(value: Any) -> None:
        others = [one for one in captain.claimed if one != card]
        captain.claimed = sorted([*others, card] if value else others)

    return Field(f"captains.{captain.index}.claimed.{card}",
                 say("{name} has {card}", name=captain, card=table.copy.achievements[card].name), (False, True),
                 lambda: card in captain.claimed, write, lambda value: say("yes") if value else say("no"), group,
                 on_table=False, seat=captain.index)


# The ship

def ship_field(table: Windward, captain: Captain) -> Field:
    """A ship's place, as `q,r`; the stage offers it by dragging."""
    def change(old: Json, new: Json) -> Text:
        if read(new) == POST:
            return say("{name}'s ship goes to port", name=captain)
        return say("{name}'s ship: {way}", name=captain, way=way_there(table, old, new))

    return Field(f"captains.{captain.index}.ship", say("{name}'s place", name=captain),
                 lambda: tuple(spell(space) for space in ship_spaces(table, captain)), lambda: spell(captain.ship),
                 lambda value: setattr(captain, "ship", read(value)), lambda value: place_words(table, value),
                 board_of(captain), change=change, place=f"ship{captain.index}", seat=captain.index, icon="sail-boat",
                 weight=6, near=lambda value: near_words(table, value), short=say("Place"),
                 wrong=lambda value: for_ship(table, captain)(read(value)))


def place_words(table: Windward, value: Json) -> Text:
    """Also when the tiles were taken back: then a space has no name, but it is not the Post."""
    if read(value) == POST:
        return say("port")
    return in_words(table, read(value)) if table.layout else say("at sky")


def near_words(table: Windward, value: Json) -> Text | None:
    return near(table.planet, read(value)) if table.layout and isinstance(value, str) and "," in value else None


def ship_spaces(table: Windward, captain: Captain) -> list[Hex]:
    """Port, and every hex where nothing is in its way."""
    if not table.layout:
        return [POST]
    why = for_ship(table, captain)
    port = [POST] if captain.at_port or why(POST) is None else []
    return port + allowed_spaces(table, why, captain.ship)


# Longboats: two a captain, never more (WW-14)

def boat_field(table: Windward, captain: Captain, number: int, group: Text) -> Field:
    """Its place at sky; None: aboard, or set aside."""
    key = boat_key(captain, number)

    def found() -> Boat | None:
        return boat_at_sky(table, captain, number)

    def read_it() -> Json:
        boat = found()
        return None if boat is None else spell(boat.at)

    def change(old: Json, new: Json) -> Text:
        if new is None:
            return say("{name}'s longboat comes aboard", name=captain)
        if old is None:
            return say("{name}'s longboat leaves the ship", name=captain)
        return say("{name}'s longboat: {way}", name=captain, way=way_there(table, old, new))

    return Field(f"boats.{key}", say("{name}'s longboat {n}", name=captain, n=number),
                 lambda: boat_places(table, captain, found()), read_it,
                 lambda value: put_boat(table, captain, number, value),
                 lambda value: say("not at sky") if value is None else place_words(table, value), group, change=change,
                 place=key, seat=captain.index, icon="rowing", weight=5, near=lambda value: near_words(table, value),
                 short=say("Longboat {n}", n=number),
                 wrong=lambda value: None if value is None else for_boat(table, found())(read(value)))


def boat_at_sky(table: Windward, captain: Captain, number: int) -> Boat | None:
    return next((boat for boat in table.boats if boat.owner is captain and boat.number == number), None)


def boat_places(table: Windward, captain: Captain, boat: Boat | None) -> Allowed:
    """None, and every space where it could be; only None where there is no boat that could leave."""
    if not table.layout or (boat is None and not captain.boats_aboard + captain.boats_ashore):
        return (None,)
    spaces = allowed_spaces(table, for_boat(table, boat), None if boat is None else boat.at)
    return (None, *[spell(space) for space in spaces])


def put_boat(table: Windward, captain: Captain, number: int, value: Any) -> None:
    boat = boat_at_sky(table, captain, number)
    if value is None:
        if boat is not None:
            table.boats.remove(boat)
            captain.boats_aboard += 1
    elif boat is not None:
        boat.at = read(value)
    else:
        launch(table, captain, number, read(value))


def launch(table: Windward, captain: Captain, number: int, at: Hex) -> None:
    """From the ship, else the one that was set aside."""
    if captain.boats_aboard:
        captain.boats_aboard -= 1
    else:
        captain.boats_ashore = max(0, captain.boats_ashore - 1)
    table.launch(Boat(captain, number, at))


def aboard_field(table: Windward, captain: Captain, path: str, group: Text) -> Field:
    """How many lie aboard; what is neither there nor at sky is set aside."""
    def ashore_and_aboard() -> int:
        return max(0, BOATS - len(table.boats_of(captain)))

    def write(value: Any) -> None:
        captain.boats_aboard, captain.boats_ashore = value, ashore_and_aboard() - value

    def change(old: Json, new: Json) -> Text:
        if new > old:
            return say("{name}'s longboat comes aboard", name=captain)
        return say("{name}'s longboat leaves the ship", name=captain)

    return Field(path, say("{name}'s longboats aboard", name=captain), lambda: range(ashore_and_aboard() + 1),
                 lambda: captain.boats_aboard, write, group=group, change=change, seat=captain.index, icon="rowing",
                 weight=4, short=say("Longboats aboard"))
