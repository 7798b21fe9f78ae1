"""What pages, sheets and sentences lie on, one over the other; and a picture of it at once."""

from __future__ import annotations

import logging
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.uix.floatlayout import FloatLayout

from companion.ui.widgets.base.part import in_window

log = logging.getLogger("tableside")


class Layers(FloatLayout):
    """Fills the window. What comes down outside of it touches nothing, whatever lies there."""

    def on_touch_down(self, touch: Any) -> bool:
        return not in_window(touch) or bool(super().on_touch_down(touch))


def draw_now() -> None:
    """Draw a frame before anything else happens: the phone keeps the last one for its app switcher."""
    try:
        Builder.sync()
        Clock.tick_draw()
        Builder.sync()
        Window.dispatch("on_draw")
        Window.dispatch("on_flip")
    except Exception:
        log.exception("the last frame could not be drawn")  # the window is secure: the switcher shows nothing
