"""Number pads and dice: keys, slots, the odds before a roll, and a sheet to type a number."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kivy.graphics import Color, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.kinds import Odds
from companion.core.text import Text, minus, percent, say
from companion.ui.theme import Look, tokens
from companion.ui.widgets.base.flow import Column, Grid, Holder
from companion.ui.widgets.base.part import Box, Do, Icon, Part, Words
from companion.ui.widgets.controls.buttons import Key, PrimaryButton
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp


DIGITS = "789456123"
ERASE, SIGN = "backspace-outline", "plus-minus-variant"


class PadKey(Key):
    """A digit or sign."""

    quick = True

    def __init__(self, look: Look, label: str, do: Do, icon: str = "", held: Do | None = None) -> None:
        face = Icon(look, icon, 26) if icon else Words(look, label, "number", align="center", chrome=True)
        face.hug()
        super().__init__(look, face, do, label, "surface2" if icon else "surface3", held=held)


class NumberPad(Grid):
    """The keys. `typed` is the text so far, such as "" or "-12"."""

    def __init__(self, look: Look, on_change: Callable[[str], object], *, below_zero: bool = False,
                 longest: int = 5, on_hold: Callable[[], object] | None = None) -> None:
        self.typed, self.longest, self.on_change, self.on_hold = "", longest, on_change, on_hold
        self.sign = PadKey(look, "±", self._turn, SIGN)
        self.erase = PadKey(look, str(say("Erase")), lambda: self._become(self.typed[:-1]), ERASE)
        self.keys = {digit: self._key(look, digit) for digit in f"{DIGITS}0"}
        super().__init__(gap=tokens.S)
        self.lay(below_zero)

    def _key(self, look: Look, digit: str) -> PadKey:
        held = None if self.on_hold is None else partial(self._held, digit)
        return PadKey(look, digit, partial(self._type, digit), held=held)

    def lay(self, below_zero: bool, high: float = PadKey.high, low: bool = False) -> None:
        """`low`: two long rows of keys instead of four, when there is little height."""
        self.sign.opacity, self.sign.disabled = (1.0, False) if below_zero else (0.0, True)
        self.columns = 6 if low else 3
        keys = {**self.keys, "±": self.sign, "<": self.erase}
        self.fill(keys[key] for key in ("12345<67890±" if low else f"{DIGITS}±0<"))
        for key in self.parts:
            key.high = high

    def set(self, number: int | None) -> None:
        self.typed = "" if number is None else str(number)

    @property
    def number(self) -> int | None:
        """None for an empty text or a lone minus."""
        return int(self.typed) if self.typed.strip("-") else None

    @property
    def words(self) -> str:
        return self.typed.replace("-", "−")

    def _type(self, digit: str) -> None:
        sign, digits = ("-", self.typed[1:]) if self.typed.startswith("-") else ("", self.typed)
        digits = digit if digits == "0" else digits + digit
        if len(digits) <= self.longest:
            self._become(sign + digits)

    def _held(self, digit: str) -> None:
        self._type(digit)
        if self.on_hold is not None:
            self.on_hold()

    def _turn(self) -> None:
        self._become(self.typed[1:] if self.typed.startswith("-") else f"-{self.typed}")

    def _become(self, typed: str) -> None:
        self.typed = typed
        self.on_change(typed)


def open_number(app: "TablesideApp", look: Look, title: Text | str, number: int | None, low: int, high: int,
                take: Callable[[int], object]) -> None:
    """Open a sheet to type a number; if it is out of range, show the limits and stay open."""
    shown = Words(look, minus(number) if number is not None else "–", "lone number", align="center")
    why = Words(look, "", "support", "loss", align="center")

    def show(typed: str) -> None:
        shown.say(typed.replace("-", "−") or "–")
        why.say("")
        sheet.refit()

    def done() -> None:
        typed = pad.number
        if typed is None or not low <= typed <= high:
            why.say(say("Enter {low} to {high}.", low=low, high=high))
            sheet.refit()
            return
        app.close_sheet(lambda: take(typed))

    pad = NumberPad(look, show, below_zero=low < 0, longest=max(len(str(abs(low))), len(str(abs(high)))))
    sheet = Sheet(look, title, [Column([shown, why, pad], gap=tokens.S)],
                  PrimaryButton(look, say("Set"), "check-bold", done))
    app.open_sheet(sheet)


SYMBOL, ROUND = 0.3, 0.22  # relative to the side of a face: its symbols, its corners
LEAST_SLOT = 28.0
INK, RIM, PIP = "#1B1B20", "#FFF8EC", "#FFC46B"
PIPS = {1: ((0, 0),), 2: ((-1, 1), (1, -1)), 3: ((-1, 1), (0, 0), (1, -1)),
        4: ((-1, 1), (1, 1), (-1, -1), (1, -1)), 5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
        6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)), 0: ()}


class DieFace(Part):
    """One face: pips or the game's symbol, or a number above six; with `digits`, always a number."""

    def __init__(self, look: Look, number: int, size: float = 60.0, sign: str = "", *,
                 digits: bool = False) -> None:
        super().__init__(size=(dp(size), dp(size)))
        self.number = number
        self._spots = () if digits else PIPS.get(number, ())
        with self.canvas:
            Color(*tokens.rgba(INK))
            self._ground = SmoothRoundedRectangle()
            Color(*tokens.rgba(RIM))
            self._rim = SmoothLine(width=dp(1))
            Color(*tokens.rgba(PIP))
            self._pips = [] if sign else [SmoothEllipse() for _ in self._spots]
        white = Look.of("dark")
        self._signs = []
        if sign:
            self._signs = [Icon(white, sign, size * SYMBOL, PIP, fixed=True) for _ in self._spots]
        told = str(number) if digits or number not in PIPS else ""
        self._digits = Words(white, told, "number", PIP, align="center", chrome=True)
        self.add_parts(*self._signs, self._digits)
        self.arrange()

    def arrange(self) -> None:
        side = self.width
        self._ground.pos, self._ground.size = self.pos, self.size
        self._ground.radius = [side * ROUND] * 4
        self._rim.rounded_rectangle = (self.x + 1, self.y + 1, side - 2, side - 2, side * ROUND)
        radius = side * 0.085
        for part, (across, up) in zip(self._pips or self._signs, self._spots, strict=False):
            middle = (self.center_x + across * side * 0.24, self.center_y + up * side * 0.24)
            if isinstance(part, SmoothEllipse):
                part.pos, part.size = (middle[0] - radius, middle[1] - radius), (2 * radius, 2 * radius)
            else:
                part.set_size_px(side * SYMBOL)
                part.center = middle
        self._digits.hug()
        self._digits.center = (self.center_x, self.center_y)


