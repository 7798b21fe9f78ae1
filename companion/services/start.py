"""Decided before the window opens: file locations, logging, and the size of the window.

The log goes to a rotating file, and to the console only with `--verbose`. Native libraries such as ALSA write
to stderr directly, so that goes to a file too.
"""

import contextlib
import ctypes
import json
import logging
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.core.text import say

PACKAGE = Path(str(sys.modules["companion"].__file__)).resolve().parent
NAME, PACKS = "tableside", "packs"


def assets(package: Path = PACKAGE) -> Path:
    """Inside the package if installed, beside it in a checkout and on a phone."""
    inside = package / "assets"
    return inside if inside.is_dir() else package.parent / "assets"


ASSETS = assets()


class NoHome(Exception):
    """There is no folder for the plays; the message is all the user sees."""


def data_home(environ: Mapping[str, str] | None = None, platform: str = sys.platform) -> Path:
    """Create and return Kivy's data folder.

    Kivy itself creates no parents, and a fresh Linux home has no `.config`."""
    env = os.environ if environ is None else environ
    try:
        folder = _data_folder(env, platform)
    except RuntimeError as error:
        raise NoHome(say("Tableside can't find your home folder. Set HOME to a folder you can write to."
                         )) from error
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NoHome(say("Tableside can't make the folder {folder} for your plays. Set HOME to a folder you "
                         "can write to.", folder=str(folder))) from error
    return folder


def _data_folder(env: Mapping[str, str], platform: str) -> Path:
    if "ANDROID_PRIVATE" in env:  # looked at first: a phone has no home
        return Path(env["ANDROID_PRIVATE"])
    if platform == "win32" and env.get("APPDATA"):
        return Path(env["APPDATA"]) / NAME
    home = Path(env.get("HOME") or Path.home())
    if platform == "win32":
        return home / NAME
    if platform == "darwin":
        return home / "Library" / "Application Support" / NAME
    return Path(env.get("XDG_CONFIG_HOME") or home / ".config") / NAME


FILE = "tableside.log"
MOST_BYTES, OLD_FILES = 256 * 1024, 3
FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def log_file(home: Path) -> Path:
    return home / "logs" / FILE


def private(path: str, flags: int) -> int:
    """Open a file that only its owner may read: it may hold names."""
    return os.open(path, flags, 0o600)


class RotatingFile(logging.FileHandler):
    """A rotating log file; `logging.handlers` would import eleven more modules for it."""

    def _open(self) -> Any:
        return open(self.baseFilename, self.mode, encoding=self.encoding, opener=private)

    def emit(self, record: logging.LogRecord) -> None:
        with contextlib.suppress(OSError):  # there is no file yet
            if os.path.getsize(self.baseFilename) + len(self.format(record).encode()) >= MOST_BYTES:
                self.turn_over()
        super().emit(record)

    def turn_over(self) -> None:
        self.close()  # the next record opens a fresh file
        for number in range(OLD_FILES, 0, -1):
            newer = f"{self.baseFilename}.{number - 1}" if number > 1 else self.baseFilename
            with contextlib.suppress(FileNotFoundError):
                os.replace(newer, f"{self.baseFilename}.{number}")


def start_log(home: Path, verbose: bool) -> None:
    """Call once, before importing Kivy. Works without a log if none can be written."""
    root = logging.getLogger()
    root.setLevel(logging.DEBUG if verbose else logging.WARNING)
    logging.getLogger("tableside").setLevel(logging.INFO)
    if verbose:
        _add(root, logging.StreamHandler())
    with contextlib.suppress(OSError):
        path = log_file(home)
        path.parent.mkdir(parents=True, exist_ok=True)
        for old in path.parent.glob(f"{path.stem}*.log*"):  # earlier versions let everybody read them
            with contextlib.suppress(OSError):
                old.chmod(0o600)
        _add(root, RotatingFile(path, encoding="utf-8", delay=True))
        if not verbose:
            quiet_libraries(path.with_suffix(".native.log"))
    if not root.handlers:
        root.addHandler(logging.NullHandler())  # or Python's last-resort handler writes to the console


def _add(root: logging.Logger, handler: logging.Handler) -> None:
    handler.setFormatter(logging.Formatter(FORMAT))
    root.addHandler(handler)


