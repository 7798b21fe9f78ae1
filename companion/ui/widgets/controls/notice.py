"""A one-sentence message at the bottom that disappears by itself or is replaced by the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.metrics import dp

from companion.core.text import Text
from companion.ui.theme.look import Look
from companion.ui.widgets.base.tap import Box, Tap
from companion.ui.widgets.base.words import Words
from companion.ui.widgets.controls.buttons import Link

SECONDS = 5.0
Place = tuple[float, float, float, bool]
"""Left, an edge, width, and whether that edge is the lower one."""
Action = tuple[Text, Callable[[], object]]


class Notice(Tap):
    """A message; tap to dismiss."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, self.hide, opacity=0)
        self.box = Box(self, look.colour("text"), dp(16))
        self.words = Words(look, "", "support", "background")
        self.button = Link(look, "", "undo-variant", self._act, pad=12.0, ink="background", icon_size=24.0)
        self.add_parts(self.words)
        self.stacked = False
        self._do: Callable[[], object] | None = None
        self._going: Any = None
        self._place: Callable[[], Place]
        self._aside = 0.0

    def show(self, text: Text | str, place: Callable[[], Place], action: Action | None = None) -> None:
        """Show a message. `place` finds a spot that hides no question; call `stand` after a new layout."""
        self.text = str(text)
        self.words.say(text)
        self._place, self._aside = place, self._offer(action)
        self.stand()
        Clock.schedule_once(lambda _: self.stand(), 0)
        Animation.cancel_all(self, "opacity")
        self.opacity = 1
        if self._going is not None:
            self._going.cancel()
        self._going = Clock.schedule_once(lambda _: self.hide(), SECONDS)

    def stand(self) -> None:
        """Put the button beside the words, or below if they would get too narrow."""
        if not self.text:
            return
        (x, edge, width, low), aside = self._place(), self._aside
        wide = min(width - dp(32), dp(480))
        self.words.hug(max(dp(80), wide - dp(32) - aside))
        self.stacked = bool(aside) and self.words.lines() > 2
        if self.stacked:
            self.words.hug(wide - dp(32))
            self.size = (max(self.words.width, aside) + dp(32), self.words.height + self.button.height + dp(14))
        else:
            self.size = (self.words.width + dp(32) + aside, max(dp(48), self.words.height + dp(20)))
        self.pos = (x + (width - self.width) / 2, edge if low else edge - self.height)
        self.arrange()

    def _offer(self, action: Action | None) -> float:
        """Show the action's button and return its width."""
        self._do = action[1] if action is not None else None
        if self.button.parent is not None:
            self.remove_widget(self.button)
        if action is None:
            return 0.0
        self.button.text = str(action[0])
        self.add_widget(self.button)
        return self.button.hug()

    def _act(self) -> None:
        do, self._do = self._do, None
        self.hide()
        if do is not None:
            do()

    def hide(self) -> None:
        Animation(opacity=0, d=0.18 if self.look.motion else 0.0).start(self)
        self.text = ""

    def arrange(self) -> None:
        if self.stacked:
            self.words.pos = (self.x + dp(16), self.top - dp(10) - self.words.height)
            self.button.pos = (self.right - self.button.width - dp(4), self.y + dp(2))
            return
        self.words.pos = (self.x + dp(16), self.center_y - self.words.height / 2)
        self.button.pos = (self.right - self.button.width - dp(4), self.center_y - self.button.height / 2)
