"""Where a ship can fly and a longboat can row from here, what it costs, and by which way.

A reach ends at the first thing that interrupts a move: a hex with a foe is entered and fought over, never
flown past. Port may lie on the way; the rules trade in teeth when a path touches it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, cast

from companion.core.text import say
from companion.games.windward.hexes import Hex
from companion.games.windward.planet import POST, Planet
from companion.games.windward.reasons import Reason
from companion.games.windward.winds import winds_of

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


class Reach(Mapping[Hex, Arrival]):
    """Every hex in reach, and the way to each. The starting hex is not among them."""

    @abstractmethod
    def path(self, space: Hex) -> tuple[Hex, ...]:
        """The way there, start and end included."""


# --- ships


class ShipReach(Reach):
    """Where a ship can go. `levels`: the hexes first reached for a speed of 0, 1, 2 ..., as bits."""

    def __init__(self, planet: Planet, sailing: Sailing) -> None:
        self.planet, self.sailing = planet, sailing
        self.winds = winds_of(planet, sailing.wind)
        self.start = planet.bit[sailing.ship]
        self.goes_on = ~planet.mask(sailing.foes) | self.start
        """A hex with a foe is entered and not left again (WW-25)."""
        self.levels = self._levels()
        self.reached = sum(self.levels) & ~self.start

    def _open(self) -> int:
        sailing, planet = self.sailing, self.planet
        shut = planet.mask(sailing.partners | sailing.tied)
        if sailing.crester_aboard:
            shut |= self.winds.post
        return (planet.grid.whole if sailing.deadweight else planet.sky_mask | self.winds.post) & ~shut

    def _levels(self) -> list[int]:
        winds, unseen = self.winds, self._open() & ~self.start
        level, levels = self.start, []
        for _ in range(self.sailing.speed + 1):
            front = level
            while front := winds.blown(front & self.goes_on) & unseen:
                level |= front
                unseen &= ~front
            levels.append(level)
            level = winds.bought(level & self.goes_on) & unseen
            unseen &= ~level
        return levels

    def _cost(self, space: Hex) -> int:
        bit = self.planet.bit[space]
        return next(cost for cost, level in enumerate(self.levels) if level & bit)

    def __contains__(self, space: object) -> bool:
        return bool(self.planet.bit.get(cast(Hex, space), 0) & self.reached)

    def __getitem__(self, space: Hex) -> Arrival:
        if space not in self:
            raise KeyError(space)
        sailing = self.sailing
        by_port = self.reached & self.winds.post and space != POST
        return Arrival(
            at=space,
            cost=self._cost(space),
            battle=space in sailing.foes,
            pick_up=space in sailing.lying,
            on_drift=space in self.planet.drift,
            through_port=bool(by_port) and POST in self.path(space),
        )

    def __iter__(self) -> Iterator[Hex]:
        for level in self.levels:
            yield from self.planet.hexes(level & ~self.start)

    def __len__(self) -> int:
        return self.reached.bit_count()

    def path(self, space: Hex) -> tuple[Hex, ...]:
        """Of equally cheap ways one that shuns port, of those the shortest."""
        if space not in self:
            raise KeyError(space)
        cost = self._cost(space)
        past_port = ~self.winds.post | self.start
        return self._walk(self._back(space, cost, past_port) or self._back(space, cost, ~0))

    def _back(self, space: Hex, cost: int, through: int) -> list[int]:
        """From the end back to the start: where a ship on a cheapest way may be one step before, two steps ..."""
        front = self.planet.bit[space]
        fronts, unseen = [front], through & self.goes_on & ~front
        while front and not front & self.start:
            before = 0
            for speed, level in enumerate(self.levels[:cost + 1]):
                if here := front & level:
                    before |= self.winds.whence_blown(here) & level
                    before |= self.winds.bought(here) & self.levels[speed - 1] if speed else 0
            front = before & unseen
            unseen &= ~front
            fronts.append(front)
        return fronts if front else []

    def _walk(self, fronts: list[int]) -> tuple[Hex, ...]:
        """Forward again: any hex of the next front that the wind or one speed leads to."""
        here, spent, path = self.start, 0, [self.sailing.ship]
        for front in reversed(fronts[:-1]):
            ahead = self.winds.blown(here) & front & self.levels[spent]
            if not ahead:
                spent += 1
                ahead = self.winds.bought(here) & front & self.levels[spent]
            here = ahead & -ahead
            path.append(self.planet.grid.hex_of[here])
        return tuple(path)


@lru_cache(maxsize=256)
def ship_reach(planet: Planet, sailing: Sailing) -> Reach:
    """Every hex the ship can enter with the speed it has."""
    return ShipReach(planet, sailing)


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


class BoatReach(Reach):
    """Where a longboat can row. `best`: what it costs to come there, and whether a Grey is in tow then."""

    def __init__(self, planet: Planet, rowing: Rowing) -> None:
        self.rowing = rowing
        self.battles = rowing.greys | rowing.boats
        self.start = (rowing.boat, rowing.towing)
        self.came = {self.start: self.start}
        self.best: dict[Hex, tuple[int, bool]] = {}
        self._row(planet)
        self.best.pop(rowing.boat, None)

    def _row(self, planet: Planet) -> None:
        rowing, came, best = self.rowing, self.came, self.best
        taken = rowing.fallen - self.battles
        barred = planet.drift | rowing.own | rowing.tied | (rowing.boats if rowing.team else NOWHERE)
        shut = {False: barred, True: barred | rowing.greys | rowing.fallen}
        front = [self.start]
        for cost in range(1, rowing.speed + 1):
            before, front = front, []
            for here in before:
                for _, there in planet.around[here[0]]:
                    ahead = (there, here[1] or there in taken)
                    if there in shut[here[1]] or ahead in came:
                        continue
                    came[ahead] = here
                    if there not in best or best[there] == (cost, True):  # at equal cost rather without a tow
                        best[there] = (cost, ahead[1])
                    if there not in self.battles:
                        front.append(ahead)

    def __contains__(self, space: object) -> bool:
        return space in self.best

    def __getitem__(self, space: Hex) -> Arrival:
        cost, towing = self.best[space]
        return Arrival(space, cost, battle=space in self.battles, towing=towing)

    def __iter__(self) -> Iterator[Hex]:
        return iter(self.best)

    def __len__(self) -> int:
        return len(self.best)

    def path(self, space: Hex) -> tuple[Hex, ...]:
        way = [(space, self.best[space][1])]
        while way[-1] != self.start:
            way.append(self.came[way[-1]])
        return tuple([here for here, _ in reversed(way)])


@lru_cache(maxsize=256)
def longboat_reach(planet: Planet, rowing: Rowing) -> Reach:
    """Every hex a longboat can enter. A loose defeated Grey on the way is taken in tow, like it or not (WW-38)."""
    return BoatReach(planet, rowing)


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
