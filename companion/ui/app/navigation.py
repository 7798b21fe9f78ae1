"""The list of screens, and the state of open ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

Insets = tuple[float, float, float, float]
"""Left, top, right and bottom pixels covered by system bars."""

SCREENS: dict[str, str] = {
    "library": "companion.ui.screens.library:LibraryScreen",
    "welcome": "companion.ui.screens.welcome:WelcomeScreen",
    "search": "companion.ui.screens.search:SearchScreen",
    "history": "companion.ui.screens.history:HistoryScreen",
    "players": "companion.ui.screens.players:PlayersScreen",
    "player": "companion.ui.screens.players:PlayerScreen",
    "settings": "companion.ui.screens.settings:SettingsScreen",
    "new_play": "companion.ui.screens.new_play:NewPlayScreen",
    "table": "companion.ui.table.screen:TableScreen",
    "chronicle": "companion.ui.screens.chronicle:ChronicleScreen",
    "lay_it_out": "companion.ui.screens.lay_it_out:LayOutScreen",
    "pack_away": "companion.ui.screens.lay_it_out:PackAwayScreen",
    "compare": "companion.ui.screens.compare:CompareScreen",
    "rules": "companion.ui.screens.rules:RulesScreen",
    "result": "companion.ui.screens.result:ResultScreen",
    "table_mode": "companion.ui.screens.table_mode:TableModeScreen",
    "copies": "companion.ui.screens.copies:CopiesScreen",
    "plugins": "companion.ui.screens.plugins:PluginsScreen",
}
"""Every screen as `module:Class`; built when first opened."""

HOME = "library"


class AnyPage(Protocol):
    """The app's view of a page; see `page.Page`."""

    parent: Any
    size: Any
    insets: Insets
    keeps_awake: bool

    def arrange(self) -> None: ...

    def entered(self) -> None: ...

    def prefetch(self) -> list[Callable[[], Any]]: ...

    def left(self) -> None: ...

    def closed(self) -> None: ...

    def paused(self) -> None: ...

    def resumed(self) -> None: ...

    def locked(self) -> bool: ...

    def on_back(self) -> bool: ...

    def on_shortcut(self, key: str) -> bool: ...

    def on_answer_key(self, number: int) -> bool: ...

    def notice_place(self) -> tuple[float, float, float, bool]: ...

    def take_insets(self, insets: Insets) -> None: ...


@dataclass
class Visit:
    """An opened screen and its arguments. `page` is None until it is rebuilt."""

    name: str
    args: dict[str, Any]
    page: AnyPage | None = None

    def game(self) -> str:
        opened = self.args.get("opened")
        return str(opened.game.facts.id if opened is not None else self.args.get("game") or "")
