"""Where the plain stage puts tracks, spots, names and piles: numbers only."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, cos, dist, inf, pi, sin

from companion.core.views import Map
from companion.ui.stages.camera import Camera, Window

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, bottom, width and height."""

STEP, NAMED_STEP = 34.0, 68.0  # between two spaces of a track, plain or with names
ROW = 46.0
PIECE = 32.0
EDGE = 14.0  # room beside the first and the last space
LIFT = 14.0  # a piece stands this far above its space
SCALES = (1.7, 1.45, 1.2, 1.0, 0.85)


def winding(count: int, columns: int, box: Box) -> list[Point]:
    """`count` points on a path that winds up from the lower left of the box."""
    x, y, width, height = box
    if count < 2:
        return [(x + width / 2, y + height / 2)] * count
    rows = ceil(count / columns)
    columns = ceil(count / rows)
    across = width / max(1, columns - 1)
    up = height / max(1, rows - 1)
    places = []
    for number in range(count):
        row, column = divmod(number, columns)
        places.append((x + (columns - 1 - column if row % 2 else column) * across, y + row * up))
    return places


@dataclass(frozen=True)
class TrackPlan:
    """One track: the top of its name, and the box of its path."""

    top: float
    columns: int
    path: Box


Asked = tuple[int, float, float, int]
"""A track's spaces, the height of its name and of its labels (0 without), and its largest crowd."""


def plan_tracks(tracks: Sequence[Asked], box: Box, unit: float) -> tuple[float, list[TrackPlan]]:
    """As many tracks as fit, at the largest scale that fits them all. `unit`: one dp."""
    x, y, width, height = box
    for number in range(len(tracks), 0, -1):
        for scale in SCALES:
            rows = [_rows(one, width, unit * scale) for one in tracks[:number]]
            needed = [_height(one, count, unit * scale)
                      for one, (_, count) in zip(tracks, rows, strict=False)]
            if sum(needed) <= height:
                spare = (height - sum(needed)) / (number + 1)
                plans, top = [], y + height - spare
                for one, (columns, count), high in zip(tracks, rows, needed, strict=False):
                    low = top - high + one[2] + PIECE * unit * scale / 2
                    aside = max(0.0, PIECE * scale / 2 - EDGE) * unit
                    path = (x + aside, low, width - 2 * aside, (count - 1) * (ROW * unit * scale + one[2]))
                    plans.append(TrackPlan(top, columns, path))
                    top -= high + spare
                return scale, plans
    return 0.0, []


