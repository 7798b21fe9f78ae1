"""All votes are in: the phone goes to the middle of the table before they are opened, not in the last voter's hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.text import say
from companion.ui.theme.look import Look
from companion.ui.widgets import Column, Icon, PrimaryButton, Scroll, Voice, Words

WIDEST = 420.0


class MiddlePage(Widget):
    """One sentence, one button. It says nothing of the votes: they are still closed."""

    covers = True

    def __init__(self, look: Look, votes: int, on_open: Callable[[], None], by_phone: bool = False) -> None:
        super().__init__(size_hint=(None, None))
        self.scale = max(1.0, look.scale)
        with self.canvas.before:
            Color(*look.colour("background"))
            self._ground = Rectangle()
        title = say("All votes are in") if by_phone else say("Phone to the middle")
        hint = (say("{n} votes, still closed. One tap opens them for everybody.", n=votes) if by_phone
                else say("All {n} votes are in. Lay the phone where everybody sees it.", n=votes))
        self.icon = Icon(look, "cellphone", 72, "text2", fixed=True)
        self.title = Voice(look, title, "display", align="center", chrome=True)
        self.hint = Words(look, hint, "body", "text2", align="center")
        self.scroll = Scroll(look, Column([self.title, self.hint], gap=12))
        self.button = PrimaryButton(look, say("Open all votes"), "email-open-outline", on_open)
        for part in (self.icon, self.scroll, self.button):
            self.add_widget(part)

    def stand(self, pos: Any, size: Any, insets: tuple[float, float, float, float]) -> None:
        self.pos, self.size = pos, size
        self._ground.pos, self._ground.size = pos, size
        left, upper, right, lower = insets
        wide = min(self.width - left - right - dp(32), dp(WIDEST) * self.scale)
        x = self.x + left + (self.width - left - right - wide) / 2
        self.button.fit(wide)
        self.button.pos = (x, self.y + lower + dp(32))
        low, high = self.button.top + dp(16), self.top - upper - dp(24)
        shown = min(self.scroll.needs(wide), max(dp(48), high - low))
        over = dp(88) if high - low - shown > dp(100) else 0.0  # the sign goes first where there is little room
        self.icon.opacity = 1.0 if over else 0.0
        top = low + (high - low + shown + over) / 2
        self.icon.center = (x + wide / 2, top - dp(36))
        self.scroll.show((x, top - over - shown), wide, shown)

    def on_touch_down(self, touch: Any) -> bool:
        super().on_touch_down(touch)
        return True  # nothing below is touched
