"""A warm ring on the stage, round the piece or the space that a line of the By hand card is about."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, SmoothLine
from kivy.metrics import dp

from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.part import Part

RADIUS = 24.0
SECONDS = 6.0


class PlaceRing(Part):
    """Lies over the stage and lets every finger through."""

    def __init__(self, look: Look) -> None:
        super().__init__(size=(0, 0))
        with self.canvas:
            self._rim_ink = Color(*tokens.rgba(tokens.DARK_RIM, 0.0))
            self._rim = SmoothLine(width=dp(2.6))
            self._ink = Color(*tokens.rgba(tokens.DARK.warm, 0.0))
            self._ring = SmoothLine(width=dp(1.5))
        self.at: tuple[float, float] | None = None
        self._end = Clock.create_trigger(lambda _: self.show(None), SECONDS)

    def show(self, at: tuple[float, float] | None) -> None:
        self.at = at
        self._end.cancel()
        self._ink.a = 1.0 if at is not None else 0.0
        self._rim_ink.a = 0.6 if at is not None else 0.0
        if at is not None:
            self._ring.circle = self._rim.circle = (*at, dp(RADIUS))
            self._end()

    def collide_point(self, x: Any, y: Any) -> bool:
        return False
