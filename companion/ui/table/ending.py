"""An open play that nobody will go on with: its standings, and two ways to clear it from the table."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from companion.core.text import Text, count, say
from companion.services.evening import Listed
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.words import Words
from companion.ui.widgets.controls.menu import Do, open_menu, tried
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.controls.seat import SeatToken

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp


def open_ending(app: TablesideApp, look: Look, play: Listed) -> None:
    """From the table, or from the library."""
    evening, one = app.evening, play.id
    open_menu(app, look, say("End this play here?"), [
        (say("End with these points"), say("Kept in History, no winner"), "flag-checkered",
         lambda: _clear(app, partial(evening.end_here, one), say("Ended. The standings are under History."),
                        partial(evening.play_on, one))),
        (say("Put it away"), say("Out of sight; under History you can bring it back"), "archive-outline",
         lambda: _clear(app, partial(evening.archive, one), say("Put away. You'll find it under History."),
                        partial(evening.archive, one, False))),
        (say("Delete it"), say("Into the trash under History"), "delete-outline",
         lambda: _clear(app, partial(evening.delete, one), say("Deleted. It lies in the trash under History."),
                        partial(evening.bring_back, one)))], _standings(look, play))


def open_ending_of(app: TablesideApp, look: Look, play_id: int) -> None:
    play = next((one for one in app.evening.plays() if one.id == play_id), None)
    if play is not None:
        open_ending(app, look, play)


def _standings(look: Look, play: Listed) -> list[Any]:
    """Who stands how, the most points first; nothing where the game counts none."""
    if not any(play.points):
        return [Words(look, say("Nobody has points yet."), "body", "text2")]
    letters = tokens.initials(play.names)
    order = sorted(range(len(play.people)), key=lambda seat: -play.points[seat])
    return [ListRow(look, play.people[seat].name, count("{n} point", "{n} points", play.points[seat]),
                    token=SeatToken(look, play.people[seat].colour, letters[seat], 32)) for seat in order]


def _clear(app: TablesideApp, action: Do, told: Text, undo: Do) -> None:
    """First leave its table: that notes how the play stands."""
    def done(action: Do) -> bool:
        worked = tried(app, action)
        if worked:
            app.show_again()
        return worked

    app.go_home()
    if done(action):
        app.tell(told, (say("Undo"), lambda: done(undo)))
