"""The town editor as its sections and sheets know it: what they show, and what a tap on them does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from companion.games.winter_tales.screen.editor.draft import TownDraft
from companion.ui.theme.look import Look

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp


class EditorPage(Protocol):
    """`editor.Editor` is the only one."""

    app: TablesideApp
    look: Look
    draft: TownDraft
    width: float

    def add(self) -> None: ...

    def join(self) -> None: ...

    def one_more_way(self) -> None: ...

    def build(self, house: str) -> None: ...

    def remove(self) -> None: ...

    def change(self, **parts: Any) -> None: ...

    def toggle_icon(self, space: int) -> None: ...

    def open_rename(self) -> None: ...

    def open_passage(self, who: str) -> None: ...

    def open_connection(self, at: int | None) -> None: ...

    def open_attack(self, at: int | None) -> None: ...
