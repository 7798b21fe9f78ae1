"""A cover that its maker drew as an SVG: made a PNG on the maker's desk, as no phone carries what draws an SVG well."""

from __future__ import annotations

from pathlib import Path

from companion.core.refusals import Refused
from companion.core.text import say

SVG, PNG = "cover.svg", "cover.png"
WIDE = 640


def draw_cover(home: Path) -> bool:
    """`cover.png` beside `cover.svg`, where it is missing or older. True: it was drawn. Raises `Refused`."""
    drawing, picture = home / SVG, home / PNG
    if not drawing.is_file() or (picture.is_file() and picture.stat().st_mtime >= drawing.stat().st_mtime):
        return False
    picture.write_bytes(_drawn(drawing))
    return True


def can_draw() -> bool:
    try:
        import resvg_py  # noqa: F401
    except ImportError:
        return False
    return True


def _drawn(drawing: Path) -> bytes:
    if not can_draw():
        raise Refused(say("{file} can be drawn only with resvg-py, which `make test` installs. Export it as {other} "
                          "yourself, or delete it.", file=SVG, other=PNG))
    from resvg_py import svg_to_bytes
    try:
        return bytes(svg_to_bytes(svg_string=drawing.read_text(encoding="utf-8"), width=WIDE))
    except (ValueError, OSError):
        raise Refused(say("{file} can't be drawn. Is it a whole SVG?", file=SVG)) from None
