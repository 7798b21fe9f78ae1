"""The shapes of seats as white pictures, to be tinted."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from kivy.core.image import Image as CoreImage

from companion.services.start.places import ASSETS
from companion.ui.speed.idle import idle
from companion.ui.theme import tokens

BOX = 3.4  # the picture's side, in radii of the shape
RADIUS = 0.4  # the shape's radius, in sizes of the token
LAYERS = ("", "_rim", "_edge")
RIM, LINE = 0.1, 2.0  # how much bigger the rim's picture is than the shape's; how thick an outline is at most, in dp
LOWER = {"triangle": 0.22, "drop": 0.16}  # where the middle of these shapes lies below their centre, in radii


@lru_cache(maxsize=32)
def mask(colour: int, layer: str = "") -> Any:
    """White picture of a seat's shape, to be tinted: the fill, or the rims round it."""
    return CoreImage(str(ASSETS / "art" / "shell" / f"seat_{colour + 1}{layer}.png"), mipmap=True).texture


def load_tokens() -> None:
    for colour in range(len(tokens.SEATS)):
        for layer in LAYERS:
            idle.later(partial(mask, colour, layer))
