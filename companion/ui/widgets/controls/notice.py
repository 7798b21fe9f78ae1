"""One sentence below the bar, which goes away by itself."""

from __future__ import annotations

from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.metrics import dp

from companion.core.text import Text
from companion.ui.theme.look import Look
from companion.ui.widgets.base.tap import Box, Tap
from companion.ui.widgets.base.words import Words

SECONDS = 5.0


class Notice(Tap):
    """A tap puts it away at once."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, opacity=0)
        self.box = Box(self, look.colour("text"), dp(16))
        self.words = Words(look, "", "support", "background")
        self.add_widget(self.words)
        self.text = ""
        self._going: Any = None
        self.bind(on_tap=lambda _: self.hide(), pos=self._arrange)

    def show(self, text: Text | str, width: float, top: float) -> None:
        """Its upper edge is at `top`: below the bar, where it covers no button."""
        self.text = str(text)
        self.words.say(text)
        wide = min(width - dp(32), dp(480))
        self.words.hug(wide - dp(32))
        self.size = (self.words.width + dp(32), max(dp(48), self.words.height + dp(20)))
        self.pos = ((width - self.width) / 2, top - self.height)
        self._arrange()
        Animation.cancel_all(self, "opacity")
        self.opacity = 1
        if self._going is not None:
            self._going.cancel()
        self._going = Clock.schedule_once(lambda _: self.hide(), SECONDS)

    def hide(self) -> None:
        Animation(opacity=0, d=0.18 if self.look.motion else 0.0).start(self)
        self.text = ""

    def _arrange(self, *_: object) -> None:
        self.words.center = (self.center_x, self.center_y)
