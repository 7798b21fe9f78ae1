"""Seat shapes as white textures, to be tinted."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from kivy.core.image import Image as CoreImage

from companion.services.start.places import ASSETS
from companion.ui.speed.idle import idle
from companion.ui.theme import tokens

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
