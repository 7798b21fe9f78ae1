"""The table screen as its parts know it: what panel, sheets, clock and dark room show and call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from companion.core.play import Play
from companion.core.questions import Json
from companion.services.table.controller import Result, Ring, TableController
from companion.services.table.situation import Q, Situation
from companion.ui.drawing.stage import Stage
from companion.ui.table.kinds.kind import Action
from companion.ui.theme.look import Look

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp


class TablePage(Protocol):
    """`screen.TableScreen` is the only one, and says what each of these does."""

    app: TablesideApp
    look: Look
    controller: TableController
    letters: list[str]
    stage: Stage
    broken: set[str]
    panel: Any

    @property
    def play(self) -> Play[Any]: ...

    @property
    def situation(self) -> Situation: ...

    def arrange(self) -> None: ...

    def add_widget(self, part: Any) -> Any: ...

    def stage_do(self, what: str, *args: Any) -> Any: ...

    def ring(self, ring: Ring | None) -> None: ...

    def clock_action(self) -> Action | None: ...

    def clock_started(self) -> bool: ...

    def clock_changed(self) -> None: ...

    def answer(self, question: Q, raw: Json, *, rolled: bool = False) -> bool: ...

    def choose_other(self, question: Q) -> None: ...

    def tell_if(self, result: Result) -> None: ...

    def undo(self) -> None: ...

    def restart(self) -> None: ...

    def play_on(self) -> None: ...

    def want(self, key: str) -> None: ...

    def open_menu(self) -> None: ...

    def open_why(self) -> None: ...

    def open_correct(self) -> None: ...

    def open_seat(self, seat: int) -> None: ...

    def open_result(self) -> None: ...

    def share(self) -> None: ...
