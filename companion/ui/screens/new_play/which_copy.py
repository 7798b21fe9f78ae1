"""Which copy of the box is on the table: the starter set, or one that its owner has entered."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.core.game import Game
from companion.core.json_values import Json
from companion.core.text import Text, say
from companion.ui.screens.new_play.parts import NewPlayDraft
from companion.ui.theme.look import Look
from companion.ui.widgets.controls.buttons import Link
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp


def about(game: Game[Any], copy: Json) -> Text:
    """How far its owner is with it."""
    try:
        return game.about_copy(copy) or say("Your own")
    except Exception:  # a copy the game stumbles over is refused when the play begins
        return say("Your own")


def choose_copy(app: TablesideApp, look: Look, game: Game[Any], draft: NewPlayDraft,
                changed: Callable[[], object]) -> None:
    def choose(copy: int | None) -> None:
        draft.copy = copy
        app.close_sheet()
        changed()

    def row(copy: int | None, name: Text | str, second: Text | str) -> ListRow:
        chosen = draft.copy == copy
        return ListRow(look, name, second, "package-variant-closed", lambda: choose(copy),
                       more="check-bold" if chosen else "", tone="surface3" if chosen else "surface2")

    rows = [row(None, say("Starter set"), say("A guess: good enough for a first play. Your own is better.")),
            *[row(one.id, one.name, about(game, one.copy)) for one in app.evening.copies(game.facts.id)]]
    edit = Link(look, say("Edit my copies"), "pencil-outline",
                lambda: app.close_sheet(lambda: app.go("copies", game=game.facts.id)))
    app.open_sheet(Sheet(look, say("Which copy is on the table?"), rows, edit))
