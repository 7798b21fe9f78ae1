"""The whole list, the same all through a play; what is under way, and places named on the way, come and go."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.by_hand.fields import Field, listed_once
from companion.games.winter_tales.fields import books, characters, objectives, powers, quests, track, under_way
from companion.games.winter_tales.table import Winter


def fields(table: Winter) -> Iterator[Field]:
    """One after the other, so that whoever looks for one need not make them all."""
    yield from listed_once(table, always)
    yield from under_way.under_way(table)
    if table.full:
        yield from listed_once(table, characters.place_fields, "places")
        yield from listed_once(table, quests.site_fields, "sites")
        if table.on("powers"):
            yield from listed_once(table, powers.place_fields, "power places")
    for number in range(1, len(table.added) + 1):
        yield books.added_field(table, number)


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
    """Any field, also of a place that nobody has named yet."""
    found = next((one for one in fields(table) if one.path == path), None)
    kind, _, number = path.partition(".")
    if found is None and kind == "added" and number.isdecimal() and int(number) == len(table.added) + 1:
        return books.added_field(table, int(number))
    return found
