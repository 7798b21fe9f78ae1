"""The rules of Score sheet as a script, one round per call."""

from collections.abc import Sequence
from typing import Any

from companion.core.game import Joining
from companion.core.questions import Question
from companion.core.setup import Side
from companion.core.text import minus, say
from companion.games.score_sheet.questions import (
    Bid,
    Bonus,
    EndEarly,
    EndTheGame,
    Reopen,
    Score,
    SheetClosed,
    TapScore,
    TieBreak,
    Tricks,
    Verdict,
    WhoWon,
    row_name,
)
from companion.games.score_sheet.sheet import BIDS, BONUS, SHARED, TAPS, WINS
from companion.games.score_sheet.table import Player, SheetTable


async def play(table: SheetTable) -> None:
    if table.judged_now:
        verdict = await table.ask(Verdict(None))                            # AB-15
        table.won = verdict == "won"
        return
    if table.finished():
        winner = await table.ask(TieBreak(None))                            # AB-17
        table.decided = -1 if winner == SHARED else int(winner)
        table.tell(say("The victory is shared.") if winner == SHARED else
                   say("{names} won the tie.", names=table.winners()[0].words), rule="AB-17")
        return
    with table.until(SheetClosed):                                          # AB-9
        if not table.begun():
            rule = "AB-8" if table.sheet.categories else ""
            table.tell(row_name(table, table.round), rule=rule, heading=True)
        await ROUNDS.get(table.sheet.by, numbers)(table)


async def numbers(table: SheetTable) -> None:
    for column in table.each(table.waiting):                                # AB-6, AB-A2
        left_over = table.left_over()                                       # AB-14
        if left_over is not None:
            score(table, column, left_over, "AB-14")
        else:
            points = await table.ask(Score(column.lead))                    # AB-4
            score(table, column, points, "AB-4")
        if table.finished() and table.waiting():                            # AB-10: at once
            return
    table.round += 1


async def taps(table: SheetTable) -> None:
    await table.one_of(TapScore(None))                                      # AB-12


async def bids(table: SheetTable) -> None:
    for column in table.each(table.unbid):
        bid = await table.ask(Bid(column.lead))                             # AB-13
        column.seats[0].bid = bid
        table.tell(say("{names}: a bid of {n}", names=column.words, n=bid), column.lead, "AB-13")
    if not table.waiting():
        table.round += 1
    elif table.sheet.bids[BONUS]:
        await table.one_of(Tricks(None), Bonus(None))
    else:
        await table.one_of(Tricks(None))


async def wins(table: SheetTable) -> None:
    if table.waiting():
        winner = await table.ask(WhoWon(None))                              # AB-16
        for column in table.waiting():
            table.write(table.round, column.index, int(winner == str(column.index)))
        won = next((column for column in table.columns if winner == str(column.index)), None)
        table.tell(say("A draw.") if won is None else say("Won by {names}.", names=won.words),
                   None if won is None else won.lead, "AB-16")
    table.round += 1


ROUNDS = {TAPS: taps, BIDS: bids, WINS: wins}


def score(table: SheetTable, column: Side[Player], points: int, rule: str) -> None:
    table.write(table.round, column.index, points)
    table.tell(say("{names}: {n}", names=column.words, n=minus(points)), column.lead, rule)


def standing(table: SheetTable) -> Sequence[Question[SheetTable, Any]]:
    if table.finished() or table.judged_now:
        return []
    open_end = table.sheet.has_target if table.tapping else table.begun()
    early = not table.cells or table.sheet.last_round or open_end
    found: list[Question[SheetTable, Any]] = [EndEarly(None) if early else EndTheGame(None)]      # AB-9
    if table.round and not table.begun() and not table.tapping:
        found.append(Reopen(None))                                          # AB-A5
    return found


def joining(table: SheetTable) -> Joining:
    if table.sheet.sides or table.sheet.together:
        return Joining(False, say("The teams were settled before the first round."), "AB-3")
    last = table.sheet.last_round
    if last and table.round >= last - 1 and table.begun():
        return Joining(False, say("The last round has begun. They can join the next play."), "AB-A3")
    return Joining(True, say("They get a column from the next round on, and start as everybody did. Correct "
                             "their points if that isn't fair."), "AB-A3")


def joined(table: SheetTable, seat: Player) -> None:
    table.sit_down(seat)
