"""A row with a part that stretches, and a card to tap round any container. `flow.Column` is the stack."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kivy.metrics import dp
from kivy.properties import StringProperty

from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.flow import Holder
from companion.ui.widgets.base.tap import Box, Tap


class Row(Holder):
    """Parts side by side, each in the middle of the height; `stretch` takes the width the others leave."""

    def __init__(self, parts: Iterable[Any], stretch: Any = None, *, gap: float = tokens.S, pad: float = 0.0,
                 air: float = 0.0, least: float = 0.0, centred: bool = False) -> None:
        """`pad`: at both ends; `air`: above and below; `least`: the lowest it may be."""
        super().__init__()
        self.stretch, self.gap, self.pad, self.air, self.least, self.centred = stretch, gap, pad, air, least, centred
        self.fill(parts)

    def fit(self, width: float) -> float:
        room = width - 2 * dp(self.pad) - dp(self.gap) * (len(self.parts) - 1)
        for part in self.parts:
            if part is not self.stretch:
                if hasattr(part, "hug"):
                    part.hug()
                room -= part.width
        if self.stretch is not None:
            self.stretch.fit(max(dp(40), room))
        high = max((part.height for part in self.parts), default=0.0)
        self.take_size(width, max(dp(self.least), high + 2 * dp(self.air)))
        return float(self.height)

    def arrange(self) -> None:
        wide = sum(part.width for part in self.parts) + dp(self.gap) * (len(self.parts) - 1)
        x = self.x + ((self.width - wide) / 2 if self.centred else dp(self.pad))
        for part in self.parts:
            part.pos = (x, self.y + (self.height - part.height) / 2)
            x += part.width + dp(self.gap)


class Card(Tap):
    """Something to tap round a container, on a ground that darkens while it is pressed."""

    text = StringProperty("")

    def __init__(self, look: Look, content: Any, do: Callable[[], object], *, text: str = "", tone: str = "surface2",
                 corner: float = tokens.CORNER["answer"]) -> None:
        super().__init__(look)
        self.content, self.text, self.tone = content, text, tone
        self.box = Box(self, look.colour(tone), dp(corner), look.colour("outline") if look.contrast else None,
                       look.line)
        self.add_widget(content)
        self.bind(pos=self.moved, size=self.moved, on_tap=lambda _: do())

    def show_pressed(self, down: bool) -> None:
        self.box.fill(self.look.colour("surface3" if down else self.tone))

    def choose(self, on: bool) -> None:
        """Filled and outlined: the one that holds."""
        self.tone = "container" if on else "surface2"
        self.box.fill(self.look.colour(self.tone))
        edge = "primary" if on else "outline" if self.look.contrast else ""
        self.box.border(self.look.colour(edge) if edge else None, dp(2) if edge else 0.0)

    def fit(self, width: float) -> float:
        self.take_size(width, self.content.fit(width))
        return float(self.height)

    def arrange(self) -> None:
        self.content.pos = (self.x, self.y + (self.height - self.content.height) / 2)
