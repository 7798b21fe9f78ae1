"""Keyboards and switches: Tab goes from one thing that can be tapped to the next, Enter taps it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kivy.core.window import Window
from kivy.uix.scrollview import ScrollView

from companion.ui.widgets.base.part import reachable
from companion.ui.widgets.base.tap import Tap

_now: list[Tap] = []


def targets(top: Any) -> list[Tap]:
    """What can be tapped, in reading order."""
    found = list(_walk(top))
    places = {tap: tap.to_window(*tap.center) for tap in found}
    return sorted(found, key=lambda tap: (-round(places[tap][1] / 24), places[tap][0]))


def _walk(widget: Any) -> Iterator[Tap]:
    if widget.opacity == 0 or widget.disabled:
        return
    if isinstance(widget, Tap):
        yield widget
    for child in widget.children:  # those in front come first
        yield from _walk(child)
        if getattr(child, "covers", False) and child.opacity:
            return


def step(top: Any, backward: bool = False) -> bool:
    taps = targets(top)
    if not taps:
        return False
    now = taps.index(_now[0]) if _now and _now[0] in taps else (0 if backward else -1)
    clear()
    tap = taps[(now + (-1 if backward else 1)) % len(taps)]
    tap.focused = True
    _now.append(tap)
    _bring(tap)
    return True


def tap() -> bool:
    """Tap what the ring is on. False: there is no ring, the key is free."""
    if not _now or _now[0].disabled or not reachable(_now[0]):
        return False
    _now[0].dispatch("on_tap")
    return True


def clear() -> None:
    while _now:
        _now.pop().focused = False


def _bring(tap: Tap) -> None:
    parent = tap.parent
    while parent is not None and parent is not Window:
        if isinstance(parent, ScrollView) and parent.do_scroll_y:
            parent.scroll_to(tap, animate=False)
        parent = parent.parent
