"""Clears away an unfinished play: its standings, and two ways to end it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.core.engine.boundary import logged
from companion.core.text import Refused, Text, minus, say
from companion.services.library import Listed
from companion.services.open_play import low_leads, view_of
from companion.ui.theme import Look
from companion.ui.widgets import Do, TallChip, Words, Wrap
from companion.ui.widgets.controls.sheet import open_menu, tried

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp


def open_ending(app: TablesideApp, look: Look, play: Listed) -> None:
    library, one = app.library, play.id

    def end(winner: int | None) -> None:
        ended = _clear(app, partial(library.end_here, one, winner), say("Ended. The standings are under History."),
                       partial(library.play_on, one))
        if ended and winner is not None:
            app.go("result", opened=library.resume(one))

    open_menu(app, look, say("End this play here?"), [
        (say("End with these points"), say("Kept in History, no winner"), "flag-checkered", partial(end, None)),
        (say("Put it away"), say("Hidden; you can bring it back under History"), "archive-outline",
         lambda: _clear(app, partial(library.archive, one), say("Put away. You'll find it under History."),
                        partial(library.archive, one, False))),
        (say("Delete it"), say("Moves to the trash under History"), "delete-outline",
         lambda: _clear(app, partial(library.delete, one), say("Deleted. It is in the trash under History."),
                        partial(library.bring_back, one)))], _standings(app, look, play, end))


def open_ending_of(app: TablesideApp, look: Look, play_id: int) -> None:
    with suppress(Refused):
        open_ending(app, look, app.library.listed(play_id))


def _standings(app: TablesideApp, look: Look, play: Listed, end: Callable[[int | None], None]) -> list[Any]:
    """The standings, most points first; tap a name to make them the winner."""
    low = False
    with logged("a game could not say who leads"):
        low = low_leads(view_of(app.library.resume(play.id).play))
    points = play.points or (0,) * len(play.people)
    order = sorted(range(len(play.people)), key=lambda seat: points[seat] if low else -points[seat])
    chips = [TallChip(look, f"{play.people[seat].name} {minus(points[seat])}" if any(points) else
                        play.people[seat].name, "trophy-outline", partial(app.close_sheet, partial(end, seat)))
             for seat in order]
    ahead = [play.people[seat].name for seat in order if any(points) and points[seat] == points[order[0]]]
    words = say("{name} leads. Who wins?", name=ahead[0]) if len(ahead) == 1 else \
        say("Does anybody win?")
    return [Words(look, words, "body", "text2"), Wrap(chips)]


def _clear(app: TablesideApp, action: Do, told: Text, undo: Do) -> bool:
    """Leave its table first, which saves the standings."""
    def done(action: Do) -> bool:
        worked = tried(app, action)
        if worked:
            app.show_again()
        return worked

    app.go_home()
    ended = done(action)
    if ended:
        app.tell(told, (say("Undo"), lambda: done(undo)))
    return ended