def _rows(track: Asked, width: float, unit: float) -> tuple[int, int]:
    columns = max(2, min(track[0], int(width // (unit * (NAMED_STEP if track[2] else STEP))) + 1))
    return columns, max(1, ceil(track[0] / columns))


def _height(track: Asked, rows: int, unit: float) -> float:
    _, name, label, crowd = track
    pieces = (LIFT + PIECE / 2) * unit + pile(crowd, unit, rows > 1)
    return name + pieces + (rows - 1) * (ROW * unit + label) + label + PIECE * unit / 2


def pile(crowd: int, unit: float, rows: bool = False) -> float:
    """How high a crowd of pieces rises above its lowest piece; less if there are rows above it."""
    return min(max(0, crowd - 1) * 9.0, 12.0 if rows else 30.0) * unit


def stacked(spaces: Iterable[object], unit: float, rows: bool = False) -> list[float]:
    """How far each piece is lifted, so that a crowd on one space makes a pile."""
    spaces = list(spaces)
    crowds, there = Counter(spaces), Counter[object]()
    lifted = []
    for space in spaces:
        crowd = crowds[space]
        lifted.append(there[space] * pile(crowd, unit, rows) / max(1, crowd - 1))
        there[space] += 1
    return lifted


def spread(points: Sequence[Point], box: Box) -> list[Point]:
    """Points of a unit square in a box."""
    x, y, width, height = box
    return [(x + min(1.0, max(0.0, px)) * width, y + min(1.0, max(0.0, py)) * height) for px, py in points]


def names_beside(spots: Sequence[Point], sizes: Sequence[tuple[float, float]], radius: float, box: Box,
                 crowds: Sequence[int] = (), unit: float = 1.0) -> list[Point | None]:
    """The centre of each spot's name: below, above or beside it, clear of spots, pieces and other names.

    None if there is no room. `crowds`: how many pieces stand on each spot."""
    x, y, width, height = box
    taken = [(sx - radius, sy - radius, sx + radius, sy + radius) for sx, sy in spots]
    half = PIECE * unit / 2
    taken += [(sx - half, sy, sx + half, sy + LIFT * unit + pile(crowd, unit) + half)
              for (sx, sy), crowd in zip(spots, crowds, strict=False) if crowd]
    found: list[Point | None] = []
    for (sx, sy), (wide, high) in zip(spots, sizes, strict=True):
        aside, over = (max(radius, half) if crowds else radius) + wide / 2 + 2, radius + high / 2 + 1
        for cx, cy in ((sx, sy - over), (sx, sy + over), (sx + aside, sy), (sx - aside, sy)):
            cx = min(x + width - wide / 2, max(x + wide / 2, cx))
            mine = (cx - wide / 2, cy - high / 2, cx + wide / 2, cy + high / 2)
            if y <= mine[1] and mine[3] <= y + height and not any(_overlap(mine, other) for other in taken):
                taken.append(mine)
                found.append((cx, cy))
                break
        else:
            found.append(None)
    return found


def board_box(board: Map, box: Box, unit: float) -> tuple[Box, float, float]:
    """The box of the spots' middles, their radius, and the scale of lines and pieces. `unit`: one dp."""
    x, y, wide, high = box
    scale = max(0.8, min(1.7, min(wide, high) / (300 * unit)))
    if board.ratio:
        high_, wide_ = min(high, wide / board.ratio), min(wide, high * board.ratio)
        inner = (x + (wide - wide_) / 2, y + (high - high_) / 2, wide_, high_)
        radius = board.size * high_
        return inner, radius or 15 * unit * scale, min(scale, radius * 1.35 / (PIECE * unit) or scale)
    radius = 15 * unit * scale
    return ((x + radius, y + radius + 18 * unit, wide - 2 * radius,
             max(20 * unit, high - 2 * radius - 56 * unit * scale)), radius, scale)


WORLD = 1000.0
"""Height of a map in the camera's world."""
CLOSE, ENOUGH = 36.0, 44.0
"""Lit spots nearer to each other than this, in dp, are brought closer until they are far enough apart."""


@dataclass(frozen=True)
class MapPlan:
    """A map on the stage: the box of its spots' middles, their radius, and the scale of lines and pieces."""

    box: Box
    inner: Box
    radius: float
    scale: float
    flat: bool
    """Pieces stand on their spots; otherwise above them."""

    def seen_by(self, camera: Camera, window: "MapWindow") -> "MapPlan":
        zoom = camera.zoom / window.whole
        return MapPlan(window.seen(camera, self.box), window.seen(camera, self.inner), self.radius * zoom,
                       self.scale * zoom, self.flat)


def plan_map(board: Map, box: Box, unit: float) -> MapPlan:
    """The whole map in a box. Dots that would overlap shrink, and pieces then stand on them."""
    inner, radius, scale = board_box(board, box, unit)
    if board.size:
        return MapPlan(box, inner, radius, scale, flat=True)
    near = nearest(spread([(spot.x, spot.y) for spot in board.spots], inner))
    small = min(radius, 0.46 * near)
    if near < 3 * radius:
        return MapPlan(box, inner, small, small * 2 / (PIECE * unit), flat=True)
    return MapPlan(box, inner, small, scale, flat=False)


@dataclass(frozen=True)
class MapWindow(Window):
    """The room of a map. In its world the lower left of `inner` is the origin, and its height is `WORLD`."""

    inner: Box = (0.0, 0.0, 1.0, 1.0)
    radius: float = 0.0
    unit: float = 1.0

    @property
    def dp(self) -> float:
        return self.unit

    @property
    def whole(self) -> float:
        return self.inner[3] / WORLD

    @property
    def most(self) -> float:
        return super().most * self.whole

    @property
    def edges(self) -> Box:
        left, low = (self.x - self.inner[0]) / self.whole, (self.y - self.inner[1]) / self.whole
        return left, low, left + self.width / self.whole, low + self.height / self.whole

    @property
    def space(self) -> Point:
        return self.radius / self.whole, self.radius / self.whole

    def world(self, point: Point) -> Point:
        """A point of the whole map, as the camera's world has it."""
        return (point[0] - self.inner[0]) / self.whole, (point[1] - self.inner[1]) / self.whole

    def seen(self, camera: Camera, box: Box) -> Box:
        """Where a box of the whole map is on the screen."""
        zoom = camera.zoom / self.whole
        return (*camera.to_screen(self, self.world(box[:2])), box[2] * zoom, box[3] * zoom)

    def on_lit(self, spots: Sequence[Point]) -> Camera | None:
        """Closer to lit spots that are too near to each other for a finger; None if they are far enough."""
        near = nearest(spots) * self.whole
        if near >= CLOSE * self.unit or near <= 0:
            return None
        left, low, right, top = self.box_of(spots)
        fits = min(self.width / (right - left), self.height / (top - low))
        zoom = min(fits, self.whole * ENOUGH * self.unit / near)
        camera = Camera((left + right) / 2, (low + top) / 2, zoom)
        return None if camera.is_whole(self) else camera.held(self)


CORNERS = {
    "hex": [(cos(turn * pi / 3), sin(turn * pi / 3)) for turn in range(6)],
    "square": [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)],
    "card": [(-0.9, -1.3), (0.9, -1.3), (0.9, 1.3), (-0.9, 1.3)],
    "house": [(-0.9, -0.9), (0.9, -0.9), (0.9, 0.25), (0.0, 1.1), (-0.9, 0.25)],
}
"""Outlines of spots, with a radius of 1; any other shape is a dot."""


AREA, SMALLEST = "area", 7.5  # dp, the smallest letters of a label


def nearest(points: Sequence[Point]) -> float:
    """The shortest way between two of them."""
    best, line = inf, sorted(points)
    for at, one in enumerate(line):
        for two in line[at + 1:]:
            if two[0] - one[0] >= best:
                break
            best = min(best, dist(one, two))
    return best


def _overlap(one: Box, two: Box) -> bool:
    return min(one[2], two[2]) - max(one[0], two[0]) > 1 and min(one[3], two[3]) - max(one[1], two[1]) > 1
