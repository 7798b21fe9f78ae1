"""Adding a game: a score sheet for any box, a pack from a file; and the saved sheets, as covers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from companion.core.game import Facts, Game
from companion.core.refusals import Refused
from companion.core.text import say
from companion.ui.drawing.composed_cover import MIDDLE, composed
from companion.ui.screens.file_exchange import take_file
from companion.ui.screens.library.from_host import open_from_host
from companion.ui.theme.look import Look
from companion.ui.widgets.base.picture import name_cover
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.controls.sheet import Sheet
from companion.ui.widgets.displays.covers import GameCover

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp


def begin(app: TablesideApp, game: Game[Any], **about: Any) -> None:
    """The page of a new play: the game's own, or the usual one."""
    app.go(game.setup_page or "new_play", game=game.facts.id, **about)


def sheet_covers(app: TablesideApp, look: Look, game: Game[Any]) -> list[GameCover]:
    """Every saved copy that stands by itself: a sheet under its name, with a cover from its colour and icon."""
    covers = []
    for row in app.evening.copies(game.facts.id) if game.setup_page else ():
        facts = _dressed(game, row.copy)
        if facts is not None:
            name = f"{game.facts.id}/{row.id}"
            name_cover(name, partial(composed, facts.dark, facts.icon), MIDDLE)
            covers.append(GameCover(look, facts, partial(begin, app, game, copy=row.id), name))
    return covers


def _dressed(game: Game[Any], copy: Any) -> Facts | None:
    try:
        return game.dressed(copy)
    except Refused:
        return None


def open_add_game(app: TablesideApp, look: Look) -> None:
    """What there is to add, the easiest first."""
    def row(title: Any, second: Any, icon: str, do: Any) -> ListRow:
        return ListRow(look, title, second, icon, lambda: app.close_sheet(do), tone="surface2")

    rows = [row(game.facts.title, game.facts.blurb, game.facts.icon, partial(begin, app, game))
            for game in app.found.games.values() if game.setup_page]
    rows.append(row(say("A game pack"), say("A file that ends in .tableside, from whoever wrote the game."),
                    "package-variant-closed-plus", lambda: take_file(app, say("Open a game pack"), lambda: None)))
    rows.append(row(say("From the host of this table"), say("The game you play at somebody's table, if it is a pack."),
                    "access-point", lambda: open_from_host(app, look)))
    rows.append(row(say("Games and plugins"), say("What is here, and how to write one."), "puzzle-outline",
                    lambda: app.go("plugins")))
    app.open_sheet(Sheet(look, say("Add a game"), rows))
