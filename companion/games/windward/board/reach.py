"""Where a ship can fly and a longboat can row from here, what it costs, and by which way.

A reach ends at the first thing that interrupts a move: a hex with a foe is entered and fought over, never
flown past. Port may lie on the way; the rules trade in teeth when a path touches it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple, cast

from companion.core.text import say
from companion.games.windward.board.hexes import Hex
from companion.games.windward.board.planet import POST, Planet
from companion.games.windward.board.reasons import BoardReason
from companion.games.windward.board.wind_moves import winds_of

NOWHERE: frozenset[Hex] = frozenset()


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
    """One Drift of the captain's choice may still be entered (WW-22)."""
    drift: frozenset[Hex] = NOWHERE
    """Drift that is open already."""


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


class Arrival(NamedTuple):
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


class Reach(Mapping[Hex, Arrival]):
    """Every hex in reach, and the way to each. The starting hex is not among them.

    Hexes are found level by level: those for a speed of 0, 1, 2 ..., as bits, and only as far as somebody looks.
    """

    def __init__(self, planet: Planet, start: Hex, levels: Iterator[int]) -> None:
        self.planet, self.start = planet, planet.bit[start]
        self.levels: list[int] = []
        self._farther = levels

    def _level_of(self, bit: int) -> int | None:
        for cost, level in enumerate(self.levels):
            if level & bit:
                return cost
        for level in self._farther:
            self.levels.append(level)
            if level & bit:
                return len(self.levels) - 1
        return None

    def cost(self, space: Hex) -> int:
        """The speed it takes to go there."""
        bit = self.planet.bit.get(space, 0)
        cost = self._level_of(bit)
        if cost is None or bit == self.start:
            raise KeyError(space)
        return cost

    def __contains__(self, space: object) -> bool:
        bit = self.planet.bit.get(cast(Hex, space), 0)
        return bit != self.start and self._level_of(bit) is not None

    def __iter__(self) -> Iterator[Hex]:
        for level in self._all():
            yield from self.planet.hexes(level & ~self.start)

    def __len__(self) -> int:
        return (sum(self._all()) & ~self.start).bit_count()

    def _all(self) -> list[int]:
        self.levels.extend(self._farther)
        return self.levels

    @abstractmethod
    def path(self, space: Hex) -> tuple[Hex, ...]:
        """The way there, start and end included."""


# --- ships


class ShipReach(Reach):
    """Where a ship can go."""

    def __init__(self, planet: Planet, sailing: Sailing) -> None:
        self.sailing = sailing
        self.winds = winds_of(planet, sailing.wind)
        start = planet.bit[sailing.ship]
        self.open = open_sky(planet, sailing)
        self.goes_on = planet.grid.whole & ~planet.mask(sailing.foes) | start
        """A hex with a foe is entered and not left again (WW-25)."""
        super().__init__(planet, sailing.ship, self.winds.levels(start, sailing.speed, self.open, self.goes_on))

    @cached_property
    def past_port(self) -> list[int]:
        """The levels for a ship that does not fly on from port."""
        stops = self.goes_on & ~self.winds.post | self.start
        return list(self.winds.levels(self.start, self.sailing.speed, self.open, stops))

    def _through_port(self, bit: int, cost: int) -> bool:
        """Does every cheapest way lead through port?"""
        nearer = self.start != self.winds.post and any([level & self.winds.post for level in self.levels[:cost]])
        return nearer and not self.past_port[cost] & bit

    def __getitem__(self, space: Hex) -> Arrival:
        sailing, cost = self.sailing, self.cost(space)
        return Arrival(space, cost, space in sailing.foes, space in sailing.lying, space in self.planet.drift,
                       self._through_port(self.planet.bit[space], cost))

    def path(self, space: Hex) -> tuple[Hex, ...]:
        """Of equally cheap ways one that shuns port, of those the shortest."""
        end, cost = self.planet.bit[space], self.cost(space)
        stops = 0 if self._through_port(end, cost) else self.winds.post & ~self.start
        way = self.winds.way(self.levels[:cost + 1], self.start, end, self.goes_on & ~stops)
        hex_of = self.planet.grid.hex_of
        return tuple([hex_of[bit] for bit in way])


