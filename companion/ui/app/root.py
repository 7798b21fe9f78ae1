"""The root widget for pages, sheets and messages."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout

from companion.ui.widgets.base.part import in_window, reachable
from companion.ui.widgets.base.tap import Tap

log = logging.getLogger("tableside")


SOON, NEAR = 0.35, 48.0
IGNORED = "tableside ignored"


class Layers(FloatLayout):
    """Ignores touches outside the window and accidental double taps on new content."""

    def __init__(self) -> None:
        super().__init__()
        self._appeared = float("-inf")
        self._lifted: tuple[float, float] | None = None

    def appeared(self) -> None:
        """Call this after showing a new question, page or sheet."""
        self._appeared = Clock.time()

    def just_appeared(self) -> bool:
        return bool(Clock.time() - self._appeared < SOON)

    def too_soon(self, x: float, y: float) -> bool:
        """Whether a tap here is probably the second of a double tap on new content."""
        if not self.just_appeared() or self._lifted is None:
            return False
        return max(abs(x - self._lifted[0]), abs(y - self._lifted[1])) < dp(NEAR) and not self._is_quick(x, y)

    def _is_quick(self, x: float, y: float) -> bool:
        return any(tap.collide_point(*tap.to_widget(x, y)) and reachable(tap) for tap in _quick_taps(self))

    def on_touch_down(self, touch: Any) -> bool:
        if not in_window(touch) or (not touch.is_mouse_scrolling and self.too_soon(*touch.pos)):
            touch.ud[IGNORED] = True
            return True
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        return IGNORED in touch.ud or bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        if IGNORED in touch.ud:
            return True
        self._lifted = touch.pos
        return bool(super().on_touch_up(touch))


def _quick_taps(widget: Any) -> Iterator[Tap]:
    if isinstance(widget, Tap) and widget.quick:
        yield widget
    for child in widget.children:
        yield from _quick_taps(child)


def draw_now() -> None:
    """Draw a frame now, since the app switcher keeps the last one."""
    try:
        Builder.sync()
        Clock.tick_draw()
        Builder.sync()
        Window.dispatch("on_draw")
        Window.dispatch("on_flip")
    except Exception:
        log.exception("the last frame could not be drawn")  # harmless, as a secure window shows nothing in the switcher
