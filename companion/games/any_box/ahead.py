"""What comes next on the sheet, for screens that have the room to say it."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.text import Text, listing, say
from companion.games.any_box.questions import row_name
from companion.games.any_box.table import AnyBox


def ahead(table: AnyBox) -> Iterable[Text]:
    waiting = table.waiting()[1:]
    if waiting:
        yield say("Then {names}.", names=listing(tuple(column.words for column in waiting)))    # AB-6
    last = table.sheet.last_round
    if last and table.round + 1 >= last:
        yield say("This is the last round.")                                # AB-9
    else:
        yield say("After that: {round}.", round=row_name(table, table.round + 1))
