"""A game's own cards, such as a ship with its gauges or the last result."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.metrics import dp

from companion.core.text import Text
from companion.core.views import Gauge, InfoCard
from companion.ui.table.layout import BIG
from companion.ui.theme.look import Look
from companion.ui.widgets import Box, Grid, Icon, SeatToken, Tap, Words, Wrap
from companion.ui.widgets.base.flow import Holder
from companion.ui.widgets.base.part import enough
from companion.ui.widgets.base.row import Row
from companion.ui.widgets.controls.rows import CardBox

HIGH = 36.0
INSET = 14.0


class GaugeReading(Row):
    def __init__(self, look: Look) -> None:
        self.icon = Icon(look, "", 18, "primary")
        self.value = Words(look, "", "label", chrome=True)
        self.full = Words(look, "", "label", "text2", chrome=True)
        super().__init__([self.icon, Row([self.value, self.full], gap=0)], gap=5)

    def show(self, gauge: Gauge) -> None:
        self.icon.name = gauge.icon
        self.icon.tint("primary" if gauge.value else "text2")
        self.value.say(str(gauge.value))
        self.full.say(f"/{gauge.full}")


class GaugeRow(Tap):
    """Call `show` with a seat's card, or None to take no space. A tap opens the seat's sheet."""

    def __init__(self, look: Look, on_seat: Callable[[int], None]) -> None:
        super().__init__(look)
        self.on_seat = on_seat
        self.seat: int | None = None
        self.readings: list[GaugeReading] = []
        self._pool: list[GaugeReading] = []
        self.stand_on_card(corner=HIGH / 2)
        self.add_parts()

    def show(self, card: InfoCard | None) -> None:
        gauges = [] if card is None else counted(card.gauges)
        self.seat = card.seat if card is not None else None
        self.text = ", ".join(f"{gauge.label} {gauge.value}/{gauge.full}" for gauge in gauges)
        for reading in self.readings[len(gauges):]:
            self.remove_widget(reading)
        self.readings = enough(self._pool, len(gauges), self._reading)
        for reading in self.readings:
            if reading.parent is None:
                self.add_widget(reading)
        for reading, gauge in zip(self.readings, gauges, strict=True):
            reading.show(gauge)

    def prefetch(self, cards: Iterable[InfoCard]) -> list[Callable[[], Any]]:
        """Jobs that create the readings a turn will need, even if the play doesn't begin with a turn."""
        most = max((len(counted(card.gauges)) for card in cards if card.seat is not None), default=0)
        return [partial(enough, self._pool, count, self._reading) for count in range(1, most + 1)]

    def _reading(self) -> GaugeReading:
        return GaugeReading(self.look)

    def fits(self, width: float) -> bool:
        wides = [reading.hug() for reading in self.readings]
        return bool(wides) and sum(wides) + dp(8) * (len(wides) - 1) + 2 * dp(INSET) <= width

    def fit(self, width: float) -> float:
        return self.take_size(width, self.look.high(HIGH, chrome=True))

    def on_tap(self) -> None:
        if self.seat is not None:
            self.on_seat(self.seat)

    def arrange(self) -> None:
        if not self.readings:
            return
        spare = self.width - 2 * dp(INSET) - sum(reading.width for reading in self.readings)
        gap = spare / max(1, len(self.readings) - 1)
        x = self.x + dp(INSET)
        for reading in self.readings:
            reading.pos = (x, self.center_y - reading.height / 2)
            x += reading.width + gap


def counted(gauges: Iterable[Gauge]) -> list[Any]:
    return [gauge for gauge in gauges if isinstance(gauge.value, int) and gauge.full and gauge.icon]




MOST_BLOCKS = 10
MANY = 5
TWO_COLUMNS = 360.0


