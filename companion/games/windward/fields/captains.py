"""Fields of captains' boards, and reasons why a piece can't be in a space."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from companion.core.fields import Allowed, Field, Rows
from companion.core.text import Text, count, listing, say
from companion.core.values import Json
from companion.games.windward.board.hexes import Hex, read, spell
from companion.games.windward.board.places import near
from companion.games.windward.board.planet import POST
from companion.games.windward.fields.board import MOST_TOKENS, way_there
from companion.games.windward.rules.aftermath import look_for_fifteen
from companion.games.windward.rules.orders import take_aboard
from companion.games.windward.rules.placing import in_words
from companion.games.windward.table import (
    LAST_SPACE,
    MOST_MORALE,
    MOST_ROWING,
    Boat,
    Captain,
    Crester,
    Turn,
    Windward,
    boat_key,
)
from companion.games.windward.words import A_CRESTER, CREW, cargo_words

BOATS, MOST_DISCARDED = 2, 999
EXTRA_SLOTS = 4
"""Two crew members with two extra slots each, such as Purser and Gas Worker (WW-51)."""


def captain_fields(table: Windward, captain: Captain) -> Iterator[Field]:
    mine = rows_of(table, captain)
    yield ship_field(table, captain, mine)
    yield mine.choice("points", say("{name}'s notoriety"), range(1000), icon="star-four-points",
                      path="notoriety",
                      after=lambda: look_for_fifteen(table, captain), weight=3, score=True,
                      short=say("Notoriety"),
                      change=lambda old, new: say("{name}'s notoriety {old} → {new}", name=captain, old=old,
                                                  new=on_track(new)))
    if not table.light:                                                     # WW-153
        yield from board_fields(table, captain, mine)
    if table.setup.options["achievements"]:                                 # WW-146: once per captain
        for card, shown in enumerate(table.box.achievements):
            yield mine.member("claimed", card, card,
                              say("{name}'s token on {card}", name=captain, card=shown.words),
                              int, "trophy-outline",
                              told={True: say("{name} puts a token on {card}", name=captain,
                                              card=shown.words),
                                    False: say("{name} takes the token off {card}", name=captain,
                                               card=shown.words)})


def board_fields(table: Windward, captain: Captain, mine: Rows) -> Iterator[Field]:
    yield mine.field("morale", say("{name}'s morale"), range(1, MOST_MORALE + 1), lambda: table.dial(captain),
                     lambda morale: setattr(captain, "morale", morale), icon="emoticon-happy-outline",
                     weight=4, short=say("Morale"))
    yield mine.number("rowing", say("{name}'s longboat speed"), 0, MOST_ROWING, "rowing", weight=1,
                      short=say("Longboat speed"))
    for name in CREW:
        yield crew_field(table, captain, name, mine)
    yield slots_field(table, captain, mine, "gas", say("{name}'s gas"), table.gas_slots,
                      table.board.gas_slots, icon="gas-cylinder", short=say("Gas"))
    yield slots_field(table, captain, mine, "cannons", say("{name}'s cannons"), table.cannon_slots,
                      table.board.cannon_slots, icon="bomb", short=say("Cannons"))
    yield Rows(table, captain.cargo, mine.path[:-1], **mine.shared).number(
        "plus_two", say("{name}'s +2 tokens", name=captain), 0, MOST_TOKENS, "plus-box-outline", weight=3,
        short=say("+2 tokens"), change=lambda old, new: plus_two(captain, new - old))
    yield mine.number("cards", say("{name}'s cards in hand"), 0, MOST_TOKENS, "cards-outline", weight=2,
                      short=say("Cards in hand"), change=lambda old, new: drawn(captain, new - old))
    yield mine.number("played", say("Cards {name} has discarded"), 0, MOST_DISCARDED, "cards-outline",
                      short=say("Cards discarded"), passing=True,
                      change=lambda old, new: discarded(captain, new - old))
    for number in range(1, BOATS + 1):
        yield boat_field(table, captain, number, mine)
    yield aboard_field(table, captain, mine)


def on_track(notoriety: int) -> Text | int:
    """WW-105: beyond fifteen the marker begins again on space one."""
    if notoriety <= LAST_SPACE:
        return notoriety
    return say("{n}, on space {space}", n=notoriety, space=(notoriety - 1) % LAST_SPACE + 1)


def plus_two(captain: Captain, number: int) -> Text:
    words = listing(cargo_words(0, 0, abs(number)))
    if number > 0:
        return say("{name} takes {things}", name=captain, things=words)
    return say("{name} gives back {things}", name=captain, things=words)


def drawn(captain: Captain, number: int) -> Text:
    if number > 0:
        return count("{name} draws {n} card", "{name} draws {n} cards", number, name=captain)
    return count("{name} puts {n} card back on a stack", "{name} puts {n} cards back on the stacks",
                 -number, name=captain)


def discarded(captain: Captain, number: int) -> Text:
    if number > 0:
        return count("{name} discards {n} card", "{name} discards {n} cards", number, name=captain)
    return count("{name} takes {n} card back from the discards",
                 "{name} takes {n} cards back from the discards", -number, name=captain)


def rows_of(table: Windward, captain: Captain) -> Rows:
    return Rows(table, captain, f"captains.{captain.index}", group=say("{name}'s ship", name=captain))


def slots_field(table: Windward, captain: Captain, mine: Rows, name: str, label: Text,
                slots: Callable[[Captain], int], printed: int, **more: Any) -> Field:
    """Limit to the slots aboard; for a guessed board, allow the most any crew could add."""
    def most() -> int:
        return printed + EXTRA_SLOTS if "board" in table.box.guessed else slots(captain)

    def wrong(value: Any) -> Text | None:
        return count("there is only {n} slot", "there are only {n} slots", most()) if value > most() else None

    return mine.choice(name, label, lambda: range(max(most(), getattr(captain, name)) + 1), weight=2,
                       wrong=wrong, **more)


def teeth_fields(table: Windward, captain: Captain) -> Iterator[Field]:
    """Only for captains other than the Naturalist (WW-144)."""
    mine = Rows(table, captain.cargo,
                **{**rows_of(table, captain).shared, "path": f"captains.{captain.index}"})
    for kind, label, short in (("grey_teeth", say("{name}'s grey teeth", name=captain), say("Grey teeth")),
                               ("red_teeth", say("{name}'s red teeth", name=captain), say("Red teeth"))):
        yield mine.number(kind, label, 0, MOST_TOKENS, "tooth-outline", weight=2, absent=0, short=short)


def crew_field(table: Windward, captain: Captain, name: str, mine: Rows) -> Field:
    def write(value: Json) -> None:
        if value and name not in captain.crew:
            take_aboard(table, captain, name)
        elif not value and name in captain.crew:
            captain.crew.remove(name)
            table.stock.crew[name] += 1

    def wrong(value: Json) -> Text | None:
        """WW-50: one tile per slot with its name; any slot if they are a guess."""
        others = [one for one in captain.crew if one != name]
        fits = "crew" in table.box.guessed or any(name in pair for pair in table.open_slots(others))
        return say("there's no free slot for it") if value and not fits else None

    return mine.field(f"crew.{name}", say("{captain}'s {crew}", captain=captain, crew=CREW[name]),
                      lambda: fitting((False, True), wrong, name in captain.crew),
                      lambda: name in captain.crew, write,
                      {True: say("aboard"), False: say("not aboard")}, "account-outline", weight=3,
                      short=CREW[name], wrong=wrong,
                      told={True: say("{captain} takes the {crew} aboard", captain=captain, crew=CREW[name]),
                            False: say("{captain} puts the {crew} back", captain=captain, crew=CREW[name])})


# The ship

def ship_field(table: Windward, captain: Captain, mine: Rows) -> Field:
    """The ship's space as `q,r`; players drag it on the board."""
    def change(old: Json, new: Json) -> Text:
        if read(new) == POST:
            return say("{name}'s ship goes to port", name=captain)
        return say("{name}'s ship: {way}", name=captain, way=way_there(table, old, new))

    def wrong(value: Json) -> Text | None:
        return for_ship(table, captain, read(value))

    return mine.choice("ship", say("{name}'s place"),
                       lambda: fitting(spelled(table, spell(POST)), wrong, spell(captain.ship)),
                       lambda value: place_words(table, value), "sail-boat", spell, read, change=change,
                       place=f"ship{captain.index}", weight=6, near=lambda value: near_words(table, value),
                       short=say("Place"), wrong=wrong)


