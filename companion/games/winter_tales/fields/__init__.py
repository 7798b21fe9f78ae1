"""Correctable fields: the pieces on the table and the app's own state."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.fields import Field, listed_once
from companion.games.winter_tales.fields import books, pieces
from companion.games.winter_tales.fields.pieces import as_moves as as_moves
from companion.games.winter_tales.rules.setup import placing_quests
from companion.games.winter_tales.table import Winter


def fields(table: Winter) -> Iterator[Field]:
    yield from listed_once(table, always, "always")
    yield from books.under_way(table)
    if table.full:
        yield from listed_once(table, on_the_map, "map")
    if placing_quests(table):
        yield books.face_down_field(table)
    for number in range(1, len(table.added) + 1):
        yield books.added_field(table, number)


def always(table: Winter) -> Iterator[Field]:
    for part in (books.first_fields, pieces.track_fields, pieces.track_token_fields, pieces.side_fields,
                 pieces.cards_fields):
        yield from part(table)
    for one in table.characters.values():
        yield from pieces.card_fields(table, one)
    for quest in table.quests.values():
        yield from pieces.quest_fields(table, quest)
    if table.on("powers"):
        yield from pieces.power_fields(table)
    if table.on("objectives"):
        yield from books.objective_fields(table)
    yield from books.later_fields(table)


def on_the_map(table: Winter) -> Iterator[Field]:
    for one in table.characters.values():
        yield from pieces.token_fields(table, one)                          # WT-27
    for quest in table.quests.values():
        if not quest.card.carried:
            yield pieces.site_field(table, quest)
    if table.on("powers"):
        yield from pieces.power_place_fields(table)


def field(table: Winter, path: str) -> Field | None:
    """Find any field, even for a place nobody has named yet."""
    kind, _, rest = path.partition(".")
    if kind == "added":
        known = rest.isdecimal() and 1 <= int(rest) <= len(table.added) + 1
        return books.added_field(table, int(rest)) if known else None
    if path == "face_down":
        return books.face_down_field(table)
    return next((one for one in fields(table) if one.path == path), None)
