"""The size of a pack's pictures, read from their first bytes: a small file may unpack to a huge picture."""

from __future__ import annotations

import struct

from companion.core.refusals import Refused
from companion.core.text import say

LARGEST_SIDE = 2048
PNG = b"\x89PNG\r\n\x1a\n"
FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""The marks of a JPEG that are followed by its size."""


def check_picture(path: str, data: bytes) -> None:
    """Raises `Refused`."""
    try:
        width, height = _png(data) if path.endswith(".png") else _jpeg(data)
    except (struct.error, IndexError, ValueError):
        raise Refused(say("{file} is not a picture that can be drawn. The pack was not added.", file=path)) from None
    if not (0 < width <= LARGEST_SIDE and 0 < height <= LARGEST_SIDE):
        raise Refused(say("{file} is too large a picture: at most {n} pixels a side. The pack was not added.",
                          file=path, n=LARGEST_SIDE))


def _png(data: bytes) -> tuple[int, int]:
    if not data.startswith(PNG) or data[12:16] != b"IHDR":
        raise ValueError("no PNG")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def _jpeg(data: bytes) -> tuple[int, int]:
    if not data.startswith(b"\xff\xd8"):
        raise ValueError("no JPEG")
    at = 2
    while True:
        mark, kind, length = struct.unpack(">BBH", data[at:at + 4])
        if mark != 0xFF or length < 2:
            raise ValueError("no JPEG")
        if kind in FRAMES:
            height, width = struct.unpack(">HH", data[at + 5:at + 9])
            return width, height
        at += 2 + length
