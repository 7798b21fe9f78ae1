"""Who sits where. A seat is a colour, a shape and a name, and keeps its place when its person leaves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SHAPES = ("circle", "square", "triangle", "diamond", "hexagon", "star", "cross", "drop")
COLOURS = ("Ember", "Sky", "Sun", "Fern", "Plum", "Bone", "Rose", "Slate")


@dataclass(frozen=True)
class Person:
    """Somebody as set down before a play begins: a name and one of the eight colours (0 to 7)."""

    name: str
    colour: int


class Seat:
    """A player in this play. Games add their own counters in a subclass.

    Seats are compared by identity: there is one of each on the table.
    """

    def __init__(self, index: int, person: Person) -> None:
        self.index = index
        self.name = person.name
        self.colour = person.colour
        self.points = 0
        self.gone = False

    @property
    def shape(self) -> str:
        return SHAPES[self.colour]

    def gain(self, points: int) -> None:
        self.points += points

    def lose(self, points: int) -> None:
        """Lose points, never below zero."""
        self.points = max(0, self.points - points)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.index}, {self.name!r})"


def initials(names: Iterable[str]) -> list[str]:
    """One letter a person, two where two people share it.

    >>> initials(["Ana", "Ben", "Bo"])
    ['A', 'Be', 'Bo']
    """
    trimmed = [name.strip() or "?" for name in names]
    first = [name[0].upper() for name in trimmed]
    return [letter if first.count(letter) == 1 else letter + name[1:2].lower()
            for letter, name in zip(first, trimmed, strict=True)]
