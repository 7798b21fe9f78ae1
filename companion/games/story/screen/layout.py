"""Positions of the prints on a table of any shape, in dp from the lower left. Must not import Kivy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

TALL: Final = 170 / 146
BIGGEST, WINNER = 88.0, 146.0
SMALLEST: Final = 26.0
EDGE, GAP, VOTES = 14.0, 8.0, 22.0
"""Space at the table's edge, between prints, and below a print for votes."""


@dataclass(frozen=True)
class PrintSpot:
    x: float
    y: float
    width: float

    @property
    def half_height(self) -> float:
        return self.width * TALL / 2


@dataclass(frozen=True)
class PrintLayout:
    """The prints around the table, clockwise from the upper left, and those in the middle."""

    ring: tuple[PrintSpot, ...]
    middle: tuple[PrintSpot, ...]


@lru_cache(maxsize=64)
def lay(width: float, height: float, around: int, middle: int) -> PrintLayout:
    """Choose the layout with the biggest prints: a ring if the table is high enough, else wings."""
    grown = min(1.7, max(1.0, min(width / 412, height / 400)))
    size = BIGGEST * grown
    while size >= SMALLEST:
        tries = [ring(width, height, around, middle, size)]
        tries += [wings(width, height, around, middle, size, rows) for rows in (1, 2, 3)]
        fitting = [one for one in tries if fits(one, width, height)]
        if fitting:
            return fitting[0]
        size -= 2
    return wings(width, height, around, middle, SMALLEST * 0.6, 1)


def centre_width(width: float, height: float, middle: int, size: float) -> float:
    """A single print grows to 146; several share the space."""
    grown = min(1.5, max(1.0, min(width / 412, height / 400)))
    most = {0: 0.0, 1: WINNER, 2: 112.0, 3: 92.0}.get(middle, 80.0) * grown
    return max(12.0, min(most, size * (1.85 if middle < 2 else 1.5), (height - 2 * EDGE - VOTES) / TALL))


def ring(width: float, height: float, around: int, middle: int, size: float) -> PrintLayout:
    """Up the left side, across the top, down the right side; votes need the space below the middle."""
    left, right = EDGE + size / 2, width - EDGE - size / 2
    low, top = EDGE + VOTES + size * TALL / 2, height - EDGE - size * TALL / 2
    up, across = top - low, right - left
    inset = {1: 0.5, 2: 0.62, 3: 0.5, 4: 0.5, 5: 0.3, 6: 0.18}.get(around, 0.0)
    spots = []
    for number in range(around):
        at = (number + inset) / (around - 1 + 2 * inset) * (2 * up + across) if around > 1 else up + across / 2
        if at < up:
            spots.append(PrintSpot(left, low + at, size))
        elif at <= up + across:
            spots.append(PrintSpot(left + at - up, top, size))
        else:
            spots.append(PrintSpot(right, top - (at - up - across), size))
    wide = centre_width(width, height, middle, size)
    reach = row_width(middle, wide) / 2 + size / 2
    above = [spot for spot in spots if abs(spot.x - width / 2) < reach and spot.y >= top]
    ceiling = min((spot.y - spot.half_height - GAP for spot in above), default=height - EDGE)
    first = next((number for number, spot in enumerate(spots) if spot.y >= top), 0)
    inner = row(width / 2, (ceiling + EDGE + VOTES) / 2, middle, wide)
    return balanced(PrintLayout((*spots[first:], *spots[:first]), inner), height)


def balanced(layout: PrintLayout, height: float) -> PrintLayout:
    spots = layout.ring + layout.middle
    low = min(spot.y - spot.half_height for spot in spots) - VOTES
    high = max(spot.y + spot.half_height for spot in spots)
    lift = (height - low - high) / 2
    return PrintLayout(tuple(PrintSpot(spot.x, spot.y + lift, spot.width) for spot in layout.ring),
                  tuple(PrintSpot(spot.x, spot.y + lift, spot.width) for spot in layout.middle))


def wings(width: float, height: float, around: int, middle: int, size: float, rows: int) -> PrintLayout:
    """Use rows left and right of the middle, the outermost first."""
    wide = centre_width(width, height, middle, size)
    half = -(-around // 2)
    columns = -(-half // rows)
    free = (width - row_width(middle, wide)) / 2
    step = min(size * 1.3, (free - EDGE) / columns) if columns else 0.0
    first = EDGE + size / 2 + max(0.0, free - EDGE - columns * step) * 0.5
    level = (height - 2 * EDGE) / rows
    spots = []
    for number in range(around):
        place = number if number < half else around - 1 - number
        column, line = divmod(place, rows)
        on_this_side = half if number < half else around - half
        filled = min(rows, on_this_side - column * rows)
        x = first + column * step
        y = EDGE + level * (line + 0.5 + (rows - filled) / 2) + VOTES / 2
        spots.append(PrintSpot(x if number < half else width - x, y, size))
    first = max(0, min(rows, half) - 1)  # begin at the upper left like the ring: fewer prints cross the table
    return PrintLayout((*spots[first:], *spots[:first]), row(width / 2, height / 2 + VOTES / 2 - 2, middle, wide))


def row(x: float, y: float, count: int, wide: float) -> tuple[PrintSpot, ...]:
    return tuple(PrintSpot(x + (number - (count - 1) / 2) * (wide + GAP), y, wide) for number in range(count))


def row_width(count: int, wide: float) -> float:
    return count * (wide + GAP) - GAP if count else 0.0


def fits(layout: PrintLayout, width: float, height: float) -> bool:
    spots = layout.ring + layout.middle
    inside = all(spot.x - spot.width / 2 >= 4 and spot.x + spot.width / 2 <= width - 4
                 and spot.y + spot.half_height <= height - 4 and spot.y - spot.half_height >= VOTES * 0.6
                 for spot in spots)
    grown = all(big.width >= small.width * 1.1 for small in layout.ring[:1] for big in layout.middle)
    return inside and grown and not any(overlaps(spots))


def overlaps(spots: tuple[PrintSpot, ...]) -> Iterator[bool]:
    for one, other in combinations(spots, 2):
        across = abs(one.x - other.x) < (one.width + other.width) / 2 + GAP
        gap = VOTES * 0.75 if abs(one.x - other.x) < (one.width + other.width) / 2 else 0.0
        yield across and abs(one.y - other.y) < one.half_height + other.half_height + gap
