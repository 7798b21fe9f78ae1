"""The sheet of the town editor: a list of locations."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.core.text import Text
from companion.games.winter_tales.screen.editor.page import EditorPage
from companion.ui.widgets import Column
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.controls.sheet import Sheet

LastLine = tuple[Text, str, Callable[[], object]]


def open_places(page: EditorPage, title: Text, take: Callable[[str], None], *, without: str = "",
                last: LastLine | None = None) -> None:
    """A location to choose; `last`: one more line, to take the card away or to leave it at that."""
    look, app = page.look, page.app
    rows: list[Any] = [ListRow(look, name, "", "map-marker-outline",
                               partial(app.close_sheet, partial(take, key)), more="")
                       for key, name in page.draft.locations() if key != without]
    if last is not None:
        words, icon, do = last
        rows.append(ListRow(look, words, "", icon, lambda: app.close_sheet(do), more="", ink="loss"))
    app.open_sheet(Sheet(look, title, [Column(rows, gap=0)]))
