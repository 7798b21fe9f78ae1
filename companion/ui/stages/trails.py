"""Dotted trails: the ways that pieces still have to go."""

from collections.abc import Sequence
from itertools import pairwise
from math import dist
from typing import Any

from kivy.graphics import Color
from kivy.graphics import Point as Points

from companion.ui.drawing.art import Point, along, soft_disc
from companion.ui.theme import tokens


def trail(way: Sequence[Point], every: float) -> list[Point]:
    """Dots along a path, but not at its ends, where the pieces are."""
    far = sum(dist(one, other) for one, other in pairwise(way))
    count = int(far // every) if every else 0
    return [along(way, (number + 1) / (count + 1)) for number in range(count)]


def draw_dots(layer: Any, dots: Sequence[Point], radius: float, rim: float, tint: str) -> list[Color]:
    """Draw dots with a dark rim; return their inks, so that they can fade."""
    places = [number for dot in dots for number in dot]
    inks = []
    for colour, half in ((tokens.DARK_RIM, radius + rim), (tint, radius)):
        across = round(2 * half) + 2  # room for a soft edge of one pixel
        inks.append(Color(*tokens.rgba(colour)))
        layer.add(inks[-1])
        layer.add(Points(points=places, pointsize=across / 2, texture=soft_disc(across)))
    return inks