def place_words(table: Windward, value: Json) -> Text:
    """Describe a space, even before the tiles are laid out."""
    if read(value) == POST:
        return say("port")
    return in_words(table, read(value)) if table.layout else say("at sky")


def near_words(table: Windward, value: Json) -> Text | None:
    if table.layout and isinstance(value, str) and "," in value:
        return near(table.planet, read(value))
    return None


# Longboats: two per captain (WW-14)

def boat_field(table: Windward, captain: Captain, number: int, mine: Rows) -> Field:
    """The longboat's space; None if it is aboard or set aside."""
    key = boat_key(captain, number)

    def found() -> Boat | None:
        return next((boat for boat in table.boats_of(captain) if boat.number == number), None)

    def read_it() -> Json:
        boat = found()
        return None if boat is None else spell(boat.at)

    def allowed() -> Allowed:
        """All free spaces, and None for aboard or set aside; only None if no boat can leave."""
        stuck = not table.layout or (found() is None and not captain.boats_aboard + captain.boats_ashore)
        return (None,) if stuck else fitting(spelled(table, None), wrong, read_it())

    def write(value: Any) -> None:
        boat = found()
        if boat is not None and value is not None:
            boat.at = read(value)
        elif boat is not None:
            table.boats.remove(boat)
            captain.boats_aboard += 1
        elif value is not None:
            launch(table, captain, number, read(value))

    def wrong(value: Json) -> Text | None:
        return None if value is None else for_boat(table, found(), read(value))

    def change(old: Json, new: Json) -> Text:
        if new is None:
            return say("{name}'s longboat on {where} comes aboard", name=captain,
                       where=place_words(table, old))
        if old is None:
            return say("{name}'s longboat leaves the ship, to {where}", name=captain,
                       where=place_words(table, new))
        return say("{name}'s longboat: {way}", name=captain, way=way_there(table, old, new))

    return Rows(table, **mine.shared).field(
        f"boats.{key}", say("{name}'s longboat {n}", name=captain, n=number),
        allowed, read_it, write,
        lambda value: say("not at sky") if value is None else place_words(table, value),
        "rowing", change=change, place=key, weight=5, near=lambda value: near_words(table, value),
        short=say("Longboat {n}", n=number), wrong=wrong)


