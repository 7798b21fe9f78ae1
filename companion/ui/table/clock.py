"""The timer on the stage: its ring, and ten seconds more."""

from __future__ import annotations

from dataclasses import replace

from kivy.graphics import PopMatrix, PushMatrix, Translate
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.questions import Timer
from companion.core.text import say
from companion.ui.drawing.stage import ClockPlace
from companion.ui.table.panels.answer_panel import Action
from companion.ui.table.table_page import TablePage
from companion.ui.widgets.controls.buttons import Push
from companion.ui.widgets.displays.ring import TimerRing

SMALL, ON_SHEET = 96.0, 56.0


class MorePill(Push):
    """Ten seconds more, on the scrim."""

    high, pad, role, icon_size, chrome = 36.0, 14.0, "kicker", 18.0, True
    ink = "#FFFFFF"

    def ground(self) -> tuple[float, float, float, float]:
        return self.look.scrim()


class StageClock(Widget):
    """There is one clock at most: the one of the question in the panel."""

    def __init__(self, screen: TablePage) -> None:
        super().__init__(size_hint=(None, None), size=(0, 0))
        self.screen = screen
        self.timer: Timer | None = None
        self.ring: TimerRing | None = None
        self.more = MorePill(screen.look, say("+10 s"), "", self._more)
        self._over = False
        self._shift: Translate | None = None

    def hang(self, up: float) -> None:
        """Seen so much higher: the stage under it glides."""
        if self._shift is None:
            if not up:
                return
            self._shift = Translate(0, 0)
            self.canvas.before.insert(0, PushMatrix())
            self.canvas.before.insert(1, self._shift)
            self.canvas.after.add(PopMatrix())
        self._shift.y = up

    def show(self, timer: Timer | None) -> None:
        if timer == self.timer and (self.ring is not None or timer is None):
            return
        self.stop()
        self.clear_widgets()
        self.timer, self.ring = timer, None
        if timer is None:
            self.screen.stage_do("time_left", None)
            return
        timers = self.screen.controller.opened.timers
        self.ring = TimerRing(self.screen.look, timer, timers, self._noise, self._second, self.screen.clock_changed)
        self._over = timers.over(timer)
        self.add_widget(self.ring)
        self.add_widget(self.more)

    def stop(self) -> None:
        if self.ring is not None:
            self.ring.end()

    def stand(self) -> None:
        """Where the stage wants it; small, in its lower right corner, beside anything but one big button."""
        if self.ring is None:
            return
        room = self.screen.stage.room
        place: ClockPlace = self.screen.stage_do("clock_place")
        if not self._central():
            side = min(dp(SMALL if self.screen.controller.view is None or self.screen.controller.view.sheet is None
                          else ON_SHEET), room.height * 0.8)
            beside = side <= dp(ON_SHEET) and self.screen.echo.opacity  # on a sheet: on the echo line's own height
            low = room.y + side / 2 + (-dp(34) if beside else dp(12) if side > dp(ON_SHEET) else -dp(2))
            place = ClockPlace((room.right - side / 2 - dp(16), low), side)
        elif place.diameter > room.height and place.disc:
            place = replace(place, diameter=max(dp(56), room.height * 0.96))
        self.ring.stand(place)
        self._appear()
        self._dress_pill()
        if self._central():
            self.more.pos = (room.right - self.more.width - dp(12), room.y + dp(8))  # where the thumb is
        else:
            self.more.pos = (self.ring.x - self.more.width - dp(8), self.ring.center_y - self.more.height / 2)
        self.ring.begin()

    def _appear(self) -> None:
        if self.ring is not None:
            self.ring.opacity = 1.0 if self.screen.stage.clock_ready or not self._central() else 0.0

    def _dress_pill(self) -> None:
        """Ten seconds more; before that Start, where no big button offers it."""
        begins = not self.started()
        self.more.text = str(say("Start") if begins else say("+10 s"))
        self.more.set_icon("play" if begins else "")
        self.more.opacity = 0.0 if begins and self._central() else 1.0
        self.more.hug()

    def _follow(self) -> None:
        """The stage may move it while time passes: a sun sinks."""
        self._appear()
        if self.ring is not None and self._central():
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
        """Start, Pause, Go on: beside the button of a confirm question."""
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
