"""Pieces on the planet, first as plain values, then as sprites."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, sin
from typing import Any, NamedTuple

from kivy.graphics import InstructionGroup
from kivy.metrics import dp

from companion.core.views import Piece
from companion.games.windward.board.hexes import Hex, distance, read
from companion.games.windward.board.planet import POST
from companion.games.windward.planet_map import pieces_of
from companion.games.windward.screen.stage.board import disc
from companion.games.windward.screen.stage.camera import SIDE, Geometry, Point
from companion.games.windward.screen.stage.meshes import ART
from companion.games.windward.table import Windward
from companion.ui.drawing.art import Motion, Sprite, along, art, between, group_in
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
    level = TOKEN if one.picture.startswith("to") else LOW if one.under else CRESTER if colour < 0 else SHIP
    return PieceFigure(one.key, picture, read(str(one.space)), level, colour, one.letter, one.count)


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
        found.update({one.key: PieceStand(0.36 - 0.62 * number, -0.5, 0.62) for number, one in enumerate(resting)})
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


def _struck(ships: Sequence[PieceFigure], cresters: Sequence[PieceFigure]) -> Iterator[tuple[str, PieceStand]]:
    for number, figure in enumerate(ships):
        yield figure.key, PieceStand(-0.2 - 0.5 * number, -0.16, 0.92)
    for number, figure in enumerate(cresters):
        yield figure.key, PieceStand(STRIKES[0] - 0.95 * number, STRIKES[1] + 0.12 * number, 0.86)


def _row(group: Sequence[PieceFigure], shared: bool, aside: float) -> Iterator[tuple[str, PieceStand]]:
    if len(group) == 1:
        yield group[0].key, PieceStand(aside if shared else 0.0, aside if shared else 0.0, 0.8 if shared else 1.0)
        return
    for number, figure in enumerate(group):
        across = (number - (len(group) - 1) / 2) * 0.86
        yield figure.key, PieceStand(across, -0.3 * across + (aside if shared else 0.0), 0.74)


class PieceSprite:
    """A figure's sprites: the hull turns, the captain's token stays upright."""

    def __init__(self, layer: InstructionGroup, figure: PieceFigure) -> None:
        self.layer, self.figure = layer, figure
        self.body = Sprite(layer)
        self.top: Sprite | None = None
        pictures = art(ART)
        anchor = "centre" if "points" in pictures.layers[figure.picture] else ""
        copies = min(MOST_COPIES, figure.number)
        for number in range(copies):
            patch = self.body.add_layer(pictures, figure.picture, anchor=anchor)
            patch.box.pos = (patch.box.pos[0] + (number - (copies - 1) / 2) * dp(18), patch.box.pos[1] - number * dp(4))
        if figure.picture.startswith("ship_"):
            self.top = Sprite(layer)
            self.top.add_token(figure.colour, figure.letter, dp(9.5), rim=dp(1.6))
        elif figure.letter:
            ink = tokens.LIGHT_RIM if figure.level == CRESTER else tokens.ON_LIT
            self.body.add_text(figure.letter, tokens.BOLD, dp(15), (0.0, dp(1)), ink)
        if figure.number > MOST_COPIES:
            self.top = Sprite(layer)
            disc(self.top, dp(9), tokens.ON_LIT, tokens.LIGHT_RIM, dp(1.5))
            self.top.add_text(str(figure.number), tokens.BOLD, dp(13))
        self.stand = PieceStand()
        self.home: Point = (0.0, 0.0)
        self.heading = 0.0

    def put(self, pos: Point) -> None:
        self.body.pos = pos
        if self.top is not None:
            aside = dp(SIDE) * 0.24 if self.figure.level == TOKEN else 0.0
            self.top.pos = (pos[0] + aside, pos[1] + aside)

    def size(self, grow: float) -> None:
        full = grow * self.stand.scale
        self.body.scale = full
        if self.top is not None:
            self.top.scale = full if self.figure.level != TOKEN else max(0.62, full) * 0.9

    def face(self, angle: float) -> None:
        self.heading = self.body.angle = angle

    def fade(self, alpha: float) -> None:
        self.body.alpha = alpha
        if self.top is not None:
            self.top.alpha = alpha

    def leave(self) -> None:
        self.layer.remove(self.body.group)
        if self.top is not None:
            self.layer.remove(self.top.group)


def grown(zoom: float) -> float:
    """Enlarge pieces on a small planet to keep them recognizable."""
    return max(1.0, min(1.3, 0.72 / zoom))


def heading(start: Point, end: Point) -> float:
    """Rotation of an upward-pointing hull that flies from start to end."""
    return degrees(atan2(end[1] - start[1], end[0] - start[0])) - 90


class PieceLayer:
    """All pieces; `show` animates them to their new places."""

    def __init__(self, world: Any, motion: Motion) -> None:
        self._motion, self.grid = motion, Geometry()
        self._layers = [group_in(world) for _ in (TOKEN, LOW, SHIP, CRESTER)]
        self._pieces: dict[str, PieceSprite] = {}
        self._grow = 1.0
        self._shown: list[PieceFigure] = []
        """Figures as placed; empty while a piece is shown elsewhere."""
        self._held: dict[str, Point] = {}
        """Pieces shown elsewhere, such as a Crester about to fly."""

    def show(self, figures: Sequence[PieceFigure], ways: Iterable[Sequence[Hex]] = ()) -> None:
        """`ways` are known paths to animate along."""
        if figures == self._shown:
            return
        self._shown = list(figures)
        stands = spread(figures)
        known = list(ways)
        for key in [key for key in self._pieces if key not in stands]:
            self._vanish(key)
        for figure in figures:
            self._stand(figure, stands[figure.key], known)

    def grow(self, factor: float) -> None:
        if abs(factor - self._grow) > 0.01:
            self._grow = factor
            for piece in self._pieces.values():
                piece.size(self._bigger(piece.figure))

    def _bigger(self, figure: PieceFigure) -> float:
        return self._grow if figure.level in (SHIP, CRESTER) and figure.at != POST else 1.0

    def clear(self) -> None:
        for key in list(self._pieces):
            self._pieces.pop(key).leave()
        self._held.clear()
        self._shown = []

    def under(self, point: Point, within: float) -> str:
        """The topmost piece at a point that can be picked up, ignoring tokens."""
        near = [(-piece.figure.level, hypot(piece.home[0] - point[0], piece.home[1] - point[1]), key)
                for key, piece in self._pieces.items() if piece.figure.level != TOKEN]
        hits = [one for one in near if one[1] <= within]
        return min(hits, key=lambda one: (one[1] > within / 2, one[0], one[1]))[2] if hits else ""

    def space_of(self, key: str) -> Hex | None:
        piece = self._pieces.get(key)
        return None if piece is None else piece.figure.at

    def hold(self, key: str, pos: Point) -> None:
        """Show a piece here until `release`."""
        if key in self._pieces:
            self._held[key] = pos
            self._pieces[key].put(pos)

    def release(self, *, stay: bool = False) -> None:
        """Put held pieces back; with `stay` the next `show` animates from here."""
        for key, pos in self._held.items():
            piece = self._pieces.get(key)
            if piece is not None:
                if stay:
                    piece.home = pos
                    self._shown = []
                else:
                    piece.put(piece.home)
        self._held.clear()

    def _stand(self, figure: PieceFigure, stand: PieceStand, ways: Sequence[Sequence[Hex]]) -> None:
        piece = self._pieces.get(figure.key)
        if piece is not None and piece.figure._replace(at=figure.at) != figure:
            piece.leave()
            fresh = self._make(figure, stand)
            fresh.home, fresh.heading = piece.home, piece.heading
            fresh.put(piece.home)
            fresh.face(piece.heading)
            self._pieces[figure.key] = piece = fresh
        elif piece is None:
            self._appear(figure, stand)
            return
        self._fly(piece, figure, stand, ways)

    def _make(self, figure: PieceFigure, stand: PieceStand) -> PieceSprite:
        piece = PieceSprite(self._layers[figure.level], figure)
        piece.stand = stand
        piece.size(self._bigger(figure))
        return piece

    def _appear(self, figure: PieceFigure, stand: PieceStand) -> None:
        piece = self._pieces[figure.key] = self._make(figure, stand)
        piece.home = self.grid.beside(figure.at, stand.x, stand.y)
        piece.put(piece.home)
        if figure.picture.startswith("ship_"):
            piece.face(heading((0.0, 0.0), piece.home))
        self._motion.move(("fade", figure.key), 0.25, piece.fade)

    def _vanish(self, key: str) -> None:
        piece = self._pieces.pop(key)
        self._held.pop(key, None)

        def fade(part: float) -> None:
            piece.fade(1.0 - part)
            if part >= 1.0:
                piece.leave()

        self._motion.move(("fade", key), 0.2, fade)

    def _fly(self, piece: PieceSprite, figure: PieceFigure, stand: PieceStand, ways: Sequence[Sequence[Hex]]) -> None:
        old, piece.figure = piece.figure, figure
        start, end = piece.home, self.grid.beside(figure.at, stand.x, stand.y)
        before, piece.stand, piece.home = piece.stand, stand, end
        if start == end and before == stand:
            return
        near = hypot(end[0] - start[0], end[1] - start[1]) < 1.3 * dp(SIDE)  # already shown flying there
        way = (old.at, figure.at) if near else way_of(old.at, figure.at, ways)
        points = [start, *[self.grid.spot(space) for space in way[1:-1]], end]
        spaces = 1 if near else max(1, len(way) - 1 if len(way) > 2 else distance(old.at, figure.at))
        each = tokens.MOTION["crester" if figure.picture.startswith("crester") else "pawn"]
        ship = figure.picture.startswith("ship_") and start != end
        turns = [heading(one, other) for one, other in pairwise(points)] if ship else []

        def step(part: float) -> None:
            piece.put(along(points, part))
            if turns:
                piece.face(turns[min(len(turns) - 1, int(part * len(turns)))])
            piece.stand = PieceStand(scale=between(before.scale, stand.scale, part)) if part < 1.0 else stand
            piece.size(self._bigger(figure))

        self._motion.move(("fly", figure.key), min(tokens.PAWN_MOST, each.seconds * spaces), step, curve=each.curve)

    def shake(self, key: str) -> None:
        piece = self._pieces.get(key)
        if piece is None:
            return
        x, y = self._held.get(key, piece.home)

        def step(part: float) -> None:
            piece.put((x + dp(2) * sin(part * 6 * pi) * (1 - part), y))

        self._motion.move(("fly", key), 0.3, step)

    def walk(self, key: str, points: Sequence[Point], *, attacks: bool = False) -> None:
        if key not in self._pieces:
            return
        each = tokens.MOTION["crester"]

        def step(part: float) -> None:
            self.hold(key, along(points, part))
            if part >= 1.0 and attacks:
                self.shake(key)

        self._motion.move(("fly", key), each.seconds * max(1, len(points) - 1), step, curve=each.curve)


def way_of(start: Hex, end: Hex, ways: Iterable[Sequence[Hex]]) -> Sequence[Hex]:
    """The known path between two hexes in either direction, else a direct one."""
    for way in ways:
        if len(way) > 1 and (way[0], way[-1]) == (start, end):
            return way
        if len(way) > 1 and (way[-1], way[0]) == (start, end):
            return way[::-1]
    return (start, end)
