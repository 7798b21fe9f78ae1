"""Antialiased discs as textures, without multisampling."""

from __future__ import annotations

from functools import lru_cache
from math import hypot, sqrt
from typing import Any

from kivy.graphics.texture import Texture


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
