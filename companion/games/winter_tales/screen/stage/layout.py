"""Positions of places and tokens on a stage of any shape, in pixels. Must not import Kivy."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from math import hypot
from random import Random

from companion.games.winter_tales.board.town import TownSpace
from companion.games.winter_tales.town_map import TownMap
from companion.ui.drawing.stage import Room

Point = tuple[float, float]

HOUSE_WIDE, HOUSE_HIGH = 84.0, 96.0
"""Size of the pictures without their margins, dp."""
LEAST_SPAN = 0.45
"""Smallest part of the picture to stretch over the stage."""
EDITED = ((0.08, 0.18), (0.92, 0.90))
"""Part of the picture that the editor always shows."""
CLOSEST = 1.7
"""Maximum zoom when a question offers few places on a small stage."""
LARGEST = 1.9
"""Most pixels of the screen per pixel of a picture, at a density of 1: on a television."""
PILL = 22.0
FARTHER = (-1.4, 1.4, 3.1, 4.8, -2.2)
"""Heights of the last token positions tried at a crowded place, in radii."""
NAMES_FIRST = 8
"""How much worse it is to hide something than to stand nearer to another place."""
TOKEN_STEP = 1.3
"""Step between token sizes, dp."""
PINES = 16
SPARE = 1.14
"""Distance factor for trees: on a small stage, margins take up more."""
NAMES_FROM = 80.0


@dataclass(frozen=True)
class TownLayout:
    """A town on a stage; `unit` is pixels per dp of the pictures, `dp` of the screen."""

    room: Room
    dp: float
    unit: float
    horizon: float
    left: float
    right: float
    low: float
    high: float
    first: Point
    """The smallest fractions of the places: left and top."""
    last: Point

    def spot(self, at: Point) -> Point:
        """Where a place's foot stands."""
        across = (at[0] - self.first[0]) / (self.last[0] - self.first[0])
        down = (at[1] - self.first[1]) / (self.last[1] - self.first[1])
        return self.left + (self.right - self.left) * across, self.high - (self.high - self.low) * down

    def at(self, point: Point) -> Point:
        """The inverse of `spot`: the fractions of a point."""
        across = (point[0] - self.left) / max(1.0, self.right - self.left)
        down = (self.high - point[1]) / max(1.0, self.high - self.low)
        return (self.first[0] + (self.last[0] - self.first[0]) * across,
                self.first[1] + (self.last[1] - self.first[1]) * down)

    def part(self, point: Point) -> Point:
        """The fractions of a point, clamped to the picture."""
        at = self.at(point)
        return min(1.0, max(0.0, at[0])), min(1.0, max(0.0, at[1]))

    def sees(self, spot: Point) -> bool:
        """Whether a point is visible at the current zoom."""
        return (self.left - 30 * self.dp <= spot[0] <= self.right + 30 * self.dp
                and self.low - 12 * self.dp <= spot[1] <= self.highest)

    @property
    def highest(self) -> float:
        """Below the hills, so nothing stands in the sky."""
        return max(self.high, self.horizon - 4 * self.dp)

    @property
    def bottom(self) -> float:
        """Above those who wait for a place."""
        return self.low - (PILL + 6) * self.dp

    @property
    def named(self) -> bool:
        """Whether all names fit; a very low stage shows only those of lit places."""
        return self.high - self.low >= NAMES_FROM * self.dp

    @property
    def token(self) -> float:
        """Radius of a character's token, in a few sizes so that drawings can be reused."""
        steps = int((min(28.0, max(12.5, 17.0 * self.unit / self.dp)) - 12.5) / TOKEN_STEP)
        return (12.5 + TOKEN_STEP * steps) * self.dp


