"""Seats: a colour, a shape and a name. A seat keeps its place when its person leaves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from companion.core.text import Word, listing, say

SHAPES = ("circle", "square", "triangle", "diamond", "hexagon", "star", "cross", "drop", "house", "shield", "clover",
          "leaf")
COLOURS = (say("Ember, circle"), say("Sky, square"), say("Sun, triangle"), say("Fern, diamond"), say("Plum, hexagon"),
           say("Bone, star"), say("Rose, cross"), say("Slate, drop"), say("Mint, house"), say("Lime, shield"),
           say("Orchid, clover"), say("Moss, leaf"))


@dataclass(frozen=True)
class Person:
    """A person in the setup: a name and one of the twelve colours (0 to 11)."""

    name: str
    colour: int


def name_key(name: str) -> str:
    """Normalize a name for comparison: " ana" equals Ana."""
    return name.strip().casefold()


class Seat:
    """A player in this play. Games add their own counters in a subclass.

    Compared by identity: each seat exists once per table.
    """

    lowest: ClassVar[int] = 0
    """The fewest points a seat can have; override if points can be negative."""

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
        """Lose points, but not below `lowest`."""
        self.points = max(self.lowest, self.points - points)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.index}, {self.name!r})"


S = TypeVar("S", bound=Seat)


class Side(Generic[S]):
    """Partners who score as one: each of them has the side's points."""

    def __init__(self, index: int, seats: Sequence[S]) -> None:
        self.index, self.seats = index, tuple(seats)

    @property
    def words(self) -> Word:
        """Names, e.g. "Ana and Cleo"."""
        return listing(self.seats)

    @property
    def points(self) -> int:
        return self.seats[0].points

    @property
    def lead(self) -> S:
        """The first partner present, who answers for the side."""
        return next((seat for seat in self.seats if not seat.gone), self.seats[0])

    @property
    def gone(self) -> bool:
        return all(seat.gone for seat in self.seats)

    def gain(self, points: int) -> None:
        for seat in self.seats:
            seat.gain(points)

    def lose(self, points: int) -> None:
        for seat in self.seats:
            seat.lose(points)


def sides(seats: Sequence[S], number: int) -> list[Side[S]]:
    """Deal seats into this many sides, alternating round the table. With 0, everyone plays alone.

    >>> ana, ben, cleo, dan = (Seat(at, Person(name, at)) for at, name in enumerate(("Ana", "Ben", "Cleo", "Dan")))
    >>> [str(side.words) for side in sides([ana, ben, cleo, dan], 2)]
    ['Ana and Cleo', 'Ben and Dan']
    """
    number = number or len(seats)
    return [Side(at, seats[at::number]) for at in range(number) if seats[at::number]]


def initials(names: Iterable[str]) -> list[str]:
    """One letter per person, two if they share it.

    >>> initials(["Ana", "Ben", "Bo"])
    ['A', 'Be', 'Bo']
    """
    trimmed = [name.strip() or "?" for name in names]
    first = [name[0].upper() for name in trimmed]
    return [letter if first.count(letter) == 1 else letter + name[1:2].lower()
            for letter, name in zip(first, trimmed, strict=True)]
