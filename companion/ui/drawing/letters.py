"""Text as cached textures, and text measurement without drawing."""

import re
from collections import OrderedDict
from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.core.text.markup import MarkupLabel
from kivy.utils import escape_markup

from companion.ui.speed.idle import idle
from companion.ui.theme import Look, fonts, tokens

BUDGET = 48 * 1024 * 1024  # bytes of cached text; visible texts stay alive anyway
PIXEL = 4  # bytes
cached: OrderedDict[tuple[Any, ...], Any] = OrderedDict()
cached_bytes = [0]
_natural: dict[tuple[str, int], float] = {}
Size = tuple[int, int]
_sizes: dict[tuple[str, float], dict[str, Size]] = {}
MOST_SIZES = 4000  # words per font
ARROW = "→"
FOREIGN = re.compile(r"[^\x00-\u052f\u1e00-\u218f→∂∆∏∑−√∞∫≈≠≤≥◊"
                     r"\ue000-\uf8ff\ufb00-\ufb06\U000f0000-\U0010ffff]+")
"""Letters that neither Roboto nor Vollkorn have: all but Latin, Greek, Cyrillic, signs and icons."""
_NUMBERS = re.compile(r"[+−-]?\d+(?:[.,:/]\d+)*%?[.,:;!?]?")  # with its full stop, or that might begin a line

_CHANGE = re.compile(r"(?<=\d) → (?=\d)")


class Measured:
    """Caches word sizes: Kivy measures every word again for every width, which is slower than drawing."""

    options: dict[str, Any]

    def get_extents(self, text: str) -> Size:
        return self.get_cached_extents()(text)

    def get_cached_extents(self) -> Callable[[str], Size]:
        """Kivy's hook for cached sizes, for the current font only, which markup can change."""
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
    """A text with numbers or arrows in other fonts."""


def drawn(text: str, font: str, px: float, line: float, width: float | None, align: str, one_line: bool,
          strong: bool = False) -> Any:
    """Draw text with Kivy, cached. `strong`: bold numbers."""
    key = (text, font, px, line, width, align, one_line, strong)
    found = cached.get(key)
    if found is not None:
        cached.move_to_end(key)
        return found
    text = as_printed(text)
    spoken = has_bold_numbers(text, font, strong)
    below = round(px * 0.3)  # descenders hang below a tight line
    size = int(px)  # SDL truncates it, but Kivy would reopen the font for each fraction
    settings: dict[str, Any] = {
        "font_size": size, "font_name": font, "halign": align, "text_size": (width, None),
        "line_height": line / natural_line(font, size), "padding": [0, 0, 0, below]}
    if one_line:
        settings |= {"shorten": True, "shorten_from": "right", "max_lines": 1, "split_str": ""}
    marked = ""
    if spoken or ARROW in text or FOREIGN.search(text):
        if width is not None and not one_line and not FOREIGN.search(text):
            text = in_lines(text, font, px, width, spoken)
        marked = with_arrows(numbers_in_roboto(text) if spoken else escape_markup(text))
        marked = fonts.with_system_fonts(marked, FOREIGN)
    label = MixedLabel(text=marked, **settings) if marked else PlainLabel(text=text, **settings)
    label.refresh()
    label.below = below
    cached[key] = label
    cached_bytes[0] += _weight(label)
    while cached_bytes[0] > BUDGET and len(cached) > 1:
        cached_bytes[0] -= _weight(cached.popitem(last=False)[1])
    return label


def _weight(label: Any) -> int:
    return int(label.texture.width * label.texture.height * PIXEL)


def as_printed(text: str) -> str:
    """With typographic apostrophes, and both numbers of a change on one line.

    >>> as_printed("Ana's notoriety 0 → 1").split(" ")
    ['Ana’s', 'notoriety', '0\\xa0→\\xa01']
    """
    return _CHANGE.sub("\u00a0→\u00a0", text.replace("'", "’"))


