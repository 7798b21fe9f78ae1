"""Maps hexes to the screen and back, without Kivy so it can be tested without a window.

World coordinates: hexes of side `SIDE` in dp times screen density, the Trading Post at the origin, y upwards.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from math import cos, dist, hypot, inf, pi, sin, sqrt

from companion.games.windward.board.hexes import Hex

Point = tuple[float, float]

SIDE = 35.5
"""Side of a hex in the artwork, in dp."""
TALL = sqrt(3)
RIM = 1.065
"""The planet's radius relative to the outer edge of a corner."""
NUMBERS_AT = 1.055
TAP_HIGH = 57.0
"""Height of a hex for easy tapping, in dp."""
LEAST_HIGH = 48.0
"""Minimum height if that fits all allowed spaces without dragging."""
FEW = 12
TAP_WITHIN = 32.0
"""How far from an allowed space a touch may land, in dp."""


def swung(space: Hex, sixths: int) -> Hex:
    """Rotate a hex with the map.

    >>> swung(Hex(0, 2), 1), swung(Hex(0, 2), 6)
    (Hex(q=2, r=0), Hex(q=0, r=2))
    """
    q, r = space
    for _ in range(sixths % 6):
        q, r = q + r, -q
    return Hex(q, r)


@dataclass(frozen=True)
class Geometry:
    """Where hexes lie: their side in pixels, and the map's rotation in sixths clockwise. Each stage has its own."""

    turn: int = 0
    side: float = SIDE

    def spot(self, space: Hex) -> Point:
        q, r = swung(space, self.turn) if self.turn else space
        return 1.5 * self.side * q, TALL * self.side * (r + q / 2)

    def hex_at(self, point: Point) -> Hex:
        """The hex under a point.

        >>> Geometry(2).hex_at(Geometry(2).spot(Hex(3, -2)))
        Hex(q=3, r=-2)
        """
        q = point[0] / (1.5 * self.side)
        r = point[1] / (TALL * self.side) - q / 2
        whole = [round(q), round(r), round(-q - r)]
        errors = [abs(near - value) for near, value in zip(whole, (q, r, -q - r), strict=True)]
        if errors[0] == max(errors):
            whole[0] = -whole[1] - whole[2]
        elif errors[1] == max(errors):
            whole[1] = -whole[0] - whole[2]
        return swung(Hex(whole[0], whole[1]), -self.turn)

    def angle_of(self, direction: int) -> float:
        """Angle of a direction in degrees anticlockwise from the right; direction 1 is 90 on an unturned map."""
        return 90.0 - 60.0 * (direction - 1 + self.turn)

    def towards(self, direction: int, far: float) -> Point:
        turn = self.angle_of(direction) * pi / 180
        return far * cos(turn), far * sin(turn)

    def beside(self, space: Hex, across: float, up: float) -> Point:
        """A point off the centre of a hex, in hex sides."""
        x, y = self.spot(space)
        return x + across * self.side, y + up * self.side

    def edge_of(self, space: Hex, direction: int) -> tuple[Point, Point]:
        first = (2 - direction - self.turn) % 6
        one, other = (self.beside(space, cos(corner * pi / 3), sin(corner * pi / 3)) for corner in (first, first + 1))
        return one, other

    def reach_out(self, radius: int) -> float:
        return (radius + 0.5) * TALL * self.side

    def box_of(self, spaces: Iterable[Hex]) -> tuple[float, float, float, float]:
        spots = [self.spot(space) for space in spaces] or [(0.0, 0.0)]
        half = TALL * self.side / 2
        return (min(x for x, _ in spots) - self.side, min(y for _, y in spots) - half,
                max(x for x, _ in spots) + self.side, max(y for _, y in spots) + half)


