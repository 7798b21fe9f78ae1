"""Containers: columns, rows, cards, grids, scroll views, long lists. See docs/layout.md."""

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.effects.dampedscroll import DampedScrollEffect
from kivy.graphics import BorderImage, Color, InstructionGroup, Rectangle
from kivy.graphics.stencil_instructions import StencilPop, StencilPush, StencilUnUse, StencilUse
from kivy.metrics import dp
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.ui.drawing.art import art
from companion.ui.drawing.touch import Grabbing
from companion.ui.theme import Look, tokens
from companion.ui.widgets.base.part import Do, Part, Tap, Words

BUTTON = 120.0  # dp for a button with two short words


def shown(*parts: tuple[Any, object]) -> list[Any]:
    """Each part whose second value is true."""
    return [part for part, wanted in parts if wanted]


class Holder(Part):
    def __init__(self, parts: Iterable[Any] = ()) -> None:
        self.parts: list[Any] = []
        super().__init__()
        self.add_parts()
        self.fill(parts)

    def fill(self, parts: Iterable[Any]) -> None:
        """Show these parts in this order, keeping those already there."""
        wanted = list(parts)
        if wanted == self.parts and all(part.parent is self for part in wanted):
            return  # another holder may have taken one of them
        for part in self.parts:
            if part not in wanted:
                self.remove_widget(part)
        for part in wanted:
            if part.parent is not self:
                if part.parent is not None:
                    part.parent.remove_widget(part)
                self.add_widget(part)
        self.parts = wanted


class Column(Holder):
    """Parts below each other; `pad` at the sides, `air` above and below, `centred` if narrower."""

    def __init__(self, parts: Iterable[Any] = (), gap: float = tokens.S, pad: float = 0.0,
                 air: float | None = None, *, centred: bool = False) -> None:
        self.gap, self.pad, self.air, self.centred = gap, pad, pad if air is None else air, centred
        super().__init__(parts)

    brim = 0.0
    """More air above, dp, so that a list's edge cuts no touch target."""

    def fit(self, width: float) -> float:
        pad, gap = dp(self.pad), dp(self.gap)
        heights = [part.fit(width - 2 * pad) for part in self.parts]
        seen = [height for height in heights if height > 0]
        return self.take_size(width, sum(seen) + gap * max(0, len(seen) - 1) + dp(2 * self.air + self.brim))

    def arrange(self) -> None:
        top = self.y + self.height - dp(self.air + self.brim)  # `top` is out of date while a grid resizes it
        for part in self.parts:
            spare = (self.width - part.width) / 2 if self.centred else dp(self.pad)
            part.pos = (self.x + spare, top - part.height)
            if part.height > 0:
                top -= part.height + dp(self.gap)


class Grid(Holder):
    """Equal-width parts, `columns` per row; each row is as high as its tallest part."""

    def __init__(self, parts: Iterable[Any] = (), columns: int = 2, gap: float = tokens.S) -> None:
        self.columns, self.gap = columns, gap
        self._rows: list[float] = []
        super().__init__(parts)

    def fit(self, width: float) -> float:
        gap = dp(self.gap)
        each = (width - gap * (self.columns - 1)) / self.columns
        self._rows = []
        for start in range(0, len(self.parts), self.columns):
            row = self.parts[start:start + self.columns]
            high = max(part.fit(each) for part in row)
            for part in row:
                if part.height != high:
                    part.take_size(part.width, high)  # after a new `height` alone, `center_y` is out of date
            self._rows.append(high)
        return self.take_size(width, sum(self._rows) + gap * max(0, len(self._rows) - 1))

    def arrange(self) -> None:
        gap = dp(self.gap)
        top = self.top
        for number, high in enumerate(self._rows):
            x = self.x
            for part in self.parts[number * self.columns:(number + 1) * self.columns]:
                part.pos = (x, top - high)
                x += part.width + gap
            top -= high + gap


