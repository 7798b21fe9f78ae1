"""Our widgets' base: sizes, taps, the boxes behind them, and text."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from kivy.animation import Animation
from kivy.graphics import Color, InstructionGroup, Rectangle, SmoothLine, SmoothRoundedRectangle
from kivy.graphics.context_instructions import PopMatrix, PushMatrix, Scale, Translate
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ReferenceListProperty, StringProperty
from kivy.uix.widget import Widget

from companion.core.text import Text
from companion.ui.drawing.art import own_picture
from companion.ui.drawing.letters import drawn, ruler, surely_wider, unbroken, without_widow
from companion.ui.drawing.touch import Grabbing
from companion.ui.theme import Look, fonts, tokens

Made = TypeVar("Made")


def enough(pool: list[Made], count: int, make: Callable[[], Made]) -> list[Made]:
    """The first `count` widgets of a pool, growing it if needed: reusing is faster than creating."""
    while len(pool) < count:
        pool.append(make())
    return pool[:count]


def showing(pool: list[Made], make: Callable[[], Made], things: Iterable[tuple[Any, ...]]) -> list[Made]:
    """One widget of a pool for each thing: `show` gets its values."""
    wanted = list(things)
    widgets: list[Any] = enough(pool, len(wanted), make)
    for widget, values in zip(widgets, wanted, strict=True):
        widget.show(*values)
    return widgets


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

    Kivy sets `center_x` and `center_y` separately, so listeners to `pos` would see a half-updated centre. Kv
    rules are skipped for speed.
    """

    size_hint_x = NumericProperty(None, allownone=True)
    size_hint_y = NumericProperty(None, allownone=True)
    size_hint = ReferenceListProperty(size_hint_x, size_hint_y)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(__no_builder=True, **kwargs)

    _resizing = False

    def take_size(self, width: float, height: float) -> float:
        """Set the size, arrange the parts exactly once, and return the height."""
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

    def fit(self, width: float) -> float:
        """Take this width; sets and returns the height. Parts of a fixed size ignore it."""
        return float(self.height)

    def hug(self, most: float | None = None) -> float:
        """Shrink to the content, at most `most`; sets the size and returns the width."""
        return float(self.width)

    @property
    def center(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    @center.setter
    def center(self, middle: tuple[float, float]) -> None:
        self.pos = (middle[0] - self.width / 2, middle[1] - self.height / 2)


Do = Callable[[], object]


class Box:
    """A rounded rectangle, optionally outlined, that follows its widget."""

    def __init__(self, widget: Widget, fill: tokens.Rgba,
                 corner: float | tuple[float, float, float, float] = 0.0,
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
    def card(cls, widget: Widget, look: Look, tone: str = "surface2",
             corner: float = tokens.CORNER["answer"]) -> "Box":
        """The ground of a card, outlined in high contrast."""
        outline = look.colour("outline") if look.contrast else None
        return cls(widget, look.colour(tone), dp(corner), outline, look.line)

    @classmethod
    def panel(cls, widget: Widget, look: Look, tone: str = "surface") -> "Box":
        """The ground of a panel at the bottom: a card with round upper corners."""
        box = cls.card(widget, look, tone)
        box.corner = (dp(tokens.CORNER["panel"]), dp(tokens.CORNER["panel"]), 0.0, 0.0)
        box.place()
        return box

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

    def edge(self, look: Look, chosen: bool) -> None:
        """Outline what is chosen, and everything in high contrast."""
        if chosen or look.contrast:
            self.border(look.colour("primary" if chosen else "outline"), dp(2))
        else:
            self.border(None)

    def _make_outline(self) -> Color:
        """Create the outline on demand, since it is expensive. Lines are only smooth inside a group."""
        canvas, group = self.widget.canvas.before, InstructionGroup()
        self._edge, self._outline = edge, line = Color(0, 0, 0, 0), SmoothLine()
        group.add(edge)
        group.add(line)
        canvas.insert(canvas.indexof(self.shape) + 1, group)
        return edge


class Tap(Grabbing, Part):
    """A tappable widget: at least 48 dp to the finger, and slightly smaller while pressed.

    Dispatches `on_tap`. A touch that leaves the widget, becomes a scroll, or begins or ends while it is
    hidden doesn't count.
    """

    __events__ = ("on_tap",)
    quick = harmless = False
    """Accept rapid taps: `quick` where each may bring another question, `harmless` on a new page, too."""
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
        return bool(not touch.is_mouse_scrolling and not self.disabled and self.touched_by(touch)
                    and in_window(touch)
                    and reachable(self))

    def seize(self, touch: Any) -> None:
        self.press(True)

    def follow(self, touch: Any) -> None:
        self.press(self.touched_by(touch))

    def let_go(self, touch: Any) -> None:
        counts = self.pressed and self.takes(touch)
        self.press(False)
        if counts:
            self.dispatch("on_tap")

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

    def choose(self, on: bool) -> None:
        """Show whether the card is chosen."""
        self.tone = "container" if on else "surface2"
        self.box.fill(self.look.colour(self.tone))
        self.box.edge(self.look, on)

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
                # makes the ring visible on any picture
                self._halo_ink = Color(*self.look.colour("background", 0))
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


def taps(widget: Any) -> Iterator[Tap]:
    """All in sight, the outer ones first."""
    if widget.opacity and not widget.disabled:
        if isinstance(widget, Tap):
            yield widget
        for child in reversed(widget.children):
            yield from taps(child)


def shake(tap: Tap) -> None:
    Animation.cancel_all(tap, "shift")
    tap.shift = 0.0
    if tap.look.motion:
        each = tokens.MOTION["shake"].seconds / 4
        there, across, back = dp(4), -dp(4), 0
        shaken = Animation(shift=there, d=each) + Animation(shift=across, d=2 * each)
        (shaken + Animation(shift=back, d=each)).start(tap)


def hang(widget: Any, up: float, across: float = 0.0) -> None:
    """Draw the widget this much higher, or further right, while something glides."""
    if (up or across) and not hasattr(widget, "hung"):
        widget.hung = Translate(0, 0)
        widget.canvas.before.insert(0, PushMatrix())
        widget.canvas.before.insert(1, widget.hung)
        widget.canvas.after.add(PopMatrix())
    if hasattr(widget, "hung"):
        widget.hung.xy = across, up


def is_within(widget: Any, outer: Any) -> bool:
    """Whether `widget` is inside `outer`; stops at the window, which is its own parent."""
    while widget is not None and widget is not outer and widget.parent is not widget:
        widget = widget.parent
    return widget is outer


WIDE = 2.5  # em squares per line width: longer texts never fit on one line
SPARE = {"left": 0.0, "center": 0.5, "right": 1.0}


class Words(Part):
    """Text in one type role. `fit(width)` sets and returns its height.

    Text is never cut, except that `one_line` shortens a long name with an ellipsis.
    """

    strong = False
    """Whether numbers are bold."""
    text = StringProperty("")
    width = NumericProperty(0)
    height = NumericProperty(0)
    size = ReferenceListProperty(width, height)

    def __init__(self, look: Look, text: Text | str = "", role: str = "body", colour: str = "text", *,
                 align: str = "left", chrome: bool = False, one_line: bool = False, alpha: float = 1.0,
                 size_px: float = 0.0, **kwargs: Any) -> None:
        self.look, self.role, self.align, self.one_line = look, role, align, one_line
        kind = tokens.TYPE[role]
        self.font = kind.font
        self.px = self._own_px = round(size_px or look.px(role, chrome), 2)
        self.line = self.px * kind.line / kind.size
        self.is_shortened = False
        self._limit: float | None = None
        self.label: Any = None
        self._drawn: tuple[Any, ...] = ()
        self._high = 0.0
        super().__init__(**kwargs)
        self._ink = Color(*look.colour(colour, alpha))
        self._box = Rectangle(size=(0, 0))
        self.canvas.add(self._ink)
        self.canvas.add(self._box)
        self.fbind("pos", self._place)
        self.fbind("size", self._place)
        self.text = str(text)

    def on_text(self, _: Widget, __: str) -> None:
        self._draw()

    def say(self, text: Text | str, colour: str = "") -> None:
        self.text = str(text)
        if colour:
            self.tint(colour)

    def tint(self, colour: str, alpha: float = 1.0) -> None:
        self.paint(self.look.colour(colour, alpha))

    def paint(self, ink: tokens.Rgba) -> None:
        self._ink.rgba = ink

    @property
    def ink(self) -> tokens.Rgba:
        return tuple(self._ink.rgba)

    def set_size_px(self, px: float) -> None:
        """Change the font size, for the few texts that shrink to fit."""
        self._own_px = round(px, 2)
        self._use(self._own_px)
        self._draw()

    def _use(self, px: float) -> None:
        kind = tokens.TYPE[self.role]
        self.px, self.line = px, px * kind.line / kind.size

    def fit(self, width: float) -> float:
        """Wrap to this width; returns the height. Shrinks by up to a third to keep words whole."""
        self._limit = max(1.0, round(width))
        if self.px != self._own_px or (not self.one_line and len(self.text) * self._own_px > width):
            self._use(self._unbroken_px(width))
        self._draw()
        self.size = (self._limit, self.text_height())
        return float(self.height)

    @property
    def shrunk(self) -> bool:
        """Whether a word was too long for the width."""
        return self.px < self._own_px

    def _unbroken_px(self, width: float) -> float:
        px, words = self._own_px, unbroken(self.text)
        if words and max(map(len, words)) * px > width:
            for _ in range(10):  # down to two thirds
                if max(ruler(self.font, int(px)).get_extents(word)[0] for word in words) <= width - 2:
                    break
                px = round(px * 0.96, 2)
        return px

    def fit_in_line(self, width: float, least: float) -> float:
        """Like `fit`, but shrink to one line, down to `least` pixels (0: don't shrink)."""
        if least and self.hug() > width:
            self.set_size_px(max(least, self.px * width / self.width * 0.98))
        return Words.fit(self, width)

    def hug(self, most: float | None = None) -> float:
        """Shrink to the text's width, at most `most`; sets the size and returns the width."""
        if most is None or not self._surely_wider(most):
            self._limit = None
            if self.px != self._own_px:
                self._use(self._own_px)
            self._draw()
            if most is None or self.text_width() <= most:
                self.size = (self.text_width(), self.text_height())
                return float(self.width)
        self.fit(most)
        return float(self.width)

    def _surely_wider(self, most: float) -> bool:
        """Whether the text can't fit; skipped for short texts, which are quick to measure."""
        if len(self.text) * self.px <= most:
            return False
        return surely_wider(self.text, self.font, self.px, most, self.strong)

    def balance(self, most: float) -> float:
        """Like `hug`, but with lines of similar length and no lone last word."""
        self.hug(most)
        lines, low, high = self.lines(), 0.0, float(self.width)
        if lines > 1:
            longest = max(self.label.get_extents(word)[0] for word in unbroken(self.text))
            low = min(high, max(high / lines, longest + 1))  # never break a word
            while high - low > self.px / 2:
                middle = (low + high) / 2
                self.fit(middle)
                low, high = (low, middle) if self.lines() <= lines else (middle, high)
            self.fit(high)
        return float(self.width)

    def text_width(self) -> float:
        return float(self.label.texture.width) if self.text and self.label.texture else 0.0

    def text_height(self) -> float:
        return self._high

    def lines(self) -> int:
        return round(self.text_height() / self.line) if self.text else 0

    def _draw(self) -> None:
        wanted = (self.text, self.font, self.px, self.line, self._limit, self.align, self.one_line,
                  self.strong)
        if wanted == self._drawn:
            return
        self._drawn = wanted
        if self.text:
            text = without_widow(*wanted[:3], self._limit, self.strong)
            self.label = self._unbroken() or drawn(text, *wanted[1:])
            self.is_shortened = bool(getattr(self.label, "is_shortened", False))
            self._box.texture = self.label.texture
            self._high = max(0.0, float(self.label.texture.height - self.label.below))
        else:
            self._high = 0.0
        self._place()

    def _unbroken(self) -> Any:
        """The cached one-line text if it fits the width, else None."""
        if self._limit is None or len(self.text) * self.px > self._limit * WIDE:
            return None
        if self._surely_wider(self._limit):
            return None
        label = drawn(self.text, self.font, self.px, self.line, None, self.align, False, self.strong)
        return label if label.texture.width <= self._limit else None

    def _place(self, *_: object) -> None:
        if not self.text or self.label is None or self.label.texture is None:
            self._box.size = (0, 0)
            return
        wide, high = self.label.texture.size
        self._box.size = (wide, high)
        spare = (self.width - wide) * SPARE[self.align]
        upper = self.y + (self.height + self._high) / 2
        self._box.pos = (round(self.x + spare), round(upper - high))


class Changed(Words):
    strong = True


class Voice(Words):
    """Titles, questions and winners in Vollkorn, with numbers in Roboto."""

    def __init__(self, look: Look, text: Text | str = "", role: str = "headline", colour: str = "text",
                 **kwargs: Any) -> None:
        super().__init__(look, text, role, colour, **kwargs)


class Icon(Words):
    """A Material Design icon or a PNG in a `size_dp` square; scales with the text unless `fixed`."""

    name = StringProperty("")

    def __init__(self, look: Look, name: str = "", size_dp: float = 24.0, colour: str = "text", *,
                 alpha: float = 1.0, fixed: bool = False, **kwargs: Any) -> None:
        side = float(dp(size_dp)) * (1.0 if fixed else look.grow(chrome=True))
        super().__init__(look, "", "body", colour, align="center", alpha=alpha, size_px=side, **kwargs)
        self.font, self.line = tokens.ICONS, side
        self.size = (side, side)
        self.name = name

    fit, hug = Part.fit, Part.hug

    _picture: Rectangle | None = None

    def on_name(self, _: Widget, name: str) -> None:
        is_picture = name.endswith(".png")
        texture = own_picture(name) if is_picture else None
        self.text = fonts.icon(name) if name and not is_picture else ""
        if texture is not None and self._picture is None:
            with self.canvas:
                Color(1, 1, 1, 1)
                self._picture = Rectangle()
            self.bind(pos=self._lay, size=self._lay)
        if self._picture is not None:
            self._picture.texture = texture
            self._lay()

    def _lay(self, *_: object) -> None:
        """The whole picture, in its own proportions."""
        if self._picture is not None:
            wide, high = (1, 1) if self._picture.texture is None else self._picture.texture.size
            scale = min(self.width / wide, self.height / high) if self._picture.texture is not None else 0.0
            self._picture.size = (wide * scale, high * scale)
            self._picture.pos = (self.x + (self.width - wide * scale) / 2,
                                 self.y + (self.height - high * scale) / 2)
