"""The pawns on Windmill's score track."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.graphics import InstructionGroup
from kivy.metrics import dp

from companion.games.windmill.screen.field import FieldLayout
from companion.games.windmill.table import Windmill
from companion.ui.drawing.art import art
from companion.ui.drawing.sprites import Motion, Point, Sprite, along, between
from companion.ui.theme import tokens

LAST = 40
"""The track's last space; higher scores lap."""
RADIUS, RIM = 10.5, 2.0
HOP = 5.0
APART = 21.0
GONE = 0.4  # opacity of a pawn whose player left


def space_of(points: int) -> int:
    """The space for a score; after 40 comes 1 again.

    >>> [space_of(points) for points in (0, 40, 41, 80, 81)]
    [0, 40, 1, 40, 1]
    """
    return points if points <= LAST else (points - 1) % LAST + 1


def laps_of(points: int) -> int:
    """Completed laps for a score.

    >>> [laps_of(points) for points in (0, 40, 41, 80, 81)]
    [0, 0, 1, 1, 2]
    """
    return max(0, points - 1) // LAST


class Pawn:
    """One player's pawn: the seat's shape on a foot."""

    def __init__(self, layer: InstructionGroup) -> None:
        self.sprite = Sprite(layer)
        self.points = 0
        self.aside = 0.0
        self.goal: tuple[int, float] | None = None
        """Its final points and its offset from their space."""
        self.at: Point = (0.0, 0.0)
        self._shown: tuple[Any, ...] = ()

    def become(self, colour: int, letter: str, laps: int) -> None:
        if (colour, letter, laps) == self._shown:
            return
        self._shown = (colour, letter, laps)
        pictures = art("windmill")
        head = float(dp(pictures.layers["pawn_foot"]["token_above"]))
        self.sprite.clear()
        self.sprite.add_layer(pictures, "pawn_foot", anchor="space")
        self.sprite.add_token(colour, letter, float(dp(RADIUS)), (0.0, head), rim=float(dp(RIM)))
        if laps:
            self.sprite.add(art("shell").texture("glow"), (dp(40), dp(26)), (0.0, head + dp(21)), "#180D18", 0.9)
            self.sprite.add_text(f"{LAST * laps}+", tokens.BOLD, float(dp(11)), (0.0, head + dp(21)), "#FFF3DF")


class Pawns:
    """All pawns, nearer ones in front."""

    def __init__(self, canvas: Any, motion: Motion) -> None:
        self._layer = InstructionGroup()
        canvas.add(self._layer)
        self._motion = motion
        self._pawns: list[Pawn] = []
        self._order: list[int] = []
        self._lay: FieldLayout | None = None
        self.track: list[Point] = []
        self.size = 1.0
        self._alphas: list[float] = []

    def lay(self, lay: FieldLayout) -> None:
        """Move to the track's new position without animation."""
        self._lay = lay
        pictures = art("windmill")
        x, y = pictures.layers["disc"]["points"]["centre"]
        self.track = [(lay.disc_x + dp(across - x) * lay.wide, lay.disc_y + dp(up - y) * lay.high)
                        for across, up in pictures.layers["disc"]["points"]["track"]]
        self.size = min(1.6, max(0.75, 0.5 + lay.high / 2))
        for pawn in self._pawns:
            self._put(pawn, self.track[space_of(pawn.points)])

    def show(self, table: Windmill, wait: float = 0.0) -> float:
        """Move pawns to their points after `wait` seconds; return how long that takes."""
        letters = tokens.initials(seat.name for seat in table.seats)
        new = len(self._pawns) != len(table.seats)
        if new:
            self._layer.clear()
            self._pawns = [Pawn(self._layer) for _ in table.seats]
            self._order = []
        self._alphas = [GONE if seat.gone else 1.0 for seat in table.seats]
        asides = side_by_side([seat.points for seat in table.seats])
        longest = 0.0
        for pawn, seat, letter, aside in zip(self._pawns, table.seats, letters, asides, strict=True):
            pawn.become(seat.colour, letter, laps_of(seat.points))
            longest = max(longest, self._go(pawn, seat.points, aside, wait, at_once=new))
        self._stand_in_order()
        return longest

    def _go(self, pawn: Pawn, points: int, aside: float, wait: float, at_once: bool) -> float:
        """Walk over every space to the new one; return the remaining seconds."""
        if (points, aside) == pawn.goal and not at_once:
            return self._motion.left(pawn)
        was, before = pawn.points, pawn.aside
        pawn.points, pawn.goal = points, (points, aside)
        if not self.track:
            pawn.aside = aside
            return 0.0
        if at_once:
            pawn.aside = aside
            self._put(pawn, self.track[space_of(points)])
            return 0.0
        on = 1 if points >= was else -1
        spaces = range(was + on, points + on, on) or (points,)  # same space: only the offset changes
        way = [pawn.at, *[self.track[space_of(space)] for space in spaces]]
        hop = float(dp(HOP) * self.size) if points != was else 0.0

        def step(part: float) -> None:
            pawn.aside = between(before, aside, part)
            self._put(pawn, along(way, part, hop if part < 1 else 0.0))

        seconds = min(tokens.PAWN_MOST, tokens.MOTION["pawn"].seconds * (len(way) - 1))
        self._motion.move(pawn, seconds, step, delay=wait, curve=tokens.MOTION["pawn"].curve)
        return seconds

    def _put(self, pawn: Pawn, at: Point) -> None:
        pawn.at = at
        pawn.sprite.pos = (at[0] + pawn.aside * dp(self.size), at[1])
        pawn.sprite.scale = self.size

    def _stand_in_order(self) -> None:
        """Reorder only if needed, and never during a move."""
        if not self.track:
            return
        order = sorted(range(len(self._pawns)), key=lambda n: -self.track[space_of(self._pawns[n].points)][1])
        if order != self._order:
            self._order = order
            self._layer.clear()
            for number in order:
                self._layer.add(self._pawns[number].sprite.group)

    def fade(self, alpha: float) -> None:
        for pawn, strong in zip(self._pawns, self._alphas, strict=True):
            pawn.sprite.alpha = alpha * strong

    def behind_the_mill(self, ghosts: Sequence[int] = ()) -> bool:
        """Whether the tower would hide a pawn or a ghost on these spaces."""
        lay = self._lay
        if lay is None:
            return False
        half, high = dp(46) * lay.mill, dp(158) * lay.mill
        places = [(x + pawn.aside * dp(self.size), y)
                  for pawn in self._pawns for x, y in [self.track[space_of(pawn.points)]]]
        return any(abs(x - lay.mill_x) < half and lay.mill_y < y < lay.mill_y + high
                   for x, y in [*places, *[self.track[space] for space in ghosts]])


def side_by_side(points: list[int]) -> list[float]:
    """Each pawn's offset from its space, dp, so that pawns can share one.

    >>> side_by_side([3, 5, 3])
    [-10.5, 0.0, 10.5]
    """
    spaces = [space_of(one) for one in points]
    return [(spaces[:number].count(space) - (spaces.count(space) - 1) / 2) * APART
            for number, space in enumerate(spaces)]
