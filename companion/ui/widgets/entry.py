"""A field to type into: filled, 56 high, with the cursor of the look."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp
from kivy.properties import StringProperty
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from companion.core.text import Text
from companion.ui import tokens
from companion.ui.look import Look
from companion.ui.widgets.tap import Box
from companion.ui.widgets.words import Icon, Words, natural_line


class _Typing(TextInput):
    """Kivy's own, without its ground."""

    def __init__(self, look: Look, several: bool) -> None:
        super().__init__(
            multiline=several, write_tab=False, text_validate_unfocus=False,
            font_name=tokens.TEXT, font_size=look.px("body"), size_hint=(None, None),
            background_normal="", background_active="", background_disabled_normal="",
            background_color=(0, 0, 0, 0), foreground_color=look.colour("text"),
            cursor_color=look.colour("primary"), cursor_width=dp(2),
            selection_color=look.colour("primary", 0.35), padding=(0, 0, 0, 0), use_bubble=False, use_handles=False)


class Entry(Widget):
    """One line. `on_enter` is called with what was typed; the cursor stays."""

    text = StringProperty("")

    def __init__(self, look: Look, hint: Text | str = "", text: str = "", icon: str = "", *,
                 on_enter: Callable[[str], None] | None = None, on_type: Callable[[str], None] | None = None,
                 longest: int = 0, rows: int = 1) -> None:
        super().__init__(size_hint=(None, None))
        self.look, self.longest, self.rows = look, longest, rows
        self.box = Box(self, look.colour("surface2"), dp(16), look.colour("outline") if look.contrast else None,
                       look.line)
        self.icon = Icon(look, icon, 24, "text2")
        self.typing = _Typing(look, rows > 1)
        self.hint = Words(look, hint, "body", "text2")  # Kivy's own would be cut, not broken, where it is too long
        self.why = Words(look, "", "support", "loss")
        for part in (self.icon, self.hint, self.typing, self.why):
            self.add_widget(part)
        self.typing.bind(focus=self._focused, text=self._typed)
        if on_enter is not None:
            self.typing.bind(on_text_validate=lambda field: on_enter(field.text))
        self.on_type = on_type
        self.typing.text = text
        self.bind(pos=self._arrange, size=self._arrange)

    def focus(self, on: bool = True) -> None:
        self.typing.focus = on

    def clear(self) -> None:
        self.typing.text = ""

    def refuse(self, why: Text | str) -> bool:
        """Say below the field why it was not taken. True: the height changed."""
        before = self.why.text
        self.why.say(why)
        return bool(before) != bool(self.why.text)

    def _typed(self, _: Any, text: str) -> None:
        if self.longest and len(text) > self.longest:
            self.typing.text = text[:self.longest]
            return
        self.text = text
        self.hint.opacity = 0.0 if text else 1.0
        if self.on_type is not None:
            self.on_type(text)

    def _focused(self, _: Any, on: bool) -> None:
        edge = "primary" if on else "outline" if self.look.contrast else None
        self.box.border(self.look.colour(edge) if edge else None, dp(2) if edge else 0)

    def fit(self, width: float) -> float:
        below = self.why.fit(width - dp(32)) if self.why.text else 0.0
        self.hint.fit(width - self._lead() - dp(16))
        self._field = max(dp(56), self._line() * self.rows + dp(26), self.hint.height + dp(26))
        self.size = (width, self._field + (below + dp(4) if below else 0))
        self._arrange()
        return float(self.height)

    def _line(self) -> float:
        return natural_line(tokens.TEXT, self.look.px("body"))

    def _lead(self) -> float:
        return float(dp(16) + (self.icon.width + dp(10) if self.icon.name else 0))

    def _arrange(self, *_: object) -> None:
        if not hasattr(self, "_field"):
            return
        lead = self._lead()
        self.icon.center = (self.x + dp(16) + self.icon.width / 2, self.top - self._field / 2)
        spare = max(0.0, self._field - self._line() * self.rows) / 2
        self.hint.pos = (self.x + lead, self.top - self._field / 2 - self.hint.height / 2)
        self.typing.padding = (lead, spare, dp(16), 0)
        self.typing.pos, self.typing.size = (self.x, self.top - self._field), (self.width, self._field)
        self.why.pos = (self.x + dp(16), self.y)
        self.box.shape.pos, self.box.shape.size = (self.x, self.top - self._field), (self.width, self._field)
        if self.box.line_width and self.box.edge.a:
            inset = self.box.line_width / 2
            self.box.outline.rounded_rectangle = (self.x + inset, self.top - self._field + inset,
                                                  self.width - 2 * inset, self._field - 2 * inset, dp(15))
