"""The headline's own row, on panels that scroll as a whole."""

from __future__ import annotations

from kivy.metrics import dp

from companion.ui.widgets import Holder


class HeadRow(Holder):
    """The headline with Why? at its right, where both scroll with the rest."""

    def fit(self, width: float) -> float:
        headline, sign = self.parts
        self.size = (width, max(headline.fit(width - dp(44)), sign.height))
        self.arrange()
        return float(self.height)

    def arrange(self) -> None:
        if self.parts:
            headline, sign = self.parts
            headline.pos = (self.x, self.top - headline.height)
            sign.pos = (self.right - sign.width, self.top - sign.height)
