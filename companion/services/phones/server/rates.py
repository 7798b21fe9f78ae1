"""How often somebody may ask: so many a second, with a reserve for a quick thumb."""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic


class Rates:
    """One bucket for each key; the one that was not seen for longest goes where there are too many."""

    def __init__(self, per_second: float, burst: float, most: int) -> None:
        self.per_second, self.burst, self.most = per_second, burst, most
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> bool:
        """May it ask now?"""
        now = monotonic()
        left, seen = self._left.pop(key, (self.burst, now))
        left = min(self.burst, left + (now - seen) * self.per_second)
        allowed = left >= 1
        self._left[key] = (left - 1 if allowed else left, now)
        while len(self._left) > self.most:
            self._left.popitem(last=False)
        return allowed
