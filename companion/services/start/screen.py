"""Check for a screen: without one SDL silently opens an invisible window."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from companion.core.text import say

NO_SCREEN = say("No screen found. Start Tableside on a desktop, or use serve to play on phones.")
X_SOCKETS, X_PORT = str(Path("/", "tmp", ".X11-unix", "X")), 6000
PATIENCE = 2.0  # seconds, for a remote display


def has_screen(environ: Mapping[str, str], platform: str = sys.platform,
               reach: Callable[[str], bool] | None = None) -> bool:
    """On Linux, X or Wayland must answer, unless SDL_VIDEODRIVER is set."""
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
    host, _, port = place.rpartition(":")
    local = not host or not port.isdigit()
    try:
        with socket.socket(socket.AF_UNIX if local else socket.AF_INET) as line:
            line.settimeout(PATIENCE)
            line.connect(place if local else (host, int(port)))
    except OSError:
        return False
    return True
