"""Text on the screen. Lighter than Kivy's Label, measured at once, and drawn only once for the same words."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.core.text.markup import MarkupLabel
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.properties import NumericProperty, ReferenceListProperty, StringProperty
from kivy.uix.widget import Widget
from kivy.utils import escape_markup

from companion.core.text import Text
from companion.ui.speed.idle import idle
from companion.ui.theme import fonts, tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.part import Part

BUDGET = 48 * 1024 * 1024  # bytes of drawn texts; what a screen shows stays anyhow, its widgets hold it
PIXEL = 4  # bytes
_drawn: OrderedDict[tuple[Any, ...], Any] = OrderedDict()
_bytes = [0]
_natural: dict[tuple[str, int], float] = {}
Size = tuple[int, int]
_sizes: dict[tuple[str, float], dict[str, Size]] = {}
MOST_SIZES = 4000  # of words in one font
WIDE = 2.5  # a text of so many squares of its size to a line is longer than one line: it need not be tried
SPARE = {"left": 0.0, "center": 0.5, "right": 1.0}
ARROW = "→"
_NUMBERS = re.compile(r"[+−-]?\d+(?:[.,:/]\d+)*%?")


class Measured:
    """How big a word is in a font is asked once: Kivy asks word by word for every text it breaks into lines, and again
    for every width, which takes longer than to draw it."""

    options: dict[str, Any]

    def get_extents(self, text: str) -> Size:
        return self.get_cached_extents()(text)

    def get_cached_extents(self) -> Callable[[str], Size]:
        """Kivy's own place for this. For the font it has now: another is set in the middle of a text."""
        ask = super().get_extents  # type: ignore[misc]  # of Kivy's label beside it
        sizes = _sizes.setdefault((self.options["font_name_r"], self.options["font_size"]), {})
        if len(sizes) > MOST_SIZES:
            sizes.clear()

        def extents(text: str) -> Size:
            found = sizes.get(text)
            if found is None:
                found = sizes[text] = ask(text)
            return found

        return extents


class PlainLabel(Measured, CoreLabel):
    """A text in one font."""


class MixedLabel(Measured, MarkupLabel):
    """A text with numbers or arrows in fonts of their own."""


def drawn(text: str, font: str, px: float, line: float, width: float | None, align: str, one_line: bool,
          strong: bool = False) -> Any:
    """The text as Kivy draws it, with its texture; the same words in the same place are drawn once. `strong`: its
    numbers are bold."""
    key = (text, font, px, line, width, align, one_line, strong)
    found = _drawn.get(key)
    if found is not None:
        _drawn.move_to_end(key)
        return found
    text = as_printed(text)
    spoken = has_bold_numbers(text, font, strong)
    below = round(px * 0.3)  # the voice's tails hang below a line set this tight
    size = int(px)  # as SDL takes it; said with its fraction Kivy would open the font again for every one
    settings: dict[str, Any] = {
        "font_size": size, "font_name": font, "halign": align, "text_size": (width, None),
        "line_height": line / natural_line(font, size), "padding": [0, 0, 0, below]}
    if one_line:
        settings |= {"shorten": True, "shorten_from": "right", "max_lines": 1, "split_str": ""}
    marked = with_arrows(numbers_in_roboto(text) if spoken else escape_markup(text)) if spoken or ARROW in text else ""
    label = MixedLabel(text=marked, **settings) if marked else PlainLabel(text=text, **settings)
    label.refresh()
    label.below = below
    _drawn[key] = label
    _bytes[0] += _weight(label)
    while _bytes[0] > BUDGET and len(_drawn) > 1:
        _bytes[0] -= _weight(_drawn.popitem(last=False)[1])
    return label


def _weight(label: Any) -> int:
    """What it takes in the graphics memory, once it is shown: one that was only measured is never uploaded."""
    return int(label.texture.width * label.texture.height * PIXEL)


def as_printed(text: str) -> str:
    return text.replace("'", "’")  # nobody types it


def natural_line(font: str, size: int) -> float:
    if (font, size) not in _natural:
        _natural[font, size] = _ruler(font, size).get_extents("Ag")[1]
    return _natural[font, size]


