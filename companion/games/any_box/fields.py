"""Correctable fields: every cell, the rounds, the points."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.fields import Field, Rows
from companion.core.seats import Side
from companion.core.text import minus, say
from companion.core.values import Json, whole
from companion.games.any_box.questions import row_name
from companion.games.any_box.sheet import MOST
from companion.games.any_box.table import AnyBox, Player, place_of

LAST = 999
"""The highest round a correction may set."""


def fields(table: AnyBox) -> Iterator[Field]:
    """The points come last because they override the cells."""
    listed = table.listed
    for key in sorted(table.cells, key=place_of):
        if key not in listed:
            listed[key] = [cell_field(table, *place_of(key))]
        yield from listed[key]
    yield from beyond_the_cells(table)


def beyond_the_cells(table: AnyBox) -> Iterator[Field]:
    books = Rows(table, on_table=False)
    yield books.choice("round", say("Rounds played"), lambda: rounds_possible(table), renews=True)
    for player in table.seats[len(table.setup.people):]:                    # AB-A3
        yield Rows(table, player, on_table=False).number("since", say("Rounds before {name} came"), 0, LAST)
    for side in table.columns:
        yield points_of(table, side)
    yield books.flag("ended", say("The game is over"))


def rounds_possible(table: AnyBox) -> range:
    """Computed only for the rounds field, because it scans the whole sheet."""
    return range(table.full_rounds(), (table.sheet.last_round or LAST) + 1)


def field(table: AnyBox, path: str) -> Field | None:
    """A cell can be filled before the app asks for it."""
    parts = path.split(".")
    if len(parts) == 3 and parts[0] == "cells" and all(part.isdecimal() for part in parts[1:]):
        round_, column = int(parts[1]), int(parts[2])
        known = round_ <= (table.sheet.last_round or LAST) and column < len(table.columns)
        return cell_field(table, round_, column) if known else None
    return next((one for one in beyond_the_cells(table) if one.path == path), None)


def points_of(table: AnyBox, column: Side[Player]) -> Field:
    return Field(f"columns.{column.index}.points", say("Points of {names}", names=column.words),
                 range(-100 * MOST, 100 * MOST + 1), lambda: column.points, lambda value: table.carry(column, value),
                 on_table=False, seat=column.seats[0].index, score=True)


def cell_field(table: AnyBox, round_: int, column: int) -> Field:
    def words(value: Json) -> str:
        return minus(value) if whole(value) else "–"

    low = -MOST if table.sheet.below_zero else 0
    side = table.columns[column]
    return Field(f"cells.{round_}.{column}",
                 say("{round}, {names}", round=row_name(table, round_), names=side.words),
                 range(low, MOST + 1), lambda: table.cell(round_, column),
                 lambda value: table.write(round_, column, value), words, on_table=False, seat=side.seats[0].index)
