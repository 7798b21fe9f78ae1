"""Where a ship can fly and a longboat can row from here, what it costs, and by which way.

A reach ends at the first thing that interrupts a move: a hex with a foe is entered and fought over, never
flown past. Port may lie on the way; the rules trade in teeth when a path touches it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise

from companion.core.text import say
from companion.games.windward.hexes import Hex, opposite
from companion.games.windward.planet import POST, Planet
from companion.games.windward.reasons import Reason

NOWHERE: frozenset[Hex] = frozenset()


@dataclass(frozen=True)
class Sailing:
    """A ship about to move. `ship` is POST while it lies at port."""

    ship: Hex
    wind: int
    speed: int
    foes: frozenset[Hex] = NOWHERE
    """Living Reds, the White, other captains' ships: entering means battle (WW-25)."""
    partners: frozenset[Hex] = NOWHERE
    """Ships of one's own team: closed (WW-124)."""
    tied: frozenset[Hex] = NOWHERE
    """Where the other side of this turn's tie still stands: closed (WW-66)."""
    lying: frozenset[Hex] = NOWHERE
    """Where something could be picked up (WW-27)."""
    crester_aboard: bool = False
    deadweight: bool = False


@dataclass(frozen=True)
class Rowing:
    """A longboat about to move."""

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
    """Co-op: no longboat enters another's hex (WW-124)."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """One hex in reach."""

    at: Hex
    cost: int
    battle: bool = False
    pick_up: bool = False
    on_drift: bool = False
    """No turn may end here (WW-22)."""
    through_port: bool = False
    """The way touches port, where teeth are traded in (WW-33)."""
    towing: bool = False
    """The longboat arrives with a Grey in tow (WW-38)."""


@dataclass(frozen=True, slots=True)
class Leg:
    """One step of a ship's way: `wind`, `step`, `port`, `leave`, `around` or `zephyr`, and the speed it takes."""

    kind: str
    start: Hex
    end: Hex
    cost: int


class Reach(Mapping[Hex, Arrival]):
    """Every hex in reach, and the way to each. The starting hex is not among them.

    Costs are known at once; the rest is worked out for the hexes that somebody looks at.
    """

    def __init__(self, costs: Mapping[Hex, object], arrival: Callable[[Hex], Arrival],
                 path: Callable[[Hex], tuple[Hex, ...]]) -> None:
        self._costs = costs
        self._arrival = arrival
        self._path = path

    def __getitem__(self, space: Hex) -> Arrival:
        if space not in self._costs:
            raise KeyError(space)
        return self._arrival(space)

    def __contains__(self, space: object) -> bool:
        return space in self._costs

    def __iter__(self) -> Iterator[Hex]:
        return iter(self._costs)

    def __len__(self) -> int:
        return len(self._costs)

    def path(self, space: Hex) -> tuple[Hex, ...]:
        """The way there, start and end included."""
        return self._path(space)


# --- ships


@lru_cache(maxsize=64)
def ship_moves(planet: Planet, wind: int) -> dict[Hex, tuple[Leg, ...]]:
    """Every single move the printed map allows a ship in this wind (WW-18 to WW-21)."""
    return {space: tuple(_moves_from(planet, wind, space)) for space in (POST, *planet.spaces)}


def _moves_from(planet: Planet, wind: int, here: Hex) -> Iterator[Leg]:
    if here == POST:
        for _, space in planet.around[POST]:
            yield Leg("leave", POST, space, 1)
        return
    free = planet.wind_direction(wind)
    never = opposite(free)
    for direction, near in planet.around[here]:
        if direction == free:
            yield Leg("wind", here, near, 0)
        elif direction != never:
            yield Leg("step", here, near, 1)
    if here in planet.port_side.values():
        yield Leg("port", here, POST, 1)
    if here in planet.across:
        yield Leg("around", here, planet.across[here], 1)
    if here in planet.zephyrs:
        for other in planet.zephyrs:
            if other != here:
                yield Leg("zephyr", here, other, 1)


def ship_reach(planet: Planet, sailing: Sailing) -> Reach:
    """Every hex the ship can enter with the speed it has; of equal ways one that shuns port, then the shortest."""
    came = _cheapest(planet, sailing)

    def path(space: Hex) -> tuple[Hex, ...]:
        way = [space]
        while way[-1] != sailing.ship:
            way.append(came[way[-1]][0])
        return tuple(reversed(way))

    def arrival(space: Hex) -> Arrival:
        return Arrival(
            at=space,
            cost=came[space][1],
            battle=space in sailing.foes,
            pick_up=space in sailing.lying,
            on_drift=space in planet.drift,
            through_port=POST in path(space)[1:-1],
        )

    return Reach(came, arrival, path)