class DieSlot(Part):
    """A die's face, or a dashed outline until it is entered."""

    def __init__(self, look: Look, number: int | None, sign: str = "") -> None:
        super().__init__()
        self.number = number
        self.face = None if number is None else DieFace(look, number, sign=sign)
        self.box = None
        if number is None:
            self.box = Box(self, look.colour("surface2"), 0.0, look.colour("outline"), dp(1.5))
        self.add_parts(self.face)

    def fit(self, width: float) -> float:
        return self.take_size(width, width)

    def arrange(self) -> None:
        if self.face is not None:
            self.face.pos, self.face.size = self.pos, self.size
        elif self.box is not None:
            self.box.corner = self.width * ROUND
            self.box.place()


class DieRow(Grid):
    """Slots as big as possible in one row; two rows only if they would be too small to read."""

    most = 60.0

    def fit(self, width: float) -> float:
        count = self.columns = max(1, len(self.parts))
        self.gap = 6 if count <= 8 else 4
        if count <= 4:
            self.gap = 10
        gap = dp(self.gap)
        if (width + gap) / count - gap < dp(LEAST_SLOT):
            self.columns = -(-count // 2)
        side = min(dp(self.most), (width + gap) / self.columns - gap)
        return super().fit(self.columns * (side + gap) - gap)


class DieKey(Key):
    """A face to enter, or the key that removes the last one."""

    high = 64.0

    def __init__(self, look: Look, number: int | None, do: Do, sign: str = "") -> None:
        self.number = number
        if number is None:
            super().__init__(look, Icon(look, "backspace-outline", 24), do, tone="surface2")
        else:
            super().__init__(look, DieFace(look, number, 42, sign), do, str(number))


class DieKeys(Grid):
    """At most `most` keys per row, and only half of them if a finger couldn't hit them."""

    most = 4

    def fit(self, width: float) -> float:
        self.columns = max(1, min(self.most, len(self.parts)))
        if (width + dp(self.gap)) / self.columns - dp(self.gap) < dp(tokens.TARGET):
            self.columns = -(-self.columns // 2)
        return super().fit(width)


class OddsBar(Holder):
    """Win, tie and lose percentages, each with its symbol and word below."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.shares = (0, 0, 0)
        inks = (look.roles.on_primary, tokens.ON_TIE, tokens.ON_LOSE)
        fills = (look.roles.primary, tokens.TIE, "#FF9C8F")
        icons = ("trophy-outline", "equal", "skull-outline")
        # Translators: chances of a battle, very little room
        words = self.words = (str(say("Win")), str(say("Tie")), str(say("Lose")))
        self.bars = [Widget(size_hint=(None, None)) for _ in fills]
        self._boxes = [Box(bar, tokens.rgba(fill), 0) for bar, fill in zip(self.bars, fills, strict=True)]
        self.numbers = [Words(look, "", "score", ink, align="center", chrome=True) for ink in inks]
        self.signs = [Icon(look, icon, 18, ink)
                      for icon, ink in zip(icons, ("primary", "text2", "loss"), strict=True)]
        self.names = [Words(look, word, "label", "text2", chrome=True) for word in words]
        self.fill([*self.bars, *self.numbers, *self.signs, *self.names])

    def show(self, odds: Odds) -> None:
        self.shares = (odds.win, odds.tie, odds.lose)
        for number, share in zip(self.numbers, self.shares, strict=True):
            number.say(percent(f"{odds.mark}{share}"))

    def fit(self, width: float) -> float:
        return self.take_size(width, dp(40) + dp(26))

    def arrange(self) -> None:
        shown = [share for share in self.shares if share]
        room, x = self.width - dp(2) * (len(shown) - 1), self.x
        for number, share in enumerate(self.shares):
            wide = room * share / 100
            bar, box = self.bars[number], self._boxes[number]
            first, last = x <= self.x + 1, x + wide >= self.right - 1
            round_end = dp(14)
            box.corner = (round_end if first else 0.0, round_end if last else 0.0, round_end if last else 0.0,
                          round_end if first else 0.0)
            bar.pos, bar.size = (x, self.top - dp(40)), (max(0.0, wide), dp(40) if share else 0.0)
            self.numbers[number].hug()
            fits = wide > self.numbers[number].width + dp(4)
            self.numbers[number].opacity = 1.0 if share and fits else 0.0
            below = self.words[number] if fits and share else f"{self.words[number]} {percent(share)}"
            self.names[number].say(below)  # the share is too narrow for its number
            self.names[number].hug()
            self.numbers[number].center = bar.center
            x += wide + (dp(2) if share else 0)
        self._place_names()

    def _place_names(self) -> None:
        y = self.y + dp(10)
        edges = (self.x, self.bars[1].center_x, self.right)
        for number, (sign, name) in enumerate(zip(self.signs, self.names, strict=True)):
            wide = sign.width + dp(4) + name.width
            left = (edges[0], edges[1] - wide / 2, edges[2] - wide)[number]
            if number == 1:
                left = min(max(left, self.x + self.signs[0].width + self.names[0].width + dp(16)),
                           self.right - self.signs[2].width - self.names[2].width - dp(16) - wide)
            sign.pos = (left, y - sign.height / 2)
            name.pos = (left + sign.width + dp(4), y - name.height / 2)
