"""A long column that builds a few rows at a time as you scroll."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from kivy.clock import Clock

from companion.ui.widgets.base.flow import Column, Scroll

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
            above = (1 - scroll.scroll_y) * (scroll.content.height - scroll.height)
            if column.grow():
                refit()
                room = scroll.content.height - scroll.height
                scroll.scroll_y = max(0.0, min(1.0, 1 - above / room)) if room > 0 else 1.0
    later = Clock.create_trigger(look, 0)
    scroll.bind(scroll_y=lambda *_: later())
