"""Pieces on the planet, first as plain values, then as sprites."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import cos, dist, pi, sin
from typing import Any, NamedTuple

from kivy.metrics import dp

from companion.core.views import Piece
from companion.games.windward.board.hexes import Hex, distance, read
from companion.games.windward.board.planet import POST
from companion.games.windward.planet_map import pieces_of
from companion.games.windward.screen.stage.board import disc
from companion.games.windward.screen.stage.camera import SIDE, Geometry
from companion.games.windward.screen.stage.meshes import ART
from companion.games.windward.table import Windward
from companion.ui.drawing.art import Motion, Sprite, art
from companion.ui.stages.camera import Point
from companion.ui.stages.pieces import Figure, Pieces, Stand, Walk, heading
from companion.ui.theme import tokens

TOKEN, LOW, SHIP, CRESTER = range(4)
"""Drawing order: tokens lowest, then longboats and Greys, ships, Reds and the White."""
STRIKES = (0.5, 0.44)
"""Position of a Crester attacking a ship, in hex sides."""
MOST_COPIES = 3
"""Tokens of a kind drawn singly; a number shows more."""


class PieceFigure(NamedTuple):
    key: str
    picture: str
    at: Hex
    level: int
    colour: int = -1
    letter: str = ""
    number: int = 1


class PieceStand(NamedTuple):
    """Position and size of a piece in its hex, in hex sides."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0


def standing(table: Windward) -> list[PieceFigure]:
    return [_figure(table, one) for one in pieces_of(table)]


def _figure(table: Windward, one: Piece) -> PieceFigure:
    colour = -1 if one.seat is None else table.seats[one.seat].colour
    picture = one.picture if colour < 0 else f"{one.picture}_{colour + 1}"
    return PieceFigure(one.key, picture, read(str(one.space)), _level(one), colour, one.letter, one.count)


def _level(one: Piece) -> int:
    if one.picture.startswith("to"):
        return TOKEN
    if one.under:
        return LOW
    return CRESTER if one.seat is None else SHIP


def spread(figures: Iterable[PieceFigure]) -> dict[str, PieceStand]:
    """Arrange pieces sharing a hex side by side, low ones lower, tokens at the bottom."""
    by_hex: dict[Hex, list[PieceFigure]] = {}
    for figure in figures:
        by_hex.setdefault(figure.at, []).append(figure)
    found: dict[str, PieceStand] = {}
    for at, group in by_hex.items():
        if at == POST:
            found.update(_at_port(group))
            continue
        low = [one for one in group if one.level == LOW]
        ships, cresters = ([one for one in group if one.level == level] for level in (SHIP, CRESTER))
        resting = [one for one in group if one.level == TOKEN]
        for number, one in enumerate(resting):
            found[one.key] = PieceStand(0.36 - 0.62 * number, -0.5, 0.62)
        found.update(_row(low, bool(ships or cresters), -0.34))
        if ships and cresters:
            found.update(_struck(ships, cresters))
        else:
            found.update(_row([*ships, *cresters], bool(low), 0.22))
    return found


def _at_port(group: Sequence[PieceFigure]) -> Iterator[tuple[str, PieceStand]]:
    for number, figure in enumerate(group):
        turn = pi * (7 / 6 + 2 * number / max(3, len(group)))
        yield figure.key, PieceStand(0.72 * cos(turn), 0.72 * sin(turn), 0.56)


def _struck(ships: Sequence[PieceFigure],
            cresters: Sequence[PieceFigure]) -> Iterator[tuple[str, PieceStand]]:
    for number, figure in enumerate(ships):
        yield figure.key, PieceStand(-0.2 - 0.5 * number, -0.16, 0.92)
    for number, figure in enumerate(cresters):
        yield figure.key, PieceStand(STRIKES[0] - 0.95 * number, STRIKES[1] + 0.12 * number, 0.86)


def _row(group: Sequence[PieceFigure], shared: bool, aside: float) -> Iterator[tuple[str, PieceStand]]:
    if len(group) == 1:
        yield group[0].key, PieceStand(aside, aside, 0.8) if shared else PieceStand()
        return
    for number, figure in enumerate(group):
        across = (number - (len(group) - 1) / 2) * 0.86
        yield figure.key, PieceStand(across, -0.3 * across + (aside if shared else 0.0), 0.74)


