"""The baked pictures of a game: `assets/art/<folder>/layers.json` says how big each is and where its points lie."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from kivy.clock import Clock
from kivy.core.image import Image as CoreImage
from kivy.graphics.texture import Texture
from kivy.metrics import dp

from companion.ui import tokens
from companion.ui.fonts import ASSETS

COARSE = 2.0  # pixels a dp
WARMING = 0.08  # seconds between two pictures


class Art:
    """One folder of layers. Textures are loaded when first asked for, and once for all stages."""

    def __init__(self, folder: str) -> None:
        self.home = ASSETS / "art" / folder
        self.layers: dict[str, dict[str, Any]] = json.loads((self.home / "layers.json").read_text("utf-8"))["layers"]

    def texture(self, name: str) -> Any:
        return _load(str(self.home / self.layers[name]["file"]))

    def size(self, name: str) -> tuple[float, float]:
        """In pixels of this screen."""
        wide, high = self.layers[name]["size"]
        return float(dp(wide)), float(dp(high))

    def point(self, name: str, point: str) -> tuple[float, float]:
        """A named point of the layer, in pixels from its lower left corner."""
        x, y = self.layers[name]["points"][point]
        return float(dp(x)), float(dp(y))


@lru_cache(maxsize=16)
def art(folder: str) -> Art:
    return Art(folder)


def warm(folder: str) -> None:
    """Load a game's pictures beforehand, one a moment, so that its table opens without a pause."""
    home = ASSETS / "art" / folder / "layers.json"
    if not home.is_file():
        return
    waiting = list(art(folder).layers)

    def load_next(_: float) -> bool:
        if waiting:
            art(folder).texture(waiting.pop())
        return bool(waiting)
    Clock.schedule_interval(load_next, WARMING)


@lru_cache(maxsize=160)
def _load(path: str) -> Any:
    """Baked for dense screens: only a coarse one, where a picture is drawn at a third of its size, needs the smaller
    versions that cost most of the loading time."""
    return CoreImage(path, mipmap=dp(1) < COARSE).texture


@lru_cache(maxsize=32)
def gradient(*stops: tuple[float, str]) -> Any:
    """A texture one pixel wide: the colours from the top (0) to the bottom (1). Stretch it over any size."""
    rows = 256
    data = bytearray()
    for row in range(rows):
        at = 1 - row / (rows - 1)  # textures begin at the bottom
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
