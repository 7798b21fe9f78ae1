"""Catches errors a game raises during a tap, where otherwise only Kivy's loop would."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.base import ExceptionHandler, ExceptionManager

from companion.core.engine.boundary import GameFailed, came_from, package_of
from companion.core.game import Game


class GameErrors(ExceptionHandler):
    """Active while the page is visible; `fail` sets the play aside. Ignores errors from outside the game's rules."""

    def __init__(self, fail: Callable[[GameFailed], None], game: Game[Any]) -> None:
        self.fail, self.package = fail, package_of(game)

    def begin(self) -> None:
        self.end()
        ExceptionManager.add_handler(self)

    def end(self) -> None:
        if self in ExceptionManager.handlers:
            ExceptionManager.remove_handler(self)

    def handle_exception(self, inst: BaseException) -> int:
        if isinstance(inst, KeyboardInterrupt) or not (isinstance(inst, GameFailed) or came_from(inst, self.package)):
            return int(ExceptionManager.RAISE)
        self.fail(inst if isinstance(inst, GameFailed) else GameFailed(inst))
        return int(ExceptionManager.PASS)
