"""The pad under the voter's thumb: held, the ballot is open; let go, it is gone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.animation import Animation
from kivy.graphics import Color, SmoothEllipse, SmoothLine
from kivy.metrics import dp
from kivy.properties import NumericProperty

from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets import Icon, Tap
from companion.ui.widgets.base.part import reachable

PAD = 148.0


class HoldPad(Tap):
    """Press and hold: it fills in 350 ms, then opens; it closes at once when the finger lifts or slips off."""

    full = NumericProperty(0.0)
    quick = True  # a short tap does nothing here

    def __init__(self, look: Look, on_open: Callable[[], None], on_close: Callable[[], None]) -> None:
        super().__init__(look, size=(dp(PAD), dp(PAD)))
        self.on_open, self.on_close = on_open, on_close
        self.is_open = False
        self._fingers: list[Any] = []
        with self.canvas.before:
            Color(*look.colour("surface2"))
            self._disc = SmoothEllipse()
            self._fill_ink = Color(*look.colour("primary", 0))
            self._fill = SmoothEllipse()
            Color(*look.colour("outline"))
            self._edge = SmoothLine(width=dp(1.4))
            self._arc_ink = Color(*look.colour("primary"))
            self._arc = SmoothLine(width=dp(2.4))
        self.icon = Icon(look, "fingerprint", 64, "text", fixed=True)
        self.add_widget(self.icon)
        self.bind(pos=self.moved, size=self.moved, full=self.moved)

    def show_pressed(self, down: bool) -> None:
        Animation.cancel_all(self, "full")
        if down:
            hold = Animation(full=1.0, d=tokens.MOTION["hold"].seconds)
            hold.bind(on_complete=lambda *_: self._opened())
            hold.start(self)
        else:
            self.full = 0.0
            if self.is_open:
                self.is_open = False
                self.on_close()

    def _opened(self) -> None:
        if self.pressed and reachable(self):
            self.is_open = True
            self.on_open()

    def by_key(self) -> None:
        """A key that is held can't choose at the same time: the first press opens, the next one closes."""
        self.press(not self.pressed)

    def release(self) -> None:
        """Close without the finger's help: it was sealed, or the app was paused. The finger that is still there counts
        no more, so that the next ballot does not open under the thumb of the last voter."""
        for finger in self._fingers:
            finger.ungrab(self)
        self._fingers.clear()
        self.press(False)

    def on_touch_down(self, touch: Any) -> bool:
        taken = bool(super().on_touch_down(touch))
        if taken:
            self._fingers.append(touch)
        return taken

    def on_touch_up(self, touch: Any) -> bool:
        if touch in self._fingers:
            self._fingers.remove(touch)
        return bool(super().on_touch_up(touch))

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is self and self.is_open and not self.touched_by(touch):
            touch.ungrab(self)
        return bool(super().on_touch_move(touch))

    def arrange(self) -> None:
        side = self.width
        inner = side * 0.85
        x, y = (self.center_x, self.center_y)
        self._disc.pos = self._fill.pos = (x - inner / 2, y - inner / 2)
        self._disc.size = self._fill.size = (inner, inner)
        self._fill_ink.a = 1.0 if self.full >= 1 else 0.0
        self._edge.circle = (x, y, side / 2 - dp(2))
        self._arc.circle = (x, y, side / 2 - dp(2), 0, max(0.1, 360 * self.full))
        self.icon.center = (self.center_x, self.center_y)
        self.icon.tint("on_primary" if self.full >= 1 else "text")
