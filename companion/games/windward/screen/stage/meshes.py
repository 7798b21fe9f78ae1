"""Shapes of Windward's map, and the light on them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil, cos, dist, hypot, pi, sin
from random import Random
from typing import TYPE_CHECKING, Any

from kivy.graphics import (
    Color,
    Fbo,
    InstructionGroup,
    Mesh,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Scale,
    Translate,
)
from kivy.graphics.texture import Texture
from kivy.metrics import dp

from companion.games.windward.board.hexes import Hex
from companion.games.windward.screen.stage.camera import SIDE
from companion.ui.drawing.art import (
    QUAD,
    TEXTURED,
    art,
    between_points,
    gradient,
    group_in,
    indices_of,
    soft_disc,
    tinted,
)
from companion.ui.drawing.letters import drawn
from companion.ui.drawing.stage import Room
from companion.ui.stages.camera import Point
from companion.ui.theme import tokens

if TYPE_CHECKING:
    from companion.games.windward.screen.stage.board import Baked


DUSK, EDGE = 0.9, 18.0
INSIDE = 0.95
"""Part of a hex that is lit."""


@dataclass(frozen=True)
class Light:
    """Tints by colour and strength, outlines, and how far to dim the rest."""

    tints: tuple[tuple[str, float, tuple[Hex, ...]], ...] = ()
    outlined: tuple[Hex, ...] = ()
    dim: float = 0.0


DARK = Light()


class Lamp:
    """A lit map in a texture, so that many lit hexes cost nothing per frame.

    Its Fbo is reused for other lights and for maps that fit, because creating one takes a whole frame.
    """

    def __init__(self, layer: InstructionGroup, pixels: int) -> None:
        self.pixels, self._zoom = pixels, 0.0
        self.baked: Baked | None = None
        self._light: Light | None = None
        self._fbo = Fbo(size=(pixels, pixels))
        layer.clear()
        layer.add(self._fbo)  # drawn next frame, then only after changes
        self._ground = Color(1, 1, 1)
        self._lit = InstructionGroup()
        self._outline = array("f")
        self._edges: dict[Hex, array[float]] = {}
        self.texture: Any = self._fbo.texture

    def take(self, baked: Baked) -> None:
        self.baked, self._light, self._zoom = baked, None, 0.0
        self._fbo.clear()
        half = baked.half
        planet = Rectangle(texture=baked.texture, pos=(-half, -half), size=(2 * half, 2 * half))
        grow, shift = Scale(baked.zoom, baked.zoom, 1), Translate(half, half)
        for step in (PushMatrix(), grow, shift, self._ground, planet, self._lit):
            self._fbo.add(step)
        baked.borders(self._fbo)
        self._fbo.add(PopMatrix())
        self.texture = self._fbo.texture.get_region(0, 0, baked.pixels, baked.pixels)

    def show(self, light: Light, zoom: float) -> None:
        """`zoom` is the screen scale; outlines keep their width at every zoom."""
        zoom, baked = max(0.1, round(zoom, 1)), self.baked
        if baked is None or (light, zoom) == (self._light, self._zoom):
            return
        side, part, width = INSIDE * dp(SIDE), 1 - light.dim, dp(2) / zoom
        if zoom != self._zoom:
            self._edges.clear()
            self._outline = stroked(outlines([(0.0, 0.0)], side), width, baked.zoom)
        self._light, self._zoom = light, zoom
        self._ground.rgb = (part, part, 1 - 0.8 * light.dim)
        self._lit.clear()
        for tint, alpha, spaces in light.tints:
            fields(self._lit, [baked.shown.grid.spot(space) for space in spaces], tint, alpha, side)
        edges = array("f")
        for space in light.outlined:
            edges += self._edge(space, baked.shown.grid.spot(space))
        strokes(self._lit, edges, tokens.LIT, width, baked.zoom)

    def _edge(self, space: Hex, at: Point) -> array[float]:
        if space not in self._edges:
            self._edges[space] = moved(self._outline, *at)
        return self._edges[space]


Place = tuple[float, float, float]
"""Centre of a picture, and its rotation in degrees anticlockwise."""

ART, NIGHT = "windward", "#0B1230"
STROKE = (0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4, 4, 5, 6, 5, 7, 6)
HEX = (0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5)
"""Corner indices of a hex's triangles."""