def open_sky(planet: Planet, sailing: Sailing) -> int:
    """Every hex that this ship may enter."""
    shut = planet.mask(sailing.partners) | planet.mask(sailing.tied)
    free = planet.sky_mask | planet.bit[POST] | planet.mask(sailing.drift)
    return free & ~(shut | planet.bit[POST] if sailing.crester_aboard else shut)


class OneDriftReach(Reach):
    """With a Deadweight: as without it, or over a single Drift, whichever is cheaper; no Drift where it is the same."""

    def __init__(self, planet: Planet, sailing: Sailing) -> None:
        super().__init__(planet, sailing.ship, iter(()))
        plain = sailing._replace(deadweight=False)
        self.farthest = ShipReach(planet, plain._replace(drift=planet.drift))
        """With every Drift open: nothing beyond it is in reach, and no Drift beyond it matters."""
        near = [drift for drift in sorted(planet.drift) if drift in self.farthest and drift not in plain.drift]
        self.reaches = [ShipReach(planet, plain),
                        *[ShipReach(planet, plain._replace(drift=plain.drift | {drift})) for drift in near]]

    @cached_property
    def best(self) -> dict[Hex, ShipReach]:
        """For every hex in reach, the nearest first: the cheapest of them that leads there, the first of equals."""
        found: dict[Hex, ShipReach] = {}
        seen = self.start
        for cost in range(max([len(reach._all()) for reach in self.reaches])):
            lead_on = [reach for reach in self.reaches if cost < len(reach.levels)]
            level = 0
            for reach in lead_on:
                level |= reach.levels[cost]
            for space in self.planet.hexes(level & ~seen):
                bit = self.planet.bit[space]
                found[space] = next(reach for reach in lead_on if reach.levels[cost] & bit)
            seen |= level
        return found

    def cost(self, space: Hex) -> int:
        return self.best[space].cost(space)

    def __contains__(self, space: object) -> bool:
        return space in self.best

    def __iter__(self) -> Iterator[Hex]:
        return iter(self.best)

    def __len__(self) -> int:
        return len(self.best)

    def __getitem__(self, space: Hex) -> Arrival:
        return self.best[space][space]

    def path(self, space: Hex) -> tuple[Hex, ...]:
        return self.best[space].path(space)


@lru_cache(maxsize=32)
def ship_reach(planet: Planet, sailing: Sailing) -> Reach:
    """Every hex the ship can enter with the speed it has."""
    return OneDriftReach(planet, sailing) if sailing.deadweight else ShipReach(planet, sailing)


def why_no_ship(planet: Planet, sailing: Sailing, space: Hex) -> BoardReason:
    """Why a ship can't go to a hex that is not in its reach."""
    if space != POST and space not in planet.territory:
        return BoardReason("WW-18", say("That space is not on the planet."))
    if space == sailing.ship:
        return BoardReason("WW-18", say("The ship is there already."))
    if space in planet.drift and not sailing.deadweight and space not in sailing.drift:
        return BoardReason("WW-22", say("That is Drift: no ship enters it without Deadweight."))
    if space == POST and sailing.crester_aboard:
        return BoardReason("WW-32", say("No ship enters port with a Crester in its hold. Drop it on the space before."))
    if space in sailing.partners:
        return BoardReason("WW-124", say("A partner's ship is there; ships of one team never share a space."))
    if space in sailing.tied:
        return BoardReason("WW-66", say("That battle was a tie; it can't be started again this turn."))
    if POST not in (sailing.ship, space) and planet.is_against_the_wind(sailing.ship, space, sailing.wind):
        return BoardReason("WW-20", say("That is straight against the wind, and no way round is short enough."))
    return BoardReason("WW-18", say("That is farther than the speed that is left."))


