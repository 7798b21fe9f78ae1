"""The whole list, the same all through a play; what is under way, and places named on the way, come and go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from companion.core.fields import Field, listed_once
from companion.games.winter_tales.fields import books, characters, objectives, powers, quests, track, under_way
from companion.games.winter_tales.rules.setup import placing_quests
from companion.games.winter_tales.table import Winter

Part = Callable[[Winter], Iterable[Field]]

PARTS: dict[str, tuple[Part, ...]] = {
    "track": (track.track_fields,), "bookmark": (track.track_fields,),
    "seats": (characters.side_fields, objectives.objective_fields),
    "powers": (powers.power_fields, powers.place_fields),
}
"""Where in the list a field stands, by the first word of its path; all others are of the books."""
BOOKS: tuple[Part, ...] = (books.first_fields, books.later_fields)


def fields(table: Winter) -> Iterator[Field]:
    """One after the other, so that whoever looks for one need not make them all."""
    yield from listed(table, always(table))
    yield from under_way.under_way(table)
    yield from listed(table, on_the_map(table))
    if placing_quests(table):
        yield books.face_down_field(table)
    for number in range(1, len(table.added) + 1):
        yield books.added_field(table, number)


def listed(table: Winter, parts: Iterable[Part]) -> Iterator[Field]:
    return chain.from_iterable(listed_once(table, part, part) for part in parts)


def always(table: Winter) -> Iterator[Part]:
    yield from (books.first_fields, track.track_fields, characters.side_fields, characters.character_fields,
                quests.quest_fields)
    if table.on("powers"):
        yield powers.power_fields
    if table.on("objectives"):
        yield objectives.objective_fields
    yield books.later_fields


def on_the_map(table: Winter) -> Iterator[Part]:
    """Where things stand is known in full depth only."""
    if table.full:
        yield from (characters.place_fields, quests.site_fields)
        if table.on("powers"):
            yield powers.place_fields


def field(table: Winter, path: str) -> Field | None:
    """Any field, also of a place that nobody has named yet."""
    kind, _, number = path.partition(".")
    if kind == "added":
        known = number.isdecimal() and 1 <= int(number) <= len(table.added) + 1
        return books.added_field(table, int(number)) if known else None
    if path == "face_down":
        return books.face_down_field(table)
    there = of_thing(table, kind, number.partition(".")[0]) or of_part(table, kind)
    return next((one for one in chain(there, under_way.under_way(table)) if one.path == path), None)


def of_thing(table: Winter, kind: str, key: str) -> Iterator[Field] | None:
    """Of one character or quest alone: those of all the others need not be made."""
    if kind == "characters" and key in table.characters:
        return characters.fields_of(table, table.characters[key])
    if kind == "quests" and key in table.quests:
        return quests.fields_of(table, table.quests[key])
    return None


def of_part(table: Winter, kind: str) -> Iterator[Field]:
    wanted = PARTS.get(kind, BOOKS)
    return listed(table, [part for part in (*always(table), *on_the_map(table)) if part in wanted])
