"""The timer on the stage: its ring and the +10 s button. With a score sheet it moves to the bar."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from kivy.graphics import PopMatrix, PushMatrix, Translate
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.questions import Timer
from companion.core.text import say
from companion.ui.drawing.stage import ClockPlace
from companion.ui.table.bar import BarClock
from companion.ui.table.panels.answer_panel import Action
from companion.ui.widgets.controls.buttons import Push
from companion.ui.widgets.displays.ring import TimerRing

if TYPE_CHECKING:
    from companion.ui.table.screen import TableScreen

SMALL = 96.0


class MorePill(Push):
    high, pad, role, icon_size, chrome = 36.0, 14.0, "kicker", 18.0, True
    ink = "#FFFFFF"

    def ground(self) -> tuple[float, float, float, float]:
        return self.look.scrim()


class StageClock(Widget):
    """The clock of the question in the panel, if it has one."""

    def __init__(self, screen: TableScreen) -> None:
        super().__init__(size_hint=(None, None), size=(0, 0))
        self.screen = screen
        self.timer: Timer | None = None
        self.ring: TimerRing | None = None
        self.more = MorePill(screen.look, say("+10 s"), "", self._more)
        self._over = False
        self._shift: Translate | None = None

    def hang(self, up: float) -> None:
        """Draw this much higher while the stage below glides."""
        if self._shift is None:
            if not up:
                return
            self._shift = Translate(0, 0)
            self.canvas.before.insert(0, PushMatrix())
            self.canvas.before.insert(1, self._shift)
            self.canvas.after.add(PopMatrix())
        self._shift.y = up

    def show(self, timer: Timer | None) -> None:
        in_bar = timer is not None and self._on_sheet()
        if timer == self.timer and (self.ring is not None or timer is None) and in_bar == self.in_bar:
            return
        self.stop()
        self.clear_widgets()
        self.screen.bar.hold(None)
        self.timer, self.ring = timer, None
        if timer is None:
            self.screen.stage_do("time_left", None)
            return
        timers = self.screen.controller.opened.timers
        make = BarClock if in_bar else TimerRing
        self.ring = make(self.screen.look, timer, timers, self._noise, self._second, self.screen.clock_changed)
        self._over = timers.over(timer)
        if isinstance(self.ring, BarClock):
            self.screen.bar.hold(self.ring)
            return
        self.add_widget(self.ring)
        self.add_widget(self.more)

    @property
    def in_bar(self) -> bool:
        return isinstance(self.ring, BarClock)

    def _on_sheet(self) -> bool:
        """Whether a score sheet is shown, which nothing may cover."""
        view = self.screen.controller.view
        return view is not None and view.sheet is not None

    def stop(self) -> None:
        if self.ring is not None:
            self.ring.end()

    def stand(self) -> None:
        """Place it where the stage wants, or small in the lower right corner if the panel has answers."""
        if self.ring is None:
            return
        if self.in_bar:
            self.ring.begin()  # the bar has placed it
            return
        room = self.screen.stage.room
        place: ClockPlace = self.screen.stage_do("clock_place")
        if not self._central():
            side = min(dp(SMALL), room.height * 0.8)
            place = ClockPlace((room.right - side / 2 - dp(16), room.y + side / 2 + dp(12)), side)
        elif place.diameter > room.height and place.disc:
            place = replace(place, diameter=max(dp(56), room.height * 0.96))
        self.ring.stand(place)
        self._appear()
        self._dress_pill()
        if self._central():
            self.more.pos = (room.right - self.more.width - dp(12), room.y + dp(8))  # near the thumb
        else:
            self.more.pos = (self.ring.x - self.more.width - dp(8), self.ring.center_y - self.more.height / 2)
        self.ring.begin()

    def _appear(self) -> None:
        if self.ring is not None:
            waits = self._central() and not self.in_bar and not self.screen.stage.clock_ready
            self.ring.opacity = 0.0 if waits else 1.0

    def _dress_pill(self) -> None:
        """Label it +10 s, or Start if no big button offers that."""
        begins = not self.started()
        self.more.text = str(say("Start") if begins else say("+10 s"))
        self.more.set_icon("play" if begins else "")
        self.more.opacity = 0.0 if begins and self._central() else 1.0
        self.more.hug()

    def _follow(self) -> None:
        """Follow the stage, which may move the clock over time, such as a setting sun."""
        self._appear()
        if self.ring is not None and self._central() and not self.in_bar:
            place = replace(self.ring.place_at, center=self.screen.stage_do("clock_place").center)
            if place != self.ring.place_at:
                self.ring.stand(place)

    def _central(self) -> bool:
        question = self.screen.situation.question
        return question is not None and question.kind == "confirm"

    # What the buttons say

    def started(self) -> bool:
        return self.timer is None or self.screen.controller.opened.timers.started(self.timer)

    def action(self) -> Action | None:
        """Start, Pause or Go on, beside the button of a confirm question."""
        if self.timer is None or not self._central():
            return None
        timers = self.screen.controller.opened.timers
        if timers.running(self.timer):
            return Action(say("Pause"), "pause", self._toggle)
        return Action(say("Go on") if timers.started(self.timer) else say("Start"), "play", self._toggle)

    def _toggle(self) -> None:
        if self.ring is not None:
            self.screen.app.noise("tap", 10)
            self.ring.toggle()

    def more_seconds(self) -> Callable[[], None] | None:
        """The menu's +10 s action, since the bar has no space for the pill."""
        return self._more if self.in_bar and self.started() else None

    def _more(self) -> None:
        if not self.started():
            self._toggle()
        elif self.ring is not None:
            self.ring.more()

    def _noise(self, heard: str) -> None:
        self.screen.app.noise(heard, 200 if heard == "chime" else 40)

    def _second(self, left: float) -> None:
        if self.ring is None:
            return
        self.screen.stage_do("time_left", self.ring.part())
        self._follow()
        over = left <= 0
        if over != self._over:
            self._over = over
            self.screen.clock_changed()
