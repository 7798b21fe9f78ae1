"""Settings: a switch with a description, or a few options to choose from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.animation import Animation
from kivy.graphics import Color, SmoothEllipse
from kivy.metrics import dp
from kivy.properties import NumericProperty

from companion.core.text import Text
from companion.ui.theme.look import Look
from companion.ui.widgets.base.flow import Card, Column, Row, SideRow, Wrap
from companion.ui.widgets.base.part import Part
from companion.ui.widgets.base.tap import Box
from companion.ui.widgets.base.words import Icon, Words
from companion.ui.widgets.controls.buttons import Chip


class Lever(Part):
    """The drawing of a switch; its row handles taps. Named to avoid Kivy's rules for `Switch`."""

    along = NumericProperty(0.0)

    def __init__(self, look: Look, on: bool) -> None:
        super().__init__(size=(dp(52), dp(32)))
        self.look, self.on = look, on
        self.box = Box(self, (0, 0, 0, 0), dp(16))
        with self.canvas:
            self.ink = Color()
            self.knob = SmoothEllipse()
        self.add_parts()
        self.bind(along=self.moved)
        self.set(on, moving=False)

    def hug(self, most: float | None = None) -> float:
        return float(self.width)

    def set(self, on: bool, moving: bool = True) -> None:
        self.on = on
        look = self.look
        self.box.fill(look.colour("primary" if on else "surface3"))
        self.box.border(None if on else look.colour("outline"), 0 if on else dp(2))
        self.ink.rgba = look.colour("on_primary" if on else "outline")
        goal = 1.0 if on else 0.0
        if moving and look.motion:
            Animation(along=goal, d=0.12, t="out_quad").start(self)
        else:
            self.along = goal
        self.arrange()

    def arrange(self) -> None:
        radius = dp(8 + 4 * self.along)
        x = self.x + dp(16) + (self.width - dp(32)) * self.along
        self.knob.pos, self.knob.size = (x - radius, self.center_y - radius), (2 * radius, 2 * radius)


class SwitchRow(Card):
    clear = True

    def __init__(self, look: Look, label: Text | str, sentence: Text | str, on: bool,
                 change: Callable[[bool], None], icon: str = "") -> None:
        self.switch, self.change = Lever(look, on), change
        self.sentence = Words(look, sentence, "support", "text2")
        words = Column([Words(look, label, "body"), self.sentence], gap=0)
        super().__init__(look, Row([Icon(look, icon, 24, "primary"), words, self.switch], words, gap=16, air=7,
                                   least=56), text=str(label), corner=16)
        self.box.border(None)

    def on_tap(self) -> None:
        self.switch.set(not self.switch.on)
        self.change(self.switch.on)


class Segments(Wrap):
    def __init__(self, look: Look, choices: Sequence[tuple[Any, Text | str]], chosen: Any,
                 change: Callable[[Any], None]) -> None:
        self.change = change
        self.chips = [(value, Chip(look, words, do=partial(self._chose, value), high=44.0)) for value, words in choices]
        super().__init__([chip for _, chip in self.chips], gap=8)
        self.mark(chosen)

    def mark(self, chosen: Any) -> None:
        for value, chip in self.chips:
            on = value == chosen and type(value) is type(chosen)
            chip.choose(on)
            chip.set_icon("check-bold" if on else "")

    def _chose(self, value: Any) -> None:
        self.mark(value)
        self.fit(self.width)
        self.change(value)


class ChoiceRow(Column):
    def __init__(self, look: Look, label: Text | str, sentence: Text | str,
                 choices: Sequence[tuple[Any, Text | str]], chosen: Any, change: Callable[[Any], None]) -> None:
        self.segments = Segments(look, choices, chosen, change)
        words = Column([Words(look, label, "body"), Words(look, sentence, "support", "text2")], gap=0)
        super().__init__([words, self.segments])


class ChipRow(SideRow):
    """Chips that scroll sideways; `choices` are values with their labels."""

    def __init__(self, look: Look, choices: Sequence[tuple[Any, Text | str]], chosen: Any,
                 change: Callable[[Any], None]) -> None:
        self.change = change
        self.chips = [(value, Chip(look, words, do=partial(self.choose, value))) for value, words in choices]
        for value, chip in self.chips:
            chip.choose(value == chosen)
        super().__init__([chip for _, chip in self.chips], least=48)

    def choose(self, chosen: Any) -> None:
        for value, chip in self.chips:
            chip.choose(value == chosen)
        self.change(chosen)
