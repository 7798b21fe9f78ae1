"""What went wrong, for whoever mends it: kinds of errors, places in the code, the app's own log. Never what was played.

The words of an error and what was filled into a line of the log may hold names, answers, even a sealed vote: both are
left out. A line of the log is told as it stands in the code.
"""

from __future__ import annotations

import logging
import platform
from collections import deque
from pathlib import Path
from time import monotonic
from traceback import extract_tb
from types import TracebackType

from companion import __version__

LINES = 60  # of the log
DEEPEST = 30  # calls told of one error


class Recent(logging.Handler):
    """The last lines of the app's log, without what was filled in."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: deque[str] = deque(maxlen=LINES)
        self._begun = monotonic()

    def emit(self, record: logging.LogRecord) -> None:
        kind = f" ({record.exc_info[0].__name__})" if record.exc_info and record.exc_info[0] else ""
        self.lines.append(f"{monotonic() - self._begun:8.1f} {record.levelname.lower()}: {record.msg}{kind}"
                          if isinstance(record.msg, str) else record.levelname.lower())


recent = Recent()


def listen() -> None:
    """From now on the last lines of the log are in memory. May be called again."""
    for name in ("tableside", "companion"):
        logging.getLogger(name).addHandler(recent)


def place_of(error: BaseException) -> str:
    """Where it was raised: the last call in our own code, else the last of all."""
    calls = _calls(error.__traceback__)
    ours = [call for call in calls if call.startswith("companion/")]
    return (ours or calls or ["somewhere"])[-1]


def report(error: BaseException) -> str:
    parts = [f"Tableside {__version__}, Python {platform.python_version()}, {platform.system()} {platform.machine()}"]
    seen: set[int] = set()
    now: BaseException | None = error
    while now is not None and id(now) not in seen:
        seen.add(id(now))
        parts += ["", f"{type(now).__name__} at", *(f"  {call}" for call in _calls(now.__traceback__)[-DEEPEST:])]
        now = now.__cause__ or now.__context__
    if recent.lines:
        parts += ["", "The log:", *recent.lines]
    return "\n".join(parts) + "\n"


def _calls(trace: TracebackType | None) -> list[str]:
    return [f"{_short(call.filename)}:{call.lineno} {call.name}" for call in extract_tb(trace)]


def _short(name: str) -> str:
    """No folder of the owner's: from the package on."""
    path = Path(name).as_posix()
    for root in ("/companion/", "/site-packages/", "/tests/"):
        if root in path:
            return f"{root.strip('/')}/{path.rpartition(root)[2]}".removeprefix("site-packages/")
    return Path(path).name
