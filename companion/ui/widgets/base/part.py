"""The base of our widgets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from kivy.properties import NumericProperty, ReferenceListProperty
from kivy.uix.widget import Widget

Made = TypeVar("Made")


def enough(pool: list[Made], count: int, make: Callable[[], Made]) -> list[Made]:
    """The first so many of a pool that grows when it must: widgets are dear to make, cheap to change."""
    while len(pool) < count:
        pool.append(make())
    return pool[:count]


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

    @property
    def center(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    @center.setter
    def center(self, middle: tuple[float, float]) -> None:
        self.pos = (middle[0] - self.width / 2, middle[1] - self.height / 2)
