"""A field to type in: filled, with a counter where the length counts."""

from __future__ import annotations

from collections.abc import Callable

from kivy.metrics import dp
from kivy.uix.textinput import TextInput

from companion.core.text import Text
from companion.ui import tokens
from companion.ui.look import Look
from companion.ui.widgets.flow import Holder
from companion.ui.widgets.tap import Box
from companion.ui.widgets.words import Words


class TextBox(Holder):
    """At least 56 high; three lines for a note. `on_text` at every letter, `on_enter` when Enter ends one line."""

    def __init__(self, look: Look, hint: Text | str, text: str = "", *, one_line: bool = False, most: int = 0,
                 on_text: Callable[[str], None] | None = None, on_enter: Callable[[], None] | None = None) -> None:
        super().__init__()
        self.look, self.one_line, self.most = look, one_line, most
        self.box = Box(self, look.colour("surface2"), dp(16), look.colour("outline"), dp(1.5))
        self.input = TextInput(
            text=text, hint_text=str(hint), multiline=not one_line, font_name=tokens.TEXT, font_size=look.px("body"),
            background_normal="", background_active="", background_color=(0, 0, 0, 0),
            foreground_color=look.colour("text"), hint_text_color=look.colour("text2"),
            cursor_color=look.colour("primary"), selection_color=look.colour("primary", 0.35), cursor_width=dp(2),
            size_hint=(None, None), write_tab=False, padding=[dp(16), dp(16), dp(16), dp(12)])
        self.counter = Words(look, "", "label", "text2", chrome=True)
        self.fill([self.input, self.counter])
        self._on_text = on_text
        self.input.bind(text=self._typed, focus=self._focused)
        if on_enter is not None:
            self.input.bind(on_text_validate=lambda _: on_enter())
        self._count()

    @property
    def text(self) -> str:
        return str(self.input.text)

    @text.setter
    def text(self, value: str) -> None:
        self.input.text = value

    def focus(self) -> None:
        self.input.focus = True

    def _typed(self, *_: object) -> None:
        if self.most and len(self.input.text) > self.most:
            self.input.text = self.input.text[:self.most]
            return
        self._count()
        if self._on_text is not None:
            self._on_text(self.input.text)

    def _count(self) -> None:
        self.counter.say(f"{len(self.input.text)}/{self.most}" if self.most else "")
        self.counter.hug()
        self.arrange()

    def _focused(self, _: object, on: bool) -> None:
        self.box.border(self.look.colour("primary" if on else "outline"), dp(2 if on else 1.5))

    def fit(self, width: float) -> float:
        line = self.look.px("body") * 1.25
        lines = 1 if self.one_line else 3
        self.size = (width, max(dp(56), line * lines + dp(30)) + (dp(16) if self.most and not self.one_line else 0))
        self.arrange()
        return float(self.height)

    def arrange(self) -> None:
        if not hasattr(self, "counter"):
            return
        low = dp(16) if self.most and not self.one_line else 0.0
        self.input.pos, self.input.size = (self.x, self.y + low), (self.width, self.height - low)
        self.counter.pos = (self.right - self.counter.width - dp(14), self.y + dp(6))
