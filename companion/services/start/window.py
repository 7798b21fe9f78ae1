"""The size of the desktop window."""

from __future__ import annotations

import contextlib
import ctypes
import json
import sys
from ctypes.util import find_library
from pathlib import Path

Size = tuple[int, int]
FILE = "window.json"
PHONE: Size = (412, 892)
USUAL: Size = (1100, 680)  # fits a laptop with 768 lines
LEAST, MOST = (320, 400), (8000, 8000)
BARS = 80  # lines taken by a panel and the title bar


def remember_size(home: Path, size: tuple[float, ...]) -> None:
    with contextlib.suppress(OSError):
        (home / FILE).write_text(json.dumps([round(side) for side in size]), encoding="utf-8")


def remembered_size(home: Path, screen: Size | None = None) -> Size:
    size = _saved(home) or USUAL
    screen = screen or screen_size()
    if screen is None:
        return size
    return min(size[0], max(LEAST[0], screen[0])), min(size[1], max(LEAST[1], screen[1] - BARS))


def _saved(home: Path) -> Size | None:
    with contextlib.suppress(OSError, ValueError, TypeError):
        wide, high = json.loads((home / FILE).read_text(encoding="utf-8"))
        if LEAST[0] <= int(wide) <= MOST[0] and LEAST[1] <= int(high) <= MOST[1]:
            return int(wide), int(high)
    return None


def screen_size() -> Size | None:
    """Works before there is a window; None if unknown."""
    with contextlib.suppress(OSError, AttributeError, TypeError):
        if sys.platform == "win32":
            metrics = ctypes.windll.user32.GetSystemMetrics
            return int(metrics(0)), int(metrics(1))
        if sys.platform == "darwin":
            graphics = ctypes.CDLL(find_library("CoreGraphics"))
            main = graphics.CGMainDisplayID()
            return int(graphics.CGDisplayPixelsWide(main)), int(graphics.CGDisplayPixelsHigh(main))
        return _x_screen(ctypes.CDLL("libX11.so.6"))
    return None


def _x_screen(x11: ctypes.CDLL) -> Size | None:
    x11.XOpenDisplay.restype = ctypes.c_void_p
    display = x11.XOpenDisplay(None)
    if not display:
        return None
    pointer = ctypes.c_void_p(display)
    size = int(x11.XDisplayWidth(pointer, 0)), int(x11.XDisplayHeight(pointer, 0))
    x11.XCloseDisplay(pointer)
    return size
