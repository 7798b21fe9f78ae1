"""The two pages of a small stage, their dots, and the bubble for tapped things."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, InstructionGroup, PopMatrix, PushMatrix, SmoothEllipse, Translate
from kivy.metrics import dp
from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from companion.ui.drawing.sprites import between
from companion.ui.drawing.stage import Room
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.tap import Box, Tap
from companion.ui.widgets.base.words import Words

DOT, APART = 7.0, 15.0


class PageDots(Tap):
    """Dots for the two pages; a tap turns the page unless `belongs` claims it for the stage."""

    def __init__(self, look: Look, turn: Callable[[], object], belongs: Callable[[tuple[float, float]], bool]) -> None:
        super().__init__(look, size=(dp(44), dp(15)))
        self._belongs = belongs
        Box(self, look.scrim(), dp(7.5))
        self._inks, self._dots = [], []
        with self.canvas:
            for _ in range(2):
                self._inks.append(Color(*tokens.rgba(tokens.ON_SCRIM)))
                self._dots.append(SmoothEllipse(size=(dp(DOT), dp(DOT))))
        self.bind(pos=self.moved, on_tap=lambda _: turn())

    def touched_by(self, touch: Any) -> bool:
        return super().touched_by(touch) and not self._belongs(touch.pos)

    def stand(self, room: Room) -> None:
        aside, y = dp(40), room.y + dp(8)
        places = [(x, y) for x in (room.center[0], room.x + aside, room.right - aside)]
        self.center = next((place for place in places if not self._belongs(place)), places[0])

    def show(self, second: bool) -> None:
        for number, ink in enumerate(self._inks):
            ink.a = 1.0 if (number == 1) == second else 0.38
        self.arrange()

    def arrange(self) -> None:
        for number, dot in enumerate(self._dots):
            x = self.center_x + dp(APART) * (number - 0.5)
            dot.pos = (x - dp(DOT / 2), self.center_y - dp(DOT / 2))


class Bubble(Widget):
    text = StringProperty("")

    def __init__(self, look: Look) -> None:
        super().__init__(size_hint=(None, None))
        on_art = look.on_art()
        Box(self, (*tokens.rgba(tokens.SCRIM)[:3], 0.97), dp(18), look.colour("outline") if look.contrast else None,
            look.line)
        self.title = Words(on_art, "", "answer", tokens.ON_SCRIM)
        self.line = Words(on_art, "", "support", "#D8DFEC")
        self.add_widget(self.title)
        self.add_widget(self.line)

    def say(self, title: str, line: str, room: Room) -> None:
        self.text = f"{title}. {line}" if line else title
        pad = dp(16)
        most = min(room.width - dp(32), dp(420)) - 2 * pad
        self.title.say(title)
        self.line.say(line)
        wide = max(self.title.hug(most), self.line.hug(most))
        high = self.title.height + (self.line.height + dp(4) if line else 0)
        self.size = (wide + 2 * pad, high + 2 * dp(12))
        self.center = room.center
        top = self.top - dp(12)
        self.title.pos = (self.x + pad, top - self.title.height)
        self.line.pos = (self.x + pad, top - self.title.height - dp(4) - self.line.height)


class SlidingLayers:
    """Two layers that slide in together, one below the snow and one above."""

    def __init__(self, below: InstructionGroup, above: InstructionGroup) -> None:
        self._parents = (below, above)
        self._slides = (Translate(0, 0), Translate(0, 0))
        self.below, self.above = InstructionGroup(), InstructionGroup()
        self._groups = (InstructionGroup(), InstructionGroup())
        for group, slide, part in zip(self._groups, self._slides, (self.below, self.above), strict=True):
            for step in (PushMatrix(), slide, part, PopMatrix()):
                group.add(step)
        self.shown = False

    def show(self, on: bool) -> None:
        if on != self.shown:
            self.shown = on
            for parent, group in zip(self._parents, self._groups, strict=True):
                if on:
                    parent.add(group)
                else:
                    parent.remove(group)

    def slide(self, far: float) -> None:
        self._slides[1].x = far

    def slide_in(self, far: float, part: float) -> None:
        """Move `part` of the way from `far` to the final position."""
        self.slide(between(far, 0.0, part))
