"""How much the By hand card tells at this table: a sheet of three lines."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.core.text import say
from companion.services.by_hand import NAMES, how_much, tell
from companion.ui.widgets import Words
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.ui.table.screen import TableScreen


def open_how_much(screen: TableScreen) -> None:
    look, game = screen.look, screen.controller.game.facts
    now = how_much(screen.app.evening, game.id)

    def choose(how: str) -> None:
        tell(screen.app.evening, game.id, how)
        screen.app.close_sheet(lambda: screen.controller.tell_by_hand(how))

    rows = [ListRow(look, name, "", "", partial(choose, how), more="check-bold" if how == now else "",
                    tone="surface3" if how == now else "surface2") for how, name in NAMES.items()]
    hint = Words(look, say("What to do by hand on the table after an answer. This applies to every play of {game}.",
                           game=game.title), "support", "text2")
    screen.app.open_sheet(Sheet(look, say("What should By hand tell you?"), [hint, *rows]))
