"""Error reports: error types, code locations and log lines, but never what was played.

Error messages and log arguments may hold names or sealed votes, so both are left out."""

from __future__ import annotations

import logging
from collections import deque
from pathlib import Path
from time import monotonic
from traceback import extract_tb
from types import TracebackType

from companion import __version__

LINES = 60
DEEPEST = 30  # calls per error


class Recent(logging.Handler):
    """The last log lines, without their arguments."""

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
    for name in ("tableside", "companion"):
        logging.getLogger(name).addHandler(recent)


def place_of(error: BaseException) -> str:
    """The innermost call in our code, or of all."""
    calls = _calls(error.__traceback__)
    ours = [call for call in calls if call.startswith("companion/")]
    return (ours or calls or ["somewhere"])[-1]


def report(error: BaseException) -> str:
    import platform
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
    """Strip the user's folders from a path."""
    path = Path(name).as_posix()
    for root in ("/companion/", "/site-packages/", "/tests/"):
        if root in path:
            return f"{root.strip('/')}/{path.rpartition(root)[2]}".removeprefix("site-packages/")
    return Path(path).name