def unbroken(text: str) -> list[str]:
    """What a line can't break: a no-break space keeps French signs at their words."""
    return [word for line in as_printed(text).split("\n") for word in line.split(" ") if word]


@lru_cache(maxsize=1000)
def without_widow(text: str, font: str, px: float, width: float | None, strong: bool = False) -> str:
    """Join the last two words if the last would stand alone below three or more."""
    if width is None or "\n" in text:
        return text
    lines, last, bold = [""], "", has_bold_numbers(text, font, strong)
    text = as_printed(text)
    for word in text.split(" "):
        pair, last = f"{last} {word}", word
        longer = f"{lines[-1]} {word}".lstrip()
        if line_width(longer, font, px, bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    fits = line_width(pair, font, px, bold) <= width
    lone = " " not in lines[-1] and lines[-2:][0].count(" ") > 1 and fits
    return "\u00a0".join(text.rsplit(" ", 1)) if lone else text


def in_lines(text: str, font: str, px: float, width: float, bold: bool) -> str:
    """Break at spaces only: Kivy would also break where the font changes, even at a no-break space."""
    paragraphs = []
    for paragraph in text.split("\n"):
        lines: list[str] = []
        for word in paragraph.split(" "):
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and line_width(longer, font, px, bold) <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        paragraphs.append("\n".join(lines))
    return "\n".join(paragraphs)


def line_width(line: str, font: str, px: float, bold: bool) -> float:
    """As Kivy adds it up: it rounds each part. `bold`: the numbers are bold; arrows are icons."""
    def wide(font: str, words: str) -> float:
        return float(ruler(font, int(px)).get_extents(words)[0])

    numbers = _NUMBERS.findall(line) if bold else []
    more = sum(wide(tokens.BOLD, one) - wide(font, one) for one in numbers)
    arrows = line.count(ARROW)
    arrow = wide(tokens.ICONS, fonts.icon("arrow-right-thin")) - wide(font, ARROW) if arrows else 0.0
    return wide(font, line) + more + arrow * arrows + 2 * (len(numbers) + arrows)


def natural_line(font: str, size: int) -> float:
    if (font, size) not in _natural:
        _natural[font, size] = ruler(font, size).get_extents("Ag")[1]
    return _natural[font, size]


def load_letters(look: Look) -> None:
    """Open every font and size in idle moments: first use is slow."""
    sizes = {(kind.font, int(look.px(role, chrome))) for role, kind in tokens.TYPE.items()
             for chrome in (False, True)}
    for font, size in sorted(sizes):
        idle.later(partial(natural_line, font, size))


@cache
def ruler(font: str, size: int) -> Any:
    return PlainLabel(text="", font_name=font, font_size=size)


def has_bold_numbers(text: str, font: str, strong: bool) -> bool:
    return (strong or font == tokens.VOICE) and bool(_NUMBERS.search(text))


def surely_wider(text: str, font: str, px: float, most: float, strong: bool) -> bool:
    """Whether the text exceeds one line, measured without drawing.

    Texts with several lines or fonts return False."""
    if "\n" in text or ARROW in text or FOREIGN.search(text) or has_bold_numbers(text, font, strong):
        return False
    return bool(ruler(font, int(px)).get_extents(as_printed(text))[0] > most)


def numbers_in_roboto(text: str) -> str:
    """Set numbers in Roboto, as the voice font has old-style digits.

    >>> numbers_in_roboto("Round 2")
    'Round [font=RobotoBold]2[/font]'
    """
    return _NUMBERS.sub(lambda found: f"[font={tokens.BOLD}]{found[0]}[/font]", escape_markup(text))


def with_arrows(marked: str) -> str:
    """Use the icon font's arrow, as Roboto has none."""
    return marked.replace(ARROW, f"[font={tokens.ICONS}]{fonts.icon('arrow-right-thin')}[/font]")
