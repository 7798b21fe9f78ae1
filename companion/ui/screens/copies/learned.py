"""What a table has named in a play is offered for the owner's copy, once: places that were not on the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.core.json_values import same
from companion.core.text import Text, say
from companion.services.open_play import OpenPlay
from companion.ui.theme.look import Look
from companion.ui.widgets.controls.buttons import TonalButton
from companion.ui.widgets.controls.rows import CardBox, IconLine

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp


def offer(app: TablesideApp, look: Look, opened: OpenPlay, done: Callable[[], None]) -> list[Any]:
    """A card with one button; nothing where nothing was named, or it is saved already."""
    played, game = opened.play, opened.game
    learned = game.learned_copy(played.table)
    if learned is None:
        return []
    saved = app.evening.copies(game.facts.id)
    if any(same(row.copy, learned) for row in saved):
        return []
    mine = next((row for row in saved if same(row.copy, played.setup.copy)), None)

    def save() -> None:
        name = str(say("My box")) if mine is None else mine.name
        app.evening.save_copy(game.facts.id, name, learned, None if mine is None else mine.id)
        app.tell(say("Saved in {name}.", name=name))
        done()

    words: Text = say("You named places that your copy of the box does not know yet.")
    return [CardBox(look, [IconLine(look, words, "map-marker-plus-outline"),
                           TonalButton(look, say("Keep them for next time"), "check-bold", save)], gap=8)]
