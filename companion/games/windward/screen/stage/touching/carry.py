"""A piece in somebody's fingers: held down, carried, and put elsewhere. A correction like any other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp

from companion.core.game import Field
from companion.core.play import Play
from companion.games.windward.board.hexes import Hex, read, spell
from companion.games.windward.board.planet import POST
from companion.games.windward.screen.stage.board import Board
from companion.games.windward.screen.stage.camera import TAP_WITHIN, Camera, Point, Window, nearest
from companion.games.windward.screen.stage.light import Light
from companion.games.windward.screen.stage.marks import PLAIN, VEIL
from companion.games.windward.screen.stage.pieces import PieceLayer

HOLD = 0.45
"""Seconds a finger rests on a piece before it comes along."""


def path_of(key: str) -> str:
    """The correction that puts a piece elsewhere.

    >>> path_of("ship2"), path_of("red7"), path_of("boat01")
    ('captains.2.ship', 'beasts.red7', 'boats.boat01')
    """
    if key.startswith("ship"):
        return f"captains.{key[4:]}.ship"
    return f"boats.{key}" if key.startswith("boat") else f"beasts.{key}"


class Carry:
    """Which piece is carried, and where it may be put."""

    def __init__(self, board: Board, pieces: PieceLayer, correct: Callable[[str, str], None]) -> None:
        self._board, self._pieces, self._correct = board, pieces, correct
        self._key = ""
        self._spaces: list[Hex] = []
        self._planet: list[Hex] = []

    @property
    def under_way(self) -> bool:
        return bool(self._key)

    def lift(self, play: Play[Any], camera: Camera, window: Window, at: Point) -> bool:
        """Take up the piece under the finger, if it may be put elsewhere."""
        key = self._pieces.under(camera.to_world(window, at), dp(TAP_WITHIN) / camera.zoom)
        field = self._field(play, key) if key else None
        if field is None or isinstance(field.allowed, range):
            return False
        self._key, self._spaces = key, [read(value) for value in field.allowed if "," in str(value)]
        self._planet = [*play.table.planet.spaces, POST]
        on_map = tuple(space for space in self._spaces if space != POST)
        self._board.light(Light(((*PLAIN, on_map),), tuple(self._spaces), VEIL))
        self.move(camera, window, at)
        return True

    def move(self, camera: Camera, window: Window, at: Point) -> None:
        x, y = camera.to_world(window, at)
        self._pieces.hold(self._key, (x, y + dp(14)))

    def drop(self, camera: Camera, window: Window, at: Point) -> None:
        """Put it down; where it may not stand it goes back, and the refusal says why."""
        key, self._key = self._key, ""
        space = nearest(camera, window, at, self._planet)
        self._pieces.release()
        if space is not None and space != self._pieces.space_of(key):
            self._correct(path_of(key), spell(space))

    def _field(self, play: Play[Any], key: str) -> Field | None:
        return next((field for field in play.fields() if field.path == path_of(key)), None)
