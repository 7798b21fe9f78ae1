"""Seat tokens: colour, shape and initial, so that colour is never the only cue."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp

from companion.ui.drawing.art import BOX, LINE, LOWER, RADIUS, RIM, mask
from companion.ui.drawing.letters import drawn
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.flow import Card, Column
from companion.ui.widgets.base.part import Part
from companion.ui.widgets.base.tap import Do
from companion.ui.widgets.base.words import Words


class SeatToken(Part):
    """A seat's shape and initial. `rim`: "" on dark panels, "line" on light ones, "art" for a double rim."""

    def __init__(self, look: Look, colour: int, letter: str, size_dp: float = 36.0, *, rim: str | None = None,
                 alpha: float = 1.0, **kwargs: Any) -> None:
        self.look, self.colour, self.letter, self.alpha = look, colour, letter, alpha
        self.rim = rim if rim is not None else ("" if look.dark else "line")
        super().__init__(size=(dp(size_dp), dp(size_dp)), **kwargs)
        self._paint()
        self.add_parts()

    def _paint(self) -> None:
        seat = tokens.SEATS[self.colour]
        layers: list[tuple[str, tokens.Rgba]] = [("", tokens.rgba(seat.fill, self.alpha))]
        if self.rim == "art":
            layers = [("_edge", tokens.rgba(tokens.DARK_RIM, self.alpha)),
                      ("_rim", tokens.rgba(tokens.LIGHT_RIM, self.alpha)), *layers]
        elif self.rim == "line":
            layers.insert(0, ("_rim", self.look.colour("text", self.alpha)))
        self.canvas.clear()
        with self.canvas:
            self._layers: list[Rectangle] = []
            for layer, ink in layers:
                Color(*ink)
                self._layers.append(Rectangle(texture=mask(self.colour, layer)))
            Color(*tokens.rgba(seat.ink, self.alpha))
            self._letter = Rectangle()
        self.arrange()

    def become(self, colour: int, letter: str, alpha: float = 1.0) -> None:
        if (colour, letter, alpha) != (self.colour, self.letter, self.alpha):
            self.colour, self.letter, self.alpha = colour, letter, alpha
            self._paint()

    def fit(self, width: float) -> float:
        return float(self.height)

    def hug(self, most: float | None = None) -> float:
        return float(self.width)

    def arrange(self) -> None:
        radius = min(self.size) * RADIUS
        side = BOX * radius
        for layer in self._layers:
            layer.pos, layer.size = (self.center_x - side / 2, self.center_y - side / 2), (side, side)
        if self.rim == "line" and radius > dp(LINE / RIM):  # keep a big token's outline as thin as the others'
            side *= (1 + dp(LINE) / radius) / (1 + RIM)
            self._layers[0].size = (side, side)
            self._layers[0].pos = (self.center_x - side / 2, self.center_y - side / 2)
        seat = tokens.SEATS[self.colour]
        px = round(radius * seat.letter * (0.7 if len(self.letter) > 1 else 1.0), 1)
        label = drawn(self.letter, tokens.BOLD, max(4.0, px), px, None, "left", False)
        wide, high = label.texture.size
        middle = self.center_y - radius * LOWER.get(seat.shape, 0.0)
        self._letter.texture = label.texture
        self._letter.size = (wide, high)
        self._letter.pos = (round(self.center_x - wide / 2), round(middle - (high - label.below) / 2 - label.below))


class ColourTile(Card):
    def __init__(self, look: Look, colour: int, letter: str, chosen: bool, do: Do) -> None:
        name = str(tokens.SEATS[colour].name)
        words = Words(look, name, "label", "text2", align="center", chrome=True)
        super().__init__(look, Column([SeatToken(look, colour, letter, 44), words], 2, 2, 7, centred=True), do,
                         text=name, tone="surface3" if chosen else "surface2")
        if chosen:
            self.box.border(look.colour("primary"), dp(2))
