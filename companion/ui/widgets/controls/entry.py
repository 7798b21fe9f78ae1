"""A filled text field, 56 dp high."""

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import StringProperty
from kivy.uix.behaviors import FocusBehavior
from kivy.uix.textinput import TextInput

from companion.core.text import Text
from companion.ui.drawing.letters import FOREIGN, natural_line
from companion.ui.theme import Look, fonts, tokens
from companion.ui.widgets.base.flow import Holder
from companion.ui.widgets.base.part import Box, Icon, Part, Words
from companion.ui.widgets.controls.buttons import IconDisc

SIDE = 16.0
PAUSE = 0.15  # seconds


class _Plus(IconDisc):
    """Submits the text and keeps focus and keyboard."""

    def on_touch_down(self, touch: Any) -> bool:
        if self.collide_point(*touch.pos):
            FocusBehavior.ignored_touch.append(touch)
        return bool(super().on_touch_down(touch))


class Typing(TextInput):
    def __init__(self, look: Look, several: bool) -> None:
        super().__init__(
            multiline=several, write_tab=False, text_validate_unfocus=False,
            font_name=tokens.TEXT, font_size=look.px("body"), size_hint=(None, None),
            background_normal="", background_active="", background_disabled_normal="",
            background_color=(0, 0, 0, 0), foreground_color=look.colour("text"),
            cursor_color=look.colour("primary"), cursor_width=dp(2),
            selection_color=look.colour("primary", 0.35), padding=(0, 0, 0, 0), use_bubble=False,
            use_handles=False)

    def keyboard_on_key_down(self, window: Any, keycode: tuple[int, str], text: str,
                             modifiers: list[str]) -> bool:
        """Leave the field on Tab, and on Up or Down in a single line: the app moves on to the next target."""
        if keycode[1] == "tab" or (keycode[1] in ("up", "down") and not self.multiline):
            return False
        return bool(super().keyboard_on_key_down(window, keycode, text, modifiers))

    def by_key(self) -> None:
        self.focus = True


class TextEntry(Holder):
    """A field with `rows` lines. `on_type` fires for each letter, `on_enter` on submit, keeping focus.

    `counted` shows how many of `longest` letters are used; `plus` adds a button that acts like Enter.
    `patient` waits for a pause in the typing.
    """

    text = StringProperty("")

    def __init__(self, look: Look, hint: Text | str = "", text: str = "", icon: str = "", *,
                 on_enter: Callable[[str], object] | None = None,
                 on_type: Callable[[str], object] | None = None,
                 longest: int = 0, rows: int = 1, counted: bool = False, plus: bool = False,
                 patient: bool = False) -> None:
        super().__init__()
        self.look, self.longest, self.rows, self.counted = look, longest, rows, counted
        self.ground = Part(size_hint=(None, None))
        self.box = Box.card(self.ground, look, "surface2", 16)
        self.icon = Icon(look, icon, 24, "text2")
        self.typing = Typing(look, rows > 1)
        self.hint = Words(look, hint, "body", "text2")  # Kivy's own hint would be cut off instead of wrapped
        self.counter = Words(look, "", "label", "text2", chrome=True)
        self.why = Words(look, "", "support", "loss")
        self.on_type: Callable[[str], object] | None = None
        self.plus = _Plus(look, "plus", self._enter, on_art=False) if plus else None
        self.fill([self.ground, self.icon, self.hint, self.typing, self.counter, self.why,
                   *([self.plus] if self.plus else [])])
        self.typing.bind(focus=lambda _, on: self.box.edge(look, on), text=self._typed)
        if on_enter is not None:
            self.typing.bind(on_text_validate=lambda field: on_enter(field.text))
        self.typing.text = text
        self._typed(None, text)
        later = Clock.create_trigger(lambda _: on_type and on_type(self.text), PAUSE)
        self.on_type = (lambda _: (later.cancel(), later())) if patient else on_type

    def focus(self, on: bool = True) -> None:
        self.typing.focus = on

    def clear(self) -> None:
        self.typing.text = ""

    def _enter(self) -> None:
        self.typing.dispatch("on_text_validate")

    def refuse(self, why: Text | str) -> None:
        """Show below the field why the text was refused."""
        self.why.say(why)

    def _typed(self, _: Any, text: str) -> None:
        if self.longest and len(text) > self.longest:
            self.typing.text = text[:self.longest]
            return
        self.text = text
        foreign = FOREIGN.search(text)  # a field has one font
        self.typing.font_name = (foreign and fonts.system_font(foreign[0][0])) or tokens.TEXT
        self.hint.opacity = 0.0 if text else 1.0
        if self.plus is not None:
            self.plus.set_ready(bool(text.strip()))
        if self.counted:
            self.counter.say(f"{len(text)}/{self.longest}")
            self.counter.hug()
            self.arrange()
        if self.on_type is not None:
            self.on_type(text)

    def fit(self, width: float) -> float:
        below = self.why.fit(width - 2 * dp(SIDE)) if self.why.text else 0.0
        room = width - self._lead() - self._tail()
        if self.text:  # unseen for now, so it must not make the field higher
            self.hint.fit_in_line(room, dp(tokens.TYPE["body"].size))
        self.hint.fit(room)
        wanted = max(self._line() * self.rows, self.hint.height) + dp(26)
        self.ground.size = (width, max(dp(56), wanted + self._counter_room()))
        return self.take_size(width, self.ground.height + (below + dp(4) if below else 0))

    def _line(self) -> float:
        return natural_line(tokens.TEXT, int(self.look.px("body")))

    def _lead(self) -> float:
        return float(dp(SIDE) + (self.icon.width + dp(10) if self.icon.name else 0))

    def _tail(self) -> float:
        return float(dp(SIDE) if self.plus is None else dp(56))

    def _counter_room(self) -> float:
        """Height below the lines; a single line has space beside it."""
        return self.counter.height if self.counted and self.rows > 1 else 0.0

    def arrange(self) -> None:
        lead, ground = self._lead(), self.ground
        ground.pos = (self.x, self.top - ground.height)
        low = ground.y + self._counter_room()
        high = ground.top - low
        middle = low + high / 2
        first = middle if self.rows == 1 else ground.top - dp(13) - max(self._line(), self.hint.height) / 2
        self.icon.center = (self.x + dp(SIDE) + self.icon.width / 2, first)
        self.hint.pos = (self.x + lead, first - self.hint.height / 2)
        spare = max(0.0, high - self._line() * self.rows) / 2
        self.typing.padding = (lead, spare, self._tail(), 0)
        self.typing.pos, self.typing.size = (self.x, low), (self.width, high)
        self.counter.pos = (self.right - self.counter.width - dp(14), ground.y + dp(8))
        self.why.pos = (self.x + dp(SIDE), self.y)
        if self.plus is not None:
            self.plus.pos = (self.right - dp(48), middle - self.plus.height / 2)
