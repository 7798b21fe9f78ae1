"""A texture atlas: draws a whole town in one call, far houses first."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from kivy.graphics import Callback, ClearBuffers, ClearColor, Color, Fbo, Rectangle
from kivy.graphics.opengl import GL_BLEND, glDisable, glEnable
from kivy.metrics import dp

from companion.games.winter_tales.screen.stage.labels import ART, measured
from companion.games.winter_tales.screen.stage.layout import Point
from companion.ui.drawing.art import art

WIDE, GAP = 1024, 2
Thing = tuple[str, Point, float, str]
"""A picture, its position, pixels per dp, and its anchor (empty for the middle)."""


class PictureAtlas:
    def __init__(self, names: Iterable[str]) -> None:
        self._textures = {name: art(ART).texture(name) for name in names}
        self._boxes, high = pack({name: texture.size for name, texture in self._textures.items()})
        self._fbo = Fbo(size=(WIDE, high))
        self._draw()
        self._corners = {name: (x / WIDE, y / high, (x + wide) / WIDE, (y + tall) / high)
                         for name, (x, y, wide, tall) in self._boxes.items()}

    def _draw(self, *_: object) -> None:
        fbo = self._fbo
        fbo.clear()
        with fbo:
            ClearColor(0, 0, 0, 0)
            ClearBuffers()
            Callback(lambda _: glDisable(GL_BLEND))  # blending would square the alpha
            Color(1, 1, 1, 1)
            for name, (x, y, wide, high) in self._boxes.items():
                Rectangle(texture=self._textures[name], pos=(x, y), size=(wide, high))
            Callback(lambda _: glEnable(GL_BLEND))
        fbo.draw()

    @property
    def texture(self) -> Any:
        return self._fbo.texture

    def corners(self, things: Iterable[Thing]) -> tuple[list[float], list[int]]:
        vertices: list[float] = []
        count = 0
        for name, (x, y), unit, anchor in things:
            (wide, high), (aside, up) = measured(name, unit, anchor)
            left, low = x - aside, y - up
            right, top = left + wide, low + high
            u, v, u2, v2 = self._corners[name]
            vertices += (left, low, u, v, right, low, u2, v, right, top, u2, v2, left, top, u, v2)
            count += 1
        return vertices, quads(count)


@lru_cache(maxsize=64)
def quads(count: int) -> list[int]:
    """The triangle indices of `count` quads.

    >>> quads(2)
    [0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7]
    """
    return [4 * number + corner for number in range(count) for corner in (0, 1, 2, 0, 2, 3)]


def pack(sizes: dict[str, tuple[int, int]]) -> tuple[dict[str, tuple[int, int, int, int]], int]:
    """Pack in rows, highest first; return positions and total height."""
    boxes: dict[str, tuple[int, int, int, int]] = {}
    x = y = row = 0
    for name, (wide, high) in sorted(sizes.items(), key=lambda one: -one[1][1]):
        if x + wide > WIDE:
            x, y, row = 0, y + row + GAP, 0
        boxes[name] = (x, y, wide, high)
        x, row = x + wide + GAP, max(row, high)
    return boxes, y + row


def town_sheet() -> PictureAtlas:
    return _town_sheet(float(dp(1)))


@lru_cache(maxsize=1)
def _town_sheet(_: float) -> PictureAtlas:
    houses = [name for name in art(ART).layers if name.startswith("house_")]
    return PictureAtlas([*houses, "lamp", "lamp_glow", "pine_1", "pine_2", "footprint"])
