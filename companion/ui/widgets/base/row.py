"""A row with one stretching part, and a card that makes any container tappable."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kivy.metrics import dp

from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.flow import Holder
from companion.ui.widgets.base.tap import Do, Tap
from companion.ui.widgets.base.words import Words


class Row(Holder):
    """Parts side by side; `stretch` gets the remaining width, empty texts and icons none."""

    def __init__(self, parts: Iterable[Any] = (), stretch: Any = None, *, gap: float = tokens.S, pad: float = 0.0,
                 air: float = 0.0, least: float = 0.0, centred: bool = False, upper: bool = False) -> None:
        """`pad`: at both ends; `air`: above and below; `least`: minimum height; `upper`: align to the top."""
        super().__init__()
        self.stretch, self.gap, self.pad, self.air, self.least = stretch, gap, pad, air, least
        self.centred, self.upper = centred, upper
        self.fill(parts)

    def shown(self) -> list[Any]:
        return [part for part in self.parts if not isinstance(part, Words) or part.text]

    def fit(self, width: float) -> float:
        room = width - self._hug(width, self.stretch)
        if self.stretch is not None:
            self.stretch.fit(max(dp(40), room))
        return self.take_size(width, self._high())

    def hug(self, most: float | None = None) -> float:
        """Shrink to the parts' width; the stretching part gets what `most` leaves."""
        if self.stretch is not None and most is not None:
            self.stretch.hug(most - self._hug(most, self.stretch))
            self.take_size(self._hug(most, self.stretch) + self.stretch.width, self._high())
        else:
            self.take_size(self._hug(most), self._high())
        return float(self.width)

    def _hug(self, most: float | None, besides: Any = None) -> float:
        for part in self.shown():
            if part is not besides and hasattr(part, "hug"):
                part.hug(most)
        wide = sum(part.width for part in self.shown() if part is not besides)
        return float(wide + dp(self.gap) * (len(self.shown()) - 1) + 2 * dp(self.pad))

    def _high(self) -> float:
        high = max((part.height for part in self.shown()), default=0.0)
        return float(max(dp(self.least), high + 2 * dp(self.air)))

    def arrange(self) -> None:
        shown = self.shown()
        wide = sum(part.width for part in shown) + dp(self.gap) * (len(shown) - 1)
        x = self.x + ((self.width - wide) / 2 if self.centred else dp(self.pad))
        for part in shown:
            part.pos = (x, self.top - part.height if self.upper else self.y + (self.height - part.height) / 2)
            x += part.width + dp(self.gap)


class Card(Tap):
    """A tappable container whose background darkens while pressed."""

    def __init__(self, look: Look, content: Any, do: Do | None = None, *, text: str = "", tone: str = "surface2",
                 corner: float = tokens.CORNER["answer"]) -> None:
        super().__init__(look, do)
        self.content, self.text = content, text
        self.stand_on_card(tone, corner)
        self.add_parts(content)

    def choose(self, on: bool) -> None:
        self.tone = "container" if on else "surface2"
        self.box.fill(self.look.colour(self.tone))
        edge = "primary" if on else "outline" if self.look.contrast else ""
        self.box.border(self.look.colour(edge) if edge else None, dp(2) if edge else 0.0)

    def fit(self, width: float) -> float:
        return self.take_size(width, self.content.fit(width))

    def arrange(self) -> None:
        self.content.pos = (self.x, self.y + (self.height - self.content.height) / 2)
