"""The night over Wintertown: sky, moon, hills and snow that lies, and the snow that falls."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from random import Random
from typing import Any

from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, InstructionGroup, Mesh, Rectangle
from kivy.metrics import dp

from companion.games.winter_tales.screen.stage.labels import ART, FORMAT
from companion.ui.drawing.art import art, gradient
from companion.ui.drawing.sprites import Backdrop, Motion, Point, Sprite, between
from companion.ui.theme import tokens

FLAKES, FALL, ASIDE = 54, 18.0, 6.0  # how many, dp a second down and sideways
KEPT, STEP = 2, 256
"""So many still pictures are kept, on grounds whose heights are multiples of so many pixels."""
Pixels = tuple[int, int]
Paint = Callable[[Any], None]
DAWN = ((0.0, "#1B2C55"), (0.45, "#6A5B86"), (0.8, "#E39A6B"), (1.0, "#FFD9A0"))
"""The sky when spring has won."""


class Drawn:
    """A picture on a ground that is at least as big, and how it is drawn: a phone may lose it while it sleeps."""

    def __init__(self, ground: Pixels) -> None:
        self.ground = ground
        self._fbo = Fbo(size=ground)
        self._paint: Paint = lambda _: None

    def become(self, pixels: Pixels, paint: Paint) -> None:
        self._paint = paint
        self._draw()
        self.texture = self._fbo.texture.get_region(0, 0, *pixels)

    def _draw(self, *_: object) -> None:
        fbo = self._fbo
        with fbo:
            ClearColor(0, 0, 0, 1)
            ClearBuffers()
        self._paint(fbo)
        fbo.draw()
        fbo.clear()


class Still:
    """A picture that stands still: one quad. The last ones are kept, as a stage comes back to the same sizes again and
    again."""

    def __init__(self, layer: InstructionGroup) -> None:
        self.ink = Color(1, 1, 1, 1)
        self.box = Rectangle(size=(0, 0))
        layer.add(self.ink)
        layer.add(self.box)
        self._kept: dict[Hashable, Drawn] = {}

    def show(self, key: Hashable, pos: Point, size: Point, paint: Paint) -> None:
        """`paint` fills a layer whose lower left corner is 0, 0."""
        pixels = (max(1, round(size[0])), max(1, round(size[1])))
        self.box.pos, self.box.size = pos, size
        drawn = self._kept.pop((key, pixels), None)
        if drawn is None:
            drawn = self._ground(pixels)
            drawn.become(pixels, paint)
        self._kept[key, pixels] = drawn
        self.box.texture = drawn.texture

    def _ground(self, pixels: Pixels) -> Drawn:
        """Somewhere to draw: where the oldest picture was, if that is big enough. Making one again costs a whole frame
        on some machines."""
        wide, high = pixels[0], -(-pixels[1] // STEP) * STEP
        oldest = self._kept.pop(next(iter(self._kept))) if len(self._kept) >= KEPT else None
        fits = oldest is not None and oldest.ground[0] == wide and oldest.ground[1] >= high
        return oldest if oldest is not None and fits else Drawn((wide, high))


def paint_night(layer: Any, size: Point, horizon: float, moon: Point, moon_size: float = 1.0, *,
                dawn: bool = False) -> None:
    """Sky, moon, two lines of hills, and the ground from a little above the horizon down to the lower edge."""
    pictures, (wide, high) = art(ART), size
    low = min(horizon - dp(30), high - dp(40))
    if dawn:
        layer.add(Color(1, 1, 1, 1))
        layer.add(Rectangle(texture=gradient(*DAWN), pos=(0, low), size=(wide, high - low)))
    else:
        Backdrop(layer, pictures, "sky").stretch((0, low), (wide, high - low))
    stars = Backdrop(layer, pictures, "stars", 0.35 if dawn else 1.0)
    tall = min(stars.natural[1], (high - low) * 0.8)
    stars.cover((0, high - tall), (wide, tall))
    for name in ("moon_glow", "moon"):
        light = Sprite(layer)
        light.add_layer(pictures, name, moon_size)
        light.pos = moon
    for name, below in (("hills_back", 20), ("hills_mid", 36)):
        hills = Backdrop(layer, pictures, name)
        hills.span((0, horizon - dp(below)), (wide, hills.natural[1]))
    Backdrop(layer, pictures, "ground").span((0, 0), (wide, max(1.0, horizon + dp(8))))


class Snow:
    """Some fifty flakes in one stroke each for the near and the far ones. Lies below everything that is read."""

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
        """Where each begins, as parts of the stage; how big it is; far (0) or near (1)."""
        self._indices = [[4 * number + corner for number in range(FLAKES // 2) for corner in (0, 1, 2, 0, 2, 3)]
                         for _ in range(2)]
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
        for mesh, points, indices in zip(self._meshes, vertices, self._indices, strict=True):
            mesh.vertices, mesh.indices = points, indices
