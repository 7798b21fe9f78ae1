"""A number pad, and a sheet that uses one to type a number."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from companion.core.text import Text, minus, say
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.flow import Column, Grid
from companion.ui.widgets.base.tap import Do
from companion.ui.widgets.base.words import Icon, Words
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

    low = False

    def __init__(self, look: Look, on_change: Callable[[str], object], *, below_zero: bool = False,
                 longest: int = 5, on_hold: Callable[[], object] | None = None) -> None:
        self.typed, self.longest, self.on_change, self.on_hold = "", longest, on_change, on_hold
        self.sign = PadKey(look, "±", self._turn, SIGN)
        self.erase = PadKey(look, str(say("Erase")), self._erase, ERASE)
        self.keys = {digit: self._key(look, digit) for digit in f"{DIGITS}0"}
        super().__init__(columns=3, gap=tokens.S)
        self.allow(below_zero)

    def _key(self, look: Look, digit: str) -> PadKey:
        held = None if self.on_hold is None else partial(self._held, digit)
        return PadKey(look, digit, partial(self._type, digit), held=held)

    def allow(self, below_zero: bool) -> None:
        self.sign.opacity, self.sign.disabled = (1.0, False) if below_zero else (0.0, True)
        self._lay()

    def lie_low(self, low: bool) -> None:
        """Use two long rows of keys instead of four when there is little height."""
        self.low = low
        self._lay()

    def _lay(self) -> None:
        if self.low:
            self.columns = 6
            self.fill([*(self.keys[digit] for digit in "12345"), self.erase,
                       *(self.keys[digit] for digit in "67890"), self.sign])
        else:
            self.columns = 3
            self.fill([*(self.keys[digit] for digit in DIGITS), self.sign, self.keys["0"], self.erase])

    def set_high(self, high: float) -> None:
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

    def _erase(self) -> None:
        self._become(self.typed[:-1])

    def _become(self, typed: str) -> None:
        self.typed = typed
        self.on_change(typed)


def open_number(app: TablesideApp, look: Look, title: Text | str, number: int | None, low: int, high: int,
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
