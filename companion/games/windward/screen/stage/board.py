"""The planet, baked into one texture per map and size, with clouds, flag and numbers on top."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache, partial
from math import cos, pi, sin
from random import Random
from typing import Any

from kivy.graphics import (
    ClearBuffers,
    ClearColor,
    Color,
    Ellipse,
    Fbo,
    InstructionGroup,
    Mesh,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Rotate,
    Scale,
    Translate,
)
from kivy.metrics import dp

from companion.games.windward.board.hexes import DIRECTIONS, step
from companion.games.windward.board.planet import NUMBERS, Planet
from companion.games.windward.planet_map import PRINTED, WIND
from companion.games.windward.screen.stage.camera import NUMBERS_AT, RIM, SIDE, Geometry
from companion.games.windward.screen.stage.meshes import (
    ART,
    DARK,
    NIGHT,
    Lamp,
    Light,
    pictures,
    signs,
    stroked,
    strokes,
)
from companion.ui.drawing.art import TEXTURED, Motion, Sprite, art, between, group_in, soft_disc, tinted
from companion.ui.speed.idle import idle
from companion.ui.stages.camera import Point
from companion.ui.theme import tokens

BAKED = 0.97
"""Part of the planet's radius in the baked texture; only air and stars lie beyond."""
MOST_PIXELS = 2048
CLOUDS, SPEED = 12, 12.0
FAR, CACHED = (0.25, 0.5), 3
"""Zooms that fit the planet on a phone above high and low panels; number of cached textures."""
CREAM, CASING = "#FFE9BC", "#1A1330"
SIGN = 1.16  # how much larger than drawn


@dataclass(frozen=True)
class PrintedMap:
    """The printed planet, and which territories have a tile yet."""

    planet: Planet
    grid: Geometry
    known: frozenset[int] = frozenset(NUMBERS)
    letters: tuple[tuple[int, str], ...] = ()
    """Territory and letter during layout."""

    @property
    def rim(self) -> float:
        return RIM * self.grid.reach_out(self.planet.radius)


class Baked:
    def __init__(self, shown: PrintedMap, level: int, grounds: dict[int, Fbo]) -> None:
        """`level` is the zoom in quarters; `grounds` are Fbos by size to reuse, as creating one is slow."""
        self.shown, self.key, self.half = shown, (shown, level), BAKED * shown.rim
        self.pixels = pixels_of(shown, level)
        self.zoom = self.pixels / (2 * self.half)
        self.fbo = grounds.pop(self.pixels, None) or Fbo(size=(self.pixels, self.pixels))
        self.draw()

    @property
    def texture(self) -> Any:
        return self.fbo.texture

    def draw(self) -> None:
        fbo = self.fbo
        fbo.clear()
        with fbo:
            ClearColor(0.05, 0.07, 0.16, 1)
            ClearBuffers()
        for part in (PushMatrix(), Scale(self.zoom, self.zoom, 1), Translate(self.half, self.half)):
            fbo.add(part)
        self._planet()
        self._hexes()
        self._signs()
        self.borders(fbo)
        pictures(fbo, "post", [(0.0, 0.0)])
        middles = [(letter, middle_of(self.shown, number)) for number, letter in self.shown.letters]
        signs(fbo, middles, dp(26), dp(28), self.zoom, NIGHT, "#FFFFFF", CREAM, dp(2.5))
        fbo.add(PopMatrix())
        fbo.draw()

    def _planet(self) -> None:
        wide = art(ART).size("planet")[0] * self.shown.rim / dp(art(ART).layers["planet"]["radius"])
        tinted(self.fbo, "#FFFFFF", Rectangle(texture=art(ART).texture("planet"), pos=(-wide / 2, -wide / 2),
                                              size=(wide, wide)))

    def _hexes(self) -> None:
        planet, spot = self.shown.planet, self.shown.grid.spot
        for turn, alpha in ((0, 0.13), (1, 0.30)):
            spots = [spot(space) for space in planet.spaces
                     if planet.order.index(planet.territory[space]) % 2 == turn]
            hexes(self.fbo, "hex", spots, NIGHT, alpha)
        hexes(self.fbo, "hex_edge", [spot(space) for space in planet.spaces], "#FFF7E0", 0.30)

    def _signs(self) -> None:
        planet, grid = self.shown.planet, self.shown.grid
        seen = [space for space in planet.spaces if planet.territory[space] in self.shown.known]
        corners = [(*grid.spot(planet.corner[number]), grid.angle_of(planet.wind_direction(number)) - 90)
                   for number in NUMBERS]
        pictures(self.fbo, "terrain_corner", corners, SIGN)
        for terrain, name in PRINTED.items():
            spots = [grid.spot(space) for space in seen if planet.terrain[space] is terrain]
            pictures(self.fbo, name, spots, SIGN)

    def borders(self, layer: Any) -> None:
        """Keeps its screen width at every zoom."""
        for tint, dps in ((CASING, 6.0), (CREAM, 3.0)):
            width = dp(dps) / max(0.75, self.zoom)
            made = _bordered(self.shown.planet, width, self.zoom, self.shown.grid)
            strokes(layer, made, tint, width, self.zoom)