class SideBySide(Grid):
    """Two in a row, such as buttons, or one if each would get less than `least` dp."""

    def __init__(self, look: Look, parts: Iterable[Any], least: float = BUTTON,
                 gap: float = tokens.S) -> None:
        self.look, self.least = look, least
        super().__init__(parts, gap=gap)

    def fit(self, width: float) -> float:
        self.columns = 2 if width >= 2 * dp(self.least) * max(1.0, self.look.scale) else 1
        return super().fit(width)


class Wrap(Holder):
    """Parts of different widths on as many lines as needed. Each has `hug(most) -> width`."""

    def __init__(self, parts: Iterable[Any] = (), gap: float = tokens.S,
                 line_gap: float | None = None) -> None:
        self.gap, self.line_gap = gap, gap if line_gap is None else line_gap
        self._lines: list[list[Any]] = []
        super().__init__(parts)

    def hug(self, most: float | None = None) -> float:
        self.fit(most or 10_000.0)
        self.width = max((line[-1].right - self.x for line in self._lines), default=0.0)
        return float(self.width)

    def fit(self, width: float) -> float:
        gap = dp(self.gap)
        self._lines, room = [], 0.0
        for part in self.parts:
            wide = part.hug(width)
            if not self._lines or wide > room + 0.5:
                self._lines.append([])
                room = width
            self._lines[-1].append(part)
            room -= wide + gap
        high = sum(max(part.height for part in line) for line in self._lines)
        return self.take_size(width, high + dp(self.line_gap) * max(0, len(self._lines) - 1))

    def arrange(self) -> None:
        gap, top = dp(self.gap), self.top
        for line in self._lines:
            high = max(part.height for part in line)
            x = self.x
            for part in line:
                part.pos = (x, top - high + (high - part.height) / 2)
                x += part.width + gap
            top -= high + dp(self.line_gap)


PATIENCE = 150  # ms a finger may rest and still scroll; Kivy's 55 are too few for most people


BAR, HELD = 3.0, 8.0  # dp: the bar's width, also while a mouse drags it
GRIP = 16.0  # dp beside the list where a mouse takes its bar
NOTCH = 72.0  # dp: three lines for a notch of the wheel
REACH = 48.0  # dp of overscroll; with Kivy's own spring a flick overshoots by a whole screen
LEAST = 0.5  # dp: anything less counts as the end
BACK = 10.0  # per second: the rate at which overscroll decays


class SoftEnd(DampedScrollEffect):
    """Stops a flick at the end of a list with a small bounce and limits overscroll."""

    value: float
    velocity: float
    round_value = False  # rounding would make it oscillate by one pixel forever

    def apply_distance(self, distance: float) -> None:
        super().apply_distance(distance)
        low, high = sorted((self.min, self.max))
        stop = min(max(self.value, low - dp(REACH)), high + dp(REACH))
        if stop != self.value:
            self.value, self.velocity = stop, 0.0

    def update_velocity(self, passed: float) -> None:
        if not self.overscroll:
            super().update_velocity(passed)
            if not self.velocity:
                self.value = next((end for end in (self.min, self.max) if abs(end - self.value) < 1),
                                  round(self.value))
            return
        if not self.is_manual:
            self.velocity = 0.0
            back = self.overscroll * min(1.0, BACK * passed)
            self.value -= back if abs(self.overscroll - back) > dp(LEAST) else self.overscroll
        if self.overscroll:
            self.trigger_velocity_update()


