"""Correctable fields: every cell, the rounds, the points, the sheet's settings."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from companion.core.fields import Allowed, Field, Rows, Words, listed_once, yes_or_no
from companion.core.setup import Side
from companion.core.text import Text, minus, say, say_in
from companion.core.values import Json, whole
from companion.games.score_sheet.questions import MOST_BONUS, MOST_TRICKS, row_name
from companion.games.score_sheet.sheet import (
    BIDS,
    DECIDED,
    HIGH,
    LONGEST_CLOCK,
    LOW,
    MOST,
    MOST_ROUNDS,
    REACHES,
    TAPS,
    TIES,
    TURNS,
    WINNERS,
)
from companion.games.score_sheet.table import HIGHEST, LATELY, SHOWN, Player, SheetTable

NO_END = say("Any number")
LAST = 99_999
"""The highest round a correction may set."""


def fields(table: SheetTable) -> Iterator[Field]:
    """The points come last because they override the cells."""
    rows = table.rows()
    for round_ in range(max(0, rows - SHOWN), rows):
        for column in range(len(table.columns)):
            if table.cell(round_, column) is not None:
                yield from listed_once(table, partial(cell_fields, round_, column), (round_, column))
    yield from beyond_the_cells(table)


def cell_fields(round_: int, column: int, table: SheetTable) -> list[Field]:
    return [cell_field(table, round_, column)]


def beyond_the_cells(table: SheetTable) -> Iterator[Field]:
    books = Rows(table, on_table=False)
    yield books.choice("round", say("Rounds played"),
                       lambda: range(table.full_rounds(),
                                     max(table.sheet.last_round or LAST, table.round) + 1),
                       renews=True)
    for player in table.seats[len(table.setup.people):]:                    # AB-A3
        yield Rows(table, player, on_table=False).number("since", say("Rounds before {name} joined"), 0, LAST)
    for side in table.columns:
        yield points_of(table, side)
        if table.bidding:
            yield from bid_of(table, side)
    yield books.flag("ended", say("The game is over"))
    yield from settings(table)
    if table.sheet.tie == DECIDED:
        teams = {side.index: say("{names}", names=side.words) for side in table.columns}
        yield books.choice("decided", say("Winner of a tie"), (None, -1, *teams),
                           {None: say("not decided"), -1: say("shared"), **teams})                # AB-17
    if table.sheet.together:
        yield books.choice("won", say("You won together"), (None, False, True),
                           {None: say("not decided"), **ANSWERS})


def settings(table: SheetTable) -> Iterator[Field]:  # AB-A6
    sheet, setting = table.sheet, partial(setting_of, table)
    if not sheet.categories and sheet.by != TAPS:
        yield setting("rounds", say("How many rounds"), range(MOST_ROUNDS + 1),
                      lambda n: str(n) if n else NO_END)
    if sheet.counts:
        yield from target_of(table)
    if not sheet.together:
        yield setting("wins", say("Who wins"), (HIGH, LOW), WINNERS)
        yield setting("tie", say("After a tie"), tuple(TIES), TIES)
    yield setting("below_zero", say("Below zero"), (False, True), yes_or_no)
    yield setting("clock", say("Clock for a round"), range(LONGEST_CLOCK + 1),
                  lambda n: say("{n} s", n=n) if n else say("Off"), 10)
    if sheet.by != TAPS:
        yield setting("turn", say("Moves on each round"), tuple(TURNS), TURNS)


def target_of(table: SheetTable) -> Iterator[Field]:
    """Listed only while there are points; more rounds bring them in."""
    if not table.sheet.down:
        yield setting_of(table, "target", say("Target score"), range(-MOST, MOST + 1),
                         lambda n: minus(n) if n else say("Off"), 5)
        yield setting_of(table, "reach", say("When somebody reaches it"), tuple(REACHES), REACHES)


def setting_of(table: SheetTable, key: str, label: Text, values: Allowed, words: Words,
               step: int = 1) -> Field:
    return Field(f"sheet.{key}", label, values, lambda: getattr(table.sheet, key),
                 lambda value: setattr(table, "sheet", replace(table.sheet, **{key: value})),
                 words if callable(words) else words.__getitem__, say("Settings"), on_table=False, step=step,
                 renews=True, absent=getattr(table.sheet, key))


ANSWERS = {False: say("no"), True: say("yes")}


def bid_of(table: SheetTable, side: Side[Player]) -> Iterator[Field]:  # AB-13
    column = Rows(table, side.seats[0], on_table=False)
    names = side.words
    yield column.choice("bid", say("Bid of {names}", names=names), (None, *range(MOST_TRICKS + 1)),
                        lambda value: say_in("a bid", "none") if value is None else str(value))
    yield column.number("bonus", say("Bonus of {names}", names=names), -MOST_BONUS, MOST_BONUS)


def field(table: SheetTable, path: str) -> Field | None:
    """A cell can be filled before the app asks for it, and a target set before there are points."""
    parts = path.split(".")
    if len(parts) == 3 and parts[0] == "cells" and all(part.isdecimal() for part in parts[1:]):
        round_, column = int(parts[1]), int(parts[2])
        furthest = 0 if table.tapping else (table.sheet.last_round or table.round + LATELY)
        known = round_ <= furthest and column < len(table.columns)
        return cell_field(table, round_, column) if known else None
    return next((one for one in (*beyond_the_cells(table), *target_of(table)) if one.path == path), None)


def points_of(table: SheetTable, column: Side[Player]) -> Field:
    return Field(f"columns.{column.index}.points", say("Points of {names}", names=column.words),
                 range(-HIGHEST, HIGHEST + 1), lambda: column.points,
                 lambda value: table.carry(column, value),
                 on_table=False, seat=column.seats[0].index, score=True)


def cell_field(table: SheetTable, round_: int, column: int) -> Field:
    def words(value: Json) -> str:
        return minus(value) if whole(value) else "–"

    sheet, side = table.sheet, table.columns[column]
    most = 12 * MOST if sheet.zero_sum else MOST                  # AB-14: the last number balances the others
    low = -most if sheet.below_zero or sheet.zero_sum or sheet.by in (TAPS, BIDS) else 0
    return Field(f"cells.{round_}.{column}",
                 say("{round}, {names}", round=row_name(table, round_), names=side.words),
                 range(low, most + 1), lambda: table.cell(round_, column),
                 lambda value: table.write(round_, column, value), words, on_table=False,
                 seat=side.seats[0].index)
