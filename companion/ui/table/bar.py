"""The bar over the art: back, title, undo, redo, menu."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.questions import Timer
from companion.core.text import Text
from companion.ui.drawing.stage import ClockPlace
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets import IconDisc, Words
from companion.ui.widgets.base.part import Part
from companion.ui.widgets.base.tap import Box
from companion.ui.widgets.base.words import Icon
from companion.ui.widgets.displays.ring import TimerRing, shown_time

CLOCK, WIDE, RING = 40.0, 104.0, 28.0  # the pill with the digits beside its ring
DISC = 44.0  # the narrow form, with the digits inside the ring
TITLE = 148.0  # minimum width of the title before the pill may be wide


class BarClock(TimerRing):
    """A pill with a ring and the seconds; on narrow bars the seconds are inside the ring."""

    def __init__(self, look: Look, timer: Timer, timers: Any, noise: Callable[[str], None],
                 on_second: Callable[[float], None] | None = None,
                 on_change: Callable[[], object] | None = None) -> None:
        super().__init__(look, timer, timers, noise, on_second, on_change)
        self.slim = True
        self.box = Box(self, look.scrim(), dp(DISC / 2))
        self.sign = Icon(look, "play", 18, tokens.ON_SCRIM, fixed=True)
        self.add_widget(self.sign)

    def stand_left_of(self, right: float, middle: float, room: float) -> float:
        """`room` is the width for clock and title; returns the clock's left edge."""
        self.slim = room < dp(WIDE + TITLE)
        self.size = (dp(DISC), dp(DISC)) if self.slim else (dp(WIDE), dp(CLOCK))
        self.pos = (right - self.width, middle - self.height / 2)
        side = dp(DISC - 4 if self.slim else RING)
        x = self.x + (self.width / 2 if self.slim else dp(CLOCK / 2))
        self.place_at = ClockPlace((x, middle), side, ring=tokens.DARK.primary, disc=False)
        self.draw()
        return float(self.x)

    def draw(self) -> None:
        self.thick = 3 / 40 if self.slim else 4 / 28
        super().draw()

    def _write(self, side: float, bright: bool) -> None:
        """Show a play icon in the ring while paused; narrow clocks then hide the seconds."""
        text = self.text = shown_time(self.timers.left(self.timer))
        waits = not self.timers.running(self.timer)
        self.sign.opacity = 1.0 if waits else 0.0
        self.sign.center = self.place_at.center
        long = 1.0 if len(text) <= 2 else 0.78 if len(text) == 3 else 0.66
        size = dp(18) * long if self.slim else dp(17)
        if abs(self.digits.px - size) > 0.5:
            self.digits.set_size_px(size)
        self.digits.say(text)
        self.digits.tint(tokens.ON_SCRIM, 1.0 if bright else 0.7)
        self.digits.opacity = 0.0 if waits and self.slim else 1.0
        self.digits.hug()
        x = self.place_at.center[0] if self.slim else (self.x + dp(CLOCK / 2 + RING / 2) + self.right - dp(6)) / 2
        self.digits.center = (x, self.place_at.center[1])




HIGH = 56.0


class TitlePill(Part):
    """The game's name, and the current phase."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.box = Box(self, look.scrim(), dp(20))
        self.title = Words(look, "", "bar title", tokens.ON_SCRIM, chrome=True)
        self.subtitle = Words(look, "", "subtitle", tokens.ON_SCRIM, chrome=True)
        self.add_parts(self.title, self.subtitle)

    def show(self, title: str, subtitle: Text | str) -> None:
        self.title.say(title)
        self.subtitle.say(subtitle)

    def hug(self, most: float) -> float:
        """Use two lines at most; a two-line subtitle hides the game's name."""
        room = most - dp(28)
        second = self.subtitle.hug(room)
        self.title.opacity = 1.0 if self.subtitle.lines() < 2 else 0.0
        wide = max(self.title.hug(room), second) if self.title.opacity else second
        self.take_size(wide + dp(28), max(dp(40), self._title_height() + self.subtitle.height + dp(6)))
        return float(self.width)

    def arrange(self) -> None:
        title = self._title_height()
        top = self.center_y + (title + self.subtitle.height) / 2
        self.title.pos = (self.x + dp(14), top - self.title.height)
        self.subtitle.pos = (self.x + dp(14), top - title - self.subtitle.height)

    def _title_height(self) -> float:
        return float(self.title.height) if self.title.opacity else 0.0


class TableBar(Widget):
    def __init__(self, look: Look, back: Callable[[], object], undo: Callable[[], object], redo: Callable[[], object],
                 menu: Callable[[], object]) -> None:
        super().__init__(size_hint=(None, None))
        self.back = IconDisc(look, "arrow-left", back)
        self.pill = TitlePill(look)
        self.undo = IconDisc(look, "undo-variant", undo)
        self.redo = IconDisc(look, "redo-variant", redo)
        self.menu = IconDisc(look, "dots-vertical", menu)
        self.undo.quick = self.redo.quick = True
        self.clock: BarClock | None = None
        for part in (self.pill, self.back, self.undo, self.redo, self.menu):
            self.add_widget(part)

    def show(self, title: str, subtitle: Text | str, can_undo: bool, can_redo: bool) -> None:
        self.pill.show(title, subtitle)
        self.undo.set_ready(can_undo)
        self.redo.set_ready(can_redo)

    def hold(self, clock: BarClock | None) -> None:
        """Show the timer of a score sheet, beside Undo."""
        if self.clock is not None:
            self.remove_widget(self.clock)
        self.clock = clock
        if clock is not None:
            self.add_widget(clock)

    def stand(self, x: float, top: float, width: float) -> None:
        middle = top - dp(HIGH) / 2
        self.back.center = (x + dp(28), middle)
        for number, disc in enumerate((self.menu, self.redo, self.undo)):
            disc.center = (x + width - dp(28) - number * dp(48), middle)
        end = self.undo.x - dp(8)
        if self.clock is not None:
            end = self.clock.stand_left_of(end, middle, end - x - dp(56)) - dp(8)
        self.pill.hug(end - x - dp(56))
        self.pill.pos = (x + dp(56), middle + dp(20) - self.pill.height)
        self.pos, self.size = (x, top - dp(HIGH)), (width, dp(HIGH))