class PieceSprite(Figure):
    """A figure's sprites: the hull turns, the captain's token stays upright."""

    top: Sprite | None = None

    def draw(self, look: PieceFigure) -> None:
        pictures = art(ART)
        anchor = "centre" if "points" in pictures.layers[look.picture] else ""
        copies = min(MOST_COPIES, look.number)
        for number in range(copies):
            patch = self.sprite.add_layer(pictures, look.picture, anchor=anchor)
            x, y = patch.box.pos
            patch.box.pos = (x + (number - (copies - 1) / 2) * dp(18), y - number * dp(4))
        if look.picture.startswith("ship_"):
            self.top = Sprite(self.group)
            self.top.add_token(look.colour, look.letter, dp(9.5), rim=dp(1.6))
        elif look.letter:
            ink = tokens.LIGHT_RIM if look.level == CRESTER else tokens.ON_LIT
            self.sprite.add_text(look.letter, tokens.BOLD, dp(15), (0.0, dp(1)), ink)
        if look.number > MOST_COPIES:
            self.top = Sprite(self.group)
            disc(self.top, dp(9), tokens.ON_LIT, tokens.LIGHT_RIM, dp(1.5))
            self.top.add_text(str(look.number), tokens.BOLD, dp(13))

    def put(self, at: Point) -> None:
        super().put(at)
        if self.top is not None:
            aside = dp(SIDE) * 0.24 if self.look.level == TOKEN else 0.0
            self.top.pos = (at[0] + aside, at[1] + aside)

    def size(self, scale: float) -> None:
        super().size(scale)
        if self.top is not None:
            self.top.scale = scale if self.look.level != TOKEN else max(0.62, scale) * 0.9

    def fade(self, alpha: float) -> None:
        super().fade(alpha)
        if self.top is not None:
            self.top.alpha = alpha


def grown(zoom: float) -> float:
    """Enlarge pieces on a small planet to keep them recognizable."""
    return max(1.0, min(1.3, 0.72 / zoom))


class PieceLayer(Pieces):
    """All pieces in world coordinates; `place` animates them to their new hexes."""

    def __init__(self, world: Any, motion: Motion) -> None:
        super().__init__(world, motion, PieceSprite)
        self.grid = Geometry()
        self._placed: list[PieceFigure] = []
        """Figures as placed; empty while a piece is shown elsewhere."""

    def place(self, figures: Sequence[PieceFigure], ways: Iterable[Sequence[Hex]] = ()) -> None:
        """`ways` are known paths to animate along."""
        if figures == self._placed:
            return
        self._placed = list(figures)
        places, known = spread(figures), list(ways)
        stands = {figure.key: self._standing(figure, places[figure.key]) for figure in figures}
        self.show(stands, {figure.key: self._way(figure, stands[figure.key].at, known) for figure in figures})

    def _standing(self, figure: PieceFigure, place: PieceStand) -> Stand:
        at = self.grid.beside(figure.at, place.x, place.y)
        ship = figure.picture.startswith("ship_")
        return Stand(figure._replace(at=POST), at, place.scale, heading((0.0, 0.0), at) if ship else 0.0,
                     far=-figure.level, space=figure.at, faces=ship,
                     grows=figure.level in (SHIP, CRESTER) and figure.at != POST)

    def _way(self, figure: PieceFigure, end: Point, ways: Sequence[Sequence[Hex]]) -> Walk:
        each = tokens.MOTION["crester" if figure.picture.startswith("crester") else "pawn"]
        start, old = self.at(figure.key), self.space_of(figure.key)
        if start is None or dist(start, end) < 1.3 * dp(SIDE):  # already shown flying there
            return Walk(seconds=min(tokens.PAWN_MOST, each.seconds), curve=each.curve)
        way = way_of(old, figure.at, ways)
        spaces = len(way) - 1 if len(way) > 2 else max(1, distance(old, figure.at))
        via = [self.grid.spot(space) for space in way[1:-1]]
        return Walk(via, min(tokens.PAWN_MOST, each.seconds * spaces), each.curve)

    def clear(self) -> None:
        super().clear()
        self._placed = []

    def release(self, *, stay: bool = False) -> None:
        super().release(stay=stay)
        if stay:
            self._placed = []

    def under(self, point: Point, within: float) -> str:
        """The topmost piece at a point that can be picked up, ignoring tokens."""
        stands = {key: stand for key in self.near(point, within) if (stand := self.stand_of(key)) is not None}
        hits = [key for key, stand in stands.items() if stand.look.level != TOKEN]
        beyond = {key: dist(stands[key].at, point) > within / 2 for key in hits}
        return min(hits, key=lambda key: (beyond[key], stands[key].far), default="")

    def fly(self, key: str, points: Sequence[Point], *, attacks: bool = False) -> None:
        """Slowly enough for five people: it moves for `HEX` seconds and rests for `REST` on each space."""
        hexes = max(1, len(points) - 1)
        self.lead(key, points, (HEX + REST) * hexes, pace=partial(paced, hexes),
                  then=partial(self.shake, key) if attacks else None)


HEX, REST = 0.35, 0.1


def paced(hexes: int, part: float) -> float:
    """The part of its path that a piece has flown if it rests on each of `hexes` spaces.

    >>> [round(paced(2, part / 8), 2) for part in range(9)]
    [0.0, 0.12, 0.36, 0.5, 0.5, 0.62, 0.86, 1.0, 1.0]
    """
    done = min(int(part * hexes), hexes - 1)
    flown = min(1.0, (part * hexes - done) * (HEX + REST) / HEX)
    return (done + (1 - cos(pi * flown)) / 2) / hexes


def way_of(start: Hex, end: Hex, ways: Iterable[Sequence[Hex]]) -> Sequence[Hex]:
    """The known path between two hexes in either direction, else a direct one."""
    for way in ways:
        if len(way) > 1 and (way[0], way[-1]) == (start, end):
            return way
        if len(way) > 1 and (way[-1], way[0]) == (start, end):
            return way[::-1]
    return (start, end)
