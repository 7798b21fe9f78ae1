"""The base of our widgets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from kivy.properties import NumericProperty, ReferenceListProperty
from kivy.uix.widget import Widget

Made = TypeVar("Made")


def enough(pool: list[Made], count: int, make: Callable[[], Made]) -> list[Made]:
    """The first so many of a pool that grows when it must: making a widget takes long, changing one does not."""
    while len(pool) < count:
        pool.append(make())
    return pool[:count]


def reachable(widget: Any) -> bool:
    """May a finger or a key touch it? Not what is clear, or lies in something clear, or behind a cover (an open sheet,
    an open ballot: whatever says `covers`), or in no window at all."""
    while isinstance(widget, Widget):
        parent = widget.parent
        if widget.opacity == 0 or parent is None:
            return False
        for other in parent.children:  # those in front come first
            if other is widget:
                break
            if getattr(other, "covers", False) and other.opacity:
                return False
        widget = parent
    return True


def in_window(touch: Any) -> bool:
    """A mouse that is dragged out of the window, or a broken screen, says places that nobody sees."""
    return bool(0 <= touch.sx <= 1 and 0 <= touch.sy <= 1)


class Part(Widget):
    """A widget that says its size itself, and whose `center` is set in one step.

    Kivy sets `center_x` and `center_y` one after the other: who listens to `pos` and reads the middle in between sees
    the old one, and leaves its parts behind. No rule of the kv language is looked for: there are hundreds of parts on a
    screen, and none has one.
    """

    size_hint_x = NumericProperty(None, allownone=True)
    size_hint_y = NumericProperty(None, allownone=True)
    size_hint = ReferenceListProperty(size_hint_x, size_hint_y)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(__no_builder=True, **kwargs)

    _resizing = False

    def take_size(self, width: float, height: float) -> None:
        """This size, and the parts arranged in it: once, also if the size is the same and they are not."""
        self._resizing = True
        self.size = (width, height)
        self._resizing = False
        self.arrange()

    def moved(self, *_: object) -> None:
        """For whoever has parts to bind to its place and size."""
        if not self._resizing:
            self.arrange()

    def arrange(self) -> None:
        """Put the parts into their places."""

    @property
    def center(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    @center.setter
    def center(self, middle: tuple[float, float]) -> None:
        self.pos = (middle[0] - self.width / 2, middle[1] - self.height / 2)
