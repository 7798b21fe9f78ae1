"""The whole list, the same all through a play; what is under way, and places named on the way, come and go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from companion.core.by_hand.fields import Field, listed_once
from companion.games.winter_tales.fields import books, characters, objectives, powers, quests, track, under_way
from companion.games.winter_tales.rules.setup.steps import placing_quests
from companion.games.winter_tales.table import Winter

Part = tuple[str, Callable[[Winter], Iterable[Field]]]


def fields(table: Winter) -> list[Field]:
    """Read after every answer: a list of lists that are made once a table."""
    listed = [*listed_once(table, always), *under_way.under_way(table)]
    for name, make in placed(table):
        listed += listed_once(table, make, name)
    if placing_quests(table):
        listed.append(books.face_down_field(table))
    return listed + [books.added_field(table, number) for number in range(1, len(table.added) + 1)]


def placed(table: Winter) -> list[Part]:
    """What stands where, in full depth."""
    if not table.full:
        return []
    parts: list[Part] = [("places", characters.place_fields), ("sites", quests.site_fields)]
    return [*parts, ("power places", powers.place_fields)] if table.on("powers") else parts


def always(table: Winter) -> Iterator[Field]:
    yield from books.first_fields(table)
    yield from track.track_fields(table)
    yield from characters.side_fields(table)
    yield from characters.character_fields(table)
    yield from quests.quest_fields(table)
    if table.on("powers"):
        yield from powers.power_fields(table)
    if table.on("objectives"):
        yield from objectives.objective_fields(table)
    yield from books.later_fields(table)


def field(table: Winter, path: str) -> Field | None:
    """Any field, also of a place that nobody has named yet. Many may be set at once: none is looked for by reading
    through all of them."""
    parts: list[Part] = [("", always), *placed(table)]
    for name, make in parts:
        number = numbered(table, name, make).get(path)
        if number is not None:
            return listed_once(table, make, name)[number]
    if path == "face_down":
        return books.face_down_field(table)
    kind, _, place = path.partition(".")
    if kind == "added":
        return books.added_field(table, int(place)) if place.isdecimal() and 1 <= int(place) <= len(table.added) + 1 \
            else None
    return next((one for one in under_way.under_way(table) if one.path == path), None)


def numbered(table: Winter, name: str, make: Callable[[Winter], Iterable[Field]]) -> dict[str, int]:
    """Where in its part of the list each path stands; made once a table, as the list is."""
    key = f"paths of {name}"
    if key not in table.listed:
        table.listed[key] = [{one.path: number for number, one in enumerate(listed_once(table, make, name))}]
    paths: dict[str, int] = table.listed[key][0]
    return paths
