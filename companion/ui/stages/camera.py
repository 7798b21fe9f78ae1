"""What a stage shows of its board: a camera over the board's own coordinates. It needs no Kivy.

*World* coordinates are the board's own, y upwards; *screen* coordinates are the window's pixels.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import dist, inf
from typing import Self

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, bottom, right and top."""

TAP_HIGH = 57.0
"""Height of a space for easy tapping, in dp."""
LEAST_HIGH = 48.0
"""Minimum height if that fits all allowed spaces without dragging."""
FEW = 12
"""Above so many spaces, some count as close to each other."""
CLOSEST = 4.0


@dataclass(frozen=True)
class Window:
    """The uncovered part of a stage in pixels. A board with its own coordinates overrides the properties."""

    x: float
    y: float
    width: float
    height: float

    @property
    def center(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def dp(self) -> float:
        return 1.0

    @property
    def edges(self) -> Box:
        """The part of the world that the camera stays in."""
        return self.x, self.y, self.x + self.width, self.y + self.height

    @property
    def space(self) -> Point:
        """Half the width and height of a space, in the world."""
        return 0.0, 0.0

    @property
    def whole(self) -> float:
        """The zoom that shows everything."""
        return 1.0

    @property
    def most(self) -> float:
        """The largest zoom."""
        return CLOSEST

    @property
    def tap(self) -> float:
        """The zoom at which spaces are easy to tap."""
        return TAP_HIGH * self.dp / (2 * self.space[1]) if self.space[1] else self.whole

    @property
    def least(self) -> float:
        """The zoom at which spaces are just high enough to tap."""
        return self.tap * LEAST_HIGH / TAP_HIGH

    def above(self, strip: float) -> Self:
        """Leave out the bottom strip with its buttons, unless the window is too low."""
        if self.height <= 2.6 * strip:
            return self
        return replace(self, y=self.y + strip, height=self.height - strip)

    def between(self, left: float, right: float) -> Self:
        """Leave out a strip on each side."""
        return replace(self, x=self.x + left, width=max(1.0, self.width - left - right))

    def box_of(self, spots: Sequence[Point]) -> Box:
        """The part of the world that these spaces fill."""
        wide, high = self.space
        return (min(x for x, _ in spots) - wide, min(y for _, y in spots) - high,
                max(x for x, _ in spots) + wide, max(y for _, y in spots) + high)


@dataclass(frozen=True)
class Camera:
    """The world point in the middle of the window, and the pixels per unit of the world."""

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
        """The nearest camera that shows nothing beyond the edges, if the board is larger than the window."""
        zoom = max(window.whole, min(window.most, self.zoom))
        left, low, right, top = window.edges
        return Camera(_within(self.x, left, right, window.width / 2 / zoom),
                      _within(self.y, low, top, window.height / 2 / zoom), zoom)

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

    def sees(self, window: Window, box: Box) -> bool:
        left, low = self.to_screen(window, box[:2])
        right, top = self.to_screen(window, box[2:])
        return (left >= window.x - 1 and right <= window.x + window.width + 1
                and low >= window.y - 1 and top <= window.y + window.height + 1)


def whole(window: Window) -> Camera:
    left, low, right, top = window.edges
    return Camera((left + right) / 2, (low + top) / 2, window.whole)


def on_spots(window: Window, spots: Sequence[Point], start: Point | None) -> Camera:
    """Show all these spaces large enough to tap; if they don't fit and lie close, centre on the start."""
    if window.whole >= window.tap or not spots:
        return whole(window)
    box = window.box_of([*spots, *([start] if start is not None else [])])
    left, low, right, top = box
    fits = min(window.width / (right - left), window.height / (top - low))
    x, y = (left + right) / 2, (low + top) / 2
    if fits >= window.least:
        return Camera(x, y, min(fits, window.tap * 1.2)).held(window)
    if are_apart(window, spots, max(fits, window.whole)):
        return whole(window) if fits <= window.whole else Camera(x, y, fits).held(window)
    if start is not None:
        edge = 1.4 * window.space[0]  # room for the corner widgets
        x, y = _near(start, (left - edge, low - edge, right + edge, top + edge), window, window.tap)
    return Camera(x, y, window.tap).held(window)


def on_all(window: Window, parts: Sequence[Window], spots: Sequence[Point]) -> Camera:
    """Show all these spaces, as large as one of these uncovered parts of the window allows."""
    def seen_in(part: Window) -> Camera:
        left, low, right, top = window.box_of(spots)
        zoom = min(part.width / (right - left), part.height / (top - low), window.tap * 1.2)
        return Camera((left + right) / 2, (low + top) / 2, zoom).seen_in(part, window)

    best = max(map(seen_in, parts), key=lambda camera: camera.zoom)
    return whole(window) if best.zoom <= window.whole else best


def are_apart(window: Window, spots: Sequence[Point], zoom: float) -> bool:
    """Whether a finger can't take one of these spaces for another."""
    return apart(spots) * zoom >= LEAST_HIGH * window.dp * 0.75


def apart(spots: Sequence[Point]) -> float:
    """How far the two nearest of a few spaces are from each other; many count as close."""
    if len(spots) > FEW:
        return 0.0
    return min([dist(one, other) for one, other in combinations(spots, 2)], default=inf)


def on_way(window: Window, camera: Camera, spots: Sequence[Point]) -> Camera:
    """Keep the camera if it shows these spaces, else move and zoom out as needed."""
    box = window.box_of(spots)
    if camera.sees(window, box):
        return camera
    wide, high = box[2] - box[0], box[3] - box[1]
    zoom = min(camera.zoom, window.width / wide, window.height / high)
    x = _into(camera.x, box[0], box[2], window.width / 2 / zoom)
    y = _into(camera.y, box[1], box[3], window.height / 2 / zoom)
    return Camera(x, y, zoom).held(window)


def _near(point: Point, box: Box, window: Window, zoom: float) -> Point:
    """Move the point inwards so that no space outside the box is wasted."""
    return (_within(point[0], box[0], box[2], window.width / 2 / zoom),
            _within(point[1], box[1], box[3], window.height / 2 / zoom))


def _within(at: float, low: float, high: float, half: float) -> float:
    """The position nearest to `at` that has `half` of room to both ends, or their middle."""
    if high - low <= 2 * half:
        return (low + high) / 2
    return max(low + half, min(high - half, at))


def _into(at: float, low: float, high: float, half: float) -> float:
    """The position nearest to `at` that has both ends within `half`."""
    return max(high - half, min(low + half, at))
