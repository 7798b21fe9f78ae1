"""The sheet as displayed, and the winner."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.game import podium
from companion.core.seats import Side
from companion.core.text import Text, listing, say, spelled
from companion.core.views import Mark, Outcome, ScoreSheet, SeatView, SheetColumn, SheetRow, View
from companion.games.any_box.questions import row_name
from companion.games.any_box.table import AnyBox, Player, place_of

PLACES = (say("1st"), say("2nd"), say("3rd"), say("4th"), say("5th"), say("6th"), say("7th"), say("8th"), say("9th"),
          say("10th"), say("11th"), say("12th"))

MOST_ROWS = 100
"""Rounds before the last 100 count but aren't shown, so a play of thousands stays fast."""


def view(table: AnyBox) -> View:
    first = table.in_order()[0]
    seats = tuple(SeatView(seat.index, seat.points, marks(table, seat, first), side=side_name(table, seat))
                  for seat in table.seats)
    return View(subtitle(table), seats, sheet=score_sheet(table))


def subtitle(table: AnyBox) -> Text:
    wins = say("low wins") if table.sheet.low else say("high wins")
    last = table.sheet.last_round
    now = min(table.round, last - 1) if last else table.round
    if last and not table.sheet.categories:
        return say("Round {n} of {all}, {wins}", n=spelled(now + 1), all=spelled(last), wins=wins)
    return say("{round}, {wins}", round=row_name(table, now), wins=wins)


def marks(table: AnyBox, seat: Player, first: Side[Player]) -> tuple[Mark, ...]:  # AB-6
    shown = table.sheet.passes and seat is first.lead
    return (Mark("numeric-1-circle-outline", say("first in this round")),) if shown else ()


def side_name(table: AnyBox, seat: Player) -> str:
    return str(table.column_of(seat).words) if table.sheet.sides else ""


def score_sheet(table: AnyBox) -> ScoreSheet:
    columns = table.columns
    rows = max(table.round + (0 if table.over() else 1), len(table.sheet.categories),
               max(map(place_of, table.cells), default=(0, 0))[0] + 1)
    first = 0 if table.sheet.categories else max(0, rows - MOST_ROWS)
    waiting = [] if table.over() else table.waiting()
    now = (table.round - first, waiting[0].index) if waiting and table.round >= first else None
    return ScoreSheet(tuple(_column(table, column) for column in columns),
                      tuple(_row(table, at, len(columns)) for at in range(first, rows)), now)


def _row(table: AnyBox, at: int, columns: int) -> SheetRow:
    named = table.sheet.categories
    return SheetRow(named[at] if at < len(named) else str(at + 1),
                    tuple(table.cell(at, column) for column in range(columns)),
                    tuple(f"cells.{at}.{column}" for column in range(columns)))


def _column(table: AnyBox, column: Side[Player]) -> SheetColumn:
    better = sum(beats(table, other.points, column.points) for other in table.columns)
    leads = not better and bool(table.cells)
    note = None if not table.cells else say("leads") if leads else PLACES[better]
    return SheetColumn(tuple(seat.index for seat in column.seats), column.points, note, leads)


def beats(table: AnyBox, one: int, other: int) -> bool:  # AB-11
    return one < other if table.sheet.low else one > other


def outcome(table: AnyBox) -> Outcome | None:  # AB-11
    if not table.over():
        return None
    columns = table.columns
    best = (min if table.sheet.low else max)(column.points for column in columns)
    won = [column for column in columns if column.points == best]
    winners = [seat for column in won for seat in column.seats]
    if len(winners) == 1:
        words = say("{name} wins.", name=winners[0])
    elif len(won) == 1:
        words = say("{names} win.", names=won[0].words)
    else:
        words = say("{names} share the victory.", names=listing(tuple(winners)))
    return podium(table, words, winners, low=table.sheet.low, sides=columns if table.sheet.sides else ())


def ahead(table: AnyBox) -> Iterable[Text]:
    waiting = table.waiting()[1:]
    if waiting:
        yield say("Then {names}.", names=listing(tuple(column.words for column in waiting)))    # AB-6
    last = table.sheet.last_round
    if last and table.round + 1 >= last:
        yield say("This is the last round.")                                # AB-9
    else:
        yield say("After that: {round}.", round=row_name(table, table.round + 1))
