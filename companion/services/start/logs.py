"""Where the log goes: into a file of ours, which turns over; to the console only with `--verbose`.

Libraries below Python (ALSA is the loud one) write to the process's error stream itself. That stream goes into the file
too, and Python keeps the console for what somebody can mend.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from logging.handlers import RotatingFileHandler
from pathlib import Path

FILE = "tableside.log"
MOST_BYTES, OLD_FILES = 256 * 1024, 3
FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def log_file(home: Path) -> Path:
    return home / "logs" / FILE


def start_log(home: Path, verbose: bool) -> None:
    """Once, before Kivy is imported. A machine where no log can be written runs without one."""
    root = logging.getLogger()
    root.setLevel(logging.DEBUG if verbose else logging.WARNING)
    logging.getLogger("tableside").setLevel(logging.INFO)
    if verbose:
        _add(root, logging.StreamHandler())
    with contextlib.suppress(OSError):
        path = log_file(home)
        path.parent.mkdir(parents=True, exist_ok=True)
        _add(root, RotatingFileHandler(path, maxBytes=MOST_BYTES, backupCount=OLD_FILES, encoding="utf-8", delay=True))
        if not verbose:
            quiet_libraries(path.with_suffix(".native.log"))
    if not root.handlers:
        root.addHandler(logging.NullHandler())  # else Python's last resort writes to the console


def _add(root: logging.Logger, handler: logging.Handler) -> None:
    handler.setFormatter(logging.Formatter(FORMAT))
    root.addHandler(handler)


def quiet_libraries(path: Path) -> None:
    """Point the process's own error stream at a file, begun again at every start; `sys.stderr` stays the console."""
    try:
        if sys.stderr.fileno() != 2:  # tests capture theirs
            return
    except (AttributeError, OSError, ValueError):  # a double-click app has no console, a phone writes into its own log
        return
    console = os.dup(2)
    with path.open("wb") as file:
        os.dup2(file.fileno(), 2)
    sys.stderr = os.fdopen(console, "w", buffering=1, encoding=sys.stderr.encoding, errors="backslashreplace")
