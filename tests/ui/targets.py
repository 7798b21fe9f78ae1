"""The real size of every touch target: which button gets a touch beside its middle.

A button may claim 48 dp, but a neighbour in front can take part of it. So simulate touches in all four directions, in
Kivy's order, without pressing anything.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.scrollview import ScrollView

from companion.ui.widgets.base.part import Tap, is_within, reachable

LEAST = 48.0
STEP = 1.0
CLOSER = {
    # Eight times 48 dp are more than a phone of 360 dp is wide, and Story hangs its prints on one line: 45 each, and
    # their edges may be either neighbour's
    "LinePlace": (43.0, LEAST),
    # The same eight in the seat strip, all in view: a wrong one opens another seat's sheet and books nothing
    "SeatPlace": (42.0, LEAST),
    # Lines of text as close as lines are: a wrong one lights another piece and books nothing; *Fix something*
    # has it at 56 dp
    "HandRow": (LEAST, 26.0),
    # The town's places come first on their own map; a swipe anywhere on the stage turns the page, too
    "PageDots": (LEAST, 30.0),
}
"""Targets that may be smaller, and why."""


@dataclass
class Finger:
    """The part of a touch that `Tap.touched_by` needs, in widget coordinates."""

    x: float
    y: float

    @property
    def pos(self) -> tuple[float, float]:
        return self.x, self.y


@dataclass
class Placed:
    """A button, its offset from window coordinates, and its visible rectangle (left, bottom, right, top)."""

    tap: Any
    off: tuple[float, float]
    seen: tuple[float, float, float, float]

    def takes(self, x: float, y: float) -> bool:
        left, low, right, high = self.seen
        return (left <= x <= right and low <= y <= high
                and bool(self.tap.touched_by(Finger(x - self.off[0], y - self.off[1]))))


class Fingers:
    """All buttons, in the order in which Kivy offers them a touch."""

    def __init__(self) -> None:
        whole = (0.0, 0.0, float(Window.width), float(Window.height))
        self._placed = [one for child in Window.children for one in placed_in(child, whole)]

    def at(self, x: float, y: float) -> Any:
        """The button that gets a touch there, or None."""
        return next((one.tap for one in self._placed if one.takes(x, y)), None)

    def reach(self, tap: Any, x: float, y: float) -> tuple[float, float]:
        """Width and height for a finger, in dp, at most 48; found by bisection, as targets have no holes."""

        def far(across: int, up: int) -> float:
            inside, outside = 0.0, LEAST / 2
            if self.at(x + across * dp(outside), y + up * dp(outside)) is tap:
                return outside
            while outside - inside > STEP:
                middle = (inside + outside) / 2
                if self.at(x + across * dp(middle), y + up * dp(middle)) is tap:
                    inside = middle
                else:
                    outside = middle
            return inside
        return far(-1, 0) + far(1, 0), far(0, -1) + far(0, 1)

    def reaches(self, tap: Any) -> Iterator[tuple[float, float]]:
        """Measure through its middle; if others cover it, also elsewhere."""
        x, y = tap.to_window(*tap.center)
        yield self.reach(tap, x, y)
        if any(isinstance(one, Tap) and one is not tap for one in tap.walk(restrict=True)):
            for across in range(1, 8):
                for up in range(1, 8):
                    left, low = tap.to_window(tap.x + tap.width * across / 8, tap.y + tap.height * up / 8)
                    if self.at(left, low) is tap:
                        yield self.reach(tap, left, low)


def placed_in(widget: Any, seen: tuple[float, float, float, float]) -> Iterator[Placed]:
    """A widget's buttons, front first; lists show only what is inside them."""
    if isinstance(widget, ScrollView):
        (x, y), (right, top) = widget.to_window(*widget.pos), widget.to_window(widget.right, widget.top)
        seen = (max(seen[0], x), max(seen[1], y), min(seen[2], right), min(seen[3], top))
    if widget.disabled:
        return
    for child in widget.children:
        yield from placed_in(child, seen)
    if isinstance(widget, Tap) and reachable(widget):
        x, y = widget.to_window(*widget.pos)
        yield Placed(widget, (x - widget.x, y - widget.y), seen)


def in_full_view(tap: Any) -> bool:
    """Is it fully inside the window and its lists?"""
    (x, y), (right, top) = tap.to_window(tap.x, tap.y), tap.to_window(tap.right, tap.top)
    if x < -1 or y < -1 or right > Window.width + 1 or top > Window.height + 1:
        return False
    parent = tap.parent
    while parent is not None and parent is not Window:
        if isinstance(parent, ScrollView):
            (left, low), (far, high) = parent.to_window(*parent.pos), parent.to_window(parent.right, parent.top)
            room = dp(LEAST) / 2
            y_middle = (y + top) / 2
            if x < left - 1 or right > far + 1 or y < low - 1 or top > high + 1:
                return False
            if top - y < 2 * room and (y_middle - room < low or y_middle + room > high) and parent.do_scroll_y:
                return False  # small, and at the list's edge: a little farther it is whole
        parent = parent.parent
    return True


def too_small(top: Any, fingers: Fingers) -> Iterator[str]:
    """One sentence for each fully visible button smaller than 48 dp."""
    for tap in top.walk():
        if not isinstance(tap, Tap) or tap.disabled or not reachable(tap) or not in_full_view(tap):
            continue
        if not tap.width or not tap.height:
            continue
        x, y = tap.to_window(*tap.center)
        first = fingers.at(x, y)
        if first is not tap and (first is None or not is_within(first, tap)):
            yield f"{_named(tap)} can't be hit in its middle: {_named(first)} is there"
            continue
        wide, high = max(fingers.reaches(tap), key=min)
        least = CLOSER.get(type(tap).__name__, (LEAST, LEAST))
        if wide < least[0] - 2 * STEP or high < least[1] - 2 * STEP:  # an edge is found to one dp, and there are two
            yield f"{_named(tap)} is {wide:.0f} by {high:.0f} dp to a finger"


def _named(tap: Any) -> str:
    if tap is None:
        return "nothing"
    words = getattr(tap, "text", "") or getattr(tap, "name", "") or getattr(tap, "choice", "")
    return f"{type(tap).__name__} {str(words)!r}"


def all_too_small() -> list[str]:
    fingers = Fingers()
    return [fault for child in Window.children for fault in too_small(child, fingers)]
