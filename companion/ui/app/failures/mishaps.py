"""Handle uncaught errors: show one sentence, offer a report, keep running.

Kivy calls this handler before an error leaves its loop. Every tap is already saved by then."""

from __future__ import annotations

import logging
from collections import Counter
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.base import ExceptionHandler, ExceptionManager

from companion.core.questions import Refused
from companion.core.text import say
from companion.ui.app.failures.report import listen, place_of, report

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

log = logging.getLogger("tableside")

OFTEN = 4  # errors from one place before its page is closed


class Mishaps(ExceptionHandler):
    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.last = ""
        self._busy = False

    def watch(self) -> None:
        listen()
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


def open_mishap(app: TablesideApp, text: str) -> None:
    from companion.ui.widgets import Grid, OutlineButton, PrimaryButton, Words
    from companion.ui.widgets.controls.sheet import Sheet
    look = app.look

    def share() -> None:
        app.tell(app.machine.share.share_text(str(say("Tableside error report")), text))
    lead = Words(look, say("Everything you entered is saved. The report has no names, answers or "
                           "votes."), "body", "text2")
    foot = Grid([OutlineButton(look, say("Share the report"), "share-variant", lambda: app.close_sheet(share)),
                 PrimaryButton(look, say("Go on"), "check", app.close_sheet)],
                columns=2 if not look.big or app.layers.width > app.layers.height else 1)
    app.open_sheet(Sheet(look, say("Something went wrong."), [lead], foot))