def _cheapest(planet: Planet, sailing: Sailing) -> dict[Hex, tuple[Hex, int]]:
    """For each hex in reach the hex before it and the speed spent, in the order in which the hexes are settled."""
    moves = ship_moves(planet, sailing.wind)
    shut = sailing.partners | sailing.tied | (NOWHERE if sailing.deadweight else planet.drift)
    if sailing.crester_aboard:
        shut |= {POST}
    start = sailing.ship
    best: dict[Hex, tuple[int, int, int]] = {start: (0, 0, 0)}
    open_ends = [(0, 0, 0, start, start)]  # speed spent, visits to port, steps, where, whence
    settled: dict[Hex, tuple[Hex, int]] = {}
    done = {start}
    while open_ends:
        cost, ports, steps, here, before = heappop(open_ends)
        if here != start:
            if here in done:
                continue
            done.add(here)
            settled[here] = (before, cost)
            if here in sailing.foes:
                continue
        for leg in moves[here]:
            there = leg.end
            if there in done or there in shut or cost + leg.cost > sailing.speed:
                continue
            price = (cost + leg.cost, ports + (there == POST), steps + 1)
            if there not in best or price < best[there]:
                best[there] = price
                heappush(open_ends, (*price, there, here))
    return settled


def legs(planet: Planet, wind: int, path: tuple[Hex, ...]) -> tuple[Leg, ...]:
    """A ship's way step by step, each by the cheapest move that joins its two hexes."""
    moves = ship_moves(planet, wind)
    return tuple(
        [
            min((leg for leg in moves[start] if leg.end == end), key=lambda leg: leg.cost)
            for start, end in pairwise(path)
        ]
    )


def why_no_ship(planet: Planet, sailing: Sailing, space: Hex) -> Reason:
    """Why a ship can't go to a hex that is not in its reach."""
    if space != POST and space not in planet.territory:
        return Reason("WW-18", say("That space is not on the planet."))
    if space == sailing.ship:
        return Reason("WW-18", say("The ship is there already."))
    if space in planet.drift and not sailing.deadweight:
        return Reason("WW-22", say("That is Drift: no ship enters it without Deadweight."))
    if space == POST and sailing.crester_aboard:
        return Reason("WW-32", say("No ship enters port with a Crester in its hold. Drop it on the space before."))
    if space in sailing.partners:
        return Reason("WW-124", say("A partner's ship is there; ships of one team never share a space."))
    if space in sailing.tied:
        return Reason("WW-66", say("That battle was a tie; it can't be started again this turn."))
    if POST not in (sailing.ship, space) and planet.is_against_the_wind(sailing.ship, space, sailing.wind):
        return Reason("WW-20", say("That is straight against the wind, and no way round is short enough."))
    return Reason("WW-18", say("That is farther than the speed that is left."))


# --- longboats


def longboat_reach(planet: Planet, rowing: Rowing) -> Reach:
    """Every hex a longboat can enter. A loose defeated Grey on the way is taken in tow, like it or not (WW-38)."""
    start = (rowing.boat, rowing.towing)
    ways: dict[tuple[Hex, bool], tuple[Hex, ...]] = {start: (rowing.boat,)}
    arrivals: dict[Hex, Arrival] = {}
    best: dict[Hex, tuple[Hex, ...]] = {}
    line = deque([start])
    while line:
        here, towing = line.popleft()
        way = ways[here, towing]
        if len(way) > rowing.speed:
            continue
        for _, there in planet.around[here]:
            if _boat_barred(planet, rowing, there, towing):
                continue
            battle = there in rowing.greys or there in rowing.boats
            tow = towing or (there in rowing.fallen and not battle)
            if (there, tow) in ways:
                continue
            ways[there, tow] = (*way, there)
            if there != rowing.boat and _better(arrivals.get(there), len(way), tow):
                arrivals[there] = Arrival(there, len(way), battle=battle, towing=tow)
                best[there] = ways[there, tow]
            if not battle:
                line.append((there, tow))
    return Reach(arrivals, arrivals.__getitem__, best.__getitem__)


def _better(known: Arrival | None, cost: int, towing: bool) -> bool:
    """At equal cost the boat stays free of a tow it did not come for."""
    return known is None or (cost == known.cost and known.towing and not towing)


def _boat_barred(planet: Planet, rowing: Rowing, space: Hex, towing: bool) -> bool:
    return (
        space in planet.drift
        or space in rowing.own
        or space in rowing.tied
        or (rowing.team and space in rowing.boats)
        or (towing and (space in rowing.greys or space in rowing.fallen))
    )


def why_no_boat(planet: Planet, rowing: Rowing, space: Hex) -> Reason:
    """Why a longboat can't go to a hex that is not in its reach."""
    if space == POST:
        return Reason("WW-40", say("Longboats never enter the Trading Post."))
    if space not in planet.territory:
        return Reason("WW-34", say("That space is not on the planet."))
    if space in planet.drift:
        return Reason("WW-40", say("That is Drift: no longboat enters it."))
    if space in rowing.own:
        return Reason("WW-36", say("Two longboats of one captain never share a space."))
    if rowing.team and space in rowing.boats:
        return Reason("WW-124", say("A partner's longboat is there; boats of one team never share a space."))
    if space in rowing.tied:
        return Reason("WW-66", say("That battle was a tie; it can't be started again this turn."))
    if rowing.towing and (space in rowing.greys or space in rowing.fallen):
        return Reason("WW-39", say("A longboat with a Grey in tow enters no space with another Grey."))
    return Reason("WW-34", say("That is farther than the longboat speed that is left."))
