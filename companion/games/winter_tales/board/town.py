"""Wintertown in play: the owner's map, plus places named by players if it is incomplete."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from companion.core.boxes.edits import fresh_key, slug
from companion.core.text import Text, say, say_in
from companion.core.values import Json

NEW_PLAZA = "+plaza"
NEW_LOCATION = "+location"
MOST_ADDED = 12
WIDE, HIGH = 0.15, 0.25
"""How much of the picture a house with its name takes."""
Point = tuple[float, float]


@dataclass(frozen=True)
class TownSpace:
    key: str
    name: Text | str
    ends: tuple[str, ...] = ()
    at: Point = (0.5, 0.5)
    """From the left and the top, as parts of the picture."""
    house: str = ""
    """The kind of house; empty for a plaza."""


Added = str | tuple[str, ...]
"""A space named during this play: a location's name, or a plaza's two ends."""


class Town:
    def __init__(self, box: Json) -> None:
        self.spaces: dict[str, TownSpace] = {}
        self.locations: list[str] = []
        self.plazas: list[str] = []
        self.ways: dict[str, list[str]] = {}
        """Spaces reachable in one step."""
        self.complete: bool = box["complete"]
        self.icons: tuple[int, ...] = tuple(sorted(box["icons"]))
        self.passages: dict[str, str] = dict(box["passages"])
        self.connections: list[tuple[str, ...]] = [tuple(sorted(card)) for card in box["connections"]]
        self.attacks: list[str] = list(box["attacks"])
        for one in box["locations"]:
            house = one.get("house") or "house"
            self._location(TownSpace(one["id"], one["name"], at=tuple(one["at"]), house=house))
        for one in box["plazas"]:
            self._plaza(one["id"], tuple(one["ends"]), tuple(one["at"]))
        self.added = 0

    def name(self, key: str | None) -> Text | str:
        if key is None:
            return say("an unknown place")
        space = self.spaces.get(key)
        if space is not None:
            return space.name
        ends = key.split("|")  # a plaza that was named, then taken back
        return between(*map(self.name, ends[:2])) if ends[1:] else key or say_in("a place", "none")

    def is_location(self, key: str | None) -> bool:
        return key is not None and key in self.spaces and not self.spaces[key].ends

    def add(self, what: Added) -> str:
        if isinstance(what, tuple):
            found = self.plaza_between(*what) or plaza_key(*what)
            if found not in self.spaces:
                one, two = (self.spaces[end].at for end in what[:2])
                self._plaza(found, what, free_between(one, two, (space.at for space in self.spaces.values())))
            return found
        known = [key for key in self.locations if str(self.spaces[key].name).casefold() == what.casefold()]
        if known:
            return known[0]
        key = fresh_key(slug(what), self.spaces)
        free = free_at(space.at for space in self.spaces.values())
        self._location(TownSpace(key, what, at=free, house="house"))
        self.added += 1
        return key

    def plaza_between(self, one: str, two: str) -> str | None:
        return next((key for key in self.ways.get(one, ()) if two in self.spaces[key].ends), None)

    def room_for_more(self) -> bool:
        return not self.complete and self.added < MOST_ADDED

    def _location(self, space: TownSpace) -> None:
        self.spaces[space.key] = space
        self.locations.append(space.key)
        self.ways[space.key] = []

    def _plaza(self, key: str, ends: tuple[str, ...], at: Point) -> None:
        self.spaces[key] = TownSpace(key, between(*(self.spaces[end].name for end in ends[:2])), ends, at)
        self.plazas.append(key)
        self.ways[key] = list(ends)
        for end in ends:
            self.ways[end].append(key)


def free_at(taken: Iterable[Point]) -> Point:
    """The spot farthest from all places."""
    grid = tuple((0.06 + 0.11 * x, 0.94 - 0.17 * y) for y in range(5) for x in range(9))
    return _freest(grid, tuple(taken))


def free_between(one: Point, two: Point, taken: Iterable[Point]) -> Point:
    """The middle of a path, or near it if something stands there."""
    spots = [(one[0] + (two[0] - one[0]) * part, one[1] + (two[1] - one[1]) * part)
             for part in (0.5, 0.4, 0.6)]
    return _freest(tuple(spots), tuple(taken), enough=0.8)


@lru_cache(256)  # each undo lays out the town again
def _freest(spots: tuple[Point, ...], taken: tuple[Point, ...], enough: float = 9.0) -> Point:
    return max(spots, key=lambda at: min((enough, *(
        max(abs(at[0] - x) / WIDE, abs(at[1] - y) / HIGH) for x, y in taken))))


def between(one: Text | str, two: Text | str) -> Text:
    return say("the plaza between {one} and {two}", one=one, two=two)


def plaza_key(one: str, two: str) -> str:
    return "+".join(sorted((one, two)))
