"""The gauges of whose turn it is, in one row under the seats: for screens that have no room for the game's card."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.properties import StringProperty

from companion.core.views import Gauge, InfoCard
from companion.ui.theme.look import Look
from companion.ui.widgets import Box, Icon, Tap, Words
from companion.ui.widgets.base.part import enough
from companion.ui.widgets.base.row import Row

HIGH = 36.0
INSET = 14.0


class GaugeReading(Row):
    """An icon, how many there are, and more quietly how many there could be."""

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
    """`show` with a card of a seat, `show(None)` without: then it takes no room. A tap opens the seat's sheet."""

    text = StringProperty("")

    def __init__(self, look: Look, on_seat: Callable[[int], None]) -> None:
        super().__init__(look)
        self.on_seat = on_seat
        self.seat: int | None = None
        self.readings: list[GaugeReading] = []
        self._pool: list[GaugeReading] = []
        self.box = Box(self, look.colour("surface2"), dp(HIGH / 2), look.colour("outline") if look.contrast else None,
                       look.line)
        self.bind(pos=self.moved, size=self.moved)

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
        """The readings that a turn will want; the table may begin with no turn at all."""
        most = max((len(counted(card.gauges)) for card in cards if card.seat is not None), default=0)
        return [partial(enough, self._pool, count, self._reading) for count in range(1, most + 1)]

    def _reading(self) -> GaugeReading:
        return GaugeReading(self.look)

    def fits(self, width: float) -> bool:
        """Is there something to show, and room for it in one row?"""
        wides = [reading.hug() for reading in self.readings]
        return bool(wides) and sum(wides) + dp(8) * (len(wides) - 1) + 2 * dp(INSET) <= width

    def fit(self, width: float) -> float:
        self.take_size(width, self.look.high(HIGH, chrome=True))
        return float(self.height)

    def on_tap(self) -> None:
        if self.seat is not None:
            self.on_seat(self.seat)

    def show_pressed(self, down: bool) -> None:
        self.box.fill(self.look.colour("surface3" if down else "surface2"))

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
    """Those that count something up to a limit, and have a sign of their own."""
    return [gauge for gauge in gauges if isinstance(gauge.value, int) and gauge.full and gauge.icon]
