"""List headings and dividers."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp

from companion.ui.theme.look import Look
from companion.ui.widgets.base.part import Part
from companion.ui.widgets.base.row import Row
from companion.ui.widgets.base.words import Words
from companion.ui.widgets.controls.buttons import Link


class Heading(Row):
    def __init__(self, words: Words, link: Link | Words | None = None) -> None:
        self.words, self.link = words, link
        super().__init__([part for part in (words, link) if part is not None], words, least=48)

    def _hug(self, most: float | None, besides: Any = None) -> float:
        """Leave room for the heading, even with 200 % text."""
        return super()._hug(None if most is None else most * 0.6, besides)

    def arrange(self) -> None:
        super().arrange()
        if isinstance(self.link, Link):
            self.link.pos = (self.link.x + dp(Link.pad), self.link.y)  # align its words with the cards below


class Divider(Part):
    def __init__(self, look: Look, high: float = 9.0) -> None:
        super().__init__()
        self.high = high
        with self.canvas:
            Color(*look.colour("outline" if look.contrast else "outline2"))
            self.line = Rectangle()
        self.add_parts()

    def fit(self, width: float) -> float:
        return self.take_size(width, dp(self.high))

    def arrange(self) -> None:
        self.line.pos, self.line.size = (self.x, self.y + self.height / 2), (self.width, max(1.0, dp(1)))
