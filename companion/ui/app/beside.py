"""A panel beside a picture: the same width and side on every page, computed without a window."""

from typing import NamedTuple

WIDE, LOW = 840.0, 480.0
"""In dp: from this width, tablets; below this height, phones in landscape."""
SIDE_BY_SIDE = 720.0
"""In dp: from this width, a window that is wider than high."""


class Strip(NamedTuple):
    """A part of the page over its whole height, and how much a camera covers at either side."""

    x: float
    width: float
    left: float = 0.0
    right: float = 0.0

    @property
    def inner_x(self) -> float:
        return self.x + self.left

    @property
    def inner_width(self) -> float:
        return self.width - self.left - self.right


def panel_width(width: float, height: float) -> float:
    """Width of the panel's content beside a picture, in dp.

    >>> panel_width(1280, 800), panel_width(840, 800)
    (486.4, 400.0)
    """
    if height < LOW:
        return width * 0.46
    return min(496.0, max(400.0, width * 0.38), width * 0.55)


def side_by_side(x: float, width: float, panel: float, covered: tuple[float, float],
                 panel_left: bool) -> tuple[Strip, Strip]:
    """The panel and the picture. `panel`: width of the panel's content; `covered`: left and right."""
    left, right = covered
    if panel_left:
        wide = panel + left
        return Strip(x, wide, left=left), Strip(x + wide, width - wide, right=right)
    wide = panel + right
    return Strip(x + width - wide, wide, right=right), Strip(x, width - wide, left=left)
