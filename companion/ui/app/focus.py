"""At a desk: keyboard focus, keys that travel through lists, what the pointer is over, full screen.

Tab moves to the next button or field, arrows to the nearest, Enter taps it. ? or F1 lists keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, InstructionGroup, SmoothRoundedRectangle
from kivy.metrics import Metrics, dp
from kivy.uix.scrollview import ScrollView

from companion.core.text import say
from companion.services.start import full_screen_scale
from companion.ui.widgets import Scroll, Tap, reachable, taps
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp
    from companion.ui.widgets.controls.entry import Typing


ARROWS = {273: (0, 1), 274: (0, -1), 275: (1, 0), 276: (-1, 0)}  # up, down, right, left
LINE = 24  # dp: closer than this counts as one line
ASIDE = 2.5  # weight of sideways distance
F1, SLASH, QUESTION = 282, 47, 63
KEYS = (
    ("Esc", say("Back")),
    ("Tab", say("Next button; with Shift, the previous one")),
    ("Arrow keys", say("Nearest button in that direction")),
    ("Page Up, Page Down, Home, End", say("Scroll through a long list")),
    ("Enter", say("Press the marked button, or the main answer")),
    ("1 to 9", say("The first to ninth answer")),
    ("Ctrl Z", say("Undo the last answer")),
    ("Ctrl Y", say("Redo it")),
    ("Ctrl S", say("Save while editing")),
    ("F11", say("Full screen, and back to a window")),
    ("? or F1", say("This list")),
)
Target: TypeAlias = "Tap | Typing"
focused: list[Target] = []


def targets(top: Any) -> list[Target]:
    def reading(tap: Target) -> tuple[float, ...]:
        """Keep scrolled items together, or a bar below a list would come between them."""
        x, y = tap.to_window(*tap.center)
        scroll = _scrolled_by(tap)
        start, upper = (x, y) if scroll is None else scroll.to_window(scroll.x, scroll.top)
        return -round(upper / dp(LINE)), start, -round(y / dp(LINE)), x
    return sorted(_walk(top), key=reading)


def scrolls_around(widget: Any) -> Iterator[Any]:
    """The lists around it, the inner ones first."""
    parent = widget.parent
    while parent is not None and parent is not Window:
        if isinstance(parent, ScrollView) and parent.do_scroll_y:
            yield parent
        parent = parent.parent


def _scrolled_by(tap: Target) -> Any:
    """The outermost list around it."""
    return [None, *scrolls_around(tap)][-1]


def _walk(widget: Any) -> Iterator[Target]:
    if widget.opacity == 0 or widget.disabled:
        return
    if hasattr(widget, "by_key"):  # a button, or a field, whose class no start loads
        yield widget
    for child in widget.children:
        yield from _walk(child)
        if getattr(child, "covers", False) and child.opacity:
            return


def move(top: Any, key: int, backward: bool = False) -> bool:
    return aim(top, *ARROWS[key]) if key in ARROWS else step(top, backward)


def step(top: Any, backward: bool = False) -> bool:
    taps = targets(top)
    if not taps:
        return False
    if (here := _here(taps)) is not None:
        mark(taps[(taps.index(here) + (-1 if backward else 1)) % len(taps)])
        return True
    first = [tap for tap in getattr(top, "answers", list)() if tap in taps]
    mark(taps[-1] if backward else (first or taps)[0])
    return True


def _here(taps: list[Target]) -> Target | None:
    """The field somebody types in, or what has the ring."""
    typing = [one for one in taps if getattr(one, "focus", False)]
    return next((one for one in (*typing, *focused) if one in taps), None)


def aim(top: Any, across: int, up: int) -> bool:
    """Focus the nearest target in that direction, or the first one.

    Up and down visit the whole list before leaving it."""
    taps = targets(top)
    if (at := _here(taps)) is None:
        return step(top)
    here = _scrolled_by(at)
    mine = [tap for tap in taps if here is not None and _scrolled_by(tap) is here]
    best = (up and _nearest(at, mine, here, across, up)) or _nearest(at, taps, here, across, up)
    if best:
        mark(best)
    return True


def _nearest(at: Target, taps: list[Target], here: Any, across: int, up: int) -> Target | None:
    """Rank by distance ahead; a gap sideways counts most."""
    x, y = at.to_window(*at.center)
    wide, high = at.size

    def far(tap: Target) -> float:
        there = _place(tap, here)
        ahead = (there[0] - x) * across + (there[1] - y) * up
        aside = abs((there[0] - x) * up) + abs((there[1] - y) * across)
        gap = max(0.0, aside - (wide + tap.width if up else high + tap.height) / 2)
        return ahead + ASIDE * gap + aside / 4 if ahead > 1 else float("inf")
    best = min(taps, key=far, default=None)
    return best if best is not None and far(best) < float("inf") else None


def _place(tap: Target, here: Any) -> tuple[float, float]:
    """Its position; targets scrolled out of another list count as at that list's edge."""
    x, y = tap.to_window(*tap.center)
    scroll = _scrolled_by(tap)
    if scroll is None or scroll is here:
        return x, y
    low = scroll.to_window(*scroll.pos)[1]
    edge = min(max(y, low), low + scroll.height)
    return x, edge + (y - edge) / 100