class GaugeLine(Holder):
    def __init__(self, look: Look, gauge: Gauge) -> None:
        super().__init__()
        self.look, self.gauge = look, gauge
        counted = isinstance(gauge.value, int)
        self.icon = Icon(look, gauge.icon, 20, "text2")
        self.label = Words(look, gauge.label, "support")
        self.value = Words(look, "", "score", align="right")
        self.show_full(True)
        self.fill([self.icon, self.label, self.value])
        self._blocks: list[SmoothRoundedRectangle] = []
        self._inks: list[Color] = []
        if counted and 0 < gauge.full <= MOST_BLOCKS and look.scale <= BIG:
            with self.canvas.before:
                for _ in range(gauge.full):
                    self._inks.append(Color(1, 1, 1, 1))
                    self._blocks.append(SmoothRoundedRectangle(radius=[dp(6)] * 4))
        self._tint()

    def _tint(self) -> None:
        value = self.gauge.value
        lit = value if isinstance(value, int) else 0
        for number, ink in enumerate(self._inks):
            ink.rgba = self.look.colour(self.gauge.ink if number < lit else "surface3")

    def show(self, gauge: Gauge) -> None:
        """Change the value; `fit` writes it."""
        if gauge != self.gauge:
            self.gauge = gauge
            self._tint()

    roomy = False
    """Use larger blocks, aligned with those of the line above."""

    def show_full(self, on: bool) -> None:
        """Show the maximum, or hide it if space is short, as the blocks show it too."""
        gauge = self.gauge
        counted = isinstance(gauge.value, int) and gauge.full
        self.value.say(f"{gauge.value} / {gauge.full}" if counted and on else str(gauge.value))
        self._end = 0.0 if on else float(dp(8))

    def fit(self, full_width: float) -> float:
        width = full_width - self._end
        self.value.hug(width * 0.5)
        lead = dp(30) if self.icon.name else 0.0
        wish = width * 0.48 if self.roomy else min(width * 0.39, dp(34) * len(self._blocks))
        blocks = wish if self._blocks else 0.0
        self.label.fit(width - lead - blocks - (dp(56) if self.roomy else self.value.width + dp(8)))
        self.size = (full_width, max(dp(40 if self.roomy else 30), self.label.height))
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
        self.value.pos = (self.right - self._end - self.value.width, self.center_y - self.value.height / 2)
        each = min(dp(38 if self.roomy else 34), self._room / max(1, len(self._blocks)))
        high = dp(28 if self.roomy else 22)
        for number, block in enumerate(self._blocks):
            block.pos = (self.x + self._start + number * each, self.center_y - high / 2)
            block.size = (max(dp(4), each - dp(4)), high)
            block.radius = [min(dp(6), block.size[0] * 0.3)] * 4


class Tag(Row):
    """A few words on a small background, such as cargo or passengers."""

    def __init__(self, look: Look, text: Text, icon: str) -> None:
        words = Words(look, text, "label", chrome=True)
        super().__init__([Icon(look, icon, 18, "text2"), words], words, gap=6, pad=10, air=4, least=28)
        Box(self, look.colour("surface3"), dp(16))


class GameCard(CardBox):
    """`roomy` gives each gauge a line; otherwise many gauges use two columns to save space."""

    roomy = False

    def __init__(self, look: Look, card: InfoCard, seat: tuple[int, str] | None) -> None:
        self.view = card
        gauges = [GaugeLine(look, gauge) for gauge in card.gauges]
        self._many = len(gauges) >= MANY and look.scale <= BIG
        self._gauges = Grid(gauges, columns=1, gap=4)
        tags = Wrap([Tag(look, line.text, line.icon) for line in card.lines], gap=6)
        title, token = Words(look, card.title, "answer"), [] if seat is None else [SeatToken(look, *seat, 30)]
        parts: list[Any] = [Row([*token, title], title, gap=10, least=30), *([self._gauges] if gauges else []),
                            *([tags] if card.lines else [])]
        super().__init__(look, parts, pad=12, gap=6)

    def show(self, card: InfoCard) -> bool:
        """Update the values; False if it is a different card and must be recreated."""
        if _bare(card) != _bare(self.view):
            return False
        self.view = card
        for line, gauge in zip(self._gauges.parts, card.gauges, strict=True):
            line.show(gauge)
        return True

    def fit(self, width: float) -> float:
        two = self._many and width >= dp(TWO_COLUMNS) and not self.roomy
        self._gauges.columns = 2 if two else 1
        for line in self._gauges.parts:
            line.roomy = self.roomy
            line.show_full(not two)
        return super().fit(width)


def _bare(card: InfoCard) -> InfoCard:
    """The card without its values, for comparison."""
    return replace(card, gauges=tuple(replace(gauge, value=0) if isinstance(gauge.value, int) else gauge
                                      for gauge in card.gauges))
