"""Covers of games without baked art: their `cover.png`, or one drawn from palette and icon."""

from __future__ import annotations

import logging
from functools import lru_cache
from pathlib import Path
from typing import Any

from kivy.core.image import Image as CoreImage
from kivy.core.text import Label
from kivy.graphics import Color, Fbo, Rectangle, SmoothRoundedRectangle

from companion.core.game import Palette
from companion.ui.drawing.art import gradient
from companion.ui.theme import fonts, tokens

SIZE = (640, 336)
MIDDLE = 0.70
"""Where the box lid is, for narrow crops."""
FILES = ("cover.png", "cover.jpg")
LARGEST = 4_000_000
log = logging.getLogger(__name__)

_fbos: list[Fbo] = []  # keep the textures alive and redraw them after a context loss


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
    _fbos.append(fbo)
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