class PlainScroll(ScrollView):
    """Kivy's scroll view without bars, whose kv rules and fading force constant redraws."""

    def __init__(self, content: Widget, **kwargs: Any) -> None:
        super().__init__(__no_builder=True, scroll_distance=dp(12), scroll_timeout=PATIENCE,
                         effect_cls=SoftEnd, scroll_wheel_distance=dp(NOTCH), **kwargs)
        self._windows = Rectangle(), Rectangle()
        for canvas, steps in ((self.canvas.before, (StencilPush(), self._windows[0], StencilUse())),
                              (self.canvas.after, (StencilUnUse(), self._windows[1], StencilPop()))):
            for step in steps:
                canvas.add(step)
        self._place_window()
        self.bind(pos=self._place_window, size=self._place_window)
        self.add_widget(content)

    def _place_window(self, *_: object) -> None:
        """Clip the content; a kv rule does this in Kivy's own class."""
        for window in self._windows:
            window.pos, window.size = self.pos, self.size

    def update_from_scroll(self, *_: object) -> None:
        """Only place the content, which sets its own size."""
        content = self._viewport
        if content is None:
            self.g_translate.xy = self.pos
            return
        wide, high = content.width - self.width, content.height - self.height
        content.pos = (0, 0)
        self.g_translate.xy = (self.x - max(0.0, wide) * self.scroll_x,
                               self.y - high * (self.scroll_y if high > 0 else 1.0))


class Sideways(PlainScroll):
    """A row that scrolls sideways while its owner sets `do_scroll_x`."""

    def __init__(self, content: Widget) -> None:
        super().__init__(content, do_scroll_y=False, size_hint=(None, None))


