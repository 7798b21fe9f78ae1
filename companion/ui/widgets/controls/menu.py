"""Common sheets: a menu, and a question with two buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.core.play import NotSaved, RulesFailed
from companion.core.refusals import Refused
from companion.core.text import Text
from companion.ui.theme.look import Look
from companion.ui.widgets.base.flow import Column, SideBySide
from companion.ui.widgets.controls.buttons import OutlineButton, PrimaryButton
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

Do = Callable[[], object]
Line = tuple[Text | str, Text | str, str, Do]
"""Label, second line, icon, action."""
Button = tuple[Text | str, str, Do | None]
"""Label, icon, action; with None it only closes the sheet."""


def open_menu(app: TablesideApp, look: Look, title: Text | str, lines: Iterable[Line], above: Iterable[Any] = ()
              ) -> None:
    """Open a menu; each line closes the sheet, then runs its action."""
    rows = [ListRow(look, text, second, icon, partial(app.close_sheet, do)) for text, second, icon, do in lines]
    app.open_sheet(Sheet(look, title, [*above, Column(rows, gap=0)]))


def ask(app: TablesideApp, look: Look, title: Text | str, no: Button, yes: Button, parts: Iterable[Any] = (),
        on_close: Do | None = None) -> None:
    """Open a question with two buttons; each closes the sheet first."""
    buttons = [kind(look, words, icon, partial(app.close_sheet, do))
               for kind, (words, icon, do) in ((OutlineButton, no), (PrimaryButton, yes))]
    app.open_sheet(Sheet(look, title, parts, SideBySide(look, buttons), on_close=on_close))


def tried(app: TablesideApp, action: Do) -> bool:
    """Run the action; if it is refused or can't be saved, show why."""
    try:
        action()
    except (Refused, RulesFailed, NotSaved) as error:
        app.tell(str(error))
        return False
    return True
