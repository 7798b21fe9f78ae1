"""Log to a rotating file; to the console only with `--verbose`.

Native libraries such as ALSA write to stderr directly, so that goes to a file too."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from pathlib import Path

FILE = "tableside.log"
MOST_BYTES, OLD_FILES = 256 * 1024, 3
FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def log_file(home: Path) -> Path:
    return home / "logs" / FILE


class RotatingFile(logging.FileHandler):
    """`logging.handlers` has one too, but importing it loads eleven more modules, including sockets and pickle."""

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
    except (AttributeError, OSError, ValueError):  # a windowed app has no console, and Android has its own log
        return
    console = os.dup(2)
    with path.open("wb") as file:
        os.dup2(file.fileno(), 2)
    sys.stderr = os.fdopen(console, "w", buffering=1, encoding=sys.stderr.encoding, errors="backslashreplace")
