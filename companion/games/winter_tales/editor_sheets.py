"""The sheets of the town editor: its menu, names, a list of locations, what looks odd."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.core.questions import Refused
from companion.core.text import Text, count, say
from companion.games.winter_tales.copy import LONGEST
from companion.ui.screens.handing import take_in
from companion.ui.widgets import Column, PrimaryButton, Words
from companion.ui.widgets.entry import Entry
from companion.ui.widgets.rows import IconLine, ListRow
from companion.ui.widgets.sheet import Sheet

if TYPE_CHECKING:
    from companion.games.winter_tales.editor import Editor


def open_menu(page: Editor) -> None:
    look, app = page.look, page.app

    def after(do: Callable[[], None]) -> Callable[[], None]:
        return lambda: app.close_sheet(do)

    odd = len(page.draft.odd())
    rows = [
        ListRow(look, say("Save"), say("Also done by itself when you leave"), "content-save-outline",
                after(page.save_and_say)),
        ListRow(look, say("Save under another name"), "", "content-copy", after(lambda: open_other_name(page))),
        ListRow(look, say("What looks odd"), count("{n} thing", "{n} things", odd) if odd else say("Nothing"),
                "alert-circle-outline", after(lambda: open_odd(page))),
        ListRow(look, say("Begin again"), say("With the town that comes with the game; Undo brings yours back"),
                "restore", after(page.begin_again)),
        ListRow(look, say("Export"), say("One file, to keep or to send"), "export-variant", after(page.export)),
        ListRow(look, say("Import"), say("A town that somebody else wrote down"), "import",
                after(lambda: open_import(page))),
    ]
    app.open_sheet(Sheet(look, page.name, [Column(rows, gap=0)]))


def open_odd(page: Editor) -> None:
    look, found = page.look, page.draft.odd()
    lines: list[Any] = [IconLine(look, text, "alert-circle-outline", role="body", icon_ink="loss") for text in found]
    lead = say("Only worth a second look: the town can be played as it is.") if found else say("Nothing looks odd.")
    page.app.open_sheet(Sheet(look, say("What looks odd"), [Words(look, lead, "support", "text2"), *lines]))


def open_entry(page: Editor, title: Text, text: str, button: Text, take: Callable[[str], None],
               after: Callable[[], None] | None = None) -> None:
    """A name to type. `take` may refuse it; that is said below the field."""
    look, app = page.look, page.app

    def done(name: str) -> None:
        try:
            take(name.strip())
        except Refused as error:
            entry.refuse(error.refusal.why)
            sheet.refit()
            return
        app.close_sheet(after)

    entry = Entry(look, say("Name"), text, "pencil-outline", on_enter=done, longest=LONGEST)
    sheet = Sheet(look, title, [entry], PrimaryButton(look, button, "check-bold", lambda: done(entry.text)),
                  on_close=lambda: entry.focus(False))
    app.open_sheet(sheet)
    entry.focus()


def open_other_name(page: Editor) -> None:
    open_entry(page, say("Save under another name"), "", say("Save"), page.save_under,
               lambda: page.app.tell(say("Saved as {name}.", name=page.name)))


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


def open_import(page: Editor) -> None:
    app = page.app
    taken: list[int] = []

    def take(text: str) -> Text:
        row = app.evening.import_copy(text)
        if row.game != page.game_id:
            return say("{name} is a copy of another game; it is kept there.", name=row.name)
        taken.append(row.id)
        return say("{name} is here now.", name=row.name)

    take_in(app, say("Import a town"), take, lambda: page.open_copy(taken[0]) if taken else None)