def quiet_libraries(path: Path) -> None:
    """Redirect file descriptor 2 to a fresh file; `sys.stderr` stays the console."""
    try:
        if sys.stderr.fileno() != 2:  # captured by tests
            return
    # a windowed app has no console, and Android has its own log
    except (AttributeError, OSError, ValueError):
        return
    console = os.dup(2)
    with open(path, "wb", opener=private) as file:
        os.dup2(file.fileno(), 2)
    sys.stderr = os.fdopen(console, "w", buffering=1, encoding=sys.stderr.encoding, errors="backslashreplace")


Size = tuple[int, int]
WINDOW = "window.json"
PHONE: Size = (412, 892)
USUAL: Size = (1100, 680)  # fits a laptop with 768 lines
LEAST, MOST = (320, 400), (8000, 8000)
MOST_SCALE = 4.0
BARS = 80  # lines taken by a panel and the title bar


def remember_size(home: Path, size: tuple[float, ...]) -> None:
    with contextlib.suppress(OSError):
        (home / WINDOW).write_text(json.dumps([round(side) for side in size]), encoding="utf-8")


def desk_scale(env: Mapping[str, str] = os.environ, resources: Callable[[], str] | None = None) -> float:
    """Pixels per dp of a Linux desktop, as it tells its programs; Kivy reads it elsewhere, but not here.

    >>> desk_scale({"GDK_SCALE": "2"}), desk_scale({}, lambda: "Xft.dpi: 144"), desk_scale({}, lambda: "")
    (2.0, 1.5, 1.0)
    """
    told = "" if "GDK_SCALE" in env else (resources or _x_resources)()
    found = re.search(r"Xft\.dpi:\s*([\d.]+)", told)
    with contextlib.suppress(ValueError):
        scale = float(env.get("GDK_SCALE", 1.0)) if found is None else float(found[1]) / 96
        return min(MOST_SCALE, max(1.0, scale))
    return 1.0


def _x_resources() -> str:
    """What the X server tells programs; empty without one."""
    with contextlib.suppress(OSError, AttributeError, TypeError), _x_display() as (x11, display):
        x11.XResourceManagerString.restype = ctypes.c_char_p
        return (x11.XResourceManagerString(display) or b"").decode("utf-8", "replace")
    return ""


@contextlib.contextmanager
def _x_display() -> Iterator[tuple[ctypes.CDLL, ctypes.c_void_p]]:
    """Raises `OSError` if there is none."""
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    display = x11.XOpenDisplay(None)
    if not display:
        raise OSError("no X server")
    pointer = ctypes.c_void_p(display)
    try:
        yield x11, pointer
    finally:
        x11.XCloseDisplay(pointer)


def full_screen_scale(size: tuple[float, float], scale: float) -> float:
    """Pixels per dp in full screen: whoever fills a large screen sits farther away.

    >>> full_screen_scale((1920, 1080), 1.0), full_screen_scale((3840, 2160), 1.0)
    (1.35, 2.5)
    >>> full_screen_scale((1280, 800), 1.0), full_screen_scale((3840, 2160), 3.0)
    (1.0, 3.0)
    """
    return max(scale, min(2.5, size[0] / 1280, size[1] / 800))


def remembered_size(home: Path, screen: Size | None = None, scale: float = 1.0) -> Size:
    size = _saved(home) or (round(USUAL[0] * scale), round(USUAL[1] * scale))
    screen = screen or screen_size()
    if screen is None:
        return size
    return min(size[0], max(LEAST[0], screen[0])), min(size[1], max(LEAST[1], screen[1] - BARS))


def _saved(home: Path) -> Size | None:
    with contextlib.suppress(OSError, ValueError, TypeError):
        wide, high = json.loads((home / WINDOW).read_text(encoding="utf-8"))
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
            # on a phone it would import python-for-android's own package
            from ctypes.util import find_library
            graphics = ctypes.CDLL(find_library("CoreGraphics"))
            main = graphics.CGMainDisplayID()
            return int(graphics.CGDisplayPixelsWide(main)), int(graphics.CGDisplayPixelsHigh(main))
        with _x_display() as (x11, display):
            return int(x11.XDisplayWidth(display, 0)), int(x11.XDisplayHeight(display, 0))
    return None