def load_letters(look: Look) -> None:
    """Open every font in every size in idle moments: the first word in each takes long."""
    sizes = {(kind.font, int(look.px(role, chrome))) for role, kind in tokens.TYPE.items() for chrome in (False, True)}
    for font, size in sorted(sizes):
        idle.later(partial(natural_line, font, size))


@cache
def _ruler(font: str, size: int) -> Any:
    return PlainLabel(text="", font_name=font, font_size=size)


def has_bold_numbers(text: str, font: str, strong: bool) -> bool:
    return (strong or font == tokens.VOICE) and bool(_NUMBERS.search(text))


def surely_wider(text: str, font: str, px: float, most: float, strong: bool) -> bool:
    """Than a line of so many pixels? Measuring is much cheaper than drawing what will not be used. A text of several
    lines, or one of several fonts, is never sure."""
    if "\n" in text or ARROW in text or has_bold_numbers(text, font, strong):
        return False
    return bool(_ruler(font, int(px)).get_extents(as_printed(text))[0] > most)


def numbers_in_roboto(text: str) -> str:
    """The voice font has old-style digits: numbers are set in Roboto beside it.

    >>> numbers_in_roboto("Round 2")
    'Round [font=RobotoBold]2[/font]'
    """
    return _NUMBERS.sub(lambda found: f"[font={tokens.BOLD}]{found[0]}[/font]", escape_markup(text))


def with_arrows(marked: str) -> str:
    """Roboto has no arrow: the one of the icons stands for it."""
    return marked.replace(ARROW, f"[font={tokens.ICONS}]{fonts.icon('arrow-right-thin')}[/font]")


