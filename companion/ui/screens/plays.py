"""Finished plays on other screens: their card, and how to open one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.metrics import dp

from companion.core.engine.boundary import logged
from companion.core.text import Text, in_a_row
from companion.services.open_play import OpenPlay
from companion.ui.screens.file_exchange import open_damaged
from companion.ui.theme import Look
from companion.ui.widgets import Column, Do, Row, Words
from companion.ui.widgets.controls.buttons import IconDisc
from companion.ui.widgets.displays.covers import Pictured, Scores

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp


def titles_of(app: TablesideApp) -> dict[str, str]:
    return {game: plugin.facts.title for game, plugin in app.found.games.items()}


class PlayCard(Pictured):
    def __init__(self, look: Look, game: str, title: str, sentence: Text | str, day: Text | str,
                 seats: list[tuple[int, str, int | None]], do: Do, menu: Do) -> None:
        self.second = Words(look, in_a_row(title, day), "support", "text2")
        self.scores = Scores(look, [(colour, name) for colour, name, _ in seats], [score for *_, score in seats])
        words = Column([Words(look, str(sentence).rstrip("."), "answer"), self.second], gap=0)
        self.menu = IconDisc(look, "dots-vertical", menu, on_art=False)
        head = Row([words, self.menu], words, upper=True, gap=0)
        super().__init__(look, game, 1.0, do, [head, self.scores], corner="answer")
        self.text, self.aside, self.lowest = str(sentence), dp(48 if look.big else 92), dp(96)


def resumed(app: TablesideApp, play: int) -> OpenPlay | None:
    with logged("a play could not be opened"):  # it can still be exported
        return app.library.resume(play)
    return None


def open_play(app: TablesideApp, play: int, title: str, page: str = "result") -> None:
    """Open the result, chronicle or table; for a damaged play, say what can be done.

    A play that was ended early has a result, too, and goes on only if `page` is "table"."""
    opened = resumed(app, play)
    if opened is None:
        open_damaged(app, play, title)
        return
    if opened.play.misfit is not None:
        page = "chronicle"
    elif page == "result" and not _has_result(opened):
        page = "table"
    app.go(page, opened=opened)


def _has_result(opened: OpenPlay) -> bool:
    """If the game fails, there is none: the table shows what is wrong."""
    with logged("a game could not say whether it is over"):
        return opened.result() is not None
    return False