def lay_of(shown: TownMap, room: Room, dp: float, *, below: float = 0.0, fixed: bool = False,
           focus: Collection[str] = ()) -> TownLayout:
    """`below` stays free at the bottom; `fixed` keeps the scale during edits; `focus` zooms in."""
    first, last, grow = (0.0, 0.0), (1.0, 1.0), 1.0
    if shown.whole:
        first, last = _span([*(place.at for place in shown.places), *(EDITED if fixed else ())])
    near = [place.at for place in shown.places if place.key in focus]
    if near:
        first, last, grow = _closer(first, last, *_span(near, 0.0))
    wide, tall = _drawn_for(shown)
    unit = min(room.width / wide, (room.height - below) / tall)
    unit = min(LARGEST * dp, max(0.44 * dp, unit) * grow)
    edge = max(HOUSE_WIDE / 2 * unit, 34 * dp) + 6 * dp
    low = room.y + below + (PILL + 6) * dp
    high = max(low + 24 * dp, room.top - HOUSE_HIGH * unit * 0.92)
    horizon = min(room.top - 8 * dp, max(high + 16 * unit, high + 6 * dp, low + 20 * dp))
    return TownLayout(room, dp, unit, horizon, room.x + edge, room.right - edge, low, high, first, last)


def _drawn_for(shown: TownMap) -> Point:
    """The stage size at which pictures need no scaling."""
    return (640.0, 430.0) if shown.whole else (420.0, 300.0)


def _span(places: Iterable[Point], least: float = LEAST_SPAN) -> tuple[Point, Point]:
    spans = []
    for axis in (0, 1):
        parts = [place[axis] for place in places] or [0.5]
        low, high = min(parts), max(parts)
        more = max(0.0, least - (high - low)) / 2
        spans.append((low - more, high + more))
    return (spans[0][0], spans[1][0]), (spans[0][1], spans[1][1])


def _closer(first: Point, last: Point, low: Point, high: Point) -> tuple[Point, Point, float]:
    """Zoom to a part of the town, with the same factor both ways."""
    grow = min(CLOSEST, *((last[axis] - first[axis]) / max(0.01, high[axis] - low[axis]) for axis in (0, 1)))
    starts = []
    for axis in (0, 1):
        span = (last[axis] - first[axis]) / grow
        start = (low[axis] + high[axis] - span) / 2
        starts.append(min(max(start, first[axis]), last[axis] - span))
    end = tuple(start + (last[axis] - first[axis]) / grow for axis, start in enumerate(starts))
    return (starts[0], starts[1]), (end[0], end[1]), grow


# Footprints and trees

def steps(start: Point, end: Point, gap: float, free: float) -> Iterator[Point]:
    far = hypot(end[0] - start[0], end[1] - start[1])
    at = free
    while at < far - gap:
        part = at / far
        yield start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
        at += gap


def pines(shown: TownMap) -> list[Point]:
    """Find free spots for trees, as fractions, so that they don't move with the zoom."""
    lay = lay_of(shown, Room(0.0, 0.0, *_drawn_for(shown)), 1.0)
    spots = {place.key: lay.spot(place.at) for place in shown.places}
    ways = [(*spots[place.key], spots[end][0] - spots[place.key][0], spots[end][1] - spots[place.key][1])
            for place in shown.places for end in place.ends if end in spots]
    luck = Random(11)
    found: list[Point] = []
    for _ in range(800):
        x = 4 + luck.random() * (lay.room.width - 8)
        y = 6 + luck.random() * (lay.horizon - 14)
        if (_near(x, y, spots.values(), 66 * SPARE) or _near(x, y, found, 58 * SPARE)
                or _on_way(x, y, ways, 26 * SPARE)):
            continue
        found.append((x, y))
        if len(found) == PINES:
            break
    return [lay.at(point) for point in sorted(found, key=lambda point: -point[1])]


def _near(x: float, y: float, spots: Iterable[Point], within: float) -> bool:
    """Vertical distance counts more: names are below the feet, houses above."""
    most = within * within
    for left, low in spots:
        aside, up = x - left, y - low
        if aside * aside + 1.21 * up * up <= most:
            return True
    return False


def _on_way(x: float, y: float, ways: Iterable[tuple[float, float, float, float]], within: float) -> bool:
    """`ways` are start points with their extent in x and y."""
    most = within * within
    for left, low, wide, high in ways:
        aside, up, far = x - left, y - low, wide * wide + high * high
        part = max(0.0, min(1.0, (aside * wide + up * high) / far)) if far else 0.0
        aside, up = aside - part * wide, up - part * high
        if aside * aside + up * up <= most:
            return True
    return False


