"""Parts around the answers: banner, hint, reasons, points, preview and reminders.

Each part is created once and updated, as answers mostly change only the words.
"""

from __future__ import annotations

from typing import Any, Protocol

from kivy.metrics import dp

from companion.core.questions import Points
from companion.core.views import View
from companion.ui.table.panels.answer_panel import AnswerPanel
from companion.ui.theme.look import Look
from companion.ui.widgets import SeatToken, Words, Wrap
from companion.ui.widgets.base.flow import Holder
from companion.ui.widgets.base.part import enough
from companion.ui.widgets.base.row import Row
from companion.ui.widgets.base.tap import Box
from companion.ui.widgets.controls.answer import signed
from companion.ui.widgets.controls.rows import CardBox, IconLine, SumLine


class NotesPanel(Protocol):
    """What these parts need from the panel."""

    look: Look
    terse: bool

    def letter(self, seat: Any) -> str: ...


class PointsChip(Row):
    def __init__(self, panel: NotesPanel) -> None:
        look = panel.look
        self.panel = panel
        self.token = SeatToken(look, 0, "", 36)
        self.words = Words(look, "", "score big")
        super().__init__([self.token, self.words], least=48, pad=12)
        Box.card(self, look, "surface2", 24)

    def show(self, points: Points) -> None:
        self.token.become(points.seat.colour, self.panel.letter(points.seat))
        self.words.say(signed(points.change))
        self.words.tint("gain" if points.change > 0 else "loss" if points.change < 0 else "text2")


class PreviewCard(Holder):
    """What the answer so far would change; short sums share a line."""

    def __init__(self, panel: NotesPanel) -> None:
        super().__init__()
        look = panel.look
        self._rows: list[tuple[SumLine, ...]] = []
        Box.card(self, look, "surface2", 20)

    def fit(self, width: float) -> float:
        pad = dp(16)
        self._rows = self._in_rows()
        half = (width - 2 * pad - dp(24)) / 2
        for row in self._rows:
            for line in row:
                line.fit(half if line.short() else width - 2 * pad)
        return self.take_size(width, sum(max(line.height for line in row) for row in self._rows) + 2 * dp(10))

    def _in_rows(self) -> list[tuple[SumLine, ...]]:
        rows: list[tuple[SumLine, ...]] = []
        waiting: SumLine | None = None
        for line in self.parts:
            if line.short() and waiting is None:
                waiting = line
            elif line.short() and waiting is not None:
                rows.append((waiting, line))
                waiting = None
            else:
                if waiting is not None:
                    rows.append((waiting,))
                    waiting = None
                rows.append((line,))
        return [*rows, (waiting,)] if waiting is not None else rows

    def arrange(self) -> None:
        top = self.top - dp(10)
        for row in self._rows:
            x = self.x + dp(16)
            for line in row:
                line.pos = (x, top - line.height)
                x += line.width + dp(24)
            top -= max(line.height for line in row)


class QuestionNotes:
    """Creates the parts and updates them at each change of the table."""

    def __init__(self, panel: NotesPanel) -> None:
        self.panel = panel
        look = self.look = panel.look
        self._banner_line = IconLine(look, "", "bullhorn-outline", role="kicker", ink="on_container",
                                     icon_ink="on_container")
        self._banner = CardBox(look, [self._banner_line], "container", 12)
        self._hint = Words(look, "", "body", "text2")
        self._reasons: list[IconLine] = []
        self._reason_card = CardBox(look, [], gap=8)
        self._chips: list[PointsChip] = []
        self._chip_row = Wrap(gap=6)
        self._sums: list[SumLine] = []
        self._preview = PreviewCard(panel)
        self._reminders: list[IconLine] = []

    def banner(self, view: View | None) -> list[Any]:
        if view is None or view.banner is None:
            return []
        self._banner_line.words.say(view.banner)
        return [self._banner]

    def explain(self, answer_panel: AnswerPanel) -> list[Any]:
        parts: list[Any] = []
        hint = answer_panel.hint()
        if hint is not None and not self.panel.terse:
            self._hint.say(hint)
            parts.append(self._hint)
        reasons = answer_panel.described.reasons
        if reasons:
            lines = enough(self._reasons, len(reasons), lambda: IconLine(self.look, "", role="body"))
            for line, reason in zip(lines, reasons, strict=True):
                line.show(reason.text, reason.icon or "circle-small")
            self._reason_card.fill(lines)
            parts.append(self._reason_card)
        points = answer_panel.described.points
        if points:
            chips = enough(self._chips, len(points), lambda: PointsChip(self.panel))
            for chip, one in zip(chips, points, strict=True):
                chip.show(one)
            self._chip_row.fill(chips)
            parts.append(self._chip_row)
        return parts

    def preview(self, answer_panel: AnswerPanel) -> list[Any]:
        sums = answer_panel.described.preview
        if not sums:
            return []
        lines = enough(self._sums, len(sums), lambda: SumLine(self.look, self.panel.letter))
        for line, one in zip(lines, sums, strict=True):
            line.show(one)
        self._preview.fill(lines)
        return [self._preview]

    def reminders(self, view: View | None) -> list[Any]:
        wanted = () if view is None else view.reminders
        lines = enough(self._reminders, len(wanted),
                       lambda: IconLine(self.look, "", ink="text2", icon_ink="text2"))
        for line, one in zip(lines, wanted, strict=True):
            line.show(one.text, one.icon)
        return lines
