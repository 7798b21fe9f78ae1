"""Long work beside the screen: a few milliseconds of each frame, with how far it is and a way to break it off."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.questions import Refused
from companion.core.text import Text, say
from companion.services.jobs import Job
from companion.ui.theme.look import Look
from companion.ui.widgets.base.part import Part
from companion.ui.widgets.base.tap import Box
from companion.ui.widgets.base.words import Words
from companion.ui.widgets.controls.buttons import OutlineButton
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

R = TypeVar("R")
AT_ONCE = 0.05  # seconds: what is done by then needs no sheet
SLICE = 0.008  # seconds of a frame


class ProgressLine(Part):
    """A bar that fills. While nobody knows how much there is, it stays empty and the words say that work is done."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.part = 0.0
        Box(self, look.colour("surface3"), dp(4))
        self.filled = Widget(size_hint=(None, None))
        Box(self.filled, look.colour("primary"), dp(4))
        self.add_widget(self.filled)
        self.bind(pos=self.moved)

    def fit(self, width: float) -> float:
        self.take_size(width, dp(8))
        return float(self.height)

    def set(self, part: float) -> None:
        self.part = part
        self.arrange()

    def arrange(self) -> None:
        self.filled.pos, self.filled.size = self.pos, (max(self.height, self.width * self.part), self.height)
        self.filled.opacity = 1.0 if self.part else 0.0


class Work:
    """One job, from its first step to its end. Made by `work`."""

    def __init__(self, app: TablesideApp, title: Text, job: Job[Any], done: Callable[[Any], object]) -> None:
        self.app, self.job, self.done = app, job, done
        look = app.look
        self.line, self.words = ProgressLine(look), Words(look, say("This may take a moment."), "body", "text2")
        self.sheet = Sheet(look, title, [self.words, self.line],
                           OutlineButton(look, say("Cancel"), "close", app.close_sheet), on_close=self._closed)
        app.open_sheet(self.sheet)
        self.event = Clock.schedule_interval(self._step, 0)

    def _step(self, _: float) -> bool:
        if self.job.cancelled:
            return False
        try:
            over = self.job.run(SLICE)
        except Refused as error:
            why = error.refusal.why
            self._end(lambda: self.app.tell(why))
            return False
        self.line.set(self.job.progress)
        if self.job.total:
            self.words.say(say("{n} of {all}", n=self.job.done, all=self.job.total))
        if over:
            self._end(lambda: self.done(self.job.result))
        return not over

    def _end(self, then: Callable[[], object]) -> None:
        if self.app.sheets and self.app.sheets[-1] is self.sheet:
            self.app.close_sheet(then)
        else:
            then()

    def _closed(self) -> None:
        """Cancel, Back or the veil; a job that is over has closed its sheet itself."""
        if not self.job.over:
            self.job.cancel()
            self.event.cancel()
            self.app.tell(say("Cancelled. What was finished stays; nothing is half done."))


def work(app: TablesideApp, title: Text, make: Callable[[], Job[R]], done: Callable[[R], object]) -> None:
    """Begin a job; `done` gets its result. What it refuses is told."""
    try:
        job = make()
        over = job.run(AT_ONCE)
    except Refused as error:
        app.tell(error.refusal.why)
        return
    if over:
        done(job.result)
    else:
        Work(app, title, job, done)
