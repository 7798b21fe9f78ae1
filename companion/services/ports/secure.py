"""Secure: while a secret is on the screen, neither a screenshot nor the app switcher shows the window."""

from __future__ import annotations

from collections.abc import Callable

from companion.services.ports.java import Java, java, run_on_ui_thread
from companion.services.ports.quiet import quietly

FLAG = "android.view.WindowManager$LayoutParams"


class AndroidSecure:
    def __init__(self, bridge: Callable[[], Java] = java,
                 post: Callable[[Callable[[], None]], None] = run_on_ui_thread) -> None:
        self._bridge, self._post = bridge, post
        self._on = False

    def keep(self, on: bool) -> None:
        if on == self._on:
            return
        with quietly("hiding the window from screenshots"):
            self._post(lambda: self._set(on))
            self._on = on

    def _set(self, on: bool) -> None:
        with quietly("hiding the window from screenshots"):
            bridge = self._bridge()
            window, flag = bridge.activity().getWindow(), bridge.autoclass(FLAG).FLAG_SECURE
            if on:
                window.addFlags(flag)
            else:
                window.clearFlags(flag)


class DesktopSecure:
    """No desktop keeps its windows from the eye of others."""

    def keep(self, on: bool) -> None:
        pass