def pixels_of(shown: PrintedMap, level: int) -> int:
    return max(64, min(MOST_PIXELS, round(2 * BAKED * shown.rim * level / 4)))


def hexes(layer: Any, name: str, places: Iterable[Point], tint: str, alpha: float,
          side: float = 0.95) -> None:
    """Draw a hex picture the size of a space; `side` 1 fills it to the edges."""
    pictures(layer, name, places, side * SIDE / art(ART).layers["hex"]["side"], tint, alpha)


@lru_cache(maxsize=8)
def _bordered(planet: Planet, width: float, zoom: float, grid: Geometry) -> array[float]:
    return stroked(borders(planet, grid), width, zoom)


@lru_cache(maxsize=8)
def borders(planet: Planet, grid: Geometry) -> list[tuple[Point, Point]]:
    """Edges between territories and round the planet."""
    found = []
    for space in planet.spaces:
        mine = planet.territory[space]
        for direction in DIRECTIONS:
            theirs = planet.territory.get(step(space, direction))
            if mine != theirs and (theirs is None or mine < theirs):
                found.append(grid.edge_of(space, direction))
    return found


def middle_of(shown: PrintedMap, number: int) -> Point:
    planet = shown.planet
    spots = [shown.grid.spot(space) for space in planet.spaces if planet.territory[space] == number]
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


def _level(zoom: float) -> int:
    return max(1, min(8, round(zoom * 4)))


