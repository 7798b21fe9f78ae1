"""A real window without a screen, as the kit opens it. Import this before anything of Kivy."""

from companion.touches.offscreen import (
    DENSITY,
    LANDSCAPE,
    NAMES,
    PHONE,
    SIZES,
    SMALL,
    TABLET,
    pixels,
)

__all__ = ["DENSITY", "LANDSCAPE", "NAMES", "PHONE", "SIZES", "SMALL", "TABLET", "pixels"]
