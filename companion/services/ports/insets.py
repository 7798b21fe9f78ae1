"""Insets: how much of each edge the phone's own bars, camera hole and keyboard cover.

From Android 15 on we are drawn under the bars. Before that SDL's surface already lies between them, though the window
still tells how big they are: margins from that would stand there twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.services.ports.java import Java, java
from companion.services.ports.quiet import quietly

Edges = tuple[int, int, int, int]
NONE: Edges = (0, 0, 0, 0)
EDGE_TO_EDGE = 35  # the Android version from which the surface reaches under the bars
FIRST_WITH_TYPES = 30  # the Android version whose insets are asked for by type
LEAST_KEYBOARD = 0.15  # of the window's height: less is a bar, not a keyboard


class AndroidInsets:
    """Read again after a few frames, on resume and whenever the window changes: bars come and go."""

    def __init__(self, java: Callable[[], Java] = java) -> None:
        self._java = java

    def read(self) -> Edges:
        """Left, top, right, bottom, in pixels of the screen, which are Kivy's pixels too."""
        with quietly("reading the insets"):
            phone = self._java()
            if phone.sdk() < EDGE_TO_EDGE:
                return NONE
            insets = self._root_insets(phone)
            if insets is not None:  # None until the view is attached
                return self._bars(phone, insets)
        return NONE

    def keyboard(self) -> int:
        """How much of our surface the phone's keyboard covers from below. SDL and Kivy always say nothing."""
        with quietly("reading the keyboard's height"):
            phone = self._java()
            insets = self._root_insets(phone)
            if insets is None:
                return 0
            if phone.sdk() < FIRST_WITH_TYPES:
                return self._below_the_visible(phone, insets)
            ime = int(insets.getInsets(phone.autoclass("android.view.WindowInsets$Type").ime()).bottom)
            below_us = 0 if phone.sdk() >= EDGE_TO_EDGE else self._bars(phone, insets)[3]
            return max(0, ime - below_us)
        return 0

    def _root_insets(self, phone: Java) -> Any:
        return phone.activity().getWindow().getDecorView().getRootWindowInsets()

    def _bars(self, phone: Java, insets: Any) -> Edges:
        kinds = phone.autoclass("android.view.WindowInsets$Type")
        edges = insets.getInsets(kinds.systemBars() | kinds.displayCutout())
        return (edges.left, edges.top, edges.right, edges.bottom)

    def _below_the_visible(self, phone: Java, insets: Any) -> int:
        """Android 10 and older never tell: what they leave visible of the window does."""
        view = phone.activity().getWindow().getDecorView()
        seen = phone.autoclass("android.graphics.Rect")()
        view.getWindowVisibleDisplayFrame(seen)
        covered = int(view.getHeight()) - int(seen.bottom)
        if covered < LEAST_KEYBOARD * int(view.getHeight()):
            return 0
        return max(0, covered - int(insets.getStableInsetBottom()))


class DesktopInsets:
    """A desktop window covers nothing of itself."""

    def read(self) -> Edges:
        return NONE

    def keyboard(self) -> int:
        return 0