# Token positions

Box = tuple[float, float, float, float]
"""Left, bottom, width, height."""


def around(lay: TownLayout, place: TownSpace, spot: Point, count: int, names: list[Box],
           taken: list[Point], others: Collection[Point] = ()) -> list[Point]:
    """Token positions at a house or lamp that, if possible, hide nothing and aren't nearer to `others`."""
    found: list[Point] = []
    worse: list[Point] = []
    radius = lay.token

    def harm(point: Point) -> float:
        return NAMES_FIRST * _hidden(radius, point, names, taken, found) + _astray(point, spot, others)

    for point in _beside(lay, place, spot, radius):
        if len(found) == count:
            break
        (worse if harm(point) else found).append(point)
    while len(found) < count:
        anywhere = (spot[0] + radius * (len(found) % 3 - 1), spot[1] + radius)
        found.append(min(worse, key=harm, default=anywhere))
        worse = [point for point in worse if point != found[-1]]
    return found


def _beside(lay: TownLayout, place: TownSpace, spot: Point, radius: float) -> Iterator[Point]:
    """Left and right, then behind or in front of a lamp, then before a house's walls, then farther out."""
    room = lay.room
    aside = (HOUSE_WIDE / 2 - 4) * lay.unit if place.house else 8 * lay.unit
    rows = (0.55, 2.25, 3.95) if place.house else (0.55, -1.1, 2.25, -2.8)
    steps = [aside + radius * (0.75 + 1.85 * column) for column in range(4)]
    grids = (steps[:2], rows), ((0.0, 0.5 * aside), (1.4, 2.8)), (steps[2:], rows), (steps, FARTHER)
    left, right, low, high = room.x + radius, room.right - radius, room.y + radius, room.top + radius
    for up, column in ((up, column) for columns, ups in grids for up in ups for column in columns):
        y = spot[1] + radius * up
        for sign in (-1, 1) if column else (1,):
            x = spot[0] + sign * column
            if left <= x <= right and low <= y <= high:
                yield x, y


def _hidden(radius: float, point: Point, names: list[Box], *taken: list[Point]) -> float:
    """How far a token reaches over names and other tokens, in pixels."""
    px, py = point
    hidden = 0.0
    for x, y in chain(*taken):
        hidden += max(0.0, 1.6 * radius - hypot(px - x, py - y))
    near = 0.9 * radius
    for left, low, wide, high in names:
        if left - near < px < left + wide + near and low - near < py < low + high + near:
            hidden += min(px - left + near, left + wide + near - px, py - low + near, low + high + near - py)
    return hidden


def _astray(point: Point, spot: Point, others: Collection[Point]) -> float:
    """How much nearer a token stands to another place than to its own, in pixels."""
    px, py = point
    nearest_other = min((hypot(px - x, py - y) for x, y in others), default=1e6)
    return max(0.0, hypot(px - spot[0], py - spot[1]) - nearest_other)


def rows(lay: TownLayout, count: int, side: int) -> list[Point]:
    """Line up characters without a place at the bottom: spring (-1) left, winter (1) right."""
    radius, room = lay.token, lay.room
    step = min(2.15 * radius, (room.width / 2 - 14 * lay.dp) / max(1, count))
    start = room.x + 10 * lay.dp + radius if side < 0 else room.right - 10 * lay.dp - radius
    return [(start - side * step * number, room.y + radius + 4 * lay.dp) for number in range(count)]


def foot(lay_dp: float) -> float:
    return 38.0 * lay_dp


def nearest(spots: dict[str, Point], at: Point, reach: float) -> str | None:
    """The closest place within reach of a touch; a house stands above its foot."""
    far = {key: hypot(at[0] - x, (at[1] - y) * (0.7 if at[1] > y else 1.0)) for key, (x, y) in spots.items()}
    key = min(far, key=far.__getitem__, default=None)
    return key if key is not None and far[key] <= reach else None