def mark(tap: Target) -> None:
    clear()
    Window.release_keyboard()  # nobody types in the last field any more
    _ring(tap, True)
    focused.append(tap)
    for scroll in scrolls_around(tap):
        scroll.scroll_to(tap, animate=False)
        scroll.update_from_scroll()  # or it reports its old position until the next frame


def tap() -> bool:
    """Tap the focused target. False if there is none."""
    if not focused or focused[0].disabled or not reachable(focused[0]):
        return False
    focused[0].by_key()
    return True


def clear() -> None:
    while focused:
        _ring(focused.pop(), False)


def _ring(target: Target, on: bool) -> None:
    setattr(target, "focus" if hasattr(target, "focus") else "focused", on)


# The pointer, keys for long lists, full screen

F11 = 292
HOME, END, PAGE_UP, PAGE_DOWN = 278, 279, 280, 281
TRAVEL = (HOME, END, PAGE_UP, PAGE_DOWN)
KEEP = 48.0  # dp still in view after a page
VEIL = 0.08
TOLERANCE = 0.02  # of the scale, for windows that are resized by a few pixels


class Desk:
    """Bound on computers only: a finger hovers over nothing."""

    def __init__(self, app: TablesideApp) -> None:
        self.app = app
        self.over: Tap | None = None
        """What the pointer is over."""
        self._veil = InstructionGroup()
        self._look_soon = Clock.create_trigger(self._look, 0)
        self._fit_soon = Clock.create_trigger(lambda _: self.fit(), 0)  # the new size comes a frame later
        self.scale = Metrics.density
        """Pixels per dp in a window."""

    def begin(self) -> None:
        Window.bind(mouse_pos=self._look_soon, on_touch_up=self._look_soon)
        Window.bind(fullscreen=self._fit_soon, size=self._fit_soon)

    def end(self) -> None:
        Window.unbind(mouse_pos=self._look_soon, on_touch_up=self._look_soon)
        Window.unbind(fullscreen=self._fit_soon, size=self._fit_soon)
        self._look_soon.cancel()
        self._fit_soon.cancel()
        if Metrics.density != self.scale:
            Metrics.density = self.scale
        self._leave()

    def fit(self) -> None:
        """In full screen, everything grows with the screen."""
        scale = full_screen_scale(tuple(Window.size), self.scale) if Window.fullscreen else self.scale
        if abs(scale - Metrics.density) > TOLERANCE:
            self._leave()
            self.app.rescale(scale)

    def key(self, top: Any, key: int, text: str | None, modifiers: list[str]) -> bool:
        """Whether this key was one of these."""
        app = self.app
        asks = key in (F1, QUESTION) or text == "?" or (key == SLASH and modifiers == ["shift"])
        if asks and not app.sheets:
            rows = [ListRow(app.look, name, words, "keyboard-outline") for name, words in KEYS]
            app.open_sheet(Sheet(app.look, say("Keys"), rows))
            return True
        if key == F11 and not app.machine.is_phone:
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
        found = [] if top is None else [tap for tap in taps(top) if tap.collide_point(*tap.to_widget(x, y))]
        return next((tap for tap in reversed(found) if reachable(tap) and all(  # no list has scrolled it away
            scroll.collide_point(*scroll.to_widget(x, y)) for scroll in scrolls_around(tap))), None)

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


def travel(top: Any, key: int) -> bool:
    """Move the page's largest list by a page or to its end. False if there is none."""
    lists = [one for one in top.walk() if isinstance(one, Scroll) and one.do_scroll_y and reachable(one)]
    if not lists:
        return False
    scroll = max(lists, key=lambda one: float(one.width * one.height))
    page = scroll.height - dp(KEEP)
    far = {HOME: 0.0, END: scroll.content.height, PAGE_UP: scroll.above() - page,
           PAGE_DOWN: scroll.above() + page}
    scroll.keep(max(0.0, far[key]))
    return True


def toggle_full_screen(_: object = None) -> None:
    Window.fullscreen = False if Window.fullscreen else "auto"
