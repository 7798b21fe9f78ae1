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
from companion.games.windward.hexes import Hex, opposite, step
from companion.games.windward.planet import POST, Grid, Planet
from companion.games.windward.reasons import Reason

NOWHERE: frozenset[Hex] = frozenset()
SPEED, PORT, STEP = 1_000_000, 1_000, 1


class Sailing(NamedTuple):
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


class Rowing(NamedTuple):
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
    price: int
    """What it adds to the price of a way: speed first, then visits to port, then steps."""


def leg(kind: str, start: Hex, end: Hex, cost: int = 1) -> Leg:
    return Leg(kind, start, end, cost, cost * SPEED + (end == POST) * PORT + STEP)


class Reach(Mapping[Hex, Arrival]):
    """Every hex in reach, and the way to each. The starting hex is not among them.

    Hexes are found one after another (`search` enters them in `found`), and only as far as somebody looks.
    """

    def __init__(self, found: Mapping[Hex, object], search: Iterator[None], arrival: Callable[[Hex], Arrival],
                 path: Callable[[Hex], tuple[Hex, ...]]) -> None:
        self._found = found
        self._search = search
        self._arrival = arrival
        self._path = path

    def __contains__(self, space: object) -> bool:
        return space in self._found or any(space in self._found for _ in self._search)

    def __getitem__(self, space: Hex) -> Arrival:
        if space not in self:
            raise KeyError(space)
        return self._arrival(space)

    def __iter__(self) -> Iterator[Hex]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def _all(self) -> Mapping[Hex, object]:
        for _ in self._search:
            pass
        return self._found

    def path(self, space: Hex) -> tuple[Hex, ...]:
        """The way there, start and end included."""
        if space not in self:
            raise KeyError(space)
        return self._path(space)


# --- ships


@lru_cache(maxsize=64)
def ship_moves(planet: Planet, wind: int) -> dict[Hex, tuple[Leg, ...]]:
    """Every single move the printed map allows a ship in this wind (WW-18 to WW-21)."""
    moves = _unprinted_moves(planet.grid, planet.wind_direction(wind)).copy()
    for here in planet.zephyrs:
        moves[here] += tuple([leg("zephyr", here, other) for other in planet.zephyrs if other != here])
    return moves


@lru_cache(maxsize=64)
def _unprinted_moves(grid: Grid, free: int) -> dict[Hex, tuple[Leg, ...]]:
    """The moves that all planets of one size have in common while the wind blows in that direction."""
    never = opposite(free)
    moves = {
        here: [
            leg("step", here, near) if way != free else leg("wind", here, near, 0)
            for way, near in around
            if way != never
        ]
        for here, around in grid.around.items()
    }
    moves[POST] = [leg("leave", POST, near) for _, near in grid.around[POST]]
    for way, beside in grid.around[POST]:
        moves[beside].append(leg("port", beside, POST))
        corner = step(POST, way, grid.radius)
        moves[corner].append(leg("around", corner, step(POST, opposite(way), grid.radius)))
    return {here: tuple(legs) for here, legs in moves.items()}


@lru_cache(maxsize=256)
def ship_reach(planet: Planet, sailing: Sailing) -> Reach:
    """Every hex the ship can enter with the speed it has; of equal ways one that shuns port, then the shortest."""
    came: dict[Hex, tuple[Hex, int]] = {}

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

    return Reach(came, _cheapest(planet, sailing, came), arrival, path)


def _cheapest(planet: Planet, sailing: Sailing, came: dict[Hex, tuple[Hex, int]]) -> Iterator[None]:
    """Enters for each hex in reach the hex before it and the speed spent; the cheapest hexes first."""
    moves = ship_moves(planet, sailing.wind)
    start, too_far = sailing.ship, (sailing.speed + 1) * SPEED
    best = dict.fromkeys(_shut(planet, sailing), 0)  # no price is low enough
    best[start] = 0
    open_ends = [(0, start, start)]  # price, where, whence
    while open_ends:
        price, here, before = heappop(open_ends)
        if here in came:
            continue
        if here != start:
            came[here] = (before, price // SPEED)
            yield
            if here in sailing.foes:
                continue
        for _, _, there, _, more in moves[here]:
            ahead = price + more
            if ahead < best.get(there, too_far):
                best[there] = ahead
                heappush(open_ends, (ahead, there, here))


def _shut(planet: Planet, sailing: Sailing) -> frozenset[Hex]:
    shut = sailing.partners | sailing.tied
    if not sailing.deadweight:
        shut |= planet.drift
    return shut | {POST} if sailing.crester_aboard else shut


def legs(planet: Planet, wind: int, path: tuple[Hex, ...]) -> tuple[Leg, ...]:
    """A ship's way step by step, each by the cheapest move that joins its two hexes."""
    moves = ship_moves(planet, wind)
    return tuple(
        [
            min((one for one in moves[start] if one.end == end), key=lambda one: one.cost)
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


@lru_cache(maxsize=256)
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

    return Reach(best, iter(()), arrival, path)


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