class Board:
    """Air, planet, clouds and flag in world coordinates; the stage has the camera."""

    def __init__(self, world: Any, motion: Motion) -> None:
        pictures = art(ART)
        self._motion = motion
        self._cached: dict[tuple[PrintedMap, int], Baked] = {}
        self._grounds: dict[int, Fbo] = {}
        """Discarded Fbos, for reuse."""
        self.shown: PrintedMap | None = None
        self._air = Mesh(fmt=TEXTURED, mode="triangle_strip", texture=pictures.texture("planet"))
        self.now: Baked | None = None
        self.lamp: Lamp | None = None
        self._light, self._zoom = DARK, 1.0
        self._lamps = InstructionGroup()
        self.disc = Ellipse(segments=180)
        for part in (self._lamps, Color(1, 1, 1, 1), self._air, self.disc):
            world.add(part)
        self._clouds = Clouds(world)
        motion.loop(self._clouds.drift)

    def show(self, shown: PrintedMap, zoom: float) -> None:
        """Show this map, sharp at this zoom. Call `light` again afterwards.

        Baking is slow, so another texture stands in for a moment if there is one.
        """
        old, self.shown, self._zoom = self.shown, shown, zoom
        self.now = self._cached.get((shown, _level(zoom))) or self._stand_in(shown) or self._bake(shown, zoom)
        if self.now.key != (shown, _level(zoom)):
            idle.first([partial(self._bake, shown, zoom), partial(self._sharpen, shown, zoom)])
        if self._light == DARK:
            self.disc.texture = self.now.texture
        if old is None or old.rim != shown.rim:
            self._lay(shown, self.now.half)

    def _stand_in(self, shown: PrintedMap) -> Baked | None:
        """The same map at another zoom, or the previous map. None without motion: that draws one frame."""
        if self.now is None or self.now.shown.rim != shown.rim or not self._motion.may_move:
            return None
        return next((baked for (one, _), baked in reversed(self._cached.items()) if one == shown), self.now)

    def _sharpen(self, shown: PrintedMap, zoom: float) -> None:
        if (shown, zoom) == (self.shown, self._zoom):
            self.now = self._bake(shown, zoom)
            self.light(self._light)

    def prepare(self, shown: PrintedMap, near: float) -> None:
        """When idle, bake this map at other zooms and light the near one."""
        for zoom in (*FAR, near):
            idle.later(partial(self._make_ground, shown, zoom))
            idle.later(partial(self._prefetch, shown, zoom))
        idle.later(partial(self._prefetch, shown, near, lit=True))

    def _make_ground(self, shown: PrintedMap, zoom: float) -> None:
        """Create the Fbo in a separate frame unless one can be reused, because baking is slow too."""
        pixels = pixels_of(shown, _level(zoom))
        if not self._wanted(shown) or (shown, _level(zoom)) in self._cached:
            return
        for other in [key for key in self._cached if key[0] != shown]:
            self._forget(self._cached.pop(other))
        if pixels not in self._grounds:
            self._grounds[pixels] = Fbo(size=(pixels, pixels))

    def _wanted(self, shown: PrintedMap) -> bool:
        return shown == self.shown and self._light == DARK

    def _prefetch(self, shown: PrintedMap, zoom: float, *, lit: bool = False) -> None:
        if not self._wanted(shown):
            return
        baked = self._bake(shown, zoom)
        if lit:
            self._lamp_on(baked).show(Light(((tokens.LIT, 0.4, shown.planet.spaces[:1]),)), zoom)

    def _lamp_on(self, baked: Baked) -> Lamp:
        if self.lamp is None or self.lamp.pixels < baked.pixels:
            self.lamp = Lamp(self._lamps, baked.pixels)
        if self.lamp.baked is not baked:
            self.lamp.take(baked)
        return self.lamp

    def _bake(self, shown: PrintedMap, zoom: float) -> Baked:
        key = (shown, _level(zoom))
        baked = self._cached.pop(key, None) or Baked(shown, key[1], self._grounds)
        self._cached[key] = baked
        if len(self._cached) > CACHED:
            self._forget(self._cached.pop(next(iter(self._cached))))
        return baked

    def _forget(self, old: Baked) -> None:
        lit = self.lamp is not None and self.lamp.baked is old and self._light != DARK
        if old is not self.now and not lit:  # not on screen
            self._grounds[old.pixels] = old.fbo

    def _lay(self, shown: PrintedMap, half: float) -> None:
        self._draw_air(shown.rim, 0.97 * half)
        self.disc.pos, self.disc.size = (-half, -half), (2 * half, 2 * half)
        self._clouds.lay(shown.rim)

    def _draw_air(self, rim: float, inner: float) -> None:
        """Draw only the glowing rim; the baked texture hides the rest."""
        pictures = art(ART)
        layer = pictures.layers["planet"]
        outer = rim * layer["size"][0] / 2 / layer["radius"]
        uv = self._air.texture.tex_coords
        vertices: list[float] = []
        for part in range(121):
            turn = part * pi / 60
            for far in (inner, min(outer, 1.085 * rim)):
                x, y = far * cos(turn), far * sin(turn)
                u, v = 0.5 + x / (2 * outer), 0.5 + y / (2 * outer)
                vertices += (x, y, uv[0] + (uv[2] - uv[0]) * u, uv[1] + (uv[5] - uv[1]) * v)
        self._air.vertices, self._air.indices = vertices, list(range(242))

    def light(self, light: Light) -> None:
        """Light these spaces; redraws only if the light or the texture changed."""
        self._light = light
        if self.now is None:
            return
        if light == DARK:
            self.disc.texture = self.now.texture
            return
        lamp = self._lamp_on(self.now)
        lamp.show(light, self._zoom)
        self.disc.texture = lamp.texture

    def blow(self, shown: PrintedMap, wind: int) -> None:
        self._clouds.blow(shown.grid.angle_of(shown.planet.wind_direction(wind)) if wind else None)


