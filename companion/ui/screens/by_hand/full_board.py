"""The board of "Lay it out again" as big as the window: its marks, and the thing that is to be laid next."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.by_hand.lines import LaidOut
from companion.core.text import say
from companion.ui.app.navigation import Insets
from companion.ui.screens.by_hand.sections import CheckRow, MarkedBoard, Section
from companion.ui.table.bar import HIGH, TitlePill
from companion.ui.theme.look import Look
from companion.ui.widgets import IconDisc
from companion.ui.widgets.base.tap import Box

WIDEST, BESIDE = 640.0, 320.0


class FullBoard(Widget):
    """Lies over its page. A tap on a mark, or on the row below, checks a thing off; the next one comes."""

    def __init__(self, look: Look, on_mark: Callable[[LaidOut], object], on_close: Callable[[], object]) -> None:
        super().__init__(size_hint=(None, None))
        self.look, self.on_mark = look, on_mark
        Box(self, look.colour("background"))
        self.board = MarkedBoard(look, on_mark)
        self.close = IconDisc(look, "close", on_close)
        self.pill = TitlePill(look)
        self.row: CheckRow | None = None
        for part in (self.board, self.pill, self.close):
            self.add_widget(part)

    def show(self, section: Section | None, checked: set[str], here: str) -> None:
        """`section`: the open one; None: everything lies there."""
        marks = list(section.numbers()) if section is not None else []
        self.board.show(marks, checked, here)
        done = sum(thing.path in checked for thing, _ in marks)
        self.pill.show(str(section.group.name) if section is not None else str(say("Everything is laid out")),
                       say("{n} of {all}", n=done, all=len(marks)) if marks else "")
        if self.row is not None:
            self.remove_widget(self.row)
            self.row = None
        for thing, number in marks:
            if thing.path == here:
                self.row = CheckRow(self.look, thing, number, partial(self.on_mark, thing))
                self.row.show(False, True)
                self.add_widget(self.row)

    def stand(self, size: tuple[float, float], insets: Insets) -> bool:
        """Returns whether the board has another size than it had, and is to be drawn again."""
        left, upper, right, lower = insets
        self.pos, self.size = (0.0, 0.0), size
        wide, top = size[0] - left - right, size[1] - upper
        self.close.center = (left + dp(28), top - dp(HIGH) / 2)
        self.pill.hug(wide - dp(72))
        self.pill.pos = (left + dp(56), top - dp(HIGH) / 2 + dp(20) - self.pill.height)
        if size[0] > 1.2 * size[1]:  # a low window: all of its height is the board's, and the row stands beside it
            side = min(dp(BESIDE), wide * 0.36)
            self._place_row(left + wide - side + dp(10), (top + lower) / 2, side - dp(26))
            return self._place_board(left, lower, wide - side, top - lower)
        inner = min(wide - dp(32), dp(WIDEST))
        high = max(dp(72), self.row.fit(inner) if self.row is not None else 0.0)  # the picture stays where it is
        self._place_row(left + (wide - inner) / 2, lower + dp(12) + high / 2, inner)
        low = lower + high + dp(20)
        return self._place_board(left, low, wide, top - dp(HIGH) - low)

    def _place_row(self, x: float, middle: float, wide: float) -> None:
        if self.row is not None:
            self.row.fit(wide)
            self.row.pos = (x, middle - self.row.height / 2)

    def _place_board(self, x: float, y: float, wide: float, high: float) -> bool:
        was = tuple(self.board.size)
        self.board.picture.ratio = max(2.0, high) / max(1.0, wide)
        self.board.fit(wide)
        self.board.pos = (x, y)
        self.board.arrange()
        return bool(abs(was[0] - self.board.width) > 1 or abs(was[1] - self.board.height) > 1)

    def picture_size(self) -> tuple[int, int]:
        return round(self.board.width), round(self.board.height)

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing below it is touched."""
        super().on_touch_down(touch)
        return bool(self.collide_point(*touch.pos))
