"""Bars: the signs in the phone's own bars (clock, battery, back) stay readable on our background, light or dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.services.ports.java import Java, java, run_on_ui_thread
from companion.services.ports.quiet import quietly

FIRST_WITH_CONTROLLER = 30
LIGHT_STATUS, LIGHT_NAVIGATION = 0x2000, 0x10  # android.view.View.SYSTEM_UI_FLAG_LIGHT_*; Android 8 knows both
BOTH_BARS = 0x8 | 0x10  # android.view.WindowInsetsController.APPEARANCE_LIGHT_STATUS_BARS and _NAVIGATION_BARS


class AndroidBars:
    def __init__(self, java: Callable[[], Java] = java,
                 on_ui_thread: Callable[[Callable[[], None]], None] = run_on_ui_thread) -> None:
        self._java = java
        self._on_ui_thread = on_ui_thread

    def show_on(self, dark: bool, colour: str) -> None:
        """`dark`: our background is dark, so the signs are light. `colour`: of the background, as #rrggbb."""
        with quietly("colouring the phone's bars"):
            self._on_ui_thread(lambda: self._show(dark, colour))

    def _show(self, dark: bool, colour: str) -> None:
        with quietly("colouring the phone's bars"):
            phone = self._java()
            window = phone.activity().getWindow()
            shade = phone.autoclass("android.graphics.Color").parseColor(colour)
            window.setStatusBarColor(shade)  # without effect from Android 15 on: there we are drawn under the bars
            window.setNavigationBarColor(shade)
            if phone.sdk() >= FIRST_WITH_CONTROLLER:
                window.getInsetsController().setSystemBarsAppearance(0 if dark else BOTH_BARS, BOTH_BARS)
            else:
                self._show_by_flags(window.getDecorView(), dark)

    def _show_by_flags(self, view: Any, dark: bool) -> None:
        flags, both = int(view.getSystemUiVisibility()), LIGHT_STATUS | LIGHT_NAVIGATION
        view.setSystemUiVisibility(flags & ~both if dark else flags | both)


class DesktopBars:
    """A desktop's window has no bars of ours."""

    def show_on(self, dark: bool, colour: str) -> None:
        return None
