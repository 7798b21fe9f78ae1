"""A sheet to type one name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.core.questions import Refused
from companion.core.text import Text, say
from companion.ui.theme.look import Look
from companion.ui.widgets.controls.buttons import PrimaryButton
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

LONGEST = 40


def open_name(app: TablesideApp, look: Look, title: Text, name: str, button: Text, take: Callable[[str], None],
              after: Callable[[], object] | None = None) -> None:
    """`take` may refuse the name, with the reason shown below the field; `after` runs once the sheet closes."""
    def done(typed: str) -> None:
        try:
            take(typed.strip())
        except Refused as error:
            entry.refuse(error.refusal.why)
            sheet.refit(entry)
            return
        app.close_sheet(after)

    entry = TextEntry(look, say("Name"), name, "pencil-outline", on_enter=done, longest=LONGEST)
    sheet = Sheet(look, title, [entry], PrimaryButton(look, button, "check-bold", lambda: done(entry.text)),
                  on_close=lambda: entry.focus(False))
    app.open_sheet(sheet)
    entry.focus()