def add_mesh(layer: Any, vertices: array[float], shape: tuple[int, ...], corners: int, tint: str,
             alpha: float, texture: Any = None) -> None:
    """Draw shapes with `corners` corners each in one colour."""
    indices = indices_of(len(vertices) // (4 * corners), shape, corners)
    tinted(layer, tint, Mesh(fmt=TEXTURED, mode="triangles", texture=texture, vertices=vertices or [],
                             indices=indices), alpha)


def pictures(layer: Any, name: str, places: Iterable[Place | Point], grow: float = 1.0, tint: str = "#FFFFFF",
             alpha: float = 1.0) -> None:
    """Draw one of the game's pictures at all these places."""
    wide, high = art(ART).size(name)
    quads(layer, art(ART).texture(name), (wide * grow, high * grow), places, tint, alpha)


def quads(layer: Any, texture: Any, size: Point, places: Iterable[Place | Point], tint: str = "#FFFFFF",
          alpha: float = 1.0) -> None:
    vertices = array("f")
    wide, high = size[0] / 2, size[1] / 2
    u1, v1, u2, v2, u3, v3, u4, v4 = texture.tex_coords
    ax, ay, bx, by = wide, 0.0, 0.0, high  # right and up from the centre
    for place in places:
        x, y = place[0], place[1]
        if len(place) > 2:
            turn = place[2] * pi / 180
            ax, ay, bx, by = wide * cos(turn), wide * sin(turn), -high * sin(turn), high * cos(turn)
        vertices.extend((x - ax - bx, y - ay - by, u1, v1, x + ax - bx, y + ay - by, u2, v2,
                         x + ax + bx, y + ay + by, u3, v3, x - ax + bx, y - ay + by, u4, v4))
    add_mesh(layer, vertices, QUAD, 4, tint, alpha, texture)


def strokes(layer: Any, made: array[float], tint: str, width: float, zoom: float = 1.0,
            alpha: float = 1.0) -> None:
    """Draw `stroked` lines with round ends; `width` in world units, `zoom` in pixels per unit."""
    add_mesh(layer, made, STROKE, 8, tint, alpha, soft_disc(max(3, ceil(width * zoom) + 2)))


def stroked(lines: Iterable[tuple[Point, Point]], width: float, zoom: float = 1.0) -> array[float]:
    vertices = array("f")
    half = (2 + width * zoom) / 2 / zoom  # not half of the disc, which is rounded up
    for (x1, y1), (x2, y2) in lines:
        wide, high = x2 - x1, y2 - y1
        far = hypot(wide, high)
        ux, uy = (half * wide / far, half * high / far) if far else (half, 0.0)
        for x, y, across in ((x1 - ux, y1 - uy, 0.0), (x1, y1, 0.5), (x2, y2, 0.5), (x2 + ux, y2 + uy, 1.0)):
            vertices.extend((x + uy, y - ux, across, 0.0, x - uy, y + ux, across, 1.0))
    return vertices


def moved(made: array[float], x: float, y: float) -> array[float]:
    found = made[:]
    for at in range(0, len(found), 4):
        found[at] += x
        found[at + 1] += y
    return found


def fields(layer: Any, middles: Iterable[Point], tint: str, alpha: float, side: float) -> None:
    """Draw hexes in a plain colour, without a texture: the cheapest way to tint many."""
    vertices = array("f")
    (ax, ay), (bx, by), (cx, cy), (dx, dy), (ex, ey), (fx, fy) = corners((0.0, 0.0), side)
    for x, y in middles:
        vertices.extend((x + ax, y + ay, 0.0, 0.0, x + bx, y + by, 0.0, 0.0, x + cx, y + cy, 0.0, 0.0,
                         x + dx, y + dy, 0.0, 0.0, x + ex, y + ey, 0.0, 0.0, x + fx, y + fy, 0.0, 0.0))
    add_mesh(layer, vertices, HEX, 6, tint, alpha)


def corners(middle: Point, side: float) -> list[Point]:
    x, y = middle
    return [(x + side * cos(part * pi / 3), y + side * sin(part * pi / 3)) for part in range(6)]


def outlines(middles: Iterable[Point], side: float) -> list[tuple[Point, Point]]:
    found: list[tuple[Point, Point]] = []
    for middle in middles:
        points = corners(middle, side)
        found += zip(points, [*points[1:], points[0]], strict=True)
    return found


class Sky:
    """A gradient with stars in three sizes. Dots, because a large texture costs too much."""

    def __init__(self, layer: Any, name: str = "sky", low: float = 0.0) -> None:
        """Below the part `low` of its height there are no stars."""
        self._low = low
        self._ground = Rectangle(texture=gradient(*[(float(at), str(tint)) for at, tint in
                                                    art(ART).layers[name]["stops"]]))
        layer.add(Color(1, 1, 1, 1))
        layer.add(self._ground)
        self._stars = group_in(layer)

    def lay(self, pos: Point, size: Point) -> None:
        """Spread the same stars evenly over a sky of any shape."""
        self._ground.pos, self._ground.size = pos, size
        low, high = pos[1] + self._low * size[1], (1 - self._low) * size[1]
        chance = _scattered(round(size[0] * high / dp(1) ** 2 / 2600))
        places = [(pos[0] + across * size[0], low + up * high) for across, up in chance]
        self._stars.clear()
        stars = ((1.6, 0.6, places[::4]), (2.4, 0.5, places[1::4]), (3.2, 0.7, places[2::12]))
        for size_dp, alpha, some in stars:
            disc = soft_disc(max(4, round(dp(size_dp)) + 2))
            quads(self._stars, disc, (dp(size_dp), dp(size_dp)), some, "#FFF6E0", alpha)


class Veil:
    """Dusk above and below the free room, where bar and echo lie: drag the map to use those spaces."""

    def __init__(self, layer: Any) -> None:
        ramp = Texture.create(size=(1, 4), colorfmt="rgba")
        ramp.blit_buffer(bytes(part for alpha in (0, 230, 255, 255) for part in (255, 255, 255, alpha)),
                         colorfmt="rgba")
        ramp.wrap = "clamp_to_edge"
        self._ink = Color(*tokens.rgba(NIGHT, 0.0))
        self.above, self.below = Rectangle(texture=ramp), Rectangle(texture=ramp)
        self.below.tex_coords = (0, 1, 1, 1, 1, 0, 0, 0)
        for part in (self._ink, self.above, self.below):
            layer.add(part)

    @property
    def shown(self) -> bool:
        return bool(self._ink.a)

    def lay(self, pos: Point, size: Point, room: Room) -> None:
        low, high = room.top - dp(EDGE), room.y + dp(EDGE)
        self.above.pos, self.above.size = (pos[0], low), (size[0], max(0.0, pos[1] + size[1] - low))
        self.below.pos, self.below.size = pos, (size[0], max(0.0, high - pos[1]))

    def show(self, on: bool) -> None:
        self._ink.a = DUSK if on else 0.0


@lru_cache(maxsize=64)
def _scattered(number: int) -> list[Point]:
    random = Random(31)
    return [(random.random(), random.random()) for _ in range(number)]


def ring(layer: Any, place: Point, radius: float, thick: float, zoom: float, tint: str) -> None:
    for step in (PushMatrix(), Translate(*place)):
        layer.add(step)
    for ink, wide in ((NIGHT, thick + 3.0 / zoom), (tint, thick)):
        strokes(layer, _circle(radius, wide, zoom), ink, wide, zoom)
    layer.add(PopMatrix())


@lru_cache(maxsize=32)
def _circle(radius: float, width: float, zoom: float) -> array[float]:
    points = [(radius * cos(part * pi / 36), radius * sin(part * pi / 36)) for part in range(73)]
    return stroked(pairwise(points), width, zoom)


def dots(start: Point, end: Point, gap: float) -> list[tuple[Point, Point]]:
    number = max(1, int(dist(start, end) / gap))
    places = [between_points(start, end, part / number) for part in range(1, number)]
    return [((x, y), (x + 0.01, y)) for x, y in places]


def signs(layer: Any, words: Sequence[tuple[str, Point]], radius: float, px: float, zoom: float, fill: str,
          ink: str, rim: str, thick: float, font: str = tokens.BOLD) -> None:
    """Draw short texts on discs, at screen size; equal texts share a mesh."""
    for tint, half in ((rim, radius + thick), (fill, radius)) if words else ():
        across = max(4, ceil(2 * half * zoom) + 2)
        side = across / zoom * (2 * half * zoom / (across - 2))
        quads(layer, soft_disc(across), (side, side), [place for _, place in words], tint)
    by_text: dict[str, list[Point]] = {}
    for text, place in words:
        by_text.setdefault(text, []).append(place)
    for text, places in by_text.items():
        size, line = max(4.0, round(px * zoom, 1)), max(4.0, px * zoom * 1.2)
        label = drawn(text, font, size, line, None, "left", False)
        wide, high = label.texture.size
        middles = [(x, y - label.below / 2 / zoom) for x, y in places]
        quads(layer, label.texture, (wide / zoom, high / zoom), middles, ink)
