"""Chips of which one is chosen, in a row that scrolls sideways when it must."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.text import Text
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.flow import Sideways
from companion.ui.widgets.controls.buttons import Chip


class ChipRow(Widget):
    """`choices`: values with their words."""

    def __init__(self, look: Look, choices: Sequence[tuple[Any, Text | str]], chosen: Any,
                 change: Callable[[Any], None]) -> None:
        super().__init__(size_hint=(None, None))
        self.change = change
        self.chips = [(value, Chip(look, words, do=partial(self.choose, value))) for value, words in choices]
        self.inner = Widget(size_hint=(None, None))
        self.scroll = Sideways(self.inner)
        for value, chip in self.chips:
            chip.choose(value == chosen)
            self.inner.add_widget(chip)
        self.add_widget(self.scroll)
        self.bind(pos=self._arrange)

    def choose(self, chosen: Any) -> None:
        for value, chip in self.chips:
            chip.choose(value == chosen)
        self.change(chosen)

    def fit(self, width: float) -> float:
        wide = sum(chip.hug() + dp(tokens.S) for _, chip in self.chips) - dp(tokens.S)
        high = max((chip.height for _, chip in self.chips), default=0.0)
        self.inner.size = (wide, max(dp(48), high))
        self.size = (width, max(dp(48), high))
        self._arrange()
        return float(self.height)

    def _arrange(self, *_: object) -> None:
        self.scroll.pos, self.scroll.size = self.pos, self.size
        self.scroll.do_scroll_x = self.inner.width > self.width + 1
        x = self.inner.x
        for _, chip in self.chips:
            chip.pos = (x, self.inner.y + (self.inner.height - chip.height) / 2)
            x += chip.width + dp(tokens.S)
