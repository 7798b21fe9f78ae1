"""Exact odds of a battle, by counting every throw of the dice. No chance, no rounding before the screen.

>>> odds = battle((1, 1, 1, 2, 2, 3), Side(dice=2), Side(dice=1))
>>> [round(float(part) * 100, 1) for part in (odds.win, odds.tie, odds.loss)]
[81.9, 13.9, 4.2]
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

Faces = tuple[int, ...]


@dataclass(frozen=True)
class BattleSide:
    """One side of a battle: the dice it has yet to throw, and its sure hits (thrown, Marine, cards, +2)."""

    dice: int
    hits: int = 0


@dataclass(frozen=True)
class BattleOdds:
    """Seen from the first side. `margins` gives the chance of each difference of hits, its own minus the other's."""

    margins: tuple[tuple[int, Fraction], ...]

    @property
    def win(self) -> Fraction:
        return self.by_at_least(1)

    @property
    def tie(self) -> Fraction:
        return sum((chance for margin, chance in self.margins if margin == 0), Fraction(0))

    @property
    def loss(self) -> Fraction:
        return sum((chance for margin, chance in self.margins if margin < 0), Fraction(0))

    def by_at_least(self, difference: int) -> Fraction:
        """The chance of so many hits more. With the other ship's morale: that it is lost (WW-67)."""
        return sum((chance for margin, chance in self.margins if margin >= difference), Fraction(0))


@lru_cache(maxsize=256)
def throws(faces: Faces, dice: int) -> tuple[int, ...]:
    counts = [1]
    for _ in range(dice):
        longer = [0] * (len(counts) + max(faces))
        for hits, ways in enumerate(counts):
            for face in faces:
                longer[hits + face] += ways
        counts = longer
    return tuple(counts)


@lru_cache(maxsize=1024)
def battle(faces: Faces, first: BattleSide, second: BattleSide) -> BattleOdds:
    """The odds of a battle between two sides as they stand (WW-63, WW-64)."""
    ours, theirs = throws(faces, first.dice), throws(faces, second.dice)
    ways: dict[int, int] = {}
    for hits, count in enumerate(ours):
        for others, other_count in enumerate(theirs):
            if both := count * other_count:
                margin = first.hits + hits - second.hits - others
                ways[margin] = ways.get(margin, 0) + both
    whole = sum(ours) * sum(theirs)
    return BattleOdds(tuple([(margin, Fraction(ways[margin], whole)) for margin in sorted(ways)]))