class Words(Part):
    """A piece of text in one role of type. `fit(width)` sets its height and gives it back.

    Text is never cut, with one exception: `one_line` ends a name that is too long with three dots.
    """

    strong = False
    """Numbers in it are bold."""
    text = StringProperty("")
    width = NumericProperty(0)
    height = NumericProperty(0)
    size = ReferenceListProperty(width, height)

    def __init__(self, look: Look, text: Text | str = "", role: str = "body", colour: str = "text", *,
                 align: str = "left", chrome: bool = False, one_line: bool = False, alpha: float = 1.0,
                 size_px: float = 0.0, **kwargs: Any) -> None:
        self.look, self.role, self.align, self.one_line = look, role, align, one_line
        kind = look.type(role)
        self.font = kind.font
        self.px = self._own_px = round(size_px or look.px(role, chrome), 2)
        self.line = self.px * kind.line / kind.size
        self.is_shortened = False
        self._limit: float | None = None
        self._label: Any = None
        self._drawn: tuple[Any, ...] = ()
        self._high = 0.0
        super().__init__(**kwargs)
        self._ink = Color(*look.colour(colour, alpha))
        self._box = Rectangle(size=(0, 0))
        self.canvas.add(self._ink)
        self.canvas.add(self._box)
        self.fbind("pos", self._place)
        self.fbind("size", self._place)
        self.text = str(text)

    def on_text(self, _: Widget, __: str) -> None:
        self._draw()

    def say(self, text: Text | str) -> None:
        self.text = str(text)

    def tint(self, colour: str, alpha: float = 1.0) -> None:
        self._ink.rgba = self.look.colour(colour, alpha)

    def set_size_px(self, px: float) -> None:
        """A new font size; for the few texts that are made to fit."""
        kind = self.look.type(self.role)
        self.px = round(px, 2)
        self.line = self.px * kind.line / kind.size
        self._draw()

    def fit(self, width: float) -> float:
        """Break the text into lines of at most this width. Returns the height, and takes it."""
        self._limit = max(1.0, round(width))
        self._draw()
        self.size = (self._limit, self.text_height())
        return float(self.height)

    def fit_whole(self, width: float) -> float:
        """As `fit`, and no word is broken: where one is wider than that, the letters shrink, by a third at most."""
        px, words = self._own_px, as_printed(self.text).split()
        if words and max(map(len, words)) * px > width:
            for _ in range(10):  # to two thirds
                if max(_ruler(self.font, int(px)).get_extents(word)[0] for word in words) <= width - 2:
                    break
                px = round(px * 0.96, 2)
        self.set_size_px(px)
        return self.fit(width)

    def fit_in_line(self, width: float, least: float) -> float:
        """As `fit`, in letters small enough for one line, but of at least so many pixels; zero: as big as they are."""
        if least and self.hug() > width:
            self.set_size_px(max(least, self.px * width / self.width * 0.98))
        return self.fit(width)

    def hug(self, most: float | None = None) -> float:
        """As wide as the text, at most `most`. Returns the width, and takes it with the height."""
        if most is None or not self._surely_wider(most):
            self._limit = None
            self._draw()
            if most is None or self.text_width() <= most:
                self.size = (self.text_width(), self.text_height())
                return float(self.width)
        self.fit(most)
        return float(self.width)

    def _surely_wider(self, most: float) -> bool:
        """Short words are measured as fast as they are looked up."""
        return len(self.text) * self.px > most and surely_wider(self.text, self.font, self.px, most, self.strong)

    def balance(self, most: float) -> float:
        """As `hug`, with lines of about the same length: no lone word on the last."""
        self.hug(most)
        lines, low, high = self.lines(), 0.0, float(self.width)
        if lines > 1:
            longest = max(self._label.get_extents(word)[0] for word in self.text.split())
            low = min(high, max(high / lines, longest + 1))  # a word is never broken for it
            while high - low > self.px / 2:
                middle = (low + high) / 2
                self.fit(middle)
                low, high = (low, middle) if self.lines() <= lines else (middle, high)
            self.fit(high)
        return float(self.width)

    def text_width(self) -> float:
        return float(self._label.texture.width) if self.text and self._label.texture else 0.0

    def text_height(self) -> float:
        return self._high

    def lines(self) -> int:
        return round(self.text_height() / self.line) if self.text else 0

    def _draw(self) -> None:
        wanted = (self.text, self.font, self.px, self.line, self._limit, self.align, self.one_line, self.strong)
        if wanted == self._drawn:
            return
        self._drawn = wanted
        if self.text:
            self._label = self._unbroken() or drawn(*wanted)
            self.is_shortened = bool(getattr(self._label, "is_shortened", False))
            self._box.texture = self._label.texture
            self._high = max(0.0, float(self._label.texture.height - self._label.below))
        else:
            self._high = 0.0
        self._place()

    def _unbroken(self) -> Any:
        """The text as it was drawn before anybody said how wide it may be, if it is no wider; else None."""
        if self._limit is None or len(self.text) * self.px > self._limit * WIDE or self._surely_wider(self._limit):
            return None
        label = drawn(self.text, self.font, self.px, self.line, None, self.align, False, self.strong)
        return label if label.texture.width <= self._limit else None

    def _place(self, *_: object) -> None:
        if not self.text or self._label is None or self._label.texture is None:
            self._box.size = (0, 0)
            return
        wide, high = self._label.texture.size
        self._box.size = (wide, high)
        spare = (self.width - wide) * SPARE[self.align]
        upper = self.y + (self.height + self._high) / 2
        self._box.pos = (round(self.x + spare), round(upper - high))


class Changed(Words):
    """A sentence about something that changed: its numbers are bold."""

    strong = True


class Voice(Words):
    """The voice of the app: titles, questions, winners. Numbers in it are set in Roboto by themselves."""

    def __init__(self, look: Look, text: Text | str = "", role: str = "headline", colour: str = "text",
                 **kwargs: Any) -> None:
        super().__init__(look, text, role, colour, **kwargs)


class Icon(Words):
    """A Material Design icon by name, in a square of `size_dp`; grows a little with the text unless it is `fixed`."""

    name = StringProperty("")

    def __init__(self, look: Look, name: str = "", size_dp: float = 24.0, colour: str = "text", *,
                 alpha: float = 1.0, fixed: bool = False, **kwargs: Any) -> None:
        side = float(dp(size_dp)) * (1.0 if fixed else look.grow(chrome=True))
        super().__init__(look, "", "body", colour, align="center", alpha=alpha, size_px=side, **kwargs)
        self.font, self.line = tokens.ICONS, side
        self.size = (side, side)
        self.name = name

    def on_name(self, _: Widget, name: str) -> None:
        self.text = fonts.icon(name) if name else ""
