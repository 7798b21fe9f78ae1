"""A ship's moves in one wind, with sets of hexes as bits: what the wind gives for nothing, what one speed buys."""

from __future__ import annotations

from functools import lru_cache

from companion.games.windward.hexes import DIRECTIONS, STEPS, opposite
from companion.games.windward.planet import POST, Planet


class Winds:
    """WW-18 to WW-21 on one planet in one wind. Bits that fall beside the planet must be cut off."""

    def __init__(self, planet: Planet, wind: int) -> None:
        free = planet.wind_direction(wind)
        offsets = {way: dq + dr * planet.grid.width for way, (dq, dr) in zip(DIRECTIONS, STEPS, strict=True)}
        self._free = offsets[free]
        across = {abs(offsets[way]) for way in DIRECTIONS if way not in (free, opposite(free))}
        self._one, self._other = sorted(across)  # four directions, in two pairs: there and back
        self.post = planet.bit[POST]
        beside = planet.mask(planet.port_side.values())
        zephyrs = planet.mask(planet.zephyrs)
        corners = [(planet.bit[here], planet.bit[there]) for here, there in planet.across.items()]
        self._jumps = [(self.post, beside), (beside, self.post), (zephyrs, zephyrs), *corners]
        self._whence = self.post | beside | zephyrs | planet.mask(planet.across)

    def blown(self, mask: int) -> int:
        """One step with the wind, for nothing; port lies in no wind."""
        sky = mask & ~self.post
        return (sky << self._free if self._free > 0 else sky >> -self._free) & ~self.post

    def whence_blown(self, mask: int) -> int:
        """Where the wind blows from onto these hexes."""
        sky = mask & ~self.post
        return (sky >> self._free if self._free > 0 else sky << -self._free) & ~self.post

    def bought(self, mask: int) -> int:
        """Every hex that one speed buys from these; as all such moves can be turned round, also whence it does."""
        sky = mask & ~self.post
        one, other = self._one, self._other
        bought = (sky << one | sky >> one | sky << other | sky >> other) & ~self.post
        if mask & self._whence:
            for here, there in self._jumps:
                if mask & here:
                    bought |= there
        return bought


@lru_cache(maxsize=64)
def winds_of(planet: Planet, wind: int) -> Winds:
    return Winds(planet, wind)
