"""Lines of the chronicle, hung on a thread: who, what, when, and the points at the right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.properties import StringProperty

from companion.core.text import Text
from companion.services.chronicle import ToldLine
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.flow import Column, Holder
from companion.ui.widgets.base.tap import Box, Tap
from companion.ui.widgets.base.words import Icon, Voice, Words
from companion.ui.widgets.controls.answer import signed
from companion.ui.widgets.controls.seat import SeatToken

THREAD = 25.0  # where it hangs, dp from the left
LEAD = 58.0  # where the words begin


class Thread:
    """The line behind the tokens, from one line to the next."""

    def __init__(self, widget: Any, look: Look) -> None:
        self.widget = widget
        with widget.canvas.before:
            Color(*look.colour("outline2"))
            self.line = Rectangle()
        widget.fbind("pos", self._place)
        widget.fbind("size", self._place)

    def _place(self, *_: object) -> None:
        x, y = self.widget.pos
        self.line.pos, self.line.size = (x + dp(THREAD) - dp(1), y), (dp(2), self.widget.height)


class ChapterHead(Holder):
    """A heading in the voice of the app, with the game's sign on the thread."""

    def __init__(self, look: Look, text: Text | str, icon: str) -> None:
        super().__init__()
        self.text = str(text)
        Thread(self, look)
        self.icon = Icon(look, icon, 22, "primary")
        self.back = Box(self.icon, look.colour("background"), dp(12))
        self.words = Voice(look, text, "card title")
        self.fill([self.icon, self.words])

    def fit(self, width: float) -> float:
        self.words.fit(width - dp(LEAD))
        self.size = (width, max(dp(52), self.words.height + dp(22)))
        self.arrange()
        return float(self.height)

    def arrange(self) -> None:
        middle = self.y + self.height / 2
        self.icon.pos = (self.x + dp(THREAD) - self.icon.width / 2, middle - self.icon.height / 2)
        self.words.pos = (self.x + dp(LEAD), middle - self.words.height / 2)


class ChronicleLine(Tap):
    """One line. Tapped, it opens: back to here, why."""

    text = StringProperty("")

    def __init__(self, look: Look, told: ToldLine, seat: tuple[int, str] | None, second: str,
                 do: Callable[[ChronicleLine], None]) -> None:
        super().__init__(look)
        self.told = told
        self.text = str(told.text)
        Thread(self, look)
        self.box = Box(self, (0, 0, 0, 0), dp(tokens.CORNER["card"]))
        icon = "pencil-outline" if told.by_hand else "lock-outline" if told.secret else "circle-small"
        known = seat if not told.by_hand else None
        self.lead = Icon(look, icon, 22, "primary") if known is None else SeatToken(look, *known, 33)
        self.words = Words(look, self.text.rstrip("."), "body")
        self.second = Words(look, second, "support", "text2")
        self.phone = Icon(look, "cellphone" if told.rolled else "", 16, "text2")
        self.changes = [Words(look, signed(change), "score", "gain" if change > 0 else "loss")
                        for _, change in told.points]
        self.commas = [Words(look, ",", "score", "text2") for _ in told.points[1:]]
        self.inside: Column | None = None
        for part in (self.lead, self.words, self.second, self.phone, *self.changes, *self.commas):
            self.add_widget(part)
        self.bind(pos=self.moved, size=self.moved)
        self.bind(on_tap=lambda _: do(self))

    def open(self, parts: list[Any]) -> None:
        """Show what can be done with this line; none: close it."""
        if self.inside is not None:
            self.remove_widget(self.inside)
        self.inside = Column(parts, gap=tokens.S) if parts else None
        self.box.fill(self.look.colour("surface3", 1.0 if parts else 0.0))
        self.box.border(self.look.colour("outline") if parts and self.look.contrast else None, self.look.line)
        if self.inside is not None:
            self.add_widget(self.inside)

    def show_pressed(self, down: bool) -> None:
        if self.inside is None:
            self.box.fill(self.look.colour("surface2", 1.0 if down else 0.0))

    def fit(self, width: float) -> float:
        for part in (*self.changes, *self.commas):
            part.hug()
        aside = sum(part.width for part in (*self.changes, *self.commas)) + dp(4) * len(self.commas)
        self._below = self.look.scale > 1.4 and bool(self.changes)
        room = width - dp(LEAD) - dp(10)
        self.words.fit(room if self._below or not aside else room - aside - dp(8))
        self.second.fit(room - (self.phone.width + dp(4) if self.phone.name else 0))
        self._row = max(dp(54), self.words.height + self.second.height + dp(14))
        if self._below:
            self._row += self.changes[0].height
        inside = self.inside.fit(width - dp(24)) + dp(14) if self.inside is not None else 0.0
        self.take_size(width, self._row + inside)
        return float(self.height)

    def arrange(self) -> None:
        if not hasattr(self, "_row"):
            return
        middle = self.top - self._row / 2
        self.lead.pos = (self.x + dp(THREAD) - self.lead.width / 2, middle - self.lead.height / 2)
        stack = self.words.height + self.second.height + (self.changes[0].height if self._below else 0)
        top = middle + stack / 2
        left = self.x + dp(LEAD)
        self.words.pos = (left, top - self.words.height)
        aside = self.phone.width + dp(4) if self.phone.name else 0
        self.phone.pos = (left, self.words.y - self.second.line / 2 - self.phone.height / 2)
        self.second.pos = (left + aside, self.words.y - self.second.height)
        self._place_changes(left, middle)
        if self.inside is not None:
            self.inside.pos = (self.x + dp(12), self.y + dp(12))

    def _place_changes(self, left: float, middle: float) -> None:
        if not self.changes:
            return
        parts = [self.changes[0]]
        for comma, change in zip(self.commas, self.changes[1:], strict=True):
            parts += [comma, change]
        wide = sum(part.width for part in parts) + dp(4) * len(self.commas)
        x = left if self._below else self.right - dp(12) - wide
        y = self.second.y - self.changes[0].height if self._below else middle - self.changes[0].height / 2
        for part in parts:
            part.pos = (x, y)
            x += part.width + (dp(4) if part.text == "," else 0)
