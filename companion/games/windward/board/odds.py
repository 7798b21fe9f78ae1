"""Exact battle odds, from counting every possible roll.

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
    """One side's dice still to roll, and its hits so far (rolled, Marine, cards, +2)."""

    dice: int
    hits: int = 0


@dataclass(frozen=True)
class BattleOdds:
    """Odds for the first side. `margins` pairs each difference in hits with its probability."""

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
        """Probability of winning by at least `difference`; with a ship's morale, of its loss (WW-67)."""
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
    """WW-63, WW-64"""
    ours, theirs = throws(faces, first.dice), throws(faces, second.dice)
    ways: dict[int, int] = {}
    for hits, count in enumerate(ours):
        for others, other_count in enumerate(theirs):
            if both := count * other_count:
                margin = first.hits + hits - second.hits - others
                ways[margin] = ways.get(margin, 0) + both
    whole = sum(ours) * sum(theirs)
    return BattleOdds(tuple([(margin, Fraction(ways[margin], whole)) for margin in sorted(ways)]))
