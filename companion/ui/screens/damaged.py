"""A play that can't be opened: it goes out whole, and goes on from before the damage. Nothing of it is thrown away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.text import say
from companion.ui.screens.file_exchange import hand_out
from companion.ui.widgets.base.flow import Column
from companion.ui.widgets.base.words import Words
from companion.ui.widgets.controls.buttons import OutlineButton, TonalButton
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp


def open_damaged(app: TablesideApp, play: int, title: str) -> None:
    look = app.look

    def export() -> None:
        app.close_sheet(lambda: hand_out(app, f"{title}.json", lambda: app.evening.export_play(play)))

    def go_on() -> None:
        try:
            opened = app.evening.go_on_before_damage(play)
        except Exception:  # the store refuses it, or the game stumbles over what is left of it
            app.tell(say("Not enough of it can be read to go on. Export it; nothing is thrown away."))
            return
        app.close_sheet(lambda: app.go("table", opened=opened))

    what = Words(look, app.evening.damage(play) or say("Its game stumbles over it."), "body")
    ways = Words(look, say("Export it whole, or go on as a second play from before the damage; this one stays as it "
                           "is."), "body", "text2")
    foot = Column([TonalButton(look, say("Export it whole"), "export-variant", export),
                   OutlineButton(look, say("Go on before the damage"), "play-outline", go_on)])
    app.open_sheet(Sheet(look, say("{title} could not be opened", title=title), [what, ways], foot))
