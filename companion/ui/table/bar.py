"""The bar that floats on the art: back, title, undo, redo, menu."""

from __future__ import annotations

from collections.abc import Callable

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.text import Text
from companion.ui.table.parts.bar_clock import BarClock
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets import IconDisc, Words
from companion.ui.widgets.base.tap import Box

HIGH = 56.0


class TitlePill(Widget):
    """The game's name, and where we are in it."""

    def __init__(self, look: Look) -> None:
        super().__init__(size_hint=(None, None))
        self.box = Box(self, look.scrim(), dp(20))
        self.title = Words(look, "", "bar title", tokens.ON_SCRIM, chrome=True)
        self.subtitle = Words(look, "", "subtitle", tokens.ON_SCRIM, chrome=True)
        self.add_widget(self.title)
        self.add_widget(self.subtitle)
        self.bind(pos=self._arrange, size=self._arrange)

    def show(self, title: str, subtitle: Text | str) -> None:
        self.title.say(title)
        self.subtitle.say(subtitle)

    def hug(self, most: float) -> float:
        """Two lines at most: where the second needs both, the name of the game gives way."""
        room = most - dp(28)
        second = self.subtitle.hug(room)
        self.title.opacity = 1.0 if self.subtitle.lines() < 2 else 0.0
        wide = max(self.title.hug(room), second) if self.title.opacity else second
        self.size = (wide + dp(28), max(dp(40), self._title_height() + self.subtitle.height + dp(6)))
        self._arrange()
        return float(self.width)

    def _arrange(self, *_: object) -> None:
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
        """The timer of a score sheet, beside Undo."""
        if self.clock is not None:
            self.remove_widget(self.clock)
        self.clock = clock
        if clock is not None:
            self.add_widget(clock)

    def stand(self, x: float, top: float, width: float) -> None:
        """The bar's upper edge is at `top`."""
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
