"""A ring on the stage around the piece or space of a By hand line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, SmoothEllipse, SmoothLine
from kivy.metrics import dp

from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.part import Part
from companion.ui.widgets.base.words import Icon

RADIUS, SIGN = 24.0, 20.0
CREAM = "#FFF3DC"
SECONDS = 6.0


class ThingRings(Part):
    """Thin rings around everything tappable on the stage; they ignore touches."""

    def __init__(self, look: Look) -> None:
        super().__init__(size=(0, 0))
        self.lines = ((tokens.DARK_RIM, 1.0, 3.0), (CREAM, 1.0, 1.8)) if look.contrast else ((CREAM, 0.8, 1.0),)
        """Colour, alpha and width; high contrast adds a dark rim."""
        self.spots: tuple[tuple[float, float], ...] = ()
        self._group = InstructionGroup()
        self.canvas.add(self._group)

    def show(self, spots: Iterable[tuple[float, float]], radius: float = 15.0) -> None:
        self.spots = tuple(dict.fromkeys(spots))
        self._group.clear()
        for ink, alpha, wide in self.lines:
            self._group.add(Color(*tokens.rgba(ink, alpha)))
            for at in self.spots:
                self._group.add(SmoothLine(circle=(*at, dp(radius)), width=dp(wide)))

    def collide_point(self, x: Any, y: Any) -> bool:
        return False


class PlaceRing(Part):
    """Lies over the stage and ignores touches."""

    def __init__(self, look: Look) -> None:
        super().__init__(size=(0, 0))
        with self.canvas:
            self._rim_ink = Color(*tokens.rgba(tokens.DARK_RIM, 0.0))
            self._rim = SmoothLine(width=dp(2.6))
            self._ink = Color(*tokens.rgba(tokens.DARK.warm, 0.0))
            self._ring = SmoothLine(width=dp(1.5))
            self._disc_ink = Color(*tokens.rgba(tokens.DARK.warm, 0.0))
            self._disc = SmoothEllipse(size=(dp(SIGN), dp(SIGN)))
        self.sign = Icon(look, "", 14, tokens.DARK_RIM, fixed=True)
        """Shown if the piece can be dragged."""
        self.add_widget(self.sign)
        self.at: tuple[float, float] | None = None
        self._end = Clock.create_trigger(lambda _: self.show(None), SECONDS)

    def show(self, at: tuple[float, float] | None, *, stay: bool = False, moves: bool = False) -> None:
        """Show for a few seconds, or until replaced if `stay`; `moves` adds the drag icon."""
        self.at = at
        self._end.cancel()
        self._ink.a = 1.0 if at is not None else 0.0
        self._rim_ink.a = 0.6 if at is not None else 0.0
        if at is not None:
            self._ring.circle = self._rim.circle = (*at, dp(RADIUS))
            middle = (at[0] + dp(RADIUS) * 0.75, at[1] - dp(RADIUS) * 0.75)
            self._disc.pos = (middle[0] - dp(SIGN) / 2, middle[1] - dp(SIGN) / 2)
            self.sign.center = middle
        self._disc_ink.a = 1.0 if at is not None and moves else 0.0
        self.sign.name = "arrow-all" if at is not None and moves else ""
        if at is not None and not stay:
            self._end()

    def collide_point(self, x: Any, y: Any) -> bool:
        return False
