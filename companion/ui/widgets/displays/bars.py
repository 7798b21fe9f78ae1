"""One person's charts, with axes at every text size: bars, and scores from play to play."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.graphics import (
    Color,
    PopMatrix,
    PushMatrix,
    Rotate,
    RoundedRectangle,
    SmoothEllipse,
    SmoothLine,
)
from kivy.metrics import dp

from companion.core.text import Text, minus, say
from companion.ui.theme.look import Look
from companion.ui.widgets.base.part import Part
from companion.ui.widgets.base.words import Icon, Words
from companion.ui.widgets.controls.rows import CardBox
from companion.ui.widgets.displays.chart import DrawnChart, ticks


class Arrow(Part):
    """An arrow; `point` takes degrees counterclockwise from the right."""

    def __init__(self, look: Look, size_dp: float, colour: str = "primary") -> None:
        super().__init__()
        self.icon = Icon(look, "navigation", size_dp, colour)
        self.size = self.icon.size
        self.angle = 90.0
        with self.canvas.before:
            PushMatrix()
            self._turn = Rotate(angle=0)
        with self.canvas.after:
            PopMatrix()
        self.add_widget(self.icon)
        self.bind(pos=self._place)

    def point(self, angle: float) -> None:
        self.angle = angle
        self._turn.angle = angle - 90.0  # the icon points up

    def _place(self, *_: object) -> None:
        self.icon.pos = self.pos
        self._turn.origin = self.center


BAR, GAP = 18.0, 10.0  # dp


class BarChart(DrawnChart):
    """Horizontal bars, so names of any length are readable, with the axis below."""

    def __init__(self, look: Look, bars: Sequence[tuple[str, int]]) -> None:
        self.bars = list(bars)
        super().__init__(look)
        self.ticks = ticks(0, max([1, *(n for _, n in self.bars)]), 4)

    def fit(self, width: float) -> float:
        lead = self._lead(width)
        self._heights = []
        for label, _ in self.bars:
            words = Words(self.look, label, "support", chrome=True)
            high = words.fit(lead or width)
            self._heights.append(max(dp(BAR), high) if lead else high + dp(BAR + 4))
        axis = self.look.px("subtitle", chrome=True) * 1.25 + dp(6)
        return self.take_size(width, sum(self._heights) + dp(GAP) * len(self.bars) + axis)

    def _lead(self, width: float) -> float:
        """Width for the labels beside the bars; zero if they are above them."""
        if self.look.big:
            return 0.0
        probe = [Words(self.look, label, "support", chrome=True) for label, _ in self.bars]
        return float(min(width * 0.42, max([dp(24), *(words.hug() for words in probe)])))

    def draw(self) -> None:
        lead = self._lead(self.width)
        left = self.x + (lead + dp(10) if lead else 0.0)
        right = self.right - self._number_room()
        axis = self.look.px("subtitle", chrome=True) * 1.25 + dp(6)
        low, span = self.y + axis, max(1, self.ticks[-1])
        for tick in self.ticks:
            x = left + (right - left) * tick / span
            self.line(x, low, dp(1), self.top - low)
            words = self.words(str(tick))
            words.pos = (min(max(x - words.width / 2, self.x), self.right - words.width), self.y)
        top = self.top
        for (label, n), high in zip(self.bars, self._heights, strict=True):
            words = self.words(label, "text", "support", lead or self.width)
            middle = top - high / 2 if lead else top - high + dp(BAR) / 2
            words.pos = (self.x, middle - words.height / 2 if lead else top - words.height)
            wide = max(dp(3), (right - left) * n / span)
            self.drawing.add(Color(*self.look.colour("primary")))
            self.drawing.add(RoundedRectangle(pos=(left, middle - dp(BAR) / 2), size=(wide, dp(BAR)), radius=[dp(4)]))
            number = self.words(str(n), "text", "label")
            number.pos = (left + wide + dp(6), middle - number.height / 2)
            top -= high + dp(GAP)

    def _number_room(self) -> float:
        return float(self.look.px("label", chrome=True) * 0.62 * len(str(self.ticks[-1])) + dp(10))


class TrendChart(DrawnChart):
    """Scores from play to play, oldest first, with a line for the average."""

    MOST = 24

    def __init__(self, look: Look, scores: Sequence[int], average: float) -> None:
        self.scores, self.average = list(scores)[-self.MOST:], average
        super().__init__(look)
        self.first = len(scores) - len(self.scores) + 1
        self.ticks = ticks(min(0, *self.scores), max(1, *self.scores), 4)

    def fit(self, width: float) -> float:
        return self.take_size(width, min(dp(180), max(dp(120), width * 0.34)) + self.look.px("subtitle", chrome=True))

    def draw(self) -> None:
        label = self.look.px("subtitle", chrome=True)
        digits = max(len(str(tick)) for tick in self.ticks)
        self._frame = (self.x + label * 0.62 * digits + dp(12), self.right - dp(10), self.y + label * 2.1,
                       self.top - dp(8))
        left, right, low, _ = self._frame
        for tick in self.ticks:
            y = self._up(tick)
            self.line(left, y, right - left, dp(1))
            words = self.words(minus(tick))
            words.pos = (left - dp(8) - words.width, y - words.height / 2)
        points = [part for at, score in enumerate(self.scores) for part in (self._across(at), self._up(score))]
        self.drawing.add(Color(*self.look.colour("primary")))
        self.drawing.add(SmoothLine(points=points, width=dp(1.5), joint="round", cap="round"))
        for at, score in enumerate(self.scores):
            self.drawing.add(SmoothEllipse(pos=(self._across(at) - dp(4), self._up(score) - dp(4)),
                                           size=(dp(8), dp(8))))
        self._draw_average(left, right)
        self._name_plays(low)

    def _draw_average(self, left: float, right: float) -> None:
        y = self._up(self.average)
        x = left
        while x < right:
            self.line(x, y, min(dp(5), right - x), dp(1.5), "text2")
            x += dp(10)

    def _name_plays(self, low: float) -> None:
        """Label only the first and last play; small phones have no room for more."""
        first = self.words(str(say("Play {n}", n=self.first)))
        first.pos = (self._frame[0], low - dp(6) - first.height)
        last = self.words(str(say("Play {n}", n=self.first + len(self.scores) - 1)))
        last.pos = (self._frame[1] - last.width, low - dp(6) - last.height)

    def _across(self, at: int) -> float:
        left, right, *_ = self._frame
        return float(left + dp(6) + (right - left - dp(12)) * at / max(1, len(self.scores) - 1))

    def _up(self, score: float) -> float:
        *_, low, high = self._frame
        return float(low + (high - low) * (score - self.ticks[0]) / (self.ticks[-1] - self.ticks[0]))


class NumberTile(CardBox):
    def __init__(self, look: Look, number: str, label: Text) -> None:
        self.number = Words(look, number, "number", align="center", chrome=True)
        self.label = Words(look, label, "label", "text2", align="center", chrome=True)
        super().__init__(look, [self.number, self.label], pad=4, gap=0, air=11)
