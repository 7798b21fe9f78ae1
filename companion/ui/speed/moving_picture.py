"""A widget that caches its children as a picture and redraws it only when one changes."""

from math import ceil, floor
from typing import Any

from kivy.animation import Animation
from kivy.graphics import Canvas, ClearBuffers, ClearColor, Color, Fbo, Rectangle, Translate
from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.ui.theme import tokens

STEP = 128  # pixels


class MovingPicture(Widget):
    """Slides, fades and lifts its children without redrawing them.

    `ground` is the background colour, which a child draws; soft edges blend into it.
    """

    lower = NumericProperty(0.0)
    """Height of the part that slides in."""
    rise = NumericProperty(0.0)
    """How far it has still to rise."""
    fade = NumericProperty(1.0)
    lift = NumericProperty(0.0)
    """Distance of everything above its final place while it glides there."""
    veiled = False

    def __init__(self, ground: tokens.Rgba, motion: bool = True, **kwargs: Any) -> None:
        self.motion = motion
        self.canvas = Canvas()
        with self.canvas:
            self.buffer = Fbo(size=(1, 1), with_stencilbuffer=True)
            Color(1, 1, 1, 1)
            self._upper = Rectangle()
            self._gap_ink = Color(*ground)
            self._gap = Rectangle()
            self._lower_ink = Color(1, 1, 1, 1)
            self._lower = Rectangle()
        with self.buffer:
            ClearColor(*ground[:3], 0)
            ClearBuffers()
            self._buffer_corner = Translate(0, 0)
        super().__init__(**kwargs)
        self.bind(pos=self._place_buffer, size=self._place_buffer, lower=self._show, rise=self._show,
                  fade=self._show, lift=self._show)
        self._place_buffer()

    def add_widget(self, *args: Any, **kwargs: Any) -> None:
        self._with_picture(super().add_widget, *args, **kwargs)

    def remove_widget(self, *args: Any, **kwargs: Any) -> None:
        self._with_picture(super().remove_widget, *args, **kwargs)

    def _with_picture(self, do: Any, *args: Any, **kwargs: Any) -> None:
        """Make Kivy add the child's canvas to the buffer instead of ours."""
        canvas, self.canvas = self.canvas, self.buffer
        try:
            do(*args, **kwargs)
        finally:
            self.canvas = canvas

    def _place_buffer(self, *_: object) -> None:
        """Align the buffer to whole pixels; keep it if big enough, since a new one takes milliseconds."""
        x, y = floor(self.x), floor(self.y)
        self._wide, self._high = max(1, ceil(self.right) - x), max(1, ceil(self.top) - y)
        wide, high = self.buffer.size
        if not (self._wide <= wide < 2 * self._wide + STEP and self._high <= high):
            self.buffer.size = _whole_steps(self._wide), _whole_steps(self._high)
        self._buffer_corner.xy = (-x, -y)
        self._show()

    _wide = _high = 1

    def make_room(self, wide: float, high: float) -> None:
        now = self.buffer.size
        if now[0] < wide or now[1] < high:
            self.buffer.size = _whole_steps(ceil(wide)), _whole_steps(ceil(high))
            self._show()

    def appear(self) -> None:
        Animation.cancel_all(self, "rise", "fade")
        if not self.motion or self.veiled:
            return
        move = tokens.MOTION["next question"]
        self.rise, self.fade = dp(16), 0.05
        Animation(rise=0, fade=1, d=move.seconds, t=move.curve).start(self)

    def veil(self, on: bool) -> None:
        """Hide everything but the seats while the stage reveals what the text would spoil."""
        if on == self.veiled:
            return
        self.veiled = on
        if on:
            Animation.cancel_all(self, "rise", "fade")
            self.rise, self.fade = 0, 0
        else:
            self.appear()

    def settle(self) -> None:
        Animation.cancel_all(self, "rise", "fade", "lift")
        self.rise, self.fade, self.lift = 0, 0 if self.veiled else 1, 0

    def glide_from(self, top: float) -> None:
        """Animate from the previous top edge after a change of height."""
        if abs(top - self.top - self.lift) < 1:
            return
        Animation.cancel_all(self, "lift")
        self.lift = top - self.top if self.motion else 0.0
        if self.lift:
            move = tokens.MOTION["panel"]
            Animation(lift=0, d=move.seconds, t=move.curve).start(self)

    def _show(self, *_: object) -> None:
        """Place the pictures, without redrawing the children; the gap below has the ground's colour."""
        x, low, up = -self._buffer_corner.x, -self._buffer_corner.y, round(self.lift)
        y = low + up
        wide, high = self._wide, self._high
        lower = min(high, round(self.lower))
        self._lower_ink.a = self.fade
        right, top = wide / self.buffer.size[0], high / self.buffer.size[1]
        part = top * lower / high
        self._upper.texture = self._lower.texture = self.buffer.texture
        self._upper.tex_coords = (0, part, right, part, right, top, 0, top)
        self._lower.tex_coords = (0, 0, right, 0, right, part, 0, part)
        self._upper.pos, self._upper.size = (x, y + lower), (wide, high - lower)
        self._lower.pos, self._lower.size = (x, y - round(self.rise)), (wide, lower)
        bare = max(0, up) + (lower if self.fade < 1 or self.rise else 0)
        self._gap.pos, self._gap.size = (x, min(low, y)), (wide, bare)


def _whole_steps(pixels: int) -> int:
    return ceil(pixels / STEP) * STEP
