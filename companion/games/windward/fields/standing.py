"""Where a thing can never lie, and why: what the stage refuses to a finger, and a record from elsewhere, too.

Each judges a piece beside all the others, as if it were not there yet. In the middle of a battle two share a hex; that
is no place to be put to by hand, so it stands in none of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.core.text import Text, say
from companion.games.windward.board.hexes import Hex
from companion.games.windward.board.planet import POST
from companion.games.windward.fields.books import turn_seen
from companion.games.windward.table import Boat, Captain, Crester, Windward
from companion.games.windward.words import crester_name

Objection = Callable[[Hex], Text | None]


def allowed_spaces(table: Windward, why: Objection, at: Hex | None) -> list[Hex]:
    """Every hex that nothing speaks against, and where it stands."""
    return [space for space in table.planet.spaces if space == at or why(space) is None]


def for_ship(table: Windward, captain: Captain) -> Objection:
    """WW-22, WW-25, WW-32: a Drift only with Deadweight, nobody's hex, no Crester into port."""
    turn, drift = turn_seen(table), table.planet.drift if table.layout else ()

    def why(space: Hex) -> Text | None:
        if space == POST:
            return None if captain.hold is None else say("no ship has a Crester aboard at port")
        if space in drift and turn.drift != space and not (turn.deadweight and turn.captain is captain):
            return say("a ship is on Drift with Deadweight only")
        return who_flies(table, space, captain)

    return why


def who_flies(table: Windward, space: Hex, besides: object = None) -> Text | None:
    """Who is in the way up there (WW-24)."""
    captain = next((one for one in table.seats if one is not besides and one.ship == space), None)
    if captain is not None:
        return say("{name}'s ship is there", name=captain)
    return there(one for one in table.flying_at(space) if one is not besides)


def there(cresters: Iterable[Crester]) -> Text | None:
    crester = next(iter(cresters), None)
    return None if crester is None else say("{who} is there", who=crester_name(crester.kind, crester.id))


def for_boat(table: Windward, boat: Boat | None) -> Objection:
    """WW-36, WW-37, WW-40."""
    def why(space: Hex) -> Text | None:
        if space in table.planet.drift:
            return say("no longboat is on Drift")
        other = next((one for one in table.boats if one.at == space and one is not boat), None)
        if other is not None:
            return say("{name}'s longboat is there", name=other.owner)
        return there(one for one in table.living("grey") if one.at == space)

    return why


def for_crester(table: Windward, kind: str, crester: Crester | None) -> Objection:
    """A living one: WW-92 and WW-A17 up there, WW-37 below. A beaten one lies wherever it fell."""
    def why(space: Hex) -> Text | None:
        if space in table.planet.drift:
            return say("no Crester is on Drift")
        if kind == "grey":
            return below(space)
        others = [one for one in table.flying_at(space) if one is not crester]
        if table.solo and len(others) == 1 and {kind, others[0].kind} == {"red"}:
            return who_flies(table, space, others[0]) if table.ship_at(space) else None     # WW-113: two on a hex
        return who_flies(table, space, crester)

    def below(space: Hex) -> Text | None:
        boat = table.boat_at(space)
        if boat is not None:
            return say("{name}'s longboat is there", name=boat.owner)
        return there(one for one in table.living("grey") if one.at == space and one is not crester)

    return why


def slot_for(table: Windward, captain: Captain, name: str) -> bool:
    """WW-50: one tile to a slot that bears its name; where the slots are only a guess, any."""
    if "crew" in table.copy.guessed:
        return True
    others = [one for one in captain.crew if one != name]
    for pair in table.copy.crew_slots:
        aboard = next((one for one in others if one in pair), None)
        if aboard is not None:
            others.remove(aboard)
        elif name in pair:
            return True
    return False
