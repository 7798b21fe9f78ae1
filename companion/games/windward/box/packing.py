"""A box of Windward as a number, for a code of nine groups. Codes on paper need it: never change it.

A later packing is another class in `PACKINGS`. The number holds the terrain of both sides, the numbers round
the Post, and what is still a guess. A box that differs in anything else has no number.
"""

import json
from itertools import permutations
from typing import Any

from companion.core.boxes import Packing
from companion.core.boxes.packing import Coder, Reader, Writer
from companion.core.values import Json, same
from companion.games.windward.box.frozen import DICTIONARIES

BASE: dict[str, Any] = json.loads(DICTIONARIES[0])["copy"]
NAME = "Windward"
TERRAIN, TILES, SIDES = ".DZGFR", "ABCDEF", ("large", "small")
PARTS = ("post", "die", "board", "crew", "supplies", "achievements", "counts")
ORDERS = [[1, *rest] for rest in permutations(range(2, 7))]
NONE, ALL, SOME = range(3)
SEEN, FEW = 12, (3, 8, 6, 4, 2)
"""Weights of terrain counts: the same as on another tile of that side, or each count by itself."""


class FirstPacking(Packing):
    def number(self, box: Json) -> int | None:
        writer = Writer()
        try:
            found = _go_through(writer, box)
        except (LookupError, TypeError, ValueError, AttributeError):
            return None
        return writer.number() if isinstance(box, dict) and same({**box, "name": NAME}, found) else None

    def box(self, number: int) -> Json:
        reader = Reader(number)
        found = _go_through(reader, None)
        if not reader.at_end:
            raise ValueError("not a number of this packing")
        return found


PACKINGS = (FirstPacking(),)


def _go_through(coder: Coder, box: Any) -> dict[str, Any]:
    """Write a box, or read it if there is none."""
    usual = not coder.flag(63, None if box is None else not _has_usual_marks(box))
    sides = {side: _side(coder, side, usual, box) for side in SIDES}
    turned = None if box is None else (ORDERS.index(box["order"]), int(not box["clockwise"]))
    order, other = 0, 0
    if coder.flag(31, None if turned is None else turned != (0, 0)):
        order = coder.next([1] * len(ORDERS), None if turned is None else turned[0])
        other = coder.next([1, 1], None if turned is None else turned[1])
    guessed = _guessed(coder, box)
    return {**BASE, **sides, "name": NAME, "order": ORDERS[order], "clockwise": not other,
            "guessed": guessed, "guess": any(one.startswith("large.") for one in guessed)}


def _has_usual_marks(box: Any) -> bool:
    return all(sorted(_flat(box, side, tile)) == sorted(_flat(BASE, side, tile))
               for side in SIDES for tile in TILES)


def _flat(box: Any, side: str, tile: str) -> str:
    return "".join(box[side]["tiles"][tile])


def _side(coder: Coder, side: str, usual: bool, box: Any) -> dict[str, Any]:
    seen: dict[str, list[int]] = {one: [] for one in TERRAIN}
    tiles = {}
    for tile in TILES:
        flat = None if box is None else _flat(box, side, tile)
        base = _flat(BASE, side, tile)
        counts = [base.count(one) for one in TERRAIN] if usual else _counts(coder, seen, len(base), flat)
        tiles[tile] = _rows(_arrangement(coder, counts, flat))
    return {**BASE[side], "tiles": tiles}


def _counts(coder: Coder, seen: dict[str, list[int]], left: int, flat: str | None) -> list[int]:
    """How many hexes of the tile have each terrain; the rest is open sky."""
    found = []
    for one in TERRAIN[1:]:
        weights = [SEEN * seen[one].count(many) + (FEW[many] if many < len(FEW) else 1)
                   for many in range(left + 1)]
        found.append(coder.next(weights, None if flat is None else flat.count(one)))
        seen[one].append(found[-1])
        left -= found[-1]
    return [left, *found]


def _arrangement(coder: Coder, counts: list[int], flat: str | None) -> str:
    left, found = list(counts), ""
    for at in range(sum(counts)):
        one = coder.next(left, None if flat is None else TERRAIN.index(flat[at]))
        left[one] -= 1
        found += TERRAIN[one]
    return found


def _rows(flat: str) -> list[str]:
    rows: list[str] = []
    start = 0
    while start < len(flat):
        rows.append(flat[start:start + len(rows) + 1])
        start += len(rows[-1])
    return rows


def _guessed(coder: Coder, box: Any) -> list[str]:
    tiles = [f"{side}.{tile}" for side in SIDES for tile in TILES]
    found = _some(coder, PARTS, [30, 30, 4], box) + _some(coder, tiles, [63, 4, 1], box)
    return sorted(found)


def _some(coder: Coder, names: Any, weights: list[int], box: Any) -> list[str]:
    """None, all, or each by itself."""
    guessed = [] if box is None else [one for one in names if one in box["guessed"]]
    how = SOME
    if len(guessed) in (0, len(names)):
        how = NONE if not guessed else ALL
    how = coder.next(weights, None if box is None else how)
    if how != SOME:
        return [] if how == NONE else list(names)
    return [one for one in names if coder.flag(1, None if box is None else one in guessed)]
