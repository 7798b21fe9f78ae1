"""Where a ship can fly and a longboat can row, at what cost and by which path.

A move ends at the first hex with an opponent. A path may pass through port, where the rules trade in teeth.
"""

from collections.abc import Collection
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from companion.core.text import Text, say
from companion.games.windward.board.hexes import Hex, opposite, step
from companion.games.windward.board.planet import POST, Planet

NOWHERE: frozenset[Hex] = frozenset()
State = tuple[Hex, bool]
"""A hex, and whether the path used Drift or has a Grey in tow."""


class BoardReason(NamedTuple):
    rule: str
    text: Text

    def __str__(self) -> str:
        return str(self.text)


class Sailing(NamedTuple):
    """A ship about to move; `ship` is POST at port."""

    ship: Hex
    wind: int
    speed: int
    foes: frozenset[Hex] = NOWHERE
    """Living Reds, the White and other captains' ships; entering means battle (WW-25)."""
    partners: frozenset[Hex] = NOWHERE
    """Ships of the same team, closed (WW-124)."""
    tied: frozenset[Hex] = NOWHERE
    """Spaces of opponents you tied with this turn; you can't enter them again (WW-66)."""
    crester_aboard: bool = False
    deadweight: bool = False
    """The captain may still enter one Drift (WW-22)."""
    drift: frozenset[Hex] = NOWHERE
    """Drift already open."""


class Rowing(NamedTuple):
    boat: Hex
    speed: int
    towing: bool = False
    own: frozenset[Hex] = NOWHERE
    """The captain's other longboat (WW-36)."""
    boats: frozenset[Hex] = NOWHERE
    """Other captains' longboats (WW-37)."""
    greys: frozenset[Hex] = NOWHERE
    """Living Greys (WW-37)."""
    fallen: frozenset[Hex] = NOWHERE
    """Defeated Greys, towed or loose (WW-38, WW-39)."""
    tied: frozenset[Hex] = NOWHERE
    team: bool = False
    """In co-op a longboat can't enter another's hex (WW-124)."""


class Arrival(NamedTuple):
    cost: int
    battle: bool = False
    through_port: bool = False
    """The path touches port, where teeth are traded in (WW-33)."""


class Reach(dict[Hex, Arrival]):
    """Reachable hexes, nearest first, without the starting hex."""

    def __init__(self, start: State) -> None:
        self.came: dict[State, State | None] = {start: None}
        self.end: dict[Hex, State] = {start[0]: start}

    def arrive(self, state: State, arrival: Arrival) -> None:
        self.end[state[0]] = state
        self[state[0]] = arrival

    def path(self, space: Hex) -> tuple[Hex, ...]:
        state: State | None = self.end[space]
        way: list[Hex] = []
        while state is not None:
            way.append(state[0])
            state = self.came[state]
        return tuple(reversed(way))


# --- ships


@lru_cache(maxsize=8192)
def moves(planet: Planet, wind: int, space: Hex) -> tuple[tuple[Hex, int], ...]:
    blown = step(space, planet.wind_direction(wind))
    against = step(space, opposite(planet.wind_direction(wind)))
    found = [(near, 0 if near == blown and POST not in (space, near) else 1)             # WW-18, WW-19, WW-A5
             for near in planet.near[space] if near != against or POST in (space, near)]    # WW-20, WW-21
    if space in planet.across:
        found.append((planet.across[space], 1))                             # WW-21: around the planet
    if space in planet.zephyrs:
        found += [(other, 1) for other in planet.zephyrs if other != space]  # WW-21, WW-A4
    return tuple(found)


@lru_cache(maxsize=32)
def ship_reach(planet: Planet, sailing: Sailing) -> Reach:
    """Find every hex the ship can enter: Dijkstra over (hex, Deadweight used).

    Among equally cheap paths, prefer one without Drift, then one that avoids port, then the shortest.
    """
    ship, wind, speed, foes = sailing.ship, sailing.wind, sailing.speed, sailing.foes
    shut = sailing.partners | sailing.tied                                  # WW-124, WW-66
    if sailing.crester_aboard:
        shut |= {POST}                                                      # WW-32
    if not sailing.deadweight:
        shut |= planet.drift - sailing.drift                                # WW-22
    start = (ship, False)
    reach, best = Reach(start), {start: (0, False, False, 0)}
    heap = [(best[start], start)]
    while heap:
        key, state = heappop(heap)
        if key != best[state]:
            continue
        (space, weight_used), (cost, _, port, hexes) = state, key
        if space not in reach.end:
            reach.arrive(state, Arrival(cost, space in foes, port))
        if space != ship:
            if space in foes:
                continue                                                    # WW-25: fight here, can't pass
            port = port or space == POST
        for near, price in moves(planet, wind, space):
            if cost + price > speed or near in shut:
                continue
            onto_drift = near in planet.drift and near not in sailing.drift
            if onto_drift and weight_used:
                continue                                                    # WW-22: one Drift per card
            there = (near, weight_used or onto_drift)
            there_key = (cost + price, there[1], port, hexes + 1)
            if there not in best or there_key < best[there]:
                best[there], reach.came[there] = there_key, state
                heappush(heap, (there_key, there))
    return reach


