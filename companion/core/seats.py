"""The twelve colours of seats. The app, its pages and the guests' browsers all take them from here."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from companion.core.text import Text, say


@dataclass(frozen=True)
class SeatColour:
    """A seat's colours and shape. `letter` scales the initial to fit the shape."""

    name: Text
    words: Text
    """The colour and the shape, for people who can't see them."""
    fill: str
    ink: str
    shape: str
    letter: float = 1.0


SEATS: Final = (
    SeatColour(say("Ember"), say("Ember, circle"), "#FB6824", "#2A0B00", "circle"),
    SeatColour(say("Sky"), say("Sky, square"), "#37BAFF", "#00151F", "square"),
    SeatColour(say("Sun"), say("Sun, triangle"), "#EFDB29", "#1F1A00", "triangle", 0.86),
    SeatColour(say("Fern"), say("Fern, diamond"), "#389758", "#00140A", "diamond", 0.86),
    SeatColour(say("Plum"), say("Plum, hexagon"), "#A95FFF", "#12002B", "hexagon"),
    SeatColour(say("Bone"), say("Bone, star"), "#F5F3E4", "#1B1A17", "star", 0.86),
    SeatColour(say("Rose"), say("Rose, cross"), "#FBA5CF", "#2A0A17", "cross", 0.86),
    SeatColour(say("Slate"), say("Slate, drop"), "#738A86", "#050B0A", "drop"),
    SeatColour(say("Mint"), say("Mint, house"), "#77FFAA", "#00210F", "house", 0.9),
    SeatColour(say("Lime"), say("Lime, shield"), "#BBFF77", "#162600", "shield", 0.9),
    SeatColour(say("Orchid"), say("Orchid, clover"), "#FF44CC", "#26001B", "clover"),
    SeatColour(say("Moss"), say("Moss, leaf"), "#AABB66", "#14180A", "leaf", 0.9),
)

OFFERED: Final = (0, 1, 2, 3, 4, 6, 5, 7, 8, 9, 10, 11)
"""Best first. Bone and Slate are hard to tell from others; the last four are spares."""


def free_colour(taken: Iterable[int]) -> int:
    """
    >>> free_colour({0, 1}), free_colour({0, 1, 2, 3, 4})
    (2, 6)
    """
    used = set(taken)
    return next((colour for colour in OFFERED if colour not in used), 0)
