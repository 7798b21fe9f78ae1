"""List rows, headings, steppers, switches, choices, icon lines and sums."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import Color, Rectangle, SmoothEllipse
from kivy.metrics import dp
from kivy.properties import NumericProperty

from companion.core.questions import Sum
from companion.core.text import Text, minus, say
from companion.ui.theme import Look, tokens
from companion.ui.widgets.base.flow import Card, Column, Holder, Row, SideRow, Wrap
from companion.ui.widgets.base.part import Box, Do, Icon, Part, Tap, Words, shake
from companion.ui.widgets.controls.answer import Letter, signed
from companion.ui.widgets.controls.buttons import Chip, Key, Link, SeatToken


class Heading(Row):
    def __init__(self, words: Words, link: Link | Words | None = None) -> None:
        self.words, self.link = words, link
        super().__init__([part for part in (words, link) if part is not None], words, least=48)

    def _hug(self, most: float | None, besides: Any = None) -> float:
        """Leave room for the heading, even with 200 % text."""
        return super()._hug(None if most is None else most * 0.6, besides)

    def arrange(self) -> None:
        super().arrange()
        if isinstance(self.link, Link):
            self.link.pos = (self.link.x + dp(Link.pad), self.link.y)  # align its words with the cards below


class Divider(Part):
    def __init__(self, look: Look) -> None:
        super().__init__()
        with self.canvas:
            Color(*look.colour("outline" if look.contrast else "outline2"))
            self.line = Rectangle()
        self.add_parts()

    def fit(self, width: float) -> float:
        return self.take_size(width, dp(9))

    def arrange(self) -> None:
        self.line.pos, self.line.size = (self.x, self.y + self.height / 2), (self.width, max(1.0, dp(1)))


class Progress(Part):
    def __init__(self, look: Look, high: float = 6.0) -> None:
        super().__init__()
        self.high, self.part, self.filled = high, 0.0, Part()
        Box(self, look.colour("surface3"), dp(high / 2))
        Box(self.filled, look.colour("primary"), dp(high / 2))
        self.add_parts(self.filled)

    def show(self, part: float) -> None:
        self.part = part
        self.arrange()

    def fit(self, width: float) -> float:
        return self.take_size(width, dp(self.high))

    def arrange(self) -> None:
        self.filled.pos, self.filled.size = self.pos, (max(self.height, self.width * self.part), self.height)
        self.filled.opacity = 1.0 if self.part else 0.0


class ListRow(Card):
    """An icon or token, two lines, and something at the right; clear without a `tone`."""

    def __init__(self, look: Look, text: Text | str, second: Text | str = "", icon: str = "",
                 do: Do | None = None, *,
                 token: SeatToken | None = None, more: str = "chevron-right", tone: str = "",
                 ink: str = "text", faded: bool = False) -> None:
        self.clear, self.faded, self.token = not tone, faded, token
        fade = 0.5 if faded else 1.0
        lead = token or Icon(look, icon, 24, "primary" if not faded else "text2", alpha=fade)
        self.words = Words(look, text, "body", ink, alpha=fade)
        self.second = Words(look, second, "support", "text2")
        self.more = Icon(look, more if do is not None else "", 24, "text2")
        words = Column([self.words, self.second], gap=0)
        slot = [Row([lead], pad=max(0.0, 18 - lead.width / dp(2)))] if token or icon else []
        super().__init__(look, Row([*slot, words, self.more], words, pad=14 if tone else 4, air=8, least=56),
                         do, text=str(text), tone=tone or "surface2")
        if not tone:
            self.box.border(None)
        self.disabled = do is None

    def refuse(self, why: str) -> None:
        self.second.say(why, "loss")
        shake(self)


class SignButton(Key):
    """A round minus or plus that repeats while held."""

    quick, down = True, ""

    def __init__(self, look: Look, icon: str, do: Callable[[], object], size: float = 48.0,
                 tone: str = "surface3") -> None:
        self.icon = Icon(look, icon, 24)
        super().__init__(look, self.icon, do, tone=tone, corner=size / 2, held=self._repeat)
        self.size = (dp(size), dp(size))

    def _repeat(self) -> None:
        Tap.on_tap(self)
        self._waiting = Clock.schedule_interval(lambda _: Tap.on_tap(self), 1 / tokens.REPEATS_PER_SECOND)

    def set_ready(self, ready: bool) -> None:
        self.icon.tint("text", 1.0 if ready else 0.38)


class Stepper(Holder):
    """A number with minus and plus. At a limit the button is grey and a tap says why.

    None shows a dash; the first tap then sets zero or the nearest value. `on_type` runs on a tap on the
    number.
    """

    value = NumericProperty(0, allownone=True)
    _below = False
    """Plus, minus and the number are on a line below the label."""

    def __init__(self, look: Look, label: Text | str, value: int | None, low: int, high: int,
                 on_change: Callable[[int], None], *, hint: Text | str = "", token: SeatToken | None = None,
                 lone: bool = False, words: Callable[[int], str] = minus, by: int = 1,
                 on_type: Callable[[], object] | None = None) -> None:
        super().__init__()
        self.look, self.low, self.highest, self.lone = look, low, high, lone
        self.on_change, self.words, self.by = on_change, words, by
        self.text = str(label)
        self.plain_hint = str(hint)
        self.token = token = None if lone else token  # the sentence says whose lone number it is
        if not lone:
            Box.card(self, look)
        self.label = Words(look, label, "answer")
        self.hint = Words(look, hint, "support", "text2", align="center" if lone else "left")
        self.number = Words(look, "", "lone number" if lone else "number", align="center")
        self.key = Tap(look, on_type, disabled=on_type is None)
        """Over the number and no wider, to type another."""
        size = 64.0 if lone else 48.0
        self.less = SignButton(look, "minus", lambda: self.step(-by), size)
        self.plus = SignButton(look, "plus", lambda: self.step(by), size)
        title = None if lone else self.label
        parts = (title, self.hint, self.key, self.number, self.less, self.plus, token)
        self.fill([part for part in parts if part is not None])
        self.set(value)

    def set(self, value: int | None) -> None:
        if value is not None and self.low <= self.highest:
            value = max(self.low, min(self.highest, value))
        self.value = value
        self.number.say("–" if self.value is None else self.words(self.value))
        self.less.set_ready(self.value is None or self.value > self.low)
        self.plus.set_ready(self.value is None or self.value < self.highest)

    def begin(self, value: int | None) -> None:
        """Start over with this value, without the last refusal."""
        if self.hint.text != self.plain_hint:
            self.hint.say(self.plain_hint, "text2")
        self.set(value)

    def step(self, by: int) -> None:
        wanted = max(self.low, min(self.highest, 0)) if self.value is None else self.value + by
        if not self.low <= wanted <= self.highest:
            self._limit(by)
            return
        self.begin(wanted)
        self.arrange()
        self.on_change(self.value)

    def _limit(self, by: int) -> None:
        why = say("{n} is the minimum here", n=self.low)
        if by > 0:
            why = say("{n} is the maximum here", n=self.highest)
        self.hint.say(why, "loss")
        shake(self.plus if by > 0 else self.less)
        self.arrange()

    def fit(self, width: float) -> float:
        if self.lone:
            self.number.fit(min(width - 2 * dp(76), dp(180) * self.look.scale))
            self.hint.fit(width)
            return self.take_size(width, max(dp(72), self.number.height) + dp(22))
        self.number.fit(self._number_room())
        room = width - 2 * self.less.width - self._number_room() - dp(22) - (dp(48) if self.token else dp(14))
        self._below = room < dp(96)
        if self._below:
            room = width - dp(28) - (dp(48) if self.token else 0)
        high = self.label.fit(room) + max(self.hint.fit(room), self.hint.line if self._below else 0)
        return self.take_size(width, max(dp(60), high + dp(14)) + (dp(56) if self._below else 0))

    def _number_room(self) -> float:
        longest = max(len(self.words(self.low)), len(self.words(self.highest)), 2)
        least = dp(40) if self.key.disabled else dp(tokens.TARGET)
        return float(max(least, self.number.px * 0.6 * longest + dp(10)))

    def arrange(self) -> None:
        self._arrange()
        self.key.size = (self.number.width, max(self.number.height, dp(tokens.TARGET)))
        self.key.center = self.number.center

    def _arrange(self) -> None:
        if self.lone:
            middle = self.y + dp(22) + (self.height - dp(22)) / 2
            self.number.center = (self.center_x, middle)
            self.less.center = (self.number.x - dp(40), middle)
            self.plus.center = (self.number.right + dp(40), middle)
            self.hint.pos = (self.x, self.y)
            return
        row = self.y + dp(28) if self._below else self.center_y
        self.plus.center = (self.right - dp(8) - self.plus.width / 2, row)
        self.number.center = (self.plus.x - self.number.width / 2, row)
        self.less.center = (self.number.x - self.less.width / 2, row)
        left = self.x + dp(14)
        upper = (self.y + dp(56) + self.top) / 2 if self._below else self.center_y
        if self.token is not None:
            self.token.center = (left + dp(14), upper)
            left += dp(38)
        high = self.label.height + self.hint.height
        self.label.pos = (left, upper + high / 2 - self.label.height)
        self.hint.pos = (left, upper - high / 2)


class CardBox(Column):
    def __init__(self, look: Look, parts: Iterable[Any], tone: str = "surface2", pad: float = 16.0,
                 gap: float = 8.0, air: float | None = None) -> None:
        super().__init__(parts, gap, pad, air)
        Box.card(self, look, tone)


class IconLine(Row):
    def __init__(self, look: Look, text: Text | str, icon: str = "", *, role: str = "support",
                 ink: str = "text", icon_ink: str = "primary") -> None:
        self.icon = Icon(look, icon, 20, icon_ink)
        self.words = Words(look, text, role, ink)
        super().__init__([self.icon, self.words], self.words, upper=True)

    def show(self, text: Text | str, icon: str) -> None:
        self.words.say(text)
        self.icon.name = icon


class Hint(IconLine):
    """What an empty list says."""

    def __init__(self, look: Look, text: Text | str, icon: str) -> None:
        super().__init__(look, text, icon, role="body", ink="text2", icon_ink="text2")


class SumLine(Row):
    """Who, the calculation, and the change."""

    def __init__(self, look: Look, letter: Letter) -> None:
        self.letter = letter
        self.token = SeatToken(look, 0, "", 28)
        self.how = Words(look, "", "support", "text2")
        self.change = Words(look, "", "score", align="right")
        super().__init__([self.token, self.how, self.change], self.how, least=30)

    def show(self, line: Sum) -> None:
        self.token.become(line.seat.colour, self.letter(line.seat))
        self.how.say(line.how)
        ink = "text2"
        if line.change:
            ink = "gain" if line.change > 0 else "loss"
        self.change.say(signed(line.change), ink)

    def hug(self, most: float | None = None) -> float:
        """Take half a line if the sum is short, so that two fit side by side."""
        short, width = len(self.how.text) <= 9 and not self.how.look.big, most or 10_000.0
        self.fit((width - dp(24)) / 2 if short else width)
        return float(self.width)


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
        super().__init__(look,
                         Row([Icon(look, icon, 24, "primary"), words, self.switch], words, gap=16, air=7,
                             least=56), text=str(label), corner=16)
        self.box.border(None)

    def on_tap(self) -> None:
        self.switch.set(not self.switch.on)
        self.change(self.switch.on)


class Segments(Wrap):
    def __init__(self, look: Look, choices: Sequence[tuple[Any, Text | str]], chosen: Any,
                 change: Callable[[Any], None]) -> None:
        self.change = change
        self.chips = [(value, Chip(look, words, do=partial(self._chose, value), high=44.0))
                      for value, words in choices]
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
                 choices: Sequence[tuple[Any, Text | str]], chosen: Any,
                 change: Callable[[Any], None]) -> None:
        self.segments = Segments(look, choices, chosen, change)
        words = Column([Words(look, label, "body"), Words(look, sentence, "support", "text2")], gap=0)
        super().__init__([words, self.segments])


MORE, END = 28.0, 0.98  # dp of the sign for more chips; a row scrolled this far shows its last chip


class ChipRow(SideRow):
    """Chips that scroll sideways; `choices` are values with their labels."""

    def __init__(self, look: Look, choices: Sequence[tuple[Any, Text | str]], chosen: Any,
                 change: Callable[[Any], None]) -> None:
        self.change = change
        self.chips = [(value, Chip(look, words, do=partial(self.choose, value))) for value, words in choices]
        for value, chip in self.chips:
            chip.choose(value == chosen)
        super().__init__([chip for _, chip in self.chips], least=48)
        self.more = Part(size=(dp(MORE), dp(MORE)))
        Box(self.more, look.colour("surface3"), dp(MORE / 2))
        self.sign = Icon(look, "chevron-right", 20, "text", fixed=True)
        self.more.add_widget(self.sign)
        self.add_widget(self.more)
        self.scroll.bind(scroll_x=lambda *_: self._show_more())

    def arrange(self) -> None:
        super().arrange()
        self.more.pos = (self.right - self.more.width, self.center_y - self.more.height / 2)
        self.sign.center = self.more.center
        self._show_more()

    def _show_more(self) -> None:
        """A sign at the edge while chips are out of sight there."""
        hidden = self.scroll.do_scroll_x and self.scroll.scroll_x < END
        self.more.opacity = 1.0 if hidden else 0.0

    def choose(self, chosen: Any) -> None:
        for value, chip in self.chips:
            chip.choose(value == chosen)
        self.change(chosen)
