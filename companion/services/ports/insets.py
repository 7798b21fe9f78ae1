"""Insets: how much of each edge the phone's own bars and camera hole cover. Android 15 and later draw us under them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.services.ports.java import Java, java
from companion.services.ports.quiet import quietly

Edges = tuple[int, int, int, int]
NONE: Edges = (0, 0, 0, 0)
FIRST_WITH_TYPES = 30  # the Android version whose insets are asked for by type


class AndroidInsets:
    """Read again after a few frames, on resume and whenever the window changes: bars come and go."""

    def __init__(self, java: Callable[[], Java] = java) -> None:
        self._java = java

    def read(self) -> Edges:
        """Left, top, right, bottom, in pixels of the screen, which are Kivy's pixels too."""
        with quietly("reading the insets"):
            phone = self._java()
            insets = phone.activity().getWindow().getDecorView().getRootWindowInsets()
            if insets is not None:  # None until the view is attached
                return self._edges(phone, insets)
        return NONE

    def _edges(self, phone: Java, insets: Any) -> Edges:
        if phone.sdk() < FIRST_WITH_TYPES:
            return (
                insets.getSystemWindowInsetLeft(),
                insets.getSystemWindowInsetTop(),
                insets.getSystemWindowInsetRight(),
                insets.getSystemWindowInsetBottom(),
            )
        kinds = phone.autoclass("android.view.WindowInsets$Type")
        edges = insets.getInsets(kinds.systemBars() | kinds.displayCutout())
        return (edges.left, edges.top, edges.right, edges.bottom)


class DesktopInsets:
    """A desktop window covers nothing of itself."""

    def read(self) -> Edges:
        return NONE
