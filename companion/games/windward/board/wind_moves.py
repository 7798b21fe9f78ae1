"""A ship's moves in one wind, with sets of hexes as bits: what the wind gives for nothing, what one speed buys."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.games.windward.board.hexes import opposite, step, turned
from companion.games.windward.board.planet import POST, Planet


class Winds:
    """WW-18 to WW-21 on one planet in one wind."""

    def __init__(self, planet: Planet, wind: int) -> None:
        free = planet.wind_direction(wind)
        shifts = planet.grid.shifts
        self._left, self._right = shifts[free - 1]
        self._one, self._other = (sum(shifts[turned(free, side) - 1]) for side in (1, 2))
        """Four directions across the wind, in two pairs: there and back."""
        self._lane = (2 * planet.radius + 3) * planet.grid.width
        """Bits that one planet takes, with a margin that no step crosses."""
        self._lanes: dict[int, tuple[int, int, int]] = {}
        self.post = planet.bit[POST]
        self._blows = planet.grid.whole & ~self.post & ~planet.bit[step(POST, opposite(free))]
        """Where the wind leads on: it blows neither into port nor out of it."""
        self._beside = planet.mask(planet.port_side.values())
        self._zephyrs = planet.mask(planet.zephyrs)
        self._corners = planet.mask(planet.across)
        self._across = [(planet.bit[here], planet.bit[there]) for here, there in planet.across.items()]
        self._jumps_from = self.post | self._beside | self._zephyrs | self._corners

    def levels(self, start: int, speed: int, open_sky: int, goes_on: int) -> Iterator[int]:
        """The hexes first reached for a speed of 0, 1, 2 ...; `goes_on`: those that may be left again."""
        left, right, one, other = self._left, self._right, self._one, self._other
        blows, jumps_from = goes_on & self._blows, self._jumps_from
        unseen = open_sky & ~start
        level = start
        for _ in range(speed + 1):
            front = level
            while front := (front & blows) << left >> right & unseen:
                level |= front
                unseen ^= front
            yield level
            here = level & goes_on
            level = here << one | here >> one | here << other | here >> other
            if here & jumps_from:
                level |= self._jumped(here)
            level &= unseen
            unseen ^= level

    def _jumped(self, here: int) -> int:
        """As every bought move can be turned round, this is also where one can jump here from."""
        there = self._zephyrs if here & self._zephyrs else 0
        if here & self._beside:
            there |= self.post
        if here & self.post:
            there |= self._beside
        if here & self._corners:
            for corner, across in self._across:
                if here & corner:
                    there |= across
        return there

    def way(self, levels: list[int], start: int, end: int, goes_on: int) -> list[int]:
        """The shortest of the cheapest ways to `end`, a hex of the last level, through hexes that may be left again.

        Searched from its end. The levels lie side by side in one number, each in its own lane, so that one step back
        is a handful of shifts: against the wind in the same lane, or one speed back into the lane below.
        """
        lane, left, right, one, other = self._lane, self._left, self._right, self._one, self._other
        every, blows, jumps_from = self._in_lanes(len(levels))
        unseen = sum([level << lane * number for number, level in enumerate(levels)]) & goes_on * every
        front = end << lane * (len(levels) - 1)
        fronts = [front]
        while front and not front & start:
            bought = front << one | front >> one | front << other | front >> other
            if front & jumps_from:
                bought |= self._jumped_lanes(front & jumps_from)
            front = (bought >> lane | front >> left << right & blows) & unseen
            unseen ^= front
            fronts.append(front)
        return self._walk(start, fronts[-2::-1])

    def _in_lanes(self, lanes: int) -> tuple[int, int, int]:
        """A factor that repeats a mask in so many lanes; where the wind leads on, and where jumps begin, in each."""
        if lanes not in self._lanes:
            every = sum([1 << self._lane * number for number in range(lanes)])
            self._lanes[lanes] = every, self._blows * every, self._jumps_from * every
        return self._lanes[lanes]

    def _jumped_lanes(self, here: int) -> int:
        lane, there, away = self._lane, 0, 0
        while here:
            if one := here & self._jumps_from:
                there |= self._jumped(one) << away
            here >>= lane
            away += lane
        return there

    def _walk(self, start: int, fronts: list[int]) -> list[int]:
        """Any hex of each front in turn that the wind or one speed leads to."""
        one, other, here, path, spent = self._one, self._other, start, [start], 0
        for front in fronts:
            ahead = (here & self._blows) << self._left >> self._right & front >> spent
            if not ahead:
                spent += self._lane
                bought = here << one | here >> one | here << other | here >> other
                ahead = (bought | self._jumped(here) if here & self._jumps_from else bought) & front >> spent
            here = ahead & -ahead
            path.append(here)
        return path


@lru_cache(maxsize=64)
def winds_of(planet: Planet, wind: int) -> Winds:
    return Winds(planet, wind)
