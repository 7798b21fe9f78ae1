"""The base class of our widgets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from kivy.properties import NumericProperty, ReferenceListProperty
from kivy.uix.widget import Widget

Made = TypeVar("Made")


def enough(pool: list[Made], count: int, make: Callable[[], Made]) -> list[Made]:
    """The first `count` widgets of a pool, growing it if needed: reusing is faster than creating."""
    while len(pool) < count:
        pool.append(make())
    return pool[:count]


def reachable(widget: Any) -> bool:
    """Whether a finger or key can reach the widget: visible, in a window and not behind a cover."""
    while isinstance(widget, Widget):
        parent = widget.parent
        if widget.opacity == 0 or parent is None:
            return False
        for other in parent.children:  # front to back
            if other is widget:
                break
            if getattr(other, "covers", False) and other.opacity:
                return False
        widget = parent
    return True


def in_window(touch: Any) -> bool:
    """False for a mouse dragged out of the window, or a faulty touchscreen."""
    return bool(0 <= touch.sx <= 1 and 0 <= touch.sy <= 1)


class Part(Widget):
    """A widget that sets its own size and changes `center` in one step.

    Kivy sets `center_x` and `center_y` separately, so listeners to `pos` would see a half-updated centre. Kv rules are
    skipped for speed.
    """

    size_hint_x = NumericProperty(None, allownone=True)
    size_hint_y = NumericProperty(None, allownone=True)
    size_hint = ReferenceListProperty(size_hint_x, size_hint_y)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(__no_builder=True, **kwargs)

    _resizing = False

    def take_size(self, width: float, height: float) -> float:
        """Set the size, arrange the parts exactly once, even if the size is unchanged, and return the height."""
        self._resizing = True
        self.size = (width, height)
        self._resizing = False
        self.arrange()
        return float(self.height)

    def add_parts(self, *parts: Widget | None) -> None:
        """Add these parts and arrange them whenever the widget moves or changes its size."""
        for part in parts:
            if part is not None:
                self.add_widget(part)
        self.bind(pos=self.moved, size=self.moved)

    def moved(self, *_: object) -> None:
        if not self._resizing:
            self.arrange()

    def arrange(self) -> None:
        """Place the parts."""

    @property
    def center(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    @center.setter
    def center(self, middle: tuple[float, float]) -> None:
        self.pos = (middle[0] - self.width / 2, middle[1] - self.height / 2)
