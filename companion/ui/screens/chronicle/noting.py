"""A few words about what was told, written down later: the game says what can be noted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.core.play import NotSaved, RulesFailed
from companion.core.questions import Refused
from companion.core.text import Text, say
from companion.services.open_play import OpenPlay
from companion.ui.theme.look import Look
from companion.ui.widgets.base.flow import Column
from companion.ui.widgets.controls.buttons import PrimaryButton
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

LONGEST = 120


def can_note(opened: OpenPlay) -> bool:
    return opened.play.misfit is None and bool(opened.game.notes(opened.play.table))


def open_notes(app: TablesideApp, look: Look, opened: OpenPlay, done: Callable[[], None]) -> None:
    """What can be noted, each with what is written there already."""
    rows: list[Any] = []
    for path, name in opened.game.notes(opened.play.table):
        now = _written(opened, path)
        rows.append(ListRow(look, name, now, "pencil-outline",
                            partial(app.close_sheet, partial(_write, app, look, opened, (path, name), done))))
    app.open_sheet(Sheet(look, say("Write it down"), [Column(rows, gap=0)]))


def _written(opened: OpenPlay, path: str) -> str:
    field = opened.game.field(opened.play.table, path)
    return "" if field is None else str(field.read())


def _write(app: TablesideApp, look: Look, opened: OpenPlay, note: tuple[str, Text], done: Callable[[], None]) -> None:
    path, name = note

    def save(text: str) -> None:
        try:
            opened.correct(path, text.strip())
        except (Refused, NotSaved, RulesFailed) as error:
            app.tell(str(error))
            return
        app.close_sheet(done)

    entry = TextEntry(look, say("In a few words"), _written(opened, path), "pencil-outline", on_enter=save,
                      longest=LONGEST)
    sheet = Sheet(look, name, [entry], PrimaryButton(look, say("Keep it"), "check-bold", lambda: save(entry.text)),
                  on_close=lambda: entry.focus(False))
    app.open_sheet(sheet)
    entry.focus()
