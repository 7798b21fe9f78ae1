"""Pictures from the assets, covers composed from a palette, discs and seat shapes."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from functools import lru_cache, partial
from math import hypot, sqrt
from pathlib import Path
from typing import Any

from kivy.core.image import Image as CoreImage
from kivy.core.text import Label
from kivy.graphics import Callback, ClearBuffers, ClearColor, Color, Fbo, Rectangle, SmoothRoundedRectangle
from kivy.graphics.opengl import GL_BLEND, glDisable, glEnable
from kivy.graphics.texture import Texture
from kivy.metrics import dp

from companion.core.game import Palette
from companion.services.start.places import ASSETS
from companion.ui.speed.idle import idle
from companion.ui.theme import fonts, tokens

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


@lru_cache(maxsize=96)
def soft_disc(across: int) -> Any:
    """A white antialiased disc, `across` pixels wide."""
    upper = [_line_of_disc(across, row) for row in range((across + 1) // 2)]
    data = bytearray(b"\xff" * (4 * across * across))
    data[3::4] = b"".join([*upper, *upper[across // 2 - 1::-1]])
    texture = Texture.create(size=(across, across), colorfmt="rgba")
    texture.blit_buffer(bytes(data), colorfmt="rgba")
    texture.wrap = "clamp_to_edge"
    return texture


def _line_of_disc(across: int, row: int) -> bytes:
    """Only edge pixels need computing."""
    half, radius = across / 2, across / 2 - 1.0
    up = row + 0.5 - half
    line = bytearray(across)
    sure = sqrt(max(0.0, (radius - 0.5) ** 2 - up * up))
    outside = half - sqrt(max(0.0, (radius + 0.5) ** 2 - up * up)) - 1
    for column in range(max(0, int(outside)), (across + 1) // 2):
        aside = half - column - 0.5
        if aside < sure:
            line[column:across - column] = b"\xff" * (across - 2 * column)
            break
        line[column] = line[across - 1 - column] = round(255 * min(1.0, max(0.0, radius + 0.5 - hypot(aside, up))))
    return bytes(line)


BOX = 3.4  # texture size in shape radii
RADIUS = 0.4  # shape radius relative to the token's size
LAYERS = ("", "_rim", "_edge")
RIM, LINE = 0.1, 2.0  # how much larger the rim's texture is; maximum outline in dp
LOWER = {"triangle": 0.22, "drop": 0.16}  # how far these shapes' middle is below their centre, in radii


@lru_cache(maxsize=32)
def mask(colour: int, layer: str = "") -> Any:
    """`layer`: the fill ("") or a rim."""
    return CoreImage(str(ASSETS / "art" / "shell" / f"seat_{colour + 1}{layer}.png"), mipmap=True).texture


def load_tokens() -> None:
    for colour in range(len(tokens.SEATS)):
        for layer in LAYERS:
            idle.later(partial(mask, colour, layer))


SIZE = (640, 336)
MIDDLE = 0.70
"""Where the box lid is, for narrow crops."""
FILES = ("cover.png", "cover.jpg")
LARGEST = 4_000_000
log = logging.getLogger(__name__)

_cover_fbos: list[Fbo] = []  # keep the textures alive and redraw them after a context loss


def has_cover(home: Path) -> bool:
    return any((home / name).is_file() for name in FILES)


def own_cover(home: Path) -> Any:
    for name in FILES:
        path = home / name
        if path.is_file() and path.stat().st_size <= LARGEST:
            try:
                return CoreImage(str(path)).texture
            except Exception:
                log.exception("the cover %s could not be read", path)
    return None


@lru_cache(maxsize=64)
def composed(palette: Palette, icon: str) -> Any:
    """Draw the game's icon on a box lid, in front of a sky in its colours."""
    if palette.faults():
        palette = Palette.seeded(tokens.DARK.primary, dark=True)
    wide, high = SIZE
    fbo = Fbo(size=SIZE)
    with fbo:
        Color(1, 1, 1, 1)
        Rectangle(texture=gradient((0.0, tokens.over(palette.accent, palette.container, 0.18)),
                                   (1.0, palette.panel2)), size=SIZE)
        _sign(icon, palette.accent, 0.13, (wide * 0.20, high * 0.46), high * 1.15)
        _lid(palette, (wide * MIDDLE, high * 0.50), high * 0.60)
        _sign(icon, palette.accent, 1.0, (wide * MIDDLE, high * 0.50), high * 0.38)
    fbo.draw()
    _cover_fbos.append(fbo)
    return fbo.texture


def _lid(palette: Palette, middle: tuple[float, float], side: float) -> None:
    x, y = middle[0] - side / 2, middle[1] - side / 2
    corner = side * 0.14
    Color(0, 0, 0, 0.28)
    SmoothRoundedRectangle(pos=(x + side * 0.03, y - side * 0.06), size=(side, side), radius=[corner] * 4)
    Color(*tokens.rgba(tokens.over(palette.accent, palette.panel2, 0.34)))
    SmoothRoundedRectangle(pos=(x, y), size=(side, side), radius=[corner] * 4)
    Color(*tokens.rgba(palette.panel))
    inset = side * 0.05
    SmoothRoundedRectangle(pos=(x + inset, y + inset), size=(side - 2 * inset, side - 2 * inset),
                           radius=[corner * 0.8] * 4)


def _sign(icon: str, colour: str, alpha: float, middle: tuple[float, float], side: float) -> None:
    label = Label(text=fonts.icon(icon), font_name=tokens.ICONS, font_size=side)
    label.refresh()
    texture = label.texture
    Color(*tokens.rgba(colour, alpha))
    Rectangle(texture=texture, pos=(middle[0] - texture.width / 2, middle[1] - texture.height / 2), size=texture.size)
