"""Handle uncaught errors: show one sentence, offer a report, keep running.

Kivy calls this handler before an error leaves its loop. Every tap is already saved by then.

A report has error types, code locations and log lines, but never what was played: error messages and log
arguments may hold names or sealed votes, so both are left out."""

import logging
from collections import Counter, deque
from pathlib import Path
from time import monotonic
from traceback import extract_tb
from types import TracebackType
from typing import Any

from kivy.app import App
from kivy.base import ExceptionHandler, ExceptionManager

from companion import __version__
from companion.core.text import Refused, say

log = logging.getLogger("tableside")

OFTEN = 4  # errors from one place before its page is closed
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


def place_of(error: BaseException) -> str:
    """The innermost call in our code, or of all."""
    calls = _calls(error.__traceback__)
    ours = [call for call in calls if call.startswith("companion/")]
    return (ours or calls or ["somewhere"])[-1]


def report(error: BaseException) -> str:
    import platform
    parts = [f"Tableside {__version__}, Python {platform.python_version()}, {platform.system()} "
             f"{platform.machine()}"]
    seen: set[int] = set()
    now: BaseException | None = error
    while now is not None and id(now) not in seen:
        seen.add(id(now))
        parts += ["", f"{type(now).__name__} at",
                  *(f"  {call}" for call in _calls(now.__traceback__)[-DEEPEST:])]
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


class Mishaps(ExceptionHandler):
    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.last = ""
        self._busy = False

    def watch(self) -> None:
        for name in ("tableside", "companion"):
            logging.getLogger(name).addHandler(recent)
        ExceptionManager.add_handler(self)

    def handle_exception(self, error: BaseException) -> int:
        if not isinstance(error, Exception):
            return int(ExceptionManager.RAISE)  # such as Ctrl-C
        app: Any = App.get_running_app()
        if isinstance(error, Refused) and getattr(app, "page", None) is not None:
            app.tell(error.refusal.why)  # the file can't be read or written right now
            return int(ExceptionManager.PASS)
        log.error("something went wrong", exc_info=error)
        if not self._busy:
            self._busy = True
            try:
                self._meet(error)
            except Exception:
                log.exception("what went wrong could not be said")
            finally:
                self._busy = False
        return int(ExceptionManager.PASS)

    def _meet(self, error: Exception) -> None:
        self.last = report(error)
        place = place_of(error)
        self.seen[place] += 1
        app: Any = App.get_running_app()
        if app is None or getattr(app, "page", None) is None:
            return
        if self.seen[place] == 1:
            app.page.paused()  # don't leave a ballot open under a sheet
            open_mishap(app, self.last)
        else:
            app.tell(say("Something went wrong again. Everything you entered is saved."))
        if self.seen[place] == OFTEN:
            app.go_home()


mishaps = Mishaps()


def open_mishap(app: Any, text: str) -> None:
    from companion.ui.widgets import Words
    from companion.ui.widgets.controls.sheet import ask

    def share() -> None:
        app.tell(app.machine.share.share_text(str(say("Tableside error report")), text))
    lead = Words(app.look, say("Everything you entered is saved. The report has no names, answers or "
                               "votes."), "body", "text2")
    ask(app, app.look, say("Something went wrong."), (say("Share the report"), "share-variant", share),
        (say("Go on"), "check", None), [lead])