def steps_to(planet: Planet, sailing: Sailing, space: Hex) -> int | None:
    """How many steps lead there, as if no wind carried or stopped the ship; None if no path is open."""
    shut = sailing.partners | sailing.tied | (planet.drift - sailing.drift)
    far, waiting = {sailing.ship: 0}, [sailing.ship]
    for here in waiting:
        if here == space:
            return far[here]
        if here in sailing.foes:
            continue                                                        # WW-25: fight here, can't pass
        jumps = [planet.across[here]] if here in planet.across else []
        jumps += planet.zephyrs if here in planet.zephyrs else ()
        for near in (*planet.near[here], *jumps):
            if near not in far and near not in shut:
                far[near] = far[here] + 1
                waiting.append(near)
    return None


def anywhere(planet: Planet, sailing: Sailing) -> Reach:
    """WW-153: with only turns and battles, players fly by the rules and tell only where they are."""
    start = (sailing.ship, False)
    reach, shut = Reach(start), planet.drift | sailing.partners | sailing.tied | {sailing.ship}
    for space in (POST, *planet.spaces):
        if space not in shut:
            reach.came[space, False] = start
            reach.arrive((space, False), Arrival(0, space in sailing.foes))
    return reach


def steps_into(planet: Planet, space: Hex, flying: Collection[Hex], *,
               drift: bool = False) -> tuple[Hex, ...]:
    """WW-18, WW-74: free spaces from which one step or jump leads here, whatever the wind.

    `drift`: also from Drift, which a ship crosses with Deadweight (WW-22).
    """
    jumps = [planet.across[space]] if space in planet.across else []
    jumps += planet.zephyrs if space in planet.zephyrs else ()
    shut = {space, *flying}
    if not drift:
        shut |= planet.drift
    return tuple([one for one in dict.fromkeys([*planet.near[space], *jumps]) if one not in shut])


def why_no_ship(planet: Planet, sailing: Sailing, space: Hex) -> BoardReason:
    if space != POST and space not in planet.territory:
        return BoardReason("WW-18", say("That space is not on the planet."))
    if space == sailing.ship:
        return BoardReason("WW-18", say("The ship is there already."))
    if space in planet.drift and not sailing.deadweight and space not in sailing.drift:
        return BoardReason("WW-22", say("That's Drift. A ship needs Deadweight to enter."))
    if space == POST and sailing.crester_aboard:
        return BoardReason("WW-32",
                           say("You can't enter port with a Crester aboard. Drop it one space before."))
    if space in sailing.partners:
        return BoardReason("WW-124", say("A partner's ship is there. Partners can't share a space."))
    if space in sailing.tied:
        return BoardReason("WW-66", say("You tied that battle, so you can't fight it again this turn."))
    against = step(sailing.ship, opposite(planet.wind_direction(sailing.wind)))
    if POST not in (sailing.ship, space) and space == against:
        return BoardReason(
            "WW-20", say("That's straight against the wind, and every other path is too long."))
    return BoardReason("WW-18", say("That's too far for the speed you have left."))


# --- longboats


@lru_cache(maxsize=32)
def longboat_reach(planet: Planet, rowing: Rowing) -> Reach:
    """Find every hex a longboat can enter: BFS over (hex, Grey in tow), preferring no tow."""
    battles = rowing.greys | rowing.boats
    shut = rowing.own | rowing.tied                                         # WW-36, WW-66
    if rowing.team:
        shut |= rowing.boats                                                # WW-124
    start = (rowing.boat, rowing.towing)
    reach, level = Reach(start), [start]
    for cost in range(1, rowing.speed + 1):
        found: list[State] = []
        for state in level:
            space, towing = state
            if space in battles and space != rowing.boat:
                continue
            for near in planet.near[space]:
                if near not in planet.sky or near in shut:                  # WW-40: no Drift, no port
                    continue
                if towing and (near in rowing.greys or near in rowing.fallen):
                    continue                                                # WW-39
                tows = near in rowing.fallen and near not in battles        # WW-38: towing is mandatory
                there = (near, towing or tows)
                if there not in reach.came:
                    reach.came[there] = state
                    found.append(there)
        level = sorted(found, key=lambda state: state[1])
        for near, towing in level:
            if near not in reach.end:
                reach.arrive((near, towing), Arrival(cost, near in battles))
    return reach


def why_no_boat(planet: Planet, rowing: Rowing, space: Hex) -> BoardReason:
    if space == POST:
        return BoardReason("WW-40", say("Longboats can't enter the Trading Post."))
    if space not in planet.territory:
        return BoardReason("WW-34", say("That space is not on the planet."))
    if space in planet.drift:
        return BoardReason("WW-40", say("That's Drift. Longboats can't enter."))
    if space in rowing.own:
        return BoardReason("WW-36", say("Your longboats can't share a space."))
    if rowing.team and space in rowing.boats:
        return BoardReason("WW-124", say("A partner's longboat is there. Partners can't share a space."))
    if space in rowing.tied:
        return BoardReason("WW-66", say("You tied that battle, so you can't fight it again this turn."))
    if rowing.towing and (space in rowing.greys or space in rowing.fallen):
        return BoardReason("WW-39", say("A longboat towing a Grey can't enter a space with another Grey."))
    return BoardReason("WW-34", say("That's too far for the longboat speed you have left."))
