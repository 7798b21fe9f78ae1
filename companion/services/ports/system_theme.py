"""System theme: does the machine itself stand on dark?"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence

from companion.services.ports.java import Java, java
from companion.services.ports.quiet import quietly

NIGHT_MASK, NIGHT_NO, NIGHT_YES = 0x30, 0x10, 0x20  # android.content.res.Configuration.UI_MODE_NIGHT_*
PATIENCE = 0.5  # seconds; the first frame waits for this answer
GNOME = ("gsettings", "get", "org.gnome.desktop.interface", "color-scheme")
MACOS = ("defaults", "read", "-g", "AppleInterfaceStyle")


class AndroidTheme:
    def __init__(self, java: Callable[[], Java] = java) -> None:
        self._java = java

    def is_dark(self) -> bool | None:
        with quietly("reading the phone's theme"):
            mode = self._java().activity().getResources().getConfiguration().uiMode & NIGHT_MASK
            return {NIGHT_YES: True, NIGHT_NO: False}.get(mode)
        return None


def ask_command(command: Sequence[str]) -> str:
    told = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    return told.stdout.strip()


class DesktopTheme:
    """GNOME and macOS answer a command. Elsewhere we do not know, and the user's own choice decides."""

    def __init__(self, ask: Callable[[Sequence[str]], str] = ask_command, platform: str = sys.platform) -> None:
        self._ask = ask
        self._platform = platform

    def is_dark(self) -> bool | None:
        with quietly("reading the desktop's theme"):
            if self._platform == "darwin":  # the key is absent when the theme is light
                return self._ask(MACOS) == "Dark"
            if self._platform == "linux" and (scheme := self._ask(GNOME)):
                return "dark" in scheme
        return None
