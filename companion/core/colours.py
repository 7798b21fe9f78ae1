"""Colours as numbers: how well they can be read, and a whole palette from one seed colour. No screen is needed."""

from __future__ import annotations

from collections.abc import Iterable
from colorsys import hls_to_rgb, rgb_to_hls

Rgb = tuple[float, float, float]
READABLE = 4.5
"""The least contrast of words on their ground (WCAG 2, AA)."""


def is_colour(value: object) -> bool:
    """
    >>> is_colour("#1B1F22"), is_colour("pink")
    (True, False)
    """
    if not (isinstance(value, str) and len(value) == 7 and value[0] == "#"):
        return False
    return all(letter in "0123456789abcdefABCDEF" for letter in value[1:])


def rgb(colour: str) -> Rgb:
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def luminance(colour: str) -> float:
    """How bright a colour is to the eye, as WCAG 2 measures it."""
    red, green, blue = (_linear(channel) for channel in rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """
    >>> round(contrast("#000000", "#FFFFFF"), 1)
    21.0
    """
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def worst(colour: str, grounds: Iterable[str]) -> float:
    """The contrast on the worst of several grounds."""
    return min(contrast(colour, ground) for ground in grounds)


def shaded(seed: str, light: float, strength: float = 1.0) -> str:
    """The seed's hue with another lightness (0 to 1), and so much of its strength."""
    hue, _, saturation = rgb_to_hls(*rgb(seed))
    return "#" + "".join(f"{round(255 * channel):02X}" for channel in hls_to_rgb(hue, light, saturation * strength))


def standing_out(seed: str, grounds: Iterable[str], light: float, step: float, strength: float = 1.0) -> str:
    """The seed's hue, moved step by step to white or black until it can be read on every one of these grounds."""
    behind = tuple(grounds)
    colour = shaded(seed, light, strength)
    while worst(colour, behind) < READABLE and 0.0 < light < 1.0:
        light = max(0.0, min(1.0, light + step))
        colour = shaded(seed, light, strength)
    return colour
