"""Tappable widgets and the shapes they are drawn with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.animation import Animation
from kivy.graphics import (
    Color,
    InstructionGroup,
    PopMatrix,
    PushMatrix,
    Scale,
    SmoothLine,
    SmoothRoundedRectangle,
    Translate,
)
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.widget import Widget

from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.part import Part, in_window, reachable

Do = Callable[[], object]


class Box:
    """A rounded rectangle, optionally outlined, that follows its widget."""

    def __init__(self, widget: Widget, fill: tokens.Rgba, corner: float | tuple[float, float, float, float] = 0.0,
                 line: tokens.Rgba | None = None, line_width: float = 0.0) -> None:
        self.widget, self.corner, self.line_width = widget, corner, line_width
        with widget.canvas.before:
            self.ink = Color(*fill)
            self.shape = SmoothRoundedRectangle(size=(1, 1))
        self._edge: Color | None = None
        self._outline: SmoothLine
        self._placed: tuple[Any, ...] = ()
        self._corners: tuple[float, ...] = ()
        widget.fbind("pos", self.place)  # keeps the box alive, unlike `bind`
        widget.fbind("size", self.place)
        if line is not None and line_width:
            self.border(line, line_width)
        else:
            self.place()

    @classmethod
    def card(cls, widget: Widget, look: Look, tone: str = "surface2", corner: float = tokens.CORNER["answer"]) -> Box:
        """The ground of a card, outlined in high contrast."""
        return cls(widget, look.colour(tone), dp(corner), look.colour("outline") if look.contrast else None, look.line)

    def place(self, *_: object) -> None:
        widget, edge = self.widget, self._edge
        x, y, wide, high = widget.x, widget.y, max(1.0, widget.width), max(1.0, widget.height)
        line = self.line_width if edge is not None and edge.a else 0.0
        placed = (x, y, wide, high, self.corner, line)
        if self._placed == placed:
            return
        if self._placed[2:] != placed[2:]:
            self._reshape(wide, high)
        self._placed = placed
        self.shape.pos = (x, y)
        corners = self._corners
        if line:
            inset = line / 2
            rounds = [max(1.0, one - inset) for one in corners]
            self._outline.rounded_rectangle = (x + inset, y + inset, max(1.0, wide - 2 * inset),
                                               max(1.0, high - 2 * inset), *rounds, 24)
        elif edge is not None:
            self._outline.points = []

    def _reshape(self, wide: float, high: float) -> None:
        corners = self.corner if isinstance(self.corner, tuple) else (self.corner,) * 4
        most = min(wide, high) / 2
        self._corners = tuple(min(one, most) for one in corners)
        self.shape.size = (wide, high)
        self.shape.radius = [(one, one) for one in self._corners]

    def fill(self, colour: tokens.Rgba) -> None:
        self.ink.rgba = colour

    def border(self, colour: tokens.Rgba | None, width: float = 0.0) -> None:
        if self._edge is None and colour is None:
            return
        edge = self._edge or self._make_outline()
        edge.rgba = colour or (0, 0, 0, 0)
        self.line_width = width
        self._outline.width = max(1.0, width / 2)
        self.place()

    def _make_outline(self) -> Color:
        """Create the outline on demand, since it is expensive. Lines are only smooth inside a group."""
        canvas, group = self.widget.canvas.before, InstructionGroup()
        self._edge, self._outline = edge, line = Color(0, 0, 0, 0), SmoothLine()
        group.add(edge)
        group.add(line)
        canvas.insert(canvas.indexof(self.shape) + 1, group)
        return edge


class Tap(Part):
    """A tappable widget: at least 48 dp to the finger, and slightly smaller while pressed.

    Dispatches `on_tap`. A touch that leaves the widget, becomes a scroll, or begins or ends while it is hidden doesn't
    count.
    """

    __events__ = ("on_tap",)
    quick = False
    """Accept rapid taps even if each may bring another question."""
    text = ""
    """What it says, for the keyboard and for tests."""
    tone = ""
    """The tone of its card, which darkens while pressed."""
    squeeze = NumericProperty(1.0)
    shift = NumericProperty(0.0)
    pressed = BooleanProperty(False)
    focused = BooleanProperty(False)

    def __init__(self, look: Look, do: Do | None = None, **kwargs: Any) -> None:
        self.look, self.do = look, do
        super().__init__(**kwargs)
        self._movable = self._ringed = False
        self._shift: Translate
        self._scale: Scale
        self._focus_ring: SmoothLine
        self._halo: SmoothLine

    def on_tap(self) -> None:
        if self.do is not None:
            self.do()

    def target(self) -> tuple[float, float, float, float]:
        """The touch area in the widget's coordinates: left, bottom, right, top."""
        least = dp(tokens.TARGET)
        wide, high = max(0.0, least - self.width) / 2, max(0.0, least - self.height) / 2
        return self.x - wide, self.y - high, self.right + wide, self.top + high

    def touched_by(self, touch: Any) -> bool:
        left, lower, right, upper = self.target()
        return bool(left <= touch.x <= right and lower <= touch.y <= upper)

    def by_key(self) -> None:
        """Tap with Enter or Space while focused."""
        self.dispatch("on_tap")

    def takes(self, touch: Any) -> bool:
        """Whether this touch counts. `reachable` walks up the tree, so check it last."""
        return self.touched_by(touch) and in_window(touch) and reachable(self)

    def on_touch_down(self, touch: Any) -> bool:
        if super().on_touch_down(touch):
            return True
        if touch.is_mouse_scrolling or self.disabled or not self.takes(touch):
            return False
        touch.grab(self)
        self.press(True)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        self.press(self.touched_by(touch))
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        counts = self.pressed and self.takes(touch)
        self.press(False)
        if counts:
            self.dispatch("on_tap")
        return True

    def press(self, down: bool) -> None:
        if down == self.pressed:
            return
        self.pressed = down
        self.show_pressed(down)
        Animation.cancel_all(self, "squeeze")
        if self.look.motion:
            move = tokens.MOTION["press"]
            Animation(squeeze=0.98 if down else 1.0, d=move.seconds, t=move.curve).start(self)

    def stand_on_card(self, tone: str = "surface2", corner: float = tokens.CORNER["answer"]) -> None:
        self.tone, self.box = tone, Box.card(self, self.look, tone, corner)

    def show_pressed(self, down: bool) -> None:
        """Change the tone while a finger is down."""
        if self.tone:
            self.box.fill(self.look.colour("surface3" if down else self.tone))

    # Most widgets are never pressed, so create what press and focus need on first use

    def on_squeeze(self, *_: object) -> None:
        if not self._movable:
            self._make_movable()
        self._scale.origin = (self.center_x, self.center_y)
        self._scale.x = self._scale.y = self.squeeze

    def on_shift(self, *_: object) -> None:
        if not self._movable:
            self._make_movable()
        self._shift.x = self.shift

    def _make_movable(self) -> None:
        self._movable = True
        self._shift, self._scale = Translate(0, 0), Scale(1, 1, 1)
        for at, one in enumerate((PushMatrix(), self._shift, self._scale)):
            self.canvas.before.insert(at, one)
        self.canvas.after.insert(0, PopMatrix())
        self.bind(pos=self.on_squeeze, size=self.on_squeeze)

    def on_focused(self, _: Widget, on: bool) -> None:
        if not self._ringed:
            self._ringed = True
            with self.canvas.after:
                self._halo_ink = Color(*self.look.colour("background", 0))  # makes the ring visible on any picture
                self._halo = SmoothLine(width=dp(3))
                self._focus_ink = Color(*self.look.colour("focus", 0))
                self._focus_ring = SmoothLine(width=dp(1.5))
            self.bind(pos=self._place_ring, size=self._place_ring)
        self._focus_ink.a = self._halo_ink.a = 1.0 if on else 0.0
        self._place_ring()

    def _place_ring(self, *_: object) -> None:
        if self.focused:
            gap = dp(3)
            ring = (self.x - gap, self.y - gap, self.width + 2 * gap, self.height + 2 * gap,
                    min(dp(20), self.height / 2))
            self._focus_ring.rounded_rectangle = self._halo.rounded_rectangle = ring
        else:
            self._focus_ring.points = self._halo.points = []


def shake(tap: Tap) -> None:
    Animation.cancel_all(tap, "shift")
    tap.shift = 0.0
    if tap.look.motion:
        each = tokens.MOTION["shake"].seconds / 4
        (Animation(shift=dp(4), d=each) + Animation(shift=-dp(4), d=2 * each) + Animation(shift=0, d=each)).start(tap)


def is_within(widget: Any, outer: Any) -> bool:
    """Whether `widget` is inside `outer`; stops at the window, which is its own parent."""
    while widget is not None and widget is not outer and widget.parent is not widget:
        widget = widget.parent
    return widget is outer
