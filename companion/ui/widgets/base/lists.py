"""A list whose rows you drag, and a long one that builds a few rows at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import BorderImage, Color, InstructionGroup
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.ui.drawing.art import art
from companion.ui.theme import tokens
from companion.ui.widgets.base.flow import Column, Holder, Scroll


class Shadow:
    """The app's only soft shadow, under the dragged row."""

    def __init__(self, widget: Widget) -> None:
        self.widget = widget
        edge, group = 42, InstructionGroup()
        self.ink = Color(1, 1, 1, 0)
        self.box = BorderImage(texture=art("shell").texture("shadow"), border=(edge * 2,) * 4,
                               display_border=(dp(edge),) * 4)
        group.add(self.ink)
        group.add(self.box)
        widget.canvas.before.insert(0, group)  # under its card
        widget.bind(pos=self._place, size=self._place)

    def show(self, on: bool) -> None:
        self.ink.a = 1.0 if on else 0.0

    def _place(self, *_: object) -> None:
        out, widget = dp(14), self.widget
        self.box.pos = (widget.x - out, widget.y - out - dp(6))
        self.box.size = (widget.width + 2 * out, widget.height + 2 * out)


class DragList(Holder):
    """Rows have a `handle` and `lift(on)`. Pages pass touches to `take` first, since scroll views delay them."""

    def __init__(self, on_order: Callable[[list[Any]], None], gap: float = 6.0) -> None:
        super().__init__()
        self.on_order, self.gap = on_order, gap
        self.held: Any = None

    def fit(self, width: float) -> float:
        heights = [row.fit(width) for row in self.parts]
        return self.take_size(width, sum(heights) + dp(self.gap) * max(0, len(heights) - 1))

    def arrange(self) -> None:
        for row, place in self._places():
            if row is not self.held:
                row.pos = place

    def _places(self) -> list[tuple[Any, tuple[float, float]]]:
        places, top = [], self.top
        for row in self.parts:
            places.append((row, (self.x, top - row.height)))
            top -= row.height + dp(self.gap)
        return places

    def take(self, touch: Any) -> bool:
        """Start dragging if the touch (in window coordinates) is on a handle."""
        if self.held is not None or len(self.parts) < 2 or self.get_parent_window() is None:
            return False
        reach = dp(tokens.TARGET) / 2
        for row in self.parts:
            x, y = row.handle.to_window(*row.handle.center)
            if abs(touch.x - x) <= reach and abs(touch.y - y) <= min(reach, row.height / 2):
                self.held = row
                touch.grab(self)
                row.lift(True)
                self.remove_widget(row)
                self.add_widget(row)
                return True
        return False

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self or self.held is None:
            return bool(super().on_touch_move(touch))
        row = self.held
        row.y = max(self.y, min(self.top - row.height, row.y + touch.dy))
        order = self._order_with(row)
        if order != self.parts:
            self.parts = order
            for other, place in self._places():
                if other is not row:
                    self._slide(other, place)
        return True

    def _order_with(self, held: Any) -> list[Any]:
        """The order that puts the held row closest to where it is held."""
        others = [row for row in self.parts if row is not held]
        middle, top, best = held.y + held.height / 2, self.top, (1e9, 0)
        for at in range(len(others) + 1):
            best = min(best, (abs(top - held.height / 2 - middle), at))
            top -= others[at].height + dp(self.gap) if at < len(others) else 0
        return [*others[:best[1]], held, *others[best[1]:]]

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self or self.held is None:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        row, self.held = self.held, None
        row.lift(False)
        for other, place in self._places():
            self._slide(other, place)
        self.on_order(list(self.parts))
        return True

    def _slide(self, row: Any, place: tuple[float, float]) -> None:
        Animation.cancel_all(row, "x", "y")
        if row.look.motion:
            Animation(x=place[0], y=place[1], d=0.12, t="out_quad").start(row)
        else:
            row.pos = place


AT_ONCE = 16


class LongColumn(Column):
    """Takes rows from the iterator `rows` only when they are about to be seen."""

    def __init__(self, gap: float = 0.0, at_once: int = AT_ONCE) -> None:
        self._waiting: Any = iter(())
        self.at_once = at_once
        super().__init__([], gap=gap)

    def begin(self, rows: Iterable[Any]) -> None:
        self._waiting = iter(rows)
        self.fill(list(islice(self._waiting, self.at_once)))

    def grow(self) -> bool:
        """Build more rows; False if there are none left."""
        more = list(islice(self._waiting, self.at_once))
        if more:
            self.fill([*self.parts, *more])
        return bool(more)

    def grow_until(self, found: Callable[[Any], bool]) -> Any:
        """Build rows until `found` accepts one; None if none matches."""
        start = 0
        while True:
            for part in self.parts[start:]:
                if found(part):
                    return part
            start = len(self.parts)
            if not self.grow():
                return None


def grow_on_scroll(scroll: Scroll, column: LongColumn, refit: Callable[[], object]) -> None:
    """Build more rows near the end of the column, keeping the scroll position."""
    def look(*_: object) -> None:
        below = scroll.scroll_y * max(0.0, scroll.content.height - scroll.height)
        if scroll.do_scroll_y and below < scroll.height * 0.8:
            above = scroll.above()
            if column.grow():
                refit()
                scroll.keep(above)
    later = Clock.create_trigger(look, 0)
    scroll.bind(scroll_y=lambda *_: later())
