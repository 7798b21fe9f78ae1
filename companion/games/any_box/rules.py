"""Any box as a script: a stretch is one round."""

from __future__ import annotations

from companion.core.text import minus, say
from companion.games.any_box.questions import Score, SheetClosed, row_name
from companion.games.any_box.table import AnyBox


async def play(table: AnyBox) -> None:
    with table.until(SheetClosed):                                          # AB-9
        if not table.begun():
            table.tell(row_name(table, table.round), rule="AB-8" if table.sheet.categories else "", heading=True)
        for column in table.each(table.waiting):                            # AB-6, AB-A2
            points = await table.ask(Score(column.lead))                    # AB-4
            table.write(table.round, column.index, points)
            table.tell(say("{names}: {n}", names=column.words, n=minus(points)), column.lead, "AB-4")
        table.round += 1
