"""Colour arithmetic: contrast, and a whole palette from one seed colour."""

import re
from collections.abc import Iterable
from colorsys import hls_to_rgb, rgb_to_hls

Rgb = tuple[float, float, float]
READABLE = 4.5
"""Minimum text contrast (WCAG 2, AA)."""


def is_colour(value: object) -> bool:
    """
    >>> is_colour("#1B1F22"), is_colour("pink")
    (True, False)
    """
    return isinstance(value, str) and re.fullmatch("#[0-9a-fA-F]{6}", value) is not None


def rgb(colour: str) -> Rgb:
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def luminance(colour: str) -> float:
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
    return min(contrast(colour, ground) for ground in grounds)


def shaded(seed: str, light: float, strength: float = 1.0) -> str:
    """Return the seed's hue at this lightness (0 to 1), with its saturation scaled by `strength`."""
    hue, _, saturation = rgb_to_hls(*rgb(seed))
    channels = hls_to_rgb(hue, light, saturation * strength)
    return "#" + "".join(f"{round(255 * channel):02X}" for channel in channels)


def standing_out(seed: str, grounds: Iterable[str], light: float, step: float, strength: float = 1.0) -> str:
    """Move the seed's lightness towards white or black until it is readable on every ground."""
    behind = tuple(grounds)
    colour = shaded(seed, light, strength)
    while worst(colour, behind) < READABLE and 0.0 < light < 1.0:
        light = max(0.0, min(1.0, light + step))
        colour = shaded(seed, light, strength)
    return colour
