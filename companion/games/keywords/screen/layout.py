"""Layout of the three picture cards on a stage of any shape, in dp. Must not import Kivy."""

from __future__ import annotations

from dataclasses import dataclass

CARD, TALL = 114.0, 272.0
ACTIVE = 12.0
ROW = 27.0
RADIUS, SQUASH, SIDE, STEP = 33.0, 0.44, 0.34, 0.46
"""A token of the stack: its radius in dp, the rest in radii."""
TITLE = 46.0
"""Height of a full card's title."""
CLOCK = 120.0
"""Size of a clock in the corner, with margins."""
TRAY = 40.0
"""From the tray's lower edge to the bottom of the stack."""


@dataclass(frozen=True)
class CardPlace:
    """One card: middle, size, content scale, and whether list and stack are side by side."""

    x: float
    y: float
    width: float
    height: float
    scale: float
    beside: bool


def lay(width: float, height: float, active: int) -> tuple[CardPlace, CardPlace, CardPlace]:
    """Three cards in a row; `active` is 1 to 3, or 0."""
    gap = 12.0 if width >= 380 else 8.0
    wide = min(200.0, (width - 2 * gap - 2 * 15 - ACTIVE) / 3)
    tall = min(height - 24, TALL * max(1.0, wide / CARD))
    scale = min(1.7, max(0.7, min(wide / CARD, tall / 240)))
    beside = tall < 165
    if beside:
        scale = min(1.4, max(0.45, min(wide / CARD, tall / 130)))
    all_wide = 3 * wide + 2 * gap + (ACTIVE if active else 0)
    x, boxes = (width - all_wide) / 2, []
    for number in (1, 2, 3):
        more = ACTIVE if number == active else 0.0
        boxes.append(CardPlace(x + (wide + more) / 2, height / 2, wide + more, tall + min(more, height - tall - 4),
                               scale, beside))
        x += wide + more + gap
    return boxes[0], boxes[1], boxes[2]


def beside_clock(width: float, height: float) -> tuple[float, float]:
    """Room for the cards above or left of a clock; the whole stage if they would get too small.

    >>> beside_clock(412, 430), beside_clock(430, 280), beside_clock(360, 180)
    ((412, 310.0), (310.0, 280), (360, 180))
    """
    if height >= 340:
        return width, height - CLOCK
    return (width - CLOCK, height) if width >= 400 else (width, height)


def row_height(box: CardPlace, tokens: int) -> float:
    if box.beside:
        return min(22.0, (box.height - 16 - (20 if titled(box) else 0)) / max(3, tokens))
    return min(ROW, 90 / max(1, tokens)) * box.scale


def titled(box: CardPlace) -> bool:
    return not box.beside or box.height > 105


def foot(box: CardPlace, named: bool) -> float:
    """Height below the tray for the board's name, if entered."""
    return (36.0 if named else 16.0) * box.scale


def stack_scale(box: CardPlace, tokens: int, named: bool) -> float:
    """Fit the whole stack between the list and the board's name."""
    needed = TRAY + RADIUS * (SQUASH + SIDE + STEP * max(0, tokens - 1)) + 4
    if box.beside:
        free = box.height - 14 - (18 if titled(box) else 0)
        return min(free / needed, box.width * 0.46 / (2 * RADIUS + 18))
    free = box.height - TITLE * box.scale - foot(box, named) - tokens * row_height(box, tokens)
    return max(0.3, min(box.scale, free / needed))
