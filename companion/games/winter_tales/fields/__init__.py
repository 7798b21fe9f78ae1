"""Correctable fields: the pieces on the table and the app's own state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from companion.core.fields import Field, listed_once
from companion.games.winter_tales.fields import books, pieces
from companion.games.winter_tales.rules.setup import placing_quests
from companion.games.winter_tales.table import Winter

Part = Callable[[Winter], Iterable[Field]]

PARTS: dict[str, tuple[Part, ...]] = {
    "track": (pieces.track_fields,), "bookmark": (pieces.track_fields,),
    "seats": (pieces.side_fields, pieces.cards_fields, books.objective_fields),
    "ongoing": (pieces.track_token_fields,), "epilogue_token": (pieces.track_token_fields,),
    "powers": (pieces.power_fields, pieces.power_place_fields),
}
"""The part that holds a field, by the first word of its path; all others are in books.py."""
BOOKS: tuple[Part, ...] = (books.first_fields, books.later_fields)


def fields(table: Winter) -> Iterator[Field]:
    """Yield fields lazily, so a lookup need not build them all."""
    yield from listed(table, always(table))
    yield from books.under_way(table)
    yield from listed(table, on_the_map(table))
    if placing_quests(table):
        yield books.face_down_field(table)
    for number in range(1, len(table.added) + 1):
        yield books.added_field(table, number)


def listed(table: Winter, parts: Iterable[Part]) -> Iterator[Field]:
    return chain.from_iterable(listed_once(table, part, part) for part in parts)


def always(table: Winter) -> Iterator[Part]:
    yield from (books.first_fields, pieces.track_fields, pieces.track_token_fields, pieces.side_fields,
                pieces.cards_fields, pieces.character_fields, pieces.quest_fields)
    if table.on("powers"):
        yield pieces.power_fields
    if table.on("objectives"):
        yield books.objective_fields
    yield books.later_fields


def on_the_map(table: Winter) -> Iterator[Part]:
    if table.full:
        yield from (pieces.place_fields, pieces.site_fields)
        if table.on("powers"):
            yield pieces.power_place_fields


def field(table: Winter, path: str) -> Field | None:
    """Find any field, even for a place nobody has named yet."""
    kind, _, rest = path.partition(".")
    key = rest.partition(".")[0]
    if kind == "added":
        known = rest.isdecimal() and 1 <= int(rest) <= len(table.added) + 1
        return books.added_field(table, int(rest)) if known else None
    if path == "face_down":
        return books.face_down_field(table)
    if kind == "characters" and key in table.characters:  # build only this character's fields
        there: Iterable[Field] = pieces.fields_of_character(table, table.characters[key])
    elif kind == "quests" and key in table.quests:
        there = pieces.fields_of_quest(table, table.quests[key])
    else:
        wanted = PARTS.get(kind, BOOKS)
        there = listed(table, [part for part in (*always(table), *on_the_map(table)) if part in wanted])
    return next((one for one in chain(there, books.under_way(table)) if one.path == path), None)