# --- longboats


class BoatReach(Reach):
    """Where a longboat can row. `waves`: the hexes first come to after 0, 1, 2 ... spaces, alone and with a tow."""

    def __init__(self, planet: Planet, rowing: Rowing) -> None:
        self.rowing = rowing
        self.greys, self.fallen = planet.mask(rowing.greys), planet.mask(rowing.fallen)
        self.battles = self.greys | planet.mask(rowing.boats)
        self.goes_on = ~self.battles | planet.bit[rowing.boat]
        self.taken = self.fallen & ~self.battles
        """Loose Greys: whoever comes by has one in tow from there on (WW-38)."""
        self.waves: list[tuple[int, int]] = []
        super().__init__(planet, rowing.boat, self._row())

    def _row(self) -> Iterator[int]:
        planet, rowing, spread, goes_on = self.planet, self.rowing, self.planet.spread, self.goes_on
        shut = planet.mask(rowing.own) | planet.mask(rowing.tied) | (planet.mask(rowing.boats) if rowing.team else 0)
        free = planet.sky_mask & ~shut
        free_with_tow = free & ~self.greys & ~self.fallen
        alone, towing = (0, self.start) if rowing.towing else (self.start, 0)
        new, unseen, unseen_with_tow, unknown = self.start, free & ~alone, free & ~towing, free & ~self.start
        for spaces in range(rowing.speed + 1):
            if spaces:
                near = spread(alone & goes_on) & unseen
                far = spread(towing & goes_on) & free_with_tow if towing else 0
                alone, towing = near & ~self.taken, (near & self.taken | far) & unseen_with_tow
                unseen ^= alone
                unseen_with_tow ^= towing
                new = (alone | towing) & unknown
                unknown ^= new
            self.waves.append((alone, towing))
            yield new

    def __getitem__(self, space: Hex) -> Arrival:
        cost, bit = self.cost(space), self.planet.bit[space]
        return Arrival(space, cost, battle=bool(bit & self.battles), towing=not bit & self.waves[cost][0])

    def path(self, space: Hex) -> tuple[Hex, ...]:
        """Found from its end; at equal cost rather without a tow."""
        cost, here = self.cost(space), self.planet.bit[space]
        with_tow, path = not here & self.waves[cost][0], [space]
        for alone, towing in reversed(self.waves[:cost]):
            with_tow = with_tow and not here & self.taken
            before = self.planet.spread(here) & self.goes_on & (towing if with_tow else alone)
            here = before & -before
            path.append(self.planet.grid.hex_of[here])
        path.reverse()
        return tuple(path)


@lru_cache(maxsize=32)
def longboat_reach(planet: Planet, rowing: Rowing) -> Reach:
    """Every hex a longboat can enter. A loose defeated Grey on the way is taken in tow, like it or not (WW-38)."""
    return BoatReach(planet, rowing)


def why_no_boat(planet: Planet, rowing: Rowing, space: Hex) -> BoardReason:
    """Why a longboat can't go to a hex that is not in its reach."""
    if space == POST:
        return BoardReason("WW-40", say("Longboats never enter the Trading Post."))
    if space not in planet.territory:
        return BoardReason("WW-34", say("That space is not on the planet."))
    if space in planet.drift:
        return BoardReason("WW-40", say("That is Drift: no longboat enters it."))
    if space in rowing.own:
        return BoardReason("WW-36", say("Two longboats of one captain never share a space."))
    if rowing.team and space in rowing.boats:
        return BoardReason("WW-124", say("A partner's longboat is there; boats of one team never share a space."))
    if space in rowing.tied:
        return BoardReason("WW-66", say("That battle was a tie; it can't be started again this turn."))
    if rowing.towing and (space in rowing.greys or space in rowing.fallen):
        return BoardReason("WW-39", say("A longboat with a Grey in tow enters no space with another Grey."))
    return BoardReason("WW-34", say("That is farther than the longboat speed that is left."))
