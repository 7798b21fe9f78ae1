"""Pawns to move on the real table: a pale pawn with a dotted trail to its new space."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot
from typing import Any

from kivy.graphics import Color, InstructionGroup, SmoothEllipse
from kivy.metrics import dp

from companion.core.engine.by_hand import HandLine
from companion.games.windmill.screen.pawns import Pawn, laps_of, space_of
from companion.games.windmill.table import Windmill
from companion.ui.drawing.sprites import Point, along
from companion.ui.theme import tokens

PALE = 0.5
DOT, RIM, EVERY = 2.6, 1.2, 9.0
"""A dot's radius, its dark rim, and the distance between dots, dp."""
Move = tuple[int, int, int]
"""A seat, its pawn's points on the real table, and its actual points."""


def moves_of(lines: Iterable[HandLine]) -> tuple[Move, ...]:
    found = []
    for line in lines:
        first, _, rest = line.path.partition(".")
        if first == "seats" and rest.endswith(".points") and isinstance(line.old, int) and isinstance(line.new, int):
            found.append((int(rest.partition(".")[0]), line.old, line.new))
    return tuple(found)


def way_of(old: int, new: int) -> list[int]:
    """The spaces between two scores, including both ends.

    >>> way_of(14, 12), way_of(39, 41)
    ([14, 13, 12], [39, 40, 1])
    """
    by = 1 if new >= old else -1
    return [space_of(points) for points in range(old, new + by, by)]


def trail(way: Sequence[Point], every: float) -> list[Point]:
    """Dots along a way, except at its ends, where the pawns stand."""
    far = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way))
    count = int(far // every) if every else 0
    return [along(list(way), (number + 1) / (count + 1)) for number in range(count)]


class Ghosts:
    """All ghosts, below the pawns; redrawn when the track or the moves change."""

    def __init__(self, canvas: Any) -> None:
        self._layer = InstructionGroup()
        canvas.add(self._layer)
        self._moves: tuple[Move, ...] = ()
        self._dots: list[Color] = []
        self._pawns: list[Pawn] = []
        self.spaces: tuple[int, ...] = ()

    def tell(self, lines: Iterable[HandLine]) -> None:
        self._moves = moves_of(lines)

    def draw(self, table: Windmill, track: Sequence[Point], size: float, alpha: float) -> None:
        self._layer.clear()
        self._dots, self._pawns = [], []
        moves = [move for move in self._moves if move[0] < len(table.seats)] if track else []
        self.spaces = tuple(space_of(old) for _, old, _ in moves)
        letters = tokens.initials(seat.name for seat in table.seats)
        for seat, old, new in moves:
            colour = table.seats[seat].colour
            self._draw_dots([track[space] for space in way_of(old, new)], tokens.SEATS[colour].fill)
            ghost = Pawn(self._layer)
            ghost.become(colour, letters[seat], laps_of(old))
            ghost.sprite.pos, ghost.sprite.scale = track[space_of(old)], size
            self._pawns.append(ghost)
        self.fade(alpha)

    def fade(self, alpha: float) -> None:
        for ink in self._dots:
            ink.a = alpha
        for ghost in self._pawns:
            ghost.sprite.alpha = PALE * alpha

    def _draw_dots(self, way: list[Point], tint: str) -> None:
        dots = trail(way, float(dp(EVERY)))
        for ink, half in ((tokens.DARK_RIM, dp(DOT + RIM)), (tint, dp(DOT))):
            self._dots.append(Color(*tokens.rgba(ink)))
            self._layer.add(self._dots[-1])
            for x, y in dots:
                self._layer.add(SmoothEllipse(pos=(x - half, y - half), size=(2 * half, 2 * half)))
