"""How Cresters fly at the end of a turn (WW-86 to WW-99, WW-111 to WW-113, WW-125).

What is asked about it: all at once in `all_fly`, one by one in `one_flies`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from companion.core.text import Text, say
from companion.games.windward.board import cresters as mover
from companion.games.windward.board import explain
from companion.games.windward.board.hexes import Hex
from companion.games.windward.board.night_plan import PlannedFlight, plan
from companion.games.windward.board.planet import POST
from companion.games.windward.rules.aftermath import ship_lost
from companion.games.windward.rules.attacks import cresters_attack
from companion.games.windward.rules.placing import in_words
from companion.games.windward.table import Captain, Crester, Windward
from companion.games.windward.words import crester_name


@dataclass
class Rest:
    """The end of a captain's turn under way."""

    captain: Captain
    resting: bool = True
    white_done: bool = False
    moved: list[int] = field(default_factory=list)
    """Cresters that have flown."""
    now: int = 0
    """The Crester that flies now; 0: none."""
    tied: bool = False
    """Others are equally near, and it matters who is first (WW-97)."""
    way: int = -1
    """Which of its equal ways was chosen; -1: nobody chose, the first is taken."""
    ways: dict[int, tuple[Hex, ...]] = field(default_factory=dict)
    """How each of them flew: shown again when somebody asks, and the way back (WW-95)."""
    sides: dict[int, tuple[Hex, ...]] = field(default_factory=dict)
    """From where one that arrived may have come, while nobody has said which (WW-A19)."""
    one_by_one: bool = False
    """The table moves them singly tonight."""


# --- who flies, and where


def hunted_ship(table: Windward) -> Hex | None:
    """The active ship; nobody hunts one that was lost (WW-98)."""
    me = table.under_way(Rest).captain
    return me.ship if not me.at_port or table.coop else None


def ready(table: Windward) -> tuple[mover.FlyingCrester, ...]:
    """Who flies next; several where the table must choose (WW-97, WW-A21)."""
    rest_now = table.under_way(Rest)
    return mover.next_to_move(table.planet, table.pieces(hunted_ship(table)), table.mode(), rest_now.moved)


def call_up(table: Windward, kind: str) -> bool:
    """Set down who flies next; False where none of that kind is left to fly."""
    left = still_to_fly(table, kind)
    if not left or (kind == "white" and still_to_fly(table, "red")):
        return False
    next_ones = [crester.id for crester in ready(table)] if len(left) > 1 else left
    rest_now = table.under_way(Rest)
    rest_now.now, rest_now.way, rest_now.tied = next_ones[0], -1, len(next_ones) > 1
    return True


def still_to_fly(table: Windward, kind: str) -> list[int]:
    """Who of that kind has yet to fly. Mostly it is one or none, and then nobody need measure who is nearer."""
    moved, ship, planet, mode = table.under_way(Rest).moved, hunted_ship(table), table.planet, table.mode()
    return [one.id for one in table.cresters if one.kind == kind and one.living and one.at is not None
            and one.id not in moved and not mover.stays(planet, ship, mode, one)]


def flights_ahead(table: Windward, ends: dict[int, Hex] | None = None,
                  order: Sequence[int] = ()) -> Iterator[PlannedFlight]:
    """All Reds that fly now without anything between, by the ways that were chosen."""
    pieces = table.pieces(hunted_ship(table))
    return plan(table.planet, pieces, table.mode(), table.under_way(Rest).moved, ends or {}, order)


def several_move(table: Windward) -> bool:
    """Do at least two Reds leave their hexes? With the second one that does it is known."""
    moving = (one for one in flights_ahead(table) if one.moves)
    return len(list(islice(moving, 2))) == 2


def decision(table: Windward) -> mover.Decision:
    """Where the Crester of the moment flies, as the table stands."""
    now = table.under_way(Rest).now
    pieces = table.pieces(hunted_ship(table))
    for crester in pieces.cresters:
        if crester.id == now:
            return mover.decide_flight(table.planet, pieces, table.mode(), crester)
    nobody = mover.FlyingCrester(now, "red", POST)
    return mover.Decision(nobody, 0, None, (mover.Way((POST,)),), "lost")


def the_way(table: Windward) -> mover.Way:
    ways = decision(table).ways
    chosen = table.under_way(Rest).way
    return ways[chosen] if 0 <= chosen < len(ways) else ways[0]


def choose_way(table: Windward, end: Hex) -> None:
    for index, way in enumerate(decision(table).ways):
        if key_space(way) == end:
            table.under_way(Rest).way = index


def key_space(way: mover.Way) -> Hex:
    """What tells equal ways apart: where it ends or, arriving, from where it strikes (WW-A19)."""
    return way.back or way.end


def number_of(key: str) -> int:
    return int(key.partition("@")[0].lstrip("abcdefghijklmnopqrstuvwxyz"))


def the_crester(table: Windward) -> Crester | None:
    now = table.under_way(Rest).now
    return next((crester for crester in table.cresters if crester.id == now and crester.living), None)


# --- flying


async def fly(table: Windward) -> None:
    rest_now = table.under_way(Rest)
    flight, way = decision(table), the_way(table)
    crester = the_crester(table)
    rest_now.moved.append(rest_now.now)
    if crester is None:
        return
    rest_now.ways[crester.id] = way.path
    if way.arrives and rest_now.way < 0:
        rest_now.sides[crester.id] = tuple([one.back for one in flight.ways if one.back is not None])
    start, crester.at = crester.at, way.end
    if len(way.path) > 1:
        table.tell(flight_words(table, crester, start or POST, way), rule="WW-94")
    if not way.arrives:
        return
    if way.end == POST:
        await white_enters_post(table, crester)                             # WW-125
    elif not (table.solo and crester.kind == "red"):
        back = way.back or way.end
        await cresters_attack(table, rest_now.captain, [crester], back)     # WW-95, WW-136


def flight_words(table: Windward, crester: Crester, start: Hex, way: mover.Way) -> Text:
    """Which one, from where, how, to where."""
    who = crester_name(crester.kind, crester.id, first=True)
    flown = explain.for_the_hands(table.planet, way.path)
    if way.arrives:
        return say("{who} flew from {start}, {way}, to {name}.", who=who, start=in_words(table, start), way=flown,
                   name=table.under_way(Rest).captain if way.end != POST else say("the Trading Post"))
    return say("{who} flew from {start}, {way}, to {end}.", who=who, start=in_words(table, start), way=flown,
               end=in_words(table, way.end))


async def white_enters_post(table: Windward, white: Crester) -> None:
    """WW-125, WW-A27: no dice; the active ship is lost, and the White steps back."""
    way = table.under_way(Rest).ways[white.id]
    white.at = way[-2] if len(way) > 1 else way[-1]
    table.tell(say("The White struck the Trading Post and went back to {where}.", where=in_words(table, white.at)),
               rule="WW-125")
    await ship_lost(table, table.under_way(Rest).captain, None, POST)
