"""The sheet of the town editor: a list of locations."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.core.text import Text
from companion.ui.widgets import Column
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.games.winter_tales.screen.editor.editor import Editor


def open_places(page: Editor, title: Text, take: Callable[[str], None], *, without: str = "",
                last: tuple[Text, str, Callable[[], None]] | None = None) -> None:
    """A location to choose; `last`: one more line, to take the card away."""
    look, app = page.look, page.app
    rows: list[Any] = [ListRow(look, name, "", "map-marker-outline",
                               lambda key=key: app.close_sheet(lambda: take(key)), more="")
                       for key, name in page.draft.locations() if key != without]
    if last is not None:
        words, icon, do = last
        rows.append(ListRow(look, words, "", icon, lambda: app.close_sheet(do), more="", ink="loss"))
    app.open_sheet(Sheet(look, title, [Column(rows, gap=0)]))
