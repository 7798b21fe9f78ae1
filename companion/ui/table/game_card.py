"""The game's own card: a ship with its gauges, the last result."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.metrics import dp

from companion.core.text import Text
from companion.core.views import Card as CardView
from companion.core.views import Gauge
from companion.ui.look import Look
from companion.ui.table.layout import BIG
from companion.ui.widgets import Icon, SeatToken, Words
from companion.ui.widgets.flow import Holder
from companion.ui.widgets.rows import Card, IconLine

MOST_BLOCKS = 10


class Title(Holder):
    def __init__(self, look: Look, text: Text, seat: tuple[int, str] | None) -> None:
        super().__init__()
        self.token = SeatToken(look, *seat, 32) if seat is not None else None
        self.words = Words(look, text, "answer")
        self.fill([part for part in (self.token, self.words) if part is not None])

    def fit(self, width: float) -> float:
        lead = dp(40) if self.token else 0.0
        self.size = (width, max(dp(32), self.words.fit(width - lead)))
        self.arrange()
        return float(self.height)

    def arrange(self) -> None:
        if self.token is not None:
            self.token.pos = (self.x, self.center_y - self.token.height / 2)
        self.words.pos = (self.x + (dp(40) if self.token else 0), self.center_y - self.words.height / 2)


class GaugeLine(Holder):
    """A name, blocks that are full or empty, and the numbers."""

    def __init__(self, look: Look, gauge: Gauge) -> None:
        super().__init__()
        self.look, self.gauge = look, gauge
        counted = isinstance(gauge.value, int)
        self.icon = Icon(look, gauge.icon, 20, "text2")
        self.label = Words(look, gauge.label, "support")
        shown = f"{gauge.value} / {gauge.full}" if counted and gauge.full else str(gauge.value)
        self.value = Words(look, shown, "score", align="right")
        self.fill([self.icon, self.label, self.value])
        self._blocks: list[SmoothRoundedRectangle] = []
        if counted and 0 < gauge.full <= MOST_BLOCKS and look.scale <= BIG:
            with self.canvas.before:
                for number in range(gauge.full):
                    Color(*look.colour("primary" if number < int(gauge.value) else "surface3"))
                    self._blocks.append(SmoothRoundedRectangle(radius=[dp(6)] * 4))

    def fit(self, width: float) -> float:
        self.value.hug(width * 0.5)
        lead = dp(30) if self.icon.name else 0.0
        blocks = width * 0.42 if self._blocks else 0.0
        self.label.fit(width - lead - blocks - self.value.width - dp(8))
        self.size = (width, max(dp(34), self.label.height))
        self._start = self.label.width + lead
        self._room = blocks
        self.arrange()
        return float(self.height)

    def arrange(self) -> None:
        if not hasattr(self, "_start"):
            return
        lead = dp(30) if self.icon.name else 0.0
        self.icon.pos = (self.x, self.center_y - self.icon.height / 2)
        self.label.pos = (self.x + lead, self.center_y - self.label.height / 2)
        self.value.pos = (self.right - self.value.width, self.center_y - self.value.height / 2)
        each = min(dp(34), self._room / max(1, len(self._blocks)))
        for number, block in enumerate(self._blocks):
            block.pos = (self.x + self._start + number * each, self.center_y - dp(12))
            block.size = (max(dp(4), each - dp(4)), dp(24))


class GameCard(Card):
    def __init__(self, look: Look, card: CardView, seat: tuple[int, str] | None) -> None:
        parts: list[Any] = [Title(look, card.title, seat)]
        parts += [GaugeLine(look, gauge) for gauge in card.gauges]
        parts += [IconLine(look, line.text, line.icon, ink="text2", icon_ink="text2") for line in card.lines]
        super().__init__(look, parts, gap=4)
