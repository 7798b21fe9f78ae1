"""The sheet as displayed, and the winner."""

from collections.abc import Iterable
from dataclasses import replace

from companion.core.game import podium
from companion.core.setup import Side
from companion.core.text import Text, count, listing, minus, say, spelled
from companion.core.views import Mark, Outcome, ScoreSheet, SeatView, SheetColumn, SheetRow, View
from companion.games.score_sheet.questions import row_name
from companion.games.score_sheet.sheet import FIRST, ROUND, WINS
from companion.games.score_sheet.table import SHOWN, Player, SheetTable

PLACES = (say("1st"), say("2nd"), say("3rd"), say("4th"), say("5th"), say("6th"), say("7th"), say("8th"),
          say("9th"), say("10th"), say("11th"), say("12th"))


def view(table: SheetTable) -> View:
    seats = tuple(_seat(table, seat) for seat in table.seats)
    return View(subtitle(table), seats, sheet=score_sheet(table) if table.sheet.counts else None)


def _seat(table: SheetTable, seat: Player) -> SeatView:
    points = seat.points if table.sheet.counts else None
    team = table.column_of(seat).words if table.sheet.sides else ""
    return SeatView(seat.index, points, marks(table, seat), note(table, seat), team)


def subtitle(table: SheetTable) -> Text:
    sheet, row = table.sheet, row_name(table, table.round)
    if sheet.together:
        return say("{round}, all together", round=row) if sheet.counts else say("All together")
    if not sheet.counts:
        return say("Won, lost or drawn")
    if sheet.has_target:
        return say("{round}, to {n}", round=row, n=sheet.target)            # AB-10
    last = sheet.last_round
    wins = say("low wins") if sheet.low else say("high wins")
    now = min(table.round, last - 1) if last else table.round
    if last and not sheet.categories:
        return say("Round {n} of {all}, {wins}", n=spelled(now + 1), all=spelled(last), wins=wins)
    return say("{round}, {wins}", round=row_name(table, now), wins=wins)


def marks(table: SheetTable, seat: Player) -> tuple[Mark, ...]:  # AB-6
    if table.sheet.turn == FIRST and seat is table.in_order()[0].lead:
        return (Mark("numeric-1-circle-outline", say("first in this round")),)
    if table.dealer is not None and seat is table.dealer.lead:
        return (Mark("cards-playing-outline", say("deals this round")),)
    return ()


def note(table: SheetTable, seat: Player) -> Text | None:
    column = table.column_of(seat)
    if table.out(column) and not seat.gone:
        return say("out")                                                   # AB-10
    bid = column.seats[0].bid
    return None if bid is None else say("bid {n}", n=bid)                   # AB-13


def score_sheet(table: SheetTable) -> ScoreSheet:
    """The last rows; a very long play has one row for all earlier ones."""
    columns, rows = table.columns, table.rows()
    first = max(0, rows - SHOWN)
    sums = tuple(_before(table, column, first, rows) for column in columns)
    earlier = [SheetRow(f"1–{first}", sums)] if first else []
    waiting = [] if table.finished() or table.tapping else table.waiting()
    now = (table.round - first + len(earlier), waiting[0].index) if waiting else None
    return ScoreSheet(tuple(_column(table, column) for column in columns),
                      (*earlier, *(_row(table, at, len(columns)) for at in range(first, rows))), now)


def _before(table: SheetTable, column: Side[Player], first: int, rows: int) -> int:
    """What the rows before the first one shown add up to."""
    total = (column.points - table.sheet.start) * table.sheet.worth_of(first)
    return total - sum(table.cell(row, column.index) or 0 for row in range(first, rows))


def _row(table: SheetTable, at: int, columns: int) -> SheetRow:
    named, worth = table.sheet.categories, table.sheet.worth_of(at)
    label: Text | str = say("Points") if table.tapping else str(at + 1)
    if at < len(named):
        label = named[at] if worth == 1 else f"{named[at]} ×{minus(worth)}"
    return SheetRow(label, tuple(table.cell(at, column) for column in range(columns)),
                    tuple(f"cells.{at}.{column}" for column in range(columns)))


def _column(table: SheetTable, column: Side[Player]) -> SheetColumn:
    seats = tuple(seat.index for seat in column.seats)
    if not table.cells or len(table.columns) == 1:
        return SheetColumn(seats, column.points, None, False)
    better = sum(beats(table, other.points, column.points) for other in table.columns)
    leads = better == 0
    return SheetColumn(seats, column.points, say("leads") if leads else PLACES[better], leads)


def beats(table: SheetTable, one: int, other: int) -> bool:  # AB-11
    return one < other if table.sheet.low else one > other


def outcome(table: SheetTable) -> Outcome | None:
    if not table.over():
        return None
    if table.won is False:                                                  # AB-15
        return Outcome(say("The game won this time."), (), won=False)
    if not table.cells and not table.won:
        return Outcome(say("The game ended before anybody scored."), ())
    won = table.winners()
    winners = [seat for column in won for seat in column.seats]
    if table.won:
        words = say("You won together.")
    elif not won:
        words = say("Nobody won.")
    elif len(won) == len(table.columns) > 1 and table.sheet.by == WINS and not table.sheet.winners:
        words = say("It's a draw.")                                         # AB-16
    elif len(winners) == 1:
        words = say("{name} wins.", name=winners[0])
    elif len(won) == 1:
        words = say("{names} win.", names=won[0].words)
    else:
        words = say("{names} share the victory.", names=listing(tuple(winners)))
    teams = table.columns if table.sheet.sides or table.won else ()
    ended = replace(podium(table, words, winners, low=table.sheet.low, sides=teams), won=table.won)
    if table.sheet.counts:
        return ended
    return replace(ended, places=tuple(replace(one, score=None) for one in ended.places))   # AB-16: no points


def how_much(table: SheetTable, headings: int) -> Text:
    rounds = table.round + table.begun()  # a heading also stands above a round without a number
    if table.tapping or not table.sheet.counts or not rounds:
        return count("One player", "{n} players", len(table.seats))
    return count("One round", "{n} rounds", rounds)


def ahead(table: SheetTable) -> Iterable[Text]:
    if table.tapping or not table.sheet.counts:
        return
    waiting = (table.unbid() if table.bidding else table.waiting())[1:]
    if waiting:
        yield say("Then {names}.", names=listing(tuple(column.words for column in waiting)))    # AB-6
    sheet = table.sheet
    there = [column.words for column in table.columns if sheet.reached(column.points)]
    if there and sheet.reach == ROUND:
        yield say("{names} reached {n}: this is the last round.",
                  names=listing(tuple(there)), n=sheet.target)              # AB-10
    elif sheet.last_round and table.round + 1 >= sheet.last_round:
        yield say("This is the last round.")                                # AB-9
    else:
        yield say("After that: {round}.", round=row_name(table, table.round + 1))
