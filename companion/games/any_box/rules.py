"""The rules of Any box as a script, one round per call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.game import Joining
from companion.core.questions import Question
from companion.core.text import minus, say
from companion.games.any_box.questions import EndEarly, EndTheGame, Score, SheetClosed, row_name
from companion.games.any_box.table import AnyBox, Player


async def play(table: AnyBox) -> None:
    with table.until(SheetClosed):                                          # AB-9
        if not table.begun():
            table.tell(row_name(table, table.round), rule="AB-8" if table.sheet.categories else "", heading=True)
        for column in table.each(table.waiting):                            # AB-6, AB-A2
            points = await table.ask(Score(column.lead))                    # AB-4
            table.write(table.round, column.index, points)
            table.tell(say("{names}: {n}", names=column.words, n=minus(points)), column.lead, "AB-4")
        table.round += 1


def standing(table: AnyBox) -> Sequence[Question[AnyBox, Any]]:
    if not table.cells or table.over():
        return []
    return [EndEarly(None) if table.begun() or table.sheet.last_round else EndTheGame(None)]    # AB-9


def joining(table: AnyBox) -> Joining:
    if table.sheet.sides:
        return Joining(False, say("The teams were settled before the first round."), "AB-3")
    last = table.sheet.last_round
    if last and table.round >= last - 1 and table.begun():
        return Joining(False, say("The last round has begun. The next play has a seat for them."), "AB-A3")
    return Joining(True, say("They get the last column of the sheet from the next round on, and start as "
                             "everybody did. If that is not fair, correct their points."), "AB-A3")


def joined(table: AnyBox, seat: Player) -> None:
    table.sit_down(seat)
