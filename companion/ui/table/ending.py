"""An open play that nobody will go on with: its standings, and two ways to clear it from the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.core.questions import Refused
from companion.core.text import Text, count, say
from companion.services.evening import Listed
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.flow import Column
from companion.ui.widgets.base.words import Words
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.controls.seat import SeatToken
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp


def open_ending(app: TablesideApp, look: Look, play: Listed) -> None:
    """From the table, or from the library."""
    rows: list[Any] = [*_standings(look, play)]
    rows.append(ListRow(look, say("It is over"), say("The standings are kept under History; nobody has won"),
                        "flag-checkered", lambda: app.close_sheet(lambda: _end(app, play))))
    rows.append(ListRow(look, say("Put it away"), say("Out of sight; under History you can bring it back"),
                        "archive-outline", lambda: app.close_sheet(lambda: _put_away(app, play))))
    rows.append(ListRow(look, say("Delete it"), say("Into the trash under History"), "delete-outline",
                        lambda: app.close_sheet(lambda: _delete(app, play))))
    app.open_sheet(Sheet(look, say("End this play here?"), [Column(rows, gap=0)]))


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


def _end(app: TablesideApp, play: Listed) -> None:
    _clear(app, lambda: app.evening.end_here(play.id), say("Ended. The standings are under History."),
           lambda: app.evening.play_on(play.id))


def _put_away(app: TablesideApp, play: Listed) -> None:
    _clear(app, lambda: app.evening.archive(play.id), say("Put away. You'll find it under History."),
           lambda: app.evening.archive(play.id, False))


def _delete(app: TablesideApp, play: Listed) -> None:
    _clear(app, lambda: app.evening.delete(play.id), say("Deleted. It lies in the trash under History."),
           lambda: app.evening.bring_back(play.id))


def _clear(app: TablesideApp, action: Any, told: Text, undo: Any) -> None:
    """First leave its table: that notes how the play stands. What can't be written is said, and nothing is lost."""
    app.go_home()
    if _done(app, action):
        app.tell(told, (say("Undo"), lambda: _done(app, undo)))


def _done(app: TablesideApp, action: Any) -> bool:
    try:
        action()
    except Refused as error:
        app.tell(error.refusal.why)
        return False
    app.show_again()
    return True
