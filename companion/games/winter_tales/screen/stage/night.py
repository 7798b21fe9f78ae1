"""The night over Wintertown: sky, moon, hills, snow on the ground and falling snow."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from random import Random
from typing import Any

from kivy.graphics import (
    ClearBuffers,
    ClearColor,
    Color,
    Fbo,
    InstructionGroup,
    Mesh,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Translate,
)
from kivy.metrics import dp

from companion.games.winter_tales.screen.stage.atlas import Thing, quads, town_sheet
from companion.games.winter_tales.screen.stage.labels import ART, FORMAT
from companion.ui.drawing.art import art, gradient
from companion.ui.drawing.sprites import Backdrop, Motion, Patch, Point, between
from companion.ui.theme import tokens

FLAKES, FALL, ASIDE = 54, 18.0, 6.0  # count, and dp per second down and sideways
STEP = 128
"""Texture heights are multiples of this, in pixels."""
Pixels = tuple[int, int]
DAWN = ((0.0, "#1B2C55"), (0.45, "#6A5B86"), (0.8, "#E39A6B"), (1.0, "#FFD9A0"))


class NightScene:
    """Sky, moon, two hill lines, the ground and its objects; created once, then updated."""

    def __init__(self, layer: Any) -> None:
        pictures = art(ART)
        self._dawn = False
        self._sky, self._stars = Backdrop(layer, pictures, "sky"), Backdrop(layer, pictures, "stars")
        nowhere = (0.0, 0.0)
        self._moon = [(Patch(layer, pictures.texture(name), nowhere, nowhere, "#FFFFFF", 1.0), pictures.size(name))
                      for name in ("moon_glow", "moon")]
        self._hills = [(Backdrop(layer, pictures, name), below)
                       for name, below in (("hills_back", 20), ("hills_mid", 36))]
        self._ground = Backdrop(layer, pictures, "ground")
        self._corner = Translate(0, 0)
        self._things = Mesh(fmt=FORMAT, mode="triangles", texture=town_sheet().texture)
        for part in (Color(1, 1, 1, 1), PushMatrix(), self._corner, self._things, PopMatrix()):
            layer.add(part)

    def show(self, pos: Point, size: Point, horizon: float, moon: Point, moon_size: float, things: Iterable[Thing], *,
             dawn: bool = False) -> None:
        """Horizon and moon are relative to the scene, `things` to the window."""
        wide, high = size
        low = min(horizon - dp(30), high - dp(40))
        self._break_day(dawn)
        self._sky.stretch((0, low), (wide, high - low))
        tall = min(self._stars.natural[1], (high - low) * 0.8)
        self._stars.cover((0, high - tall), (wide, tall))
        for light, natural in self._moon:
            light.put((natural[0] * moon_size, natural[1] * moon_size), moon)
        for hills, below in self._hills:
            hills.span((0, horizon - dp(below)), (wide, hills.natural[1]))
        self._ground.span((0, 0), (wide, max(1.0, horizon + dp(8))))
        self._corner.xy = (-pos[0], -pos[1])
        self._things.vertices, self._things.indices = town_sheet().corners(things)

    def _break_day(self, dawn: bool) -> None:
        if dawn != self._dawn:
            self._dawn = dawn
            self._sky.box.texture = gradient(*DAWN) if dawn else art(ART).texture("sky")
            self._stars.ink.a = 0.35 if dawn else 1.0


Draw = Callable[[NightScene], None]


class Picture:
    """A scene cached in a texture, redrawn in the next frame after a change."""

    def __init__(self, layer: InstructionGroup, ground: Pixels) -> None:
        self.ground = ground
        self._fbo = Fbo(size=ground)
        with self._fbo:
            ClearColor(0, 0, 0, 1)
            ClearBuffers()
        self._scene = NightScene(self._fbo)
        layer.clear()
        layer.add(self._fbo)

    def become(self, pixels: Pixels, draw: Draw) -> Any:
        draw(self._scene)
        return self._fbo.texture.get_region(0, 0, *pixels)


class Still:
    def __init__(self, layer: InstructionGroup) -> None:
        self._layer = InstructionGroup()
        self.ink = Color(1, 1, 1, 1)
        self.box = Rectangle(size=(0, 0))
        for part in (self._layer, self.ink, self.box):
            layer.add(part)
        self._picture: Picture | None = None
        self._shown: tuple[Hashable, Pixels] | None = None
        self._draw: Draw | None = None

    def show(self, key: Hashable, pos: Point, size: Point, draw: Draw) -> None:
        pixels = (max(1, round(size[0])), max(1, round(size[1])))
        self.box.pos, self.box.size = pos, size
        if self._shown != (key, pixels):
            self._shown, self._draw = (key, pixels), draw
            self.make_room(*pixels)

    def make_room(self, wide: int, high: int) -> None:
        """Reuse the texture if it is large enough: creating one can take a whole frame."""
        if self._picture is None or self._picture.ground[0] != wide or self._picture.ground[1] < high:
            self._picture = Picture(self._layer, (wide, -(-high // STEP) * STEP))
        if self._shown is not None and self._shown[1][0] != wide:
            self._shown = None  # rotated meanwhile: redraw when it is shown again
        if self._shown is not None and self._draw is not None:
            self.box.texture = self._picture.become(self._shown[1], self._draw)


class Snow:
    def __init__(self, canvas: Any, motion: Motion) -> None:
        texture = art(ART).texture("flake_1")
        self._corners = texture.tex_coords
        layer = InstructionGroup()
        canvas.add(layer)
        self._meshes = []
        for alpha in (0.5, 0.9):
            layer.add(Color(*tokens.rgba("#EAF2FF", alpha)))
            mesh = Mesh(fmt=FORMAT, mode="triangles", texture=texture)
            layer.add(mesh)
            self._meshes.append(mesh)
        luck = Random(5)
        self._flakes = [(luck.random(), luck.random(), between(1.2, 3.4, luck.random()), number % 2)
                        for number in range(FLAKES)]
        """Start position as a fraction of the stage, size, and far (0) or near (1)."""
        self._passed = 0.0
        self._box = (0.0, 0.0, 1.0, 1.0)
        motion.loop(self.fall)

    def stand(self, pos: Point, size: Point) -> None:
        self._box = (*pos, *size)
        self.fall(0.0)

    def fall(self, passed: float) -> None:
        self._passed += passed
        x, y, wide, high = self._box
        one = float(dp(1))
        aside, down = self._passed * one * ASIDE, self._passed * one * FALL
        u0, v0, u1, v1, u2, v2, u3, v3 = self._corners
        vertices: list[list[float]] = [[], []]
        for across, up, size, near in self._flakes:
            speed, half = 0.55 + 0.45 * size / 3.4, size * one
            middle, level = x + (across * wide + aside * speed) % wide, y + (up * high - down * speed) % high
            left, right, low, top = middle - half, middle + half, level - half, level + half
            vertices[near] += (left, low, u0, v0, right, low, u1, v1, right, top, u2, v2, left, top, u3, v3)
        for mesh, points in zip(self._meshes, vertices, strict=True):
            mesh.vertices, mesh.indices = points, quads(FLAKES // 2)