class Scroll(PlainScroll):
    """A column that scrolls only if it is too high for its place."""

    def __init__(self, look: Look, content: Any, **kwargs: Any) -> None:
        kwargs.setdefault("size_hint", (None, None))
        self.content = content
        self.bar = Rectangle(size=(0, 0))
        super().__init__(content, scroll_type=["content"], do_scroll_x=False, **kwargs)
        self._held: float | None = None  # where on the bar the mouse holds it
        self.canvas.after.add(Color(*look.colour("outline")))
        self.canvas.after.add(self.bar)

    def update_from_scroll(self, *_: object) -> None:
        super().update_from_scroll()
        part = 0.0
        if self.do_scroll_y and self.content.height > self.height:
            part = self.height / self.content.height
        wide = dp(BAR if self._held is None else HELD)
        self.bar.size = (wide if part else 0, self.height * part)
        scrolled = min(1.0, max(0.0, self.scroll_y))
        self.bar.pos = (self.right - wide, self.y + self.height * (1 - part) * scrolled)

    def on_touch_down(self, touch: Any) -> bool:
        """A mouse may hold the bar; a finger anywhere moves the list."""
        if not self._takes_bar(touch):
            return bool(super().on_touch_down(touch))
        low, high = self.bar.pos[1], self.bar.size[1]
        self._held = touch.y - low if low <= touch.y <= low + high else high / 2
        touch.grab(self)
        self._drag(touch)
        return True

    def _takes_bar(self, touch: Any) -> bool:
        return bool("button" in touch.profile and not touch.is_mouse_scrolling and self.bar.size[0]
                    and self.y <= touch.y <= self.top
                    and self.right - dp(GRIP) <= touch.x <= self.right + dp(GRIP) / 2)

    def _drag(self, touch: Any) -> None:
        room = self.height - self.bar.size[1]
        self.scroll_y = min(1.0, max(0.0, (touch.y - (self._held or 0.0) - self.y) / max(1.0, room)))
        self.update_from_scroll()

    def on_touch_move(self, touch: Any) -> bool:
        if self._held is None:
            return bool(super().on_touch_move(touch))
        if touch.grab_current is self:
            self._drag(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if self._held is None:
            return bool(super().on_touch_up(touch))
        if touch.grab_current is self:
            touch.ungrab(self)
            self._held = None
            self.update_from_scroll()
        return True

    def needs(self, width: float) -> float:
        return float(self.content.fit(width))

    def show(self, pos: tuple[float, float], width: float, height: float) -> None:
        """Take this place; call `needs` with the same width first."""
        self.pos, self.size = pos, (width + dp(10), height)  # the bar is beside the content, not over it
        self.do_scroll_y = self.content.height > height + 1
        if not self.do_scroll_y:
            self.scroll_y = 1.0

    def to_start(self) -> None:
        self.scroll_y = 1.0

    def above(self) -> float:
        """The height of what is scrolled away above."""
        return float((1 - self.scroll_y) * max(0.0, self.content.height - self.height))

    def keep(self, above: float) -> None:
        room = self.content.height - self.height
        self.scroll_y = max(0.0, min(1.0, 1 - above / room)) if room > 0 else 1.0
        self._update_effect_bounds()  # or Kivy goes back to the same share of the new height

    def bring(self, part: Widget) -> None:
        if self.do_scroll_y:
            self.scroll_to(part, padding=dp(tokens.S), animate=False)


class Row(Holder):
    """Parts side by side; `stretch` gets the remaining width, empty texts and icons none."""

    def __init__(self, parts: Iterable[Any] = (), stretch: Any = None, *, gap: float = tokens.S,
                 pad: float = 0.0,
                 air: float = 0.0, least: float = 0.0, centred: bool = False, upper: bool = False) -> None:
        """`pad`: at both ends; `air`: above and below; `least`: minimum height; `upper`: align to the top."""
        self.stretch, self.gap, self.pad, self.air, self.least = stretch, gap, pad, air, least
        self.centred, self.upper = centred, upper
        super().__init__(parts)

    def shown(self) -> list[Any]:
        return [part for part in self.parts if not isinstance(part, Words) or part.text
                or getattr(part, "name", "")]

    def fit(self, width: float) -> float:
        room = width - self._hug(width, self.stretch)
        if self.stretch is not None:
            self.stretch.fit(max(dp(40), room))
        return self.take_size(width, self._high())

    def hug(self, most: float | None = None) -> float:
        """Shrink to the parts' width; the stretching part gets what `most` leaves."""
        if self.stretch is not None and most is not None:
            rest = self._hug(most, self.stretch)
            self.take_size(rest + self.stretch.hug(most - rest), self._high())
        else:
            self.take_size(self._hug(most), self._high())
        return float(self.width)

    def _hug(self, most: float | None, besides: Any = None) -> float:
        shown = self.shown()
        wide = sum(part.hug(most) if hasattr(part, "hug") else part.width for part in shown
                   if part is not besides)
        return float(wide + dp(self.gap) * (len(shown) - 1) + 2 * dp(self.pad))

    def _high(self) -> float:
        high = max((part.height for part in self.shown()), default=0.0)
        return float(max(dp(self.least), high + 2 * dp(self.air)))

    def arrange(self) -> None:
        shown, gap = self.shown(), dp(self.gap)
        wide = sum(part.width for part in shown) + gap * (len(shown) - 1) if self.centred else 0.0
        x = self.x + ((self.width - wide) / 2 if self.centred else dp(self.pad))
        for part in shown:
            part.pos = (x, self.top - part.height if self.upper else self.y + (self.height - part.height) / 2)
            x += part.width + gap


class SideRow(Part):
    """A row that scrolls sideways if it is too long."""

    def __init__(self, parts: Iterable[Any], least: float = 0.0) -> None:
        super().__init__()
        self.row = Row(parts, least=least)
        self.scroll = Sideways(self.row)
        self.add_parts(self.scroll)

    def fit(self, width: float) -> float:
        self.row.hug()
        return self.take_size(width, self.row.height)

    def arrange(self) -> None:
        self.scroll.pos, self.scroll.size = self.pos, self.size
        self.scroll.do_scroll_x = self.row.width > self.width + 1


class Card(Tap):
    """A tappable container whose background darkens while pressed; a `clear` one has no other background."""

    clear = False

    def __init__(self, look: Look, content: Any, do: Do | None = None, *, text: str = "",
                 tone: str = "surface2", corner: float = tokens.CORNER["answer"], least: float = 0.0) -> None:
        super().__init__(look, do)
        self.content, self.text, self.least = content, text, least
        self.stand_on_card(tone, corner)
        self.add_parts(content)
        if self.clear:
            self.show_pressed(False)

    def show_pressed(self, down: bool) -> None:
        alpha = 1.0 if down or not self.clear else 0.0
        self.box.fill(self.look.colour("surface3" if down else self.tone, alpha))

    def fit(self, width: float) -> float:
        return self.take_size(width, max(dp(self.least), self.content.fit(width)))

    def arrange(self) -> None:
        self.content.pos = (self.x, self.y + (self.height - self.content.height) / 2)


class Shadow:
    """The app's only soft shadow, under the dragged row."""

    def __init__(self, widget: Widget) -> None:
        self.widget = widget
        edge, group = 42, InstructionGroup()
        self.ink = Color(1, 1, 1, 0)
        self.box = BorderImage(texture=art("shell").texture("shadow"), border=(edge * 2,) * 4,
                               display_border=(dp(edge),) * 4)
        group.add(self.ink)
        group.add(self.box)
        widget.canvas.before.insert(0, group)  # under its card
        widget.bind(pos=self._place, size=self._place)

    def show(self, on: bool) -> None:
        self.ink.a = 1.0 if on else 0.0

    def _place(self, *_: object) -> None:
        out, widget = dp(14), self.widget
        self.box.pos = (widget.x - out, widget.y - out - dp(6))
        self.box.size = (widget.width + 2 * out, widget.height + 2 * out)


class DragList(Grabbing, Column):
    """Rows have a `handle` and `lift(on)`. Pages call `take` first: scroll views delay touches."""

    def __init__(self, on_order: Callable[[list[Any]], None]) -> None:
        super().__init__(gap=6.0)
        self.on_order = on_order
        self.held: Any = None

    def arrange(self) -> None:
        for row, place in self._places():
            if row is not self.held:
                Animation.cancel_all(row, "x", "y")  # it may slide to where the list was before
                row.pos = place

    def _places(self) -> list[tuple[Any, tuple[float, float]]]:
        places, top = [], self.y + self.height  # `top` is out of date while it is resized
        for row in self.parts:
            places.append((row, (self.x, top - row.height)))
            top -= row.height + dp(self.gap)
        return places

    def take(self, touch: Any) -> bool:
        """Start dragging if the touch (in window coordinates) is on a handle."""
        if self.held is not None or len(self.parts) < 2 or self.get_parent_window() is None:
            return False
        reach = dp(tokens.TARGET) / 2
        for row in self.parts:
            x, y = row.handle.to_window(*row.handle.center)
            if abs(touch.x - x) <= reach and abs(touch.y - y) <= min(reach, row.height / 2):
                self.held = row
                touch.grab(self)
                row.lift(True)
                self.remove_widget(row)
                self.add_widget(row)
                return True
        return False

    def follow(self, touch: Any) -> None:
        row = self.held
        row.y = max(self.y, min(self.top - row.height, row.y + touch.dy))
        order = self._order_with(row)
        if row in self.parts and order != self.parts:
            self.parts = order
            for other, place in self._places():
                if other is not row:
                    self._slide(other, place)

    def _order_with(self, held: Any) -> list[Any]:
        """The order that puts the held row closest to where it is held."""
        others = [row for row in self.parts if row is not held]
        middle, top, best = held.y + held.height / 2, self.top, (1e9, 0)
        for at in range(len(others) + 1):
            best = min(best, (abs(top - held.height / 2 - middle), at))
            top -= others[at].height + dp(self.gap) if at < len(others) else 0
        return [*others[:best[1]], held, *others[best[1]:]]

    def let_go(self, touch: Any) -> None:
        row, self.held = self.held, None
        row.lift(False)
        for other, place in self._places():
            self._slide(other, place)
        if row in self.parts:  # else the list was filled anew meanwhile
            self.on_order(list(self.parts))

    def _slide(self, row: Any, place: tuple[float, float]) -> None:
        Animation.cancel_all(row, "x", "y")
        if row.look.motion:
            Animation(x=place[0], y=place[1], d=0.12, t="out_quad").start(row)
        else:
            row.pos = place


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
            above = scroll.above()
            if column.grow():
                refit()
                scroll.keep(above)
    later = Clock.create_trigger(look, 0)
    scroll.bind(scroll_y=lambda *_: later())
