"""Exact battle odds, from counting every possible roll.

>>> odds = battle((1, 1, 1, 2, 2, 3), Side(dice=2), Side(dice=1))
>>> [round(float(part) * 100, 1) for part in (odds.win, odds.tie, odds.loss)]
[81.9, 13.9, 4.2]
"""

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

Faces = tuple[int, ...]


class BattleSide(NamedTuple):
    """One side's dice still to roll, and its hits so far (rolled, Marine, cards, +2)."""

    dice: int
    hits: int = 0


class BattleOdds(NamedTuple):
    """Probabilities for the first side."""

    win: Fraction
    tie: Fraction
    loss: Fraction


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
    win = tie = 0
    for hits, count in enumerate(ours):
        level = first.hits + hits - second.hits                          # hits with which the other side ties
        win += count * sum(theirs[:max(0, level)])
        tie += count * theirs[level] if 0 <= level < len(theirs) else 0
    whole = sum(ours) * sum(theirs)
    return BattleOdds(Fraction(win, whole), Fraction(tie, whole), Fraction(whole - win - tie, whole))
