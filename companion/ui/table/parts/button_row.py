"""The row with the main button and the one beside it."""

from __future__ import annotations

from collections.abc import Callable

from kivy.metrics import dp

from companion.ui.table import layout
from companion.ui.table.panels.answer_panel import Action
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets import Holder, PrimaryButton, Push, TonalButton


class ButtonRow(Holder):
    """Mirrored for left-handed people; stacked if the text is big."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self.primary = PrimaryButton(look)
        self.quiet = TonalButton(look)
        self.second = TonalButton(look)
        self.loud = PrimaryButton(look)
        self.buttons: list[Push] = []
        self._do: dict[Push, Callable[[], object]] = {}
        for button in (self.primary, self.quiet, self.second, self.loud):
            button.bind(on_tap=lambda button: self._do[button]())

    def show(self, primary: Action | None, second: Action | None, second_first: bool = False) -> None:
        """`second_first`: emphasise the second button, such as Start for a clock."""
        shown = []
        right, left = (self.quiet, self.loud) if second_first else (self.primary, self.second)
        for button, action in ((left, second), (right, primary)):
            if action is not None:
                button.text = str(action.text)
                button.icon_last = action.icon_last
                button.set_icon(action.icon)
                button.say_second(action.second)
                button.set_ready(action.ready)
                self._do[button] = action.do
                shown.append(button)
        self.buttons = shown
        self.fill(shown)

    def pin_only_main(self, on: bool) -> list[Push]:
        """If space is short, pin only the wanted button; returns those that scroll."""
        wanted = self.loud if self.loud in self.buttons else self.main
        self.fill([one for one in self.buttons if one is wanted] if on else self.buttons)
        return [one for one in self.buttons if one is not wanted] if on else []

    @property
    def main(self) -> Push | None:
        return self.buttons[-1] if self.buttons else None

    def fit(self, width: float) -> float:
        if not self.parts:
            self.size = (width, 0.0)
            return 0.0
        gap = dp(tokens.S)
        self.stacked = False
        first, main = self.parts[0], self.parts[-1]
        high: float = first.fit(width) if first is main else self._fit_two(first, main, width, gap)
        self.size = (width, high)
        self.arrange()
        return float(high)

    def _fit_two(self, second: Push, main: Push, width: float, gap: float) -> float:
        """Give the wanted button the remaining width, or stack the two if that is too little."""
        wish, needs = second.hug(), main.hug()
        loud = isinstance(second, PrimaryButton)
        self.stacked = wish + needs + gap > width and (self.look.scale > layout.BIG or wish > width * 0.5)
        if self.stacked:
            return second.fit(width) + main.fit(width) + gap
        wide = min(max(wish, width - gap - needs), width * 0.62) if loud else min(wish, width * 0.48)
        high = max(second.fit(wide), main.fit(width - wide - gap))
        second.height = main.height = high
        return float(high)

    def arrange(self) -> None:
        if len(self.parts) == 1:
            self.parts[0].pos = self.pos
        elif len(self.parts) == 2:
            second, main = self.parts
            gap = dp(tokens.S)
            if self.stacked:
                main.pos, second.pos = (self.x, second.height + self.y + gap), self.pos
            elif self.look.left_handed:
                main.pos, second.pos = self.pos, (self.x + main.width + gap, self.y)
            else:
                second.pos, main.pos = self.pos, (self.x + second.width + gap, self.y)
