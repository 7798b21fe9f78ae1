"""Any number: typed on a pad, or one tap on a frequent one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp

from companion.core.showing import ShownRow
from companion.core.text import say
from companion.ui.table.layout import BIG, LANDSCAPE, SMALL
from companion.ui.table.panels.answer_panel import AnswerPanel, Host
from companion.ui.widgets import Column, Words
from companion.ui.widgets.base.flow import Holder, Wrap
from companion.ui.widgets.base.part import enough
from companion.ui.widgets.controls.buttons import Chip
from companion.ui.widgets.controls.pad import NumberPad

KEY, LOW_KEY = 56.0, 50.0


class OftenChip(Chip):
    """A frequent number, at least as big as a fingertip."""

    high = 48.0

    def __init__(self, look: Any, give: Callable[[int], None]) -> None:
        self.number = 0
        super().__init__(look, "", "", lambda: give(self.number))

    def become(self, number: int) -> OftenChip:
        self.number, self.text = number, str(say("{n}", n=number))
        return self


class TypedRow(Holder):
    """Frequent numbers at the left; the typed number and resulting total at the right.

    The label "Often" shows only if it needs no extra line.
    """

    def __init__(self, look: Any) -> None:
        super().__init__()
        self.label = Words(look, say("Often"), "support", "text2", chrome=True)
        self.chips = Wrap(gap=8)
        self.number = Words(look, "", "lone number", chrome=True)
        self.total = Words(look, "", "support", "text2", chrome=True)
        self.high = 56.0
        self._lead = 0.0
        self.fill([self.label, self.chips, self.number, self.total])

    def fit(self, width: float) -> float:
        self.number.hug()
        self.total.hug(width)
        aside = max(self.number.width, self.total.width) + dp(12)
        room = max(dp(80), width - aside)
        self.label.hug()
        told = self.label.width + dp(10)
        line = sum(chip.hug() + dp(8) for chip in self.chips.parts) - dp(8)
        self._lead = told if self.chips.parts and told + line <= room else 0.0
        self.label.opacity = 1.0 if self._lead else 0.0
        self.chips.fit(room - self._lead)
        return self.take_size(width, max(self.chips.height, self.number.height * 0.82 + self.total.height))

    def arrange(self) -> None:
        self.number.pos = (self.right - self.number.width, self.top - self.number.height * 0.9)
        self.total.pos = (self.right - self.total.width, self.y)
        self.chips.pos = (self.x + self._lead, self.y + (self.height - self.chips.height) / 2)
        self.label.pos = (self.x, self.y + (self.height - self.label.height) / 2)


class PadPanel(AnswerPanel):
    """Keys for one number. Holding a key, or tapping a frequent number, answers at once."""

    strip_optional = True
    hides_strip = True
    own_preview = True

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.row = TypedRow(self.look)
        self.pad = NumberPad(self.look, self._typed, on_hold=self.give)
        self.column = Column([self.row, self.pad], gap=8)
        self._chips: list[OftenChip] = []
        self._chips_for: tuple[int, ...] | None = None

    @property
    def shown(self) -> ShownRow:
        return self.described.rows[0]

    def begin(self) -> None:
        self.pad.set(None)

    def draw(self) -> None:
        row = self.shown
        if self.pad.number != row.value:
            self.pad.set(row.value)
        self.pad.longest = max(len(str(abs(row.low))), len(str(abs(row.high))))
        self.pad.allow(row.low < 0)
        low = self.host.form.name in (SMALL, LANDSCAPE)
        self.pad.lie_low(low)
        self.pad.set_high(LOW_KEY if low else KEY)
        if self._chips_for != row.often:
            self._chips_for = row.often
            chips = enough(self._chips, len(row.often), lambda: OftenChip(self.look, self._often))
            self.row.chips.fill([chip.become(number) for chip, number in zip(chips, row.often, strict=True)])
        self._say()

    def shorten(self) -> None:
        """Do nothing, as it has no second lines."""

    def _say(self) -> None:
        preview = self.described.preview
        self.row.number.say(self.pad.words or "–")
        self.row.number.tint("text" if self.pad.typed else "text2")
        self.row.total.say(preview[0].how if preview else self.shown.hint or "")

    def _typed(self, _: str) -> None:
        self.draft.put(self.shown.key, self.pad.number)
        self.drop_description()
        self._say()
        self.host.changed()

    def _often(self, number: int) -> None:
        self.draft.put(self.shown.key, number)
        self.drop_description()
        self.give()

    def parts(self) -> list[Any]:
        if self.look.scale > BIG:
            return [self.row, self.pad]
        return [self.column]

    def hint(self) -> None:
        """None, because the total is beside the number."""
        return None
