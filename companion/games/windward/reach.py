"""Where a ship can fly and a longboat can row from here, what it costs, and by which way.

A reach ends at the first thing that interrupts a move: a hex with a foe is entered and fought over, never
flown past. Port may lie on the way; the rules trade in teeth when a path touches it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from companion.core.text import say
from companion.games.windward.hexes import DIRECTIONS, Hex, opposite, step
from companion.games.windward.planet import POST, Grid, Planet
from companion.games.windward.reasons import Reason

NOWHERE: frozenset[Hex] = frozenset()
SPEED, PORT, STEP = 1_000_000, 1_000, 1
"""The price of a way in one number: speed first, then visits to port, then steps."""


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


class Leg(NamedTuple):
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


def ship_moves(planet: Planet, wind: int) -> dict[Hex, tuple[Leg, ...]]:
    """Every single move the printed map allows a ship in this wind (WW-18 to WW-21)."""
    moves = _unprinted_moves(planet.grid, planet.wind_direction(wind)).copy()
    for here in planet.zephyrs:
        moves[here] += tuple([Leg("zephyr", here, other, 1) for other in planet.zephyrs if other != here])
    return moves


@lru_cache(maxsize=64)
def _unprinted_moves(grid: Grid, free: int) -> dict[Hex, tuple[Leg, ...]]:
    """The moves that all planets of one size have in common while the wind blows in that direction."""
    kinds = {way: ("step", 1) for way in DIRECTIONS if way != opposite(free)} | {free: ("wind", 0)}
    moves = {
        here: [Leg(kinds[way][0], here, near, kinds[way][1]) for way, near in around if way in kinds]
        for here, around in grid.around.items()
    }
    moves[POST] = [Leg("leave", POST, near, 1) for _, near in grid.around[POST]]
    for way, beside in grid.around[POST]:
        moves[beside].append(Leg("port", beside, POST, 1))
        corner = step(POST, way, grid.radius)
        moves[corner].append(Leg("around", corner, step(POST, opposite(way), grid.radius), 1))
    return {here: tuple(legs) for here, legs in moves.items()}


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
    start, too_far = sailing.ship, (sailing.speed + 1) * SPEED
    best = {start: 0}
    open_ends = [(0, start, start)]  # price, where, whence
    settled: dict[Hex, tuple[Hex, int]] = {}
    while open_ends:
        price, here, before = heappop(open_ends)
        if here in settled:
            continue
        settled[here] = (before, price // SPEED)
        if here in sailing.foes and here != start:
            continue
        for _, _, there, cost in moves[here]:
            ahead = price + cost * SPEED + (STEP if there != POST else STEP + PORT)
            if ahead < best.get(there, too_far) and there not in shut:
                best[there] = ahead
                heappush(open_ends, (ahead, there, here))
    settled.pop(start, None)
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
    battles = rowing.greys | rowing.boats
    taken = rowing.fallen - battles
    barred = planet.drift | rowing.own | rowing.tied | (rowing.boats if rowing.team else NOWHERE)
    shut = {False: barred, True: barred | rowing.greys | rowing.fallen}
    start = (rowing.boat, rowing.towing)
    came = {start: start}
    best: dict[Hex, tuple[int, bool]] = {}
    front = [start]
    for cost in range(1, rowing.speed + 1):
        before, front = front, []
        for here in before:
            for _, there in planet.around[here[0]]:
                if there in shut[here[1]]:
                    continue
                ahead = (there, here[1] or there in taken)
                if ahead in came:
                    continue
                came[ahead] = here
                if there not in best or best[there] == (cost, True):  # at equal cost rather without a tow
                    best[there] = (cost, ahead[1])
                if there not in battles:
                    front.append(ahead)
    best.pop(rowing.boat, None)

    def path(space: Hex) -> tuple[Hex, ...]:
        way = [(space, best[space][1])]
        while way[-1] != start:
            way.append(came[way[-1]])
        return tuple([here for here, _ in reversed(way)])

    def arrival(space: Hex) -> Arrival:
        cost, towing = best[space]
        return Arrival(space, cost, battle=space in battles, towing=towing)

    return Reach(best, arrival, path)


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