class TerritoryNumbers:
    """The six numbers outside the corners, the wind's filled in; same size at every zoom."""

    def __init__(self, layer: Any) -> None:
        self._layer = group_in(layer)
        self._sprites: list[tuple[int, Sprite]] = []
        self._shown: tuple[PrintedMap, int] | None = None

    def show(self, shown: PrintedMap, wind: int) -> None:
        if self._shown == (shown, wind):
            return
        self._shown = (shown, wind)
        self._layer.clear()
        self._sprites = []
        for number in NUMBERS:
            sprite = Sprite(self._layer)
            filled = number == wind
            disc(sprite, dp(14.5), WIND if filled else NIGHT, CREAM, dp(2))
            sprite.add_text(str(number), "RobotoBold", dp(17), tint="#00303A" if filled else "#FFFFFF")
            self._sprites.append((number, sprite))

    def place(self, to_screen: Callable[[Point], Point], scale: float = 1.0) -> None:
        if self._shown is None:
            return
        planet, grid = self._shown[0].planet, self._shown[0].grid
        far = NUMBERS_AT * grid.reach_out(planet.radius)
        for number, sprite in self._sprites:
            x, y = grid.towards(planet.wind_direction(number), far)
            sprite.pos, sprite.scale = to_screen((x, y)), scale


def disc(sprite: Sprite, radius: float, fill: str, rim: str, thick: float) -> None:
    for tint, half in ((rim, radius + thick), (fill, radius)):
        across = round(2 * half) + 2
        sprite.add(soft_disc(across), (across, across), tint=tint)


class Clouds:
    """White streaks drifting with the wind; hidden until the wind is known."""

    def __init__(self, world: Any) -> None:
        self.group = InstructionGroup()
        self._turn = Rotate(angle=0, axis=(0, 0, 1))
        self.group.add(PushMatrix())
        self.group.add(self._turn)
        random, pictures = Random(7), art(ART)
        self._rim, self._blows = 1.0, False
        self._puffs: list[tuple[Color, Rectangle, list[float], float]] = []
        for number in range(CLOUDS):
            ink = Color(1, 1, 1, 0)
            box = Rectangle(texture=pictures.texture(f"cloud_{number % 3 + 1}"))
            grow = random.uniform(0.7, 1.15)
            wide, high = pictures.size("cloud_1")
            box.size = (wide * grow * 0.8, high * grow * 1.25)
            self.group.add(ink)
            self.group.add(box)
            place = [-0.86 + 1.72 * (number + random.uniform(0.2, 0.8)) / CLOUDS, random.uniform(-1, 1)]
            self._puffs.append((ink, box, place, random.uniform(0.22, 0.34)))
        self.group.add(PopMatrix())
        world.add(self.group)

    def lay(self, rim: float) -> None:
        self._rim = rim
        self.drift(0.0)

    def blow(self, angle: float | None) -> None:
        self._blows = angle is not None
        if angle is not None:
            self._turn.angle = angle - 90
        self.drift(0.0)

    def drift(self, passed: float) -> None:
        for ink, box, place, strong in self._puffs:
            if not self._blows:
                ink.a = 0.0
                continue
            half = max(0.12, (1 - place[0] ** 2) ** 0.5)  # half the planet's width on this line
            place[1] += passed * dp(SPEED) / (self._rim * half)
            if place[1] > 1:
                place[1] -= 2
            ink.a = strong * sin((place[1] + 1) / 2 * pi) ** 0.7
            box.pos = (place[0] * self._rim - box.size[0] / 2,
                       place[1] * half * 0.86 * self._rim - box.size[1] / 2)


class Flag:
    def __init__(self, layer: Any, motion: Motion) -> None:
        self._motion = motion
        self.sprite = Sprite(layer)
        self.sprite.add_layer(art(ART), "flag", anchor="foot")
        self.sprite.alpha = 0.0
        self._angle: float | None = None

    def blow(self, angle: float | None) -> None:
        """`angle` is in degrees anticlockwise from straight up."""
        if angle == self._angle:
            return
        old, self._angle = self._angle, angle
        self.sprite.alpha = 0.0 if angle is None else 1.0
        if angle is not None:
            turn_round(self._motion, "flag", angle if old is None else old, angle,
                       lambda now: setattr(self.sprite, "angle", now))


def turn_round(motion: Motion, key: str, old: float, new: float, turn: Callable[[float], None]) -> None:
    """Turn from one angle to another, the shorter way."""
    start = new + (old - new + 180) % 360 - 180
    motion.move(key, 0.6, lambda part: turn(between(start, new, part)), curve="in_out_sine")