@dataclass(frozen=True)
class Window:
    """The uncovered part of the stage in pixels; `radius` is the planet's, in hexes."""

    x: float
    y: float
    width: float
    height: float
    radius: int = 5
    grid: Geometry = Geometry()

    @property
    def dp(self) -> float:
        return self.grid.side / SIDE

    @property
    def center(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def rim(self) -> float:
        return RIM * self.grid.reach_out(self.radius)

    @property
    def whole(self) -> float:
        far, disc = NUMBERS_AT * self.grid.reach_out(self.radius), 19 * self.dp
        return max(0.05, min((self.height / 2 - disc) / far, (self.width / 2 - disc) / (far * cos(pi / 6))))

    @property
    def tap(self) -> float:
        return TAP_HIGH / (TALL * SIDE)

    def above(self, strip: float) -> "Window":
        """Leave out the bottom strip with its buttons, unless the window is too low."""
        return replace(self, y=self.y + strip, height=self.height - strip) if self.height > 2.6 * strip else self

    @property
    def most(self) -> float:
        return max(1.8, 1.6 * self.whole)


@dataclass(frozen=True)
class Camera:
    x: float = 0.0
    y: float = 0.0
    zoom: float = 1.0

    def to_screen(self, window: Window, point: Point) -> Point:
        x, y = window.center
        return x + (point[0] - self.x) * self.zoom, y + (point[1] - self.y) * self.zoom

    def to_world(self, window: Window, point: Point) -> Point:
        x, y = window.center
        return self.x + (point[0] - x) / self.zoom, self.y + (point[1] - y) / self.zoom

    def seen_in(self, part: Window, window: Window) -> "Camera":
        """The same view, centred on the whole window instead of a part."""
        (x, y), (part_x, part_y) = window.center, part.center
        return Camera(self.x + (x - part_x) / self.zoom, self.y + (y - part_y) / self.zoom, self.zoom)

    def held(self, window: Window) -> "Camera":
        zoom = max(window.whole, min(window.most, self.zoom))
        far = NUMBERS_AT * window.grid.reach_out(window.radius) + 20 * window.dp
        wide = max(0.0, far - window.width / 2 / zoom)
        high = max(0.0, far - window.height / 2 / zoom)
        return Camera(max(-wide, min(wide, self.x)), max(-high, min(high, self.y)), zoom)

    def moved(self, window: Window, by: Point) -> "Camera":
        return replace(self, x=self.x - by[0] / self.zoom, y=self.y - by[1] / self.zoom).held(window)

    def grown(self, window: Window, factor: float, about: Point) -> "Camera":
        """Zoom, keeping the screen point `about` fixed."""
        x, y = self.to_world(window, about)
        zoom = max(window.whole, min(window.most, self.zoom * factor))
        middle = window.center
        return Camera(x - (about[0] - middle[0]) / zoom, y - (about[1] - middle[1]) / zoom, zoom).held(window)

    def is_whole(self, window: Window) -> bool:
        return self.zoom <= window.whole * 1.06

    def sees(self, window: Window, box: tuple[float, float, float, float]) -> bool:
        left, low = self.to_screen(window, box[:2])
        right, top = self.to_screen(window, box[2:])
        return (left >= window.x - 1 and right <= window.x + window.width + 1
                and low >= window.y - 1 and top <= window.y + window.height + 1)


def whole(window: Window) -> Camera:
    return Camera(0.0, 0.0, window.whole)


def on_places(window: Window, allowed: Iterable[Hex], start: Hex | None) -> Camera:
    """Show all allowed spaces large enough to tap; if they don't fit and lie close, centre on the start."""
    spaces = list(allowed)
    if window.whole >= window.tap or not spaces:
        return whole(window)
    left, low, right, top = window.grid.box_of([*spaces, *([start] if start is not None else [])])
    fits = min(window.width / (right - left), window.height / (top - low))
    least = window.tap * LEAST_HIGH / TAP_HIGH
    if fits < least and apart(window, spaces) * max(fits, window.whole) >= LEAST_HIGH * window.dp * 0.75:
        return whole(window) if fits <= window.whole else Camera((left + right) / 2, (low + top) / 2, fits).held(window)
    zoom = min(fits, window.tap * 1.2) if fits >= least else window.tap
    x, y = (left + right) / 2, (low + top) / 2
    if fits < least and start is not None:
        edge = 1.4 * window.grid.side  # room for the corner widgets
        x, y = _near(window.grid.spot(start), (left - edge, low - edge, right + edge, top + edge), window, zoom)
    return Camera(x, y, zoom).held(window)


def apart(window: Window, spaces: list[Hex]) -> float:
    """How far the two nearest of a few spaces are from each other; many count as close."""
    spots = [window.grid.spot(space) for space in spaces]
    return min([dist(one, other) for one, other in combinations(spots, 2)], default=inf) if len(spots) <= FEW else 0.0


def _near(point: Point, box: tuple[float, float, float, float], window: Window, zoom: float) -> Point:
    """Move the point inwards so that no space outside the box is wasted."""
    wide, high = window.width / 2 / zoom, window.height / 2 / zoom
    x = max(box[0] + wide, min(box[2] - wide, point[0])) if box[2] - box[0] > 2 * wide else (box[0] + box[2]) / 2
    y = max(box[1] + high, min(box[3] - high, point[1])) if box[3] - box[1] > 2 * high else (box[1] + box[3]) / 2
    return x, y


def on_way(window: Window, camera: Camera, path: Iterable[Hex]) -> Camera:
    """Keep the camera if it shows the path, else move and zoom out as needed."""
    box = window.grid.box_of(path)
    if camera.sees(window, box):
        return camera
    wide, high = box[2] - box[0], box[3] - box[1]
    zoom = min(camera.zoom, window.width / wide, window.height / high)
    x = _into(camera.x, box[0], box[2], window.width / 2 / zoom)
    y = _into(camera.y, box[1], box[3], window.height / 2 / zoom)
    return Camera(x, y, zoom).held(window)


def _into(at: float, low: float, high: float, half: float) -> float:
    """The position nearest to `at` that has both ends within `half`."""
    return max(high - half, min(low + half, at))


def nearest(camera: Camera, window: Window, touch: Point, allowed: Iterable[Hex]) -> Hex | None:
    """The allowed space under the touch, or the nearest within reach."""
    spots = [(space, camera.to_screen(window, window.grid.spot(space))) for space in allowed]
    if not spots:
        return None
    space, (x, y) = min(spots, key=lambda one: hypot(one[1][0] - touch[0], one[1][1] - touch[1]))
    under = window.grid.hex_at(camera.to_world(window, touch))
    far = hypot(x - touch[0], y - touch[1])
    return space if under == space or far <= TAP_WITHIN * window.dp else None
