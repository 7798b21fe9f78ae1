"""Drives the real app frame by frame on a virtual clock, with real touches and screenshots.

`advance` lets time pass; `tap` touches the window at a widget's visible position, so it can't hit a covered
widget. A test of a thirty-second timer takes milliseconds.
"""

import gc
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from kivy.animation import Animation
from kivy.base import EventLoop, ExceptionManager, runTouchApp
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import ClearBuffers, ClearColor, Fbo
from kivy.lang import Builder
from kivy.tests.common import UnitTestTouch
from kivy.uix.scrollview import ScrollView
from PIL import Image

from companion.core.text import Text
from companion.ui.table.play_page import GameErrors

Size = tuple[int, int]
Match = str | Callable[[Any], bool]


class AppDriver:
    FRAME = 1 / 30
    COLLECTS_AS_ON_A_PHONE = False
    COLLECTS_AFTER = 32
    """Collect garbage after this many apps, as each leaves some 37,000 objects; 0 leaves it to the tests."""
    _ids = itertools.count(1000)
    _stopped = itertools.count(1)

    def __init__(self, app: Any, size: Size = (412, 892),
                 on_time: Callable[[float], None] | None = None) -> None:
        self.app, self.size, self.on_time = app, size, on_time
        self.now = 0.0
        self.touches = 0
        """Number of touches so far; docs/taps.md counts these."""

    # Life

    def start(self) -> "AppDriver":
        self._collect_seldom()
        self._real = (Clock.time, Clock._max_fps)
        # an earlier app's clock may have run ahead: never go back
        self.now = max(Clock.time(), Clock._last_tick)
        Clock.time = lambda: self.now
        Clock._max_fps = 0  # never sleep
        Clock._last_tick = self.now
        if tuple(Window.system_size) != self.size:
            Window.system_size = self.size
        Window.set_icon = lambda _: None  # nobody sees it, and decoding it takes a tenth of a start
        self.app._run_prepare()
        runTouchApp(embedded=True)
        EventLoop.status, EventLoop.quit = "started", False
        self.advance(frames=5)
        return self

    def stop(self) -> None:
        """End the app so that the next one in this process starts clean."""
        from kivy.app import App
        self.app.dispatch("on_stop")
        for handler in ExceptionManager.handlers[:]:
            if isinstance(handler, GameErrors):
                handler.end()
        for widget in Window.children[:]:
            Window.remove_widget(widget)
        for event in Clock.get_events():
            event.cancel()
        Animation._instances.clear()  # a running animation keeps its widget and app alive
        EventLoop.me_list.clear()  # touches that were never released
        App._running_app = None
        self.app._app_window = self.app.root = None
        Clock.time, Clock._max_fps = self._real
        EventLoop.status = "stopped"
        if self.COLLECTS_AFTER and next(self._stopped) % self.COLLECTS_AFTER == 0:
            gc.collect()  # without this, a worker grows by ten megabytes per test

    def _collect_seldom(self) -> None:
        """Virtual seconds pass quickly, and the next app must not inherit frozen objects."""
        from companion.ui.speed.idle import RUNAWAY, WORTH, collector
        if self.COLLECTS_AS_ON_A_PHONE:
            collector.freezes, collector.worth, collector.runaway = (True, WORTH, RUNAWAY)
        else:
            collector.freezes, collector.worth, collector.runaway = (False, 10_000 * WORTH, 1_000_000)

    # Time

    def advance(self, seconds: float = 0.0, frames: int = 0) -> None:
        for _ in range(frames or max(1, round(seconds / self.FRAME))):
            self.now += self.FRAME
            if self.on_time is not None:
                self.on_time(self.FRAME)
            self.step()

    def step(self) -> None:
        """Run one loop iteration without drawing: timers, touches, animations and layouts."""
        try:
            Clock.tick()
            EventLoop.dispatch_input()
            Builder.sync()
            Clock.tick_draw()
            Builder.sync()
        except BaseException as error:
            self.as_kivy_does(error)

    def as_kivy_does(self, error: BaseException) -> None:
        if ExceptionManager.handle_exception(error) == ExceptionManager.RAISE:
            raise error

    def resize(self, size: Size) -> None:
        self.size = size
        Window.system_size = size
        self.advance(frames=5)

    # Looking

    def walk(self) -> Iterator[Any]:
        """Every visible widget, topmost layer first."""
        for child in Window.children:
            yield from self._visible(child)

    def _visible(self, widget: Any) -> Iterator[Any]:
        if widget.opacity == 0:
            return
        yield widget
        for child in reversed(widget.children):
            yield from self._visible(child)

    def all(self, match: Match | None = None, cls: type | tuple[type, ...] | None = None) -> list[Any]:
        """Widgets of that class with exactly that text, given in English, or matching the function."""
        def fits(widget: Any) -> bool:
            if cls is not None and not isinstance(widget, cls):
                return False
            if isinstance(match, str):
                return getattr(widget, "text", None) in (match, str(Text(match)))
            return match is None or match(widget)
        return [widget for widget in self.walk() if fits(widget)]

    def find(self, match: Match | None = None, cls: type | tuple[type, ...] | None = None) -> Any:
        found = self.all(match, cls)
        if not found:
            raise AssertionError(f"nothing on the screen matches {match!r} {cls!r}; there is: {self.texts()}")
        return found[0]

    def has(self, match: Match | None = None, cls: type | tuple[type, ...] | None = None) -> bool:
        return bool(self.all(match, cls))

    def texts(self) -> list[str]:
        from companion.ui.widgets.base.part import Icon
        return [widget.text for widget in self.walk()
                if isinstance(getattr(widget, "text", None), str) and widget.text
                and not isinstance(widget, Icon)]

    def says(self, part: str) -> bool:
        return any(part in text for text in self.texts())

    def where(self, widget: Any) -> tuple[float, float]:
        x, y = widget.to_window(*widget.center)
        return float(x), float(y)

    def picture(self) -> Image.Image:
        wide, high = (int(side) for side in Window.size)
        self.step()
        fbo = Fbo(size=(wide, high), with_stencilbuffer=True)
        with fbo:
            ClearColor(*Window.clearcolor)
            ClearBuffers()
        canvases = [child.canvas for child in reversed(Window.children)]
        for canvas in canvases:
            Window.canvas.remove(canvas)
            fbo.add(canvas)
        try:
            fbo.draw()
            data = fbo.pixels
        finally:
            for canvas in canvases:
                fbo.remove(canvas)
                Window.canvas.add(canvas)
        image = Image.frombytes("RGBA", (wide, high), data)
        return image.transpose(Image.Transpose.FLIP_TOP_BOTTOM).convert("RGB")

    def shot(self, path: str | Path) -> Image.Image:
        image = self.picture()
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        image.save(path)
        return image

    # Touching

    def down(self, x: float, y: float) -> Any:
        touch = UnitTestTouch(x, y)
        touch.id = touch.uid = next(self._ids)
        touch.touch_down()
        self.touches += 1
        return touch

    def tap_at(self, x: float, y: float, hold: float = 0.1) -> None:
        touch = self.down(x, y)
        self.advance(hold)
        self.up(touch)
        self.advance(0.4)

    def up(self, touch: Any) -> None:
        try:
            touch.touch_up()
        except BaseException as error:
            self.as_kivy_does(error)

    def tap(self, what: Any, hold: float = 0.1) -> None:
        """Touch a widget, given directly or by its text, scrolling to it first."""
        widget = self.find(what) if isinstance(what, str) or callable(what) else what
        self.scroll_to(widget)
        x, y = self.where(widget)
        wide, high = Window.size
        assert 0 <= x <= wide and 0 <= y <= high, f"{widget} is off the screen, at {x:.0f}, {y:.0f}"
        self.look_first(x, y)
        self.tap_at(x, y, hold)

    def look_first(self, x: float, y: float) -> None:
        """Wait as a person would: an immediate second tap is ignored."""
        layers = getattr(self.app, "layers", None)
        while layers is not None and layers.too_soon(x, y):
            self.advance(frames=1)

    def scroll_to(self, widget: Any) -> None:
        parent = widget.parent
        while parent is not None and parent is not Window:
            # a short list is fixed
            if isinstance(parent, ScrollView) and (parent.do_scroll_x or parent.do_scroll_y):
                parent.scroll_to(widget, animate=False)
                self.advance(frames=3)
            parent = parent.parent

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 10,
             seconds: float = 0.3) -> None:
        touch = self.down(*start)
        self.advance(frames=2)
        for step in range(1, steps + 1):
            part = step / steps
            touch.touch_move(start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
            self.advance(seconds / steps)
        touch.touch_up()
        self.advance(0.4)

    def key(self, code: int) -> bool:
        """27 is Escape on a desktop and Back on a phone."""
        handled = bool(Window.dispatch("on_keyboard", code, 0, None, []))
        self.advance(0.3)
        return handled

    def type(self, text: str) -> None:
        for letter in text:
            Window.dispatch("on_textinput", letter)
            self.advance(frames=1)
