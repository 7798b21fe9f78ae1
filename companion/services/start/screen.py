"""The screen, before there is a window: is there one, and how big should the window be?"""

from __future__ import annotations

import contextlib
import ctypes
import json
import sys
from collections.abc import Callable, Mapping
from ctypes.util import find_library
from pathlib import Path

from companion.core.text import say

NO_SCREEN = say("No screen found. Start Tableside on a desktop, or use serve to play on phones.")
X_SOCKETS, X_PORT = str(Path("/", "tmp", ".X11-unix", "X")), 6000
PATIENCE = 2.0  # seconds, for a remote display

Size = tuple[int, int]
FILE = "window.json"
PHONE: Size = (412, 892)
USUAL: Size = (1100, 680)  # fits a laptop with 768 lines
LEAST, MOST = (320, 400), (8000, 8000)
BARS = 80  # lines taken by a panel and the title bar


def has_screen(environ: Mapping[str, str], platform: str = sys.platform,
               reach: Callable[[str], bool] | None = None) -> bool:
    """On Linux, X or Wayland must answer, unless SDL_VIDEODRIVER is set: SDL would open an invisible window."""
    if platform != "linux" or "ANDROID_ARGUMENT" in environ or environ.get("SDL_VIDEODRIVER"):
        return True
    reach = reach or _answers
    wayland, x = environ.get("WAYLAND_DISPLAY"), environ.get("DISPLAY")
    if wayland and reach(str(Path(environ.get("XDG_RUNTIME_DIR", "/")) / wayland)):
        return True
    return bool(x) and any(reach(place) for place in x_places(str(x)))


def x_places(display: str) -> list[str]:
    """Addresses where an X server may listen: socket, abstract socket or a remote port.

    >>> [place.rpartition("/")[2] for place in x_places(":1.0")]
    ['X1', 'X1']
    >>> x_places("localhost:10.0")
    ['localhost:6010']
    """
    host, _, rest = display.rpartition(":")
    number = rest.partition(".")[0]
    if not number.isdigit():
        return []
    if host in ("", "unix"):
        return [f"{X_SOCKETS}{number}", f"\0{X_SOCKETS}{number}"]
    return [f"{host}:{X_PORT + int(number)}"]


def _answers(place: str) -> bool:
    import socket  # only a Linux desktop asks
    host, _, port = place.rpartition(":")
    local = not host or not port.isdigit()
    try:
        with socket.socket(socket.AF_UNIX if local else socket.AF_INET) as line:
            line.settimeout(PATIENCE)
            line.connect(place if local else (host, int(port)))
    except OSError:
        return False
    return True


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
