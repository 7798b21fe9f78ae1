"""What a game raises under a finger: in the middle of a tap, where nobody but Kivy's loop is there to catch it."""

from __future__ import annotations

from typing import Any, Protocol

from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock

from companion.core.engine.boundary import GameFailed, attend, beat, came_from, leave, package_of
from companion.core.game import Game

PATIENCE = 3
"""Times the limit of a call, between two frames."""


class Surface(Protocol):
    """A page that shows a play."""

    def game_failed(self, failed: GameFailed) -> None:
        """Set the play aside and say so."""


class GameErrors(ExceptionHandler):
    """On while the page is to be seen. What was not raised by the rules of its game is not its business."""

    def __init__(self, page: Surface, game: Game[Any]) -> None:
        self.page, self.package = page, package_of(game)
        self._beating: Any = None

    def begin(self) -> None:
        self.end()
        ExceptionManager.add_handler(self)
        attend(PATIENCE)  # a finger may set off a loop of the game anywhere between two frames
        self._beating = Clock.schedule_interval(lambda _: beat(), 0)

    def end(self) -> None:
        if self in ExceptionManager.handlers:
            ExceptionManager.remove_handler(self)
            self._beating.cancel()
            leave()

    def handle_exception(self, inst: BaseException) -> int:
        if isinstance(inst, KeyboardInterrupt) or not (isinstance(inst, GameFailed) or came_from(inst, self.package)):
            return int(ExceptionManager.RAISE)
        self.page.game_failed(inst if isinstance(inst, GameFailed) else GameFailed(inst))
        return int(ExceptionManager.PASS)
