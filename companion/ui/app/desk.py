"""At a desk: what the pointer is over, keys that travel through long lists, full screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, InstructionGroup, SmoothRoundedRectangle
from kivy.metrics import dp

from companion.ui.widgets import Scroll, Tap, reachable

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

F11 = 292
HOME, END, PAGE_UP, PAGE_DOWN = 278, 279, 280, 281
TRAVEL = (HOME, END, PAGE_UP, PAGE_DOWN)
KEEP = 48.0  # dp still in view after a page
VEIL = 0.08


class Desk:
    """Bound on computers only: a finger hovers over nothing."""

    def __init__(self, app: TablesideApp) -> None:
        self.app = app
        self.over: Tap | None = None
        """What the pointer is over."""
        self._veil = InstructionGroup()
        self._look_soon = Clock.create_trigger(self._look, 0)

    def begin(self) -> None:
        Window.bind(mouse_pos=self._look_soon, on_touch_up=self._look_soon)

    def end(self) -> None:
        Window.unbind(mouse_pos=self._look_soon, on_touch_up=self._look_soon)
        self._look_soon.cancel()
        self._leave()

    def key(self, top: Any, key: int) -> bool:
        """Whether this key was one of these."""
        if key == F11 and not self.app.machine.is_phone:
            toggle_full_screen()
            return True
        return key in TRAVEL and travel(top, key)

    def _look(self, *_: object) -> None:
        tap = self._under(*Window.mouse_pos)
        if tap is not self.over:
            self._leave()
            if tap is not None:
                self._enter(tap)

    def _under(self, x: float, y: float) -> Tap | None:
        top = self.app.sheets[-1] if self.app.sheets else self.app.page
        taps = [] if top is None else [tap for tap in _taps(top) if tap.collide_point(*tap.to_widget(x, y))]
        return next((tap for tap in reversed(taps) if reachable(tap) and _in_sight(tap, x, y)), None)

    def _enter(self, tap: Tap) -> None:
        box = getattr(getattr(tap, "box", None), "shape", None)
        radius = box.radius if isinstance(box, SmoothRoundedRectangle) else [min(dp(20), tap.height / 2)] * 4
        self._veil.add(Color(*tap.look.colour("text", VEIL)))
        self._veil.add(SmoothRoundedRectangle(pos=tap.pos, size=tap.size, radius=radius))
        tap.canvas.after.add(self._veil)
        self.over = tap
        Window.set_system_cursor("hand")

    def _leave(self) -> None:
        if self.over is not None:
            self.over.canvas.after.remove(self._veil)
            self._veil.clear()
            self.over = None
            Window.set_system_cursor("arrow")


def _taps(widget: Any) -> Iterator[Tap]:
    """Outer ones first."""
    if widget.opacity == 0 or widget.disabled:
        return
    if isinstance(widget, Tap):
        yield widget
    for child in reversed(widget.children):
        yield from _taps(child)


def _in_sight(tap: Tap, x: float, y: float) -> bool:
    """Whether no list around it has scrolled this part away."""
    parent = tap.parent
    while parent is not None and parent is not Window:
        if isinstance(parent, Scroll) and not parent.collide_point(*parent.to_widget(x, y)):
            return False
        parent = parent.parent
    return True


def travel(top: Any, key: int) -> bool:
    """Move the page's largest list by a page or to its end. False if there is none."""
    lists = [one for one in top.walk() if isinstance(one, Scroll) and one.do_scroll_y and reachable(one)]
    if not lists:
        return False
    scroll = max(lists, key=lambda one: float(one.width * one.height))
    page = scroll.height - dp(KEEP)
    far = {HOME: 0.0, END: scroll.content.height, PAGE_UP: scroll.above() - page, PAGE_DOWN: scroll.above() + page}
    scroll.keep(max(0.0, far[key]))
    return True


def toggle_full_screen(_: object = None) -> None:
    Window.fullscreen = False if Window.fullscreen else "auto"
