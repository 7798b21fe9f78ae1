"""A game's baked pictures, with sizes and points from `assets/art/<folder>/layers.json`."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from kivy.core.image import Image as CoreImage
from kivy.graphics import Callback, ClearBuffers, ClearColor, Fbo, Rectangle
from kivy.graphics.opengl import GL_BLEND, glDisable, glEnable
from kivy.graphics.texture import Texture
from kivy.metrics import dp

from companion.services.start.places import ASSETS
from companion.ui.theme import tokens

COARSE = 1.5  # pixels per dp
REDUCED = 0.64  # scale for low-density screens, with a reserve for tablets


class Art:
    """One folder of layers. Textures are loaded lazily and shared."""

    def __init__(self, folder: str) -> None:
        self.home = ASSETS / "art" / folder
        self.layers: dict[str, dict[str, Any]] = json.loads((self.home / "layers.json").read_text("utf-8"))["layers"]
        self._files = {name: str(self.home / layer["file"]) for name, layer in self.layers.items()}

    def texture(self, name: str, whole: bool = False) -> Any:
        """`whole`: full resolution even on a low-density screen."""
        return _load(self._files[name], whole or dp(1) >= COARSE)

    def size(self, name: str) -> tuple[float, float]:
        """In screen pixels."""
        wide, high = self.layers[name]["size"]
        return float(dp(wide)), float(dp(high))

    def point(self, name: str, point: str) -> tuple[float, float]:
        """A named point, in pixels from the lower left corner."""
        x, y = self.layers[name]["points"][point]
        return float(dp(x)), float(dp(y))


@lru_cache(maxsize=16)
def art(folder: str) -> Art:
    return Art(folder)


def pictures(folder: str) -> list[Callable[[], Any]]:
    if not (ASSETS / "art" / folder / "layers.json").is_file():
        return []
    return [partial(art(folder).texture, name) for name in art(folder).layers]


@lru_cache(maxsize=160)
def _load(path: str, whole: bool) -> Any:
    texture = CoreImage(path).texture
    return texture if whole else reduced(texture)


_fbos: list[Fbo] = []  # keep the textures alive and redraw them after a context loss


def reduced(texture: Any) -> Any:
    """Scale the texture down once; mipmaps look no better and take five times as long."""
    wide, high = (max(1, round(side * REDUCED)) for side in texture.size)
    fbo = Fbo(size=(wide, high))
    with fbo:
        ClearColor(0, 0, 0, 0)
        ClearBuffers()
        Callback(lambda _: glDisable(GL_BLEND))  # copy alpha as it is
        Rectangle(texture=texture, size=(wide, high))
        Callback(lambda _: glEnable(GL_BLEND))
    fbo.draw()
    _fbos.append(fbo)
    return fbo.texture


@lru_cache(maxsize=32)
def gradient(*stops: tuple[float, str]) -> Any:
    """A vertical gradient from top (0) to bottom (1), one pixel wide."""
    rows = 256
    data = bytearray()
    for row in range(rows):
        at = 1 - row / (rows - 1)  # textures start at the bottom
        data += bytes(round(255 * channel) for channel in _between(stops, at))
    texture = Texture.create(size=(1, rows), colorfmt="rgb")
    texture.blit_buffer(bytes(data), colorfmt="rgb")
    texture.wrap = "clamp_to_edge"
    return texture


def _between(stops: tuple[tuple[float, str], ...], at: float) -> tuple[float, ...]:
    below = max((stop for stop in stops if stop[0] <= at), default=stops[0])
    above = min((stop for stop in stops if stop[0] >= at), default=stops[-1])
    span = above[0] - below[0]
    part = (at - below[0]) / span if span else 0.0
    return tuple(one + (other - one) * part
                 for one, other in zip(tokens.rgba(below[1])[:3], tokens.rgba(above[1])[:3], strict=True))