def launch(table: Windward, captain: Captain, number: int, at: Hex) -> None:
    """Launch a longboat from the ship, or else the one set aside."""
    if captain.boats_aboard:
        captain.boats_aboard -= 1
    else:
        captain.boats_ashore = max(0, captain.boats_ashore - 1)
    table.launch(Boat(captain, number, at))


def aboard_field(table: Windward, captain: Captain, mine: Rows) -> Field:
    """Longboats aboard; those neither aboard nor at sky are set aside."""
    def ashore_and_aboard() -> int:
        return max(0, BOATS - len(table.boats_of(captain)))

    def write(value: Any) -> None:
        captain.boats_aboard, captain.boats_ashore = value, ashore_and_aboard() - value

    def change(old: Any, new: Any) -> Text:
        if new > old:
            return count("{name}'s longboat comes aboard", "{name}'s {n} longboats come aboard",
                         new - old, name=captain)
        return count("{name}'s longboat leaves the ship", "{name}'s {n} longboats leave the ship",
                     old - new, name=captain)

    return mine.field("boats", say("{name}'s longboats aboard"), lambda: range(ashore_and_aboard() + 1),
                      lambda: captain.boats_aboard, write, icon="rowing", change=change, weight=4,
                      short=say("Longboats aboard"))


# --- why a piece can't be in a space; checked for drags and for imported records
# Each judges a piece beside all the others, as if it were not there yet.


def fitting(values: Iterable[Json], wrong: Callable[[Json], Text | None], now: Json) -> Allowed:
    """The values without an objection, and the current one."""
    return tuple([value for value in values if value == now or wrong(value) is None])


def spelled(table: Windward, *more: Json) -> list[Json]:
    """Every space, as fields spell it."""
    return [*more, *[spell(space) for space in (table.planet.spaces if table.layout else ())]]


def for_ship(table: Windward, captain: Captain, space: Hex) -> Text | None:
    """WW-22, WW-25, WW-32: Drift needs Deadweight, hexes must be free, no Crester into port."""
    turn, drift = table.seen(Turn), table.planet.drift if table.layout else ()
    if space == POST:
        return None if captain.hold is None else say("a ship at port can't have a Crester aboard")
    if space in drift and turn.drift != space and not (turn.deadweight and table.active is captain):
        return say("only Deadweight takes a ship onto Drift")
    return who_flies(table, space, captain)


def who_flies(table: Windward, space: Hex, besides: object = None) -> Text | None:
    """Say which flying piece is in the way (WW-24)."""
    captain = next((one for one in table.seats if one is not besides and one.ship == space), None)
    if captain is not None:
        return say("{name}'s ship is there", name=captain)
    return there(one for one in table.flying_at(space) if one is not besides)


def there(cresters: Iterator[Crester]) -> Text | None:
    return next((say("{who} is there", who=A_CRESTER[crester.kind]) for crester in cresters), None)


def for_boat(table: Windward, boat: Boat | None, space: Hex) -> Text | None:
    """WW-36, WW-37, WW-40"""
    if space in table.planet.drift:
        return say("longboats can't be on Drift")
    other = next((one for one in table.boats if one.at == space and one is not boat), None)
    if other is not None:
        return say("{name}'s longboat is there", name=other.owner)
    return there(one for one in table.living("grey") if one.at == space)
