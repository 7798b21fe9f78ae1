"""Games and plugins: versions, problems, and how to add one."""

from __future__ import annotations

from functools import partial
from importlib import metadata
from typing import TYPE_CHECKING, Any

from companion.core.game import Game
from companion.core.registry import BUILT_IN, BrokenPlugin
from companion.core.text import Text, in_a_row, say
from companion.ui.screens.file_exchange import can_put_away, hand_out, put_away
from companion.ui.screens.plain import PlainPage
from companion.ui.theme import tokens
from companion.ui.widgets import Column, OutlineButton, TonalButton, Words
from companion.ui.widgets.controls.rows import CardBox, Divider, Heading, IconLine, ListRow
from companion.ui.widgets.controls.sheet import Sheet
from companion.ui.widgets.displays.covers import players_and_minutes

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp


def package_words(game: Game[Any]) -> str:
    module = type(game).__module__.partition(".")[0]
    if game.facts.id in BUILT_IN:
        return ""
    for name in metadata.packages_distributions().get(module, [module]):
        try:
            return f"{name} {metadata.version(name)}"
        except metadata.PackageNotFoundError:
            continue
    return module


def pale(game: Game[Any]) -> bool:
    """Whether the game's colours are unreadable, so the app's are used."""
    return not (tokens.readable(game.facts.dark) and tokens.readable(game.facts.light))


class PluginsScreen(PlainPage):
    widest = 720.0

    def __init__(self, app: TablesideApp) -> None:
        super().__init__(app, app.look, say("Games and plugins"))

    def parts(self) -> list[Any]:
        look, app, found = self.look, self.app, self.app.found
        parts: list[Any] = [self._row(game) for game in found.games.values()]
        if found.broken:
            parts += [Divider(look), Heading(Words(look, say("Could not be loaded"), "kicker", "loss"))]
            parts += [ListRow(look, broken.name, broken.error, "puzzle-remove-outline",
                              partial(open_broken, app, broken)) for broken in found.broken]
        return [*parts, Divider(look), Heading(Words(look, say("Add a game"), "kicker", "primary")), CardBox(look, [
            IconLine(look, say("A game pack is a .tableside file. Open it from the library with Add a game."),
                     "package-variant-closed-plus", role="body")]),
            Heading(Words(look, say("For people who write games"), "kicker", "primary")), CardBox(look, [
            IconLine(look, say("On a desktop, a game can also be an installed Python package with an entry point in "
                               "tableside.games."), "puzzle-plus-outline", role="body"),
            IconLine(look, say("How to write one: docs/adding-a-game.md in the project."), "book-open-variant",
                     role="body")])]

    def _row(self, game: Game[Any]) -> ListRow:
        origin = package_words(game) or str(say("comes with Tableside"))
        second: Text | str = in_a_row(players_and_minutes(game.facts), origin)
        if pale(game):
            second = say("{about}. Its colours are hard to read, so the app uses its own.", about=second)
        return ListRow(self.look, game.facts.title, second, game.facts.icon, lambda: self._about(game))

    def _about(self, game: Game[Any]) -> None:
        look, facts = self.look, game.facts
        parts: list[Any] = [Words(look, facts.blurb, "body"),
                            IconLine(look, players_and_minutes(facts), "account-group-outline")]
        if facts.maker:
            parts.append(IconLine(look, say("The box is by {maker}.", maker=facts.maker), "package-variant-closed"))
        parts.append(IconLine(look, say("{n} numbered rules", n=len(game.rulebook())), "book-open-variant"))
        if pale(game):
            parts.append(IconLine(look, say("Some of its colours have a contrast below 4.5, so the app uses its "
                                            "own."), "alert-circle-outline", ink="loss", icon_ink="loss"))
        rules = TonalButton(look, say("Its rules"), "book-open-variant",
                            lambda: self.app.close_sheet(lambda: self.app.go("rules", game=facts.id)))
        away = OutlineButton(look, say("Remove this pack"), "package-variant-closed-minus",
                             lambda: self.app.close_sheet(lambda: put_away(self.app, game)))
        foot = Column([rules, *([away] if can_put_away(self.app, game) else [])])
        self.app.open_sheet(Sheet(look, facts.title, parts, foot))


def open_broken(app: TablesideApp, broken: BrokenPlugin) -> None:
    look = app.look
    parts = [Words(look, broken.error, "body"), Words(look, broken.details, "support", "text2")]
    app.open_sheet(Sheet(look, broken.name, parts, TonalButton(look, say("Export log"), "export-variant",
                                                               partial(export_log, app, broken))))


def export_log(app: TablesideApp, broken: BrokenPlugin) -> None:
    hand_out(app, f"{broken.name} log.txt", lambda: f"{broken.error}\n\n{broken.details}")
