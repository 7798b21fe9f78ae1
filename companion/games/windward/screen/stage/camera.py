"""Maps hexes to the screen and back, without Kivy so it can be tested without a window.

World coordinates: hexes of side `SIDE` in dp times screen density, the Trading Post at the origin, y upwards.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, dist, pi, sin, sqrt

from companion.games.windward.board.hexes import Hex
from companion.ui.stages import camera
from companion.ui.stages.camera import Camera, Point, whole

SIDE = 35.5
"""Side of a hex in the artwork, in dp."""
TALL = sqrt(3)
RIM = 1.065
"""The planet's radius relative to the outer edge of a corner."""
NUMBERS_AT = 1.055
ALMOST = 1.6
"""Up to this much larger, the whole planet is shown instead."""
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
    """Where hexes lie: their side in pixels, and the map's rotation in sixths clockwise."""

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
        """Degrees anticlockwise from the right; direction 1 is 90 on an unturned map."""
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
        one, other = first * pi / 3, (first + 1) * pi / 3
        return self.beside(space, cos(one), sin(one)), self.beside(space, cos(other), sin(other))

    def reach_out(self, radius: int) -> float:
        return (radius + 0.5) * TALL * self.side


@dataclass(frozen=True)
class Window(camera.Window):
    """The uncovered part of the stage in pixels; `radius` is the planet's, in hexes."""

    radius: int = 5
    grid: Geometry = Geometry()

    @property
    def dp(self) -> float:
        return self.grid.side / SIDE

    @property
    def rim(self) -> float:
        return RIM * self.grid.reach_out(self.radius)

    @property
    def edges(self) -> camera.Box:
        far = NUMBERS_AT * self.grid.reach_out(self.radius) + 20 * self.dp
        return -far, -far, far, far

    @property
    def space(self) -> Point:
        return self.grid.side, TALL * self.grid.side / 2

    @property
    def whole(self) -> float:
        far, disc = NUMBERS_AT * self.grid.reach_out(self.radius), 19 * self.dp
        return max(0.05, min((self.height / 2 - disc) / far, (self.width / 2 - disc) / (far * cos(pi / 6))))

    @property
    def most(self) -> float:
        return max(1.8, 1.6 * self.whole)


Corners = tuple[float, float, float]
"""The wind's height and width, and the small map's width."""


def on_places(window: Window, allowed: Iterable[Hex], start: Hex | None,
              corners: Corners = (0.0, 0.0, 0.0)) -> Camera:
    """Show all allowed spaces large enough to tap, and free of the corners; else centre on the start."""
    spots = [window.grid.spot(space) for space in allowed]
    first = None if start is None else window.grid.spot(start)
    seen = camera.on_spots(window, spots, first)
    everything = spots if first is None else [*spots, first]
    free = camera.on_all(window, _clear_of(window, corners), everything) if spots else seen
    if free.zoom >= window.least or camera.are_apart(window, spots, free.zoom):
        seen = free
    tappable = window.whole >= window.least or camera.are_apart(window, spots, window.whole)
    # only a little larger, the planet would lose its numbers to the corners
    return whole(window) if tappable and seen.zoom < ALMOST * window.whole else seen


def on_flight(window: Window, spaces: Iterable[Hex], corners: Corners) -> Camera:
    """Show all spaces free of the corners."""
    seen = camera.on_all(window, _clear_of(window, corners), [window.grid.spot(space) for space in spaces])
    return whole(window) if window.whole >= window.least and seen.zoom < ALMOST * window.whole else seen


def _clear_of(window: Window, corners: Corners) -> list[camera.Window]:
    """The parts of the window between and above the corners."""
    high, left, right = corners
    parts: list[camera.Window] = [window.between(left, right)]
    if (above := window.above(high)) != window:
        parts.append(above)
    return parts


def on_path(window: Window, seen: Camera, path: Iterable[Hex]) -> Camera:
    """Keep the camera if it shows the path, else move and zoom out as needed."""
    return camera.on_way(window, seen, [window.grid.spot(space) for space in path])


def nearest(seen: Camera, window: Window, touch: Point, allowed: Iterable[Hex]) -> Hex | None:
    """The allowed space under the touch, or the nearest within reach."""
    spots = [(space, seen.to_screen(window, window.grid.spot(space))) for space in allowed]
    if not spots:
        return None
    space, at = min(spots, key=lambda one: dist(one[1], touch))
    under = window.grid.hex_at(seen.to_world(window, touch))
    return space if under == space or dist(at, touch) <= TAP_WITHIN * window.dp else None
