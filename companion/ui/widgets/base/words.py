"""Text widgets, lighter than Kivy's Label and measured immediately."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.properties import NumericProperty, ReferenceListProperty, StringProperty
from kivy.uix.widget import Widget

from companion.core.text import Text
from companion.ui.drawing.letters import as_printed, drawn, ruler, surely_wider
from companion.ui.theme import fonts, tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.part import Part

WIDE = 2.5  # em squares per line width: longer texts never fit on one line
SPARE = {"left": 0.0, "center": 0.5, "right": 1.0}


class Words(Part):
    """Text in one type role. `fit(width)` sets and returns its height.

    Text is never cut, except that `one_line` shortens a long name with an ellipsis.
    """

    strong = False
    """Whether numbers are bold."""
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
        """Change the font size, for the few texts that shrink to fit."""
        self._own_px = round(px, 2)
        self._use(self._own_px)
        self._draw()

    def _use(self, px: float) -> None:
        kind = self.look.type(self.role)
        self.px, self.line = px, px * kind.line / kind.size

    def fit(self, width: float) -> float:
        """Wrap to this width; sets and returns the height. Shrinks by up to a third rather than break a word."""
        self._limit = max(1.0, round(width))
        if self.px != self._own_px or (not self.one_line and len(self.text) * self._own_px > width):
            self._use(self._unbroken_px(width))
        self._draw()
        self.size = (self._limit, self.text_height())
        return float(self.height)

    def _unbroken_px(self, width: float) -> float:
        px, words = self._own_px, as_printed(self.text).split()
        if words and max(map(len, words)) * px > width:
            for _ in range(10):  # down to two thirds
                if max(ruler(self.font, int(px)).get_extents(word)[0] for word in words) <= width - 2:
                    break
                px = round(px * 0.96, 2)
        return px

    def fit_in_line(self, width: float, least: float) -> float:
        """Like `fit`, but shrink to one line, down to `least` pixels (0: don't shrink)."""
        if least and self.hug() > width:
            self.set_size_px(max(least, self.px * width / self.width * 0.98))
        return self.fit(width)

    def hug(self, most: float | None = None) -> float:
        """Shrink to the text's width, at most `most`; sets the size and returns the width."""
        if most is None or not self._surely_wider(most):
            self._limit = None
            if self.px != self._own_px:
                self._use(self._own_px)
            self._draw()
            if most is None or self.text_width() <= most:
                self.size = (self.text_width(), self.text_height())
                return float(self.width)
        self.fit(most)
        return float(self.width)

    def _surely_wider(self, most: float) -> bool:
        """Whether the text can't fit; skipped for short texts, which are quick to measure."""
        return len(self.text) * self.px > most and surely_wider(self.text, self.font, self.px, most, self.strong)

    def balance(self, most: float) -> float:
        """Like `hug`, but with lines of similar length and no lone last word."""
        self.hug(most)
        lines, low, high = self.lines(), 0.0, float(self.width)
        if lines > 1:
            longest = max(self._label.get_extents(word)[0] for word in self.text.split())
            low = min(high, max(high / lines, longest + 1))  # never break a word
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
        """The cached one-line text if it fits the width, else None."""
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
    strong = True


class Voice(Words):
    """Titles, questions and winners in Vollkorn, with numbers in Roboto."""

    def __init__(self, look: Look, text: Text | str = "", role: str = "headline", colour: str = "text",
                 **kwargs: Any) -> None:
        super().__init__(look, text, role, colour, **kwargs)


class Icon(Words):
    """A Material Design icon in a `size_dp` square; scales a little with the text unless `fixed`."""

    name = StringProperty("")

    def __init__(self, look: Look, name: str = "", size_dp: float = 24.0, colour: str = "text", *,
                 alpha: float = 1.0, fixed: bool = False, **kwargs: Any) -> None:
        side = float(dp(size_dp)) * (1.0 if fixed else look.grow(chrome=True))
        super().__init__(look, "", "body", colour, align="center", alpha=alpha, size_px=side, **kwargs)
        self.font, self.line = tokens.ICONS, side
        self.size = (side, side)
        self.name = name

    def fit(self, width: float) -> float:
        return float(self.height)

    def hug(self, most: float | None = None) -> float:
        return float(self.width)

    def on_name(self, _: Widget, name: str) -> None:
        self.text = fonts.icon(name) if name else ""
