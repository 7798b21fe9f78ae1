"""How large everything that can be tapped really is: who gets a finger that comes down beside its middle.

A button says that it takes 48 dp, but a neighbour in front of it may take some of them first. So fingers are put down
in all four directions, in thought: the same order as Kivy asks, and nothing is pressed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.scrollview import ScrollView

from companion.ui.widgets.base.part import reachable
from companion.ui.widgets.base.tap import Tap, is_within

LEAST = 48.0
STEP, FAR = 1.0, 25.0
CLOSER = {"LinePlace": (42.0, LEAST), "HandRow": (LEAST, 26.0), "DonePill": (LEAST, 40.0)}
"""What may be less wide or high, and why. Eight votes hang side by side on one line, also on a phone of 360 dp. The
lines of the card By hand stand as close as lines do, *Done* above them: a finger that takes the wrong line lights
another piece, and books nothing."""


@dataclass
class Finger:
    """As much of a touch as `Tap.touched_by` asks for, in the widget's own coordinates."""

    x: float
    y: float

    @property
    def pos(self) -> tuple[float, float]:
        return self.x, self.y


def taker(widget: Any, x: float, y: float) -> Any:
    """Which button a finger there would be given to; None: none below this widget."""
    if isinstance(widget, ScrollView):
        if not widget.collide_point(x, y):
            return None
        x, y = widget.to_local(x, y)
    if widget.disabled:
        return None
    for child in widget.children:  # those in front come first
        found = taker(child, x, y)
        if found is not None:
            return found
    if isinstance(widget, Tap) and widget.touched_by(Finger(x, y)) and reachable(widget):
        return widget
    return None


def at(x: float, y: float) -> Any:
    if not (0 <= x <= Window.width and 0 <= y <= Window.height):
        return None
    return next((found for child in Window.children if (found := taker(child, x, y)) is not None), None)


def _reaches(tap: Any) -> Iterator[tuple[float, float]]:
    """Through its middle; one that has others on it is looked at elsewhere, too."""
    x, y = tap.to_window(*tap.center)
    yield reach(tap, x, y)
    if any(isinstance(one, Tap) and one is not tap for one in tap.walk(restrict=True)):
        for across in range(1, 8):
            for up in range(1, 8):
                left, low = tap.to_window(tap.x + tap.width * across / 8, tap.y + tap.height * up / 8)
                if at(left, low) is tap:
                    yield reach(tap, left, low)


def reach(tap: Any, x: float, y: float) -> tuple[float, float]:
    """How wide and high it is to a finger, from there, in dp; never more than 50."""

    def far(across: int, up: int) -> float:
        done = 0.0
        while done < FAR and at(x + across * dp(done + STEP), y + up * dp(done + STEP)) is tap:
            done += STEP
        return done
    return far(-1, 0) + far(1, 0), far(0, -1) + far(0, 1)


def in_full_view(tap: Any) -> bool:
    """Not half scrolled out of its list."""
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


def too_small(top: Any) -> Iterator[str]:
    """Every button in full view that is less than 48 dp to a finger, one sentence each."""
    for tap in top.walk():
        if not isinstance(tap, Tap) or tap.disabled or not reachable(tap) or not in_full_view(tap):
            continue
        if not tap.width or not tap.height:
            continue
        x, y = tap.to_window(*tap.center)
        first = at(x, y)
        if first is not tap and (first is None or not is_within(first, tap)):
            yield f"{_named(tap)} can't be hit in its middle: {_named(first)} is there"
            continue
        wide, high = max(_reaches(tap), key=min)
        least = CLOSER.get(type(tap).__name__, (LEAST, LEAST))
        if wide < least[0] - STEP or high < least[1] - STEP:
            yield f"{_named(tap)} is {wide:.0f} by {high:.0f} dp to a finger"


def _named(tap: Any) -> str:
    if tap is None:
        return "nothing"
    words = getattr(tap, "text", "") or getattr(tap, "name", "") or getattr(tap, "choice", "")
    return f"{type(tap).__name__} {str(words)!r}"


def all_too_small() -> list[str]:
    return [fault for child in Window.children for fault in too_small(child)]
