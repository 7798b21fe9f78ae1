"""The bar over the art, and the timer on the stage or in the bar."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.questions import Timer, traits
from companion.core.text import Text, in_a_row, say
from companion.ui.drawing.stage import ClockPlace
from companion.ui.table.panels.answer_panel import Action
from companion.ui.theme import Look, tokens
from companion.ui.widgets import Box, Do, Icon, IconDisc, Part, Push, Words
from companion.ui.widgets.displays.ring import TimerRing, shown_time

if TYPE_CHECKING:
    from companion.ui.table.screen import TableScreen


CLOCK, WIDE, RING = 40.0, 104.0, 28.0  # the pill with the digits beside its ring
SMALLER = {1: 1.0, 2: 1.0, 3: 0.78, 4: 0.66}  # how large the letters of a narrow clock are, by their number
DISC = 44.0  # the narrow form, with the digits inside the ring
TITLE = 148.0  # minimum width of the title before the pill may be wide


class BarClock(TimerRing):
    """A pill with a ring and the seconds; on narrow bars the seconds are inside the ring."""

    def __init__(self, look: Look, *about: Any) -> None:
        super().__init__(look, *about)
        self.slim = True
        self.box = Box(self, look.scrim(), dp(DISC / 2))
        self.sign = Icon(look, "play", 18, tokens.ON_SCRIM, fixed=True)
        self.add_widget(self.sign)

    def stand_left_of(self, right: float, middle: float, room: float) -> float:
        """`room` is the width for clock and title; returns the clock's left edge."""
        self.slim = room < dp(WIDE + TITLE)
        self.size = (dp(DISC), dp(DISC)) if self.slim else (dp(WIDE), dp(CLOCK))
        self.pos = (right - self.width, middle - self.height / 2)
        side = dp(DISC - 4 if self.slim else RING)
        x = self.x + (self.width / 2 if self.slim else dp(CLOCK / 2))
        self.place_at = ClockPlace((x, middle), side, ring=tokens.DARK.primary, disc=False)
        self.draw()
        return float(self.x)

    def draw(self) -> None:
        self.thick = 3 / 40 if self.slim else 4 / 28
        super().draw()

    def _write(self, side: float, bright: bool) -> None:
        """Show a play icon in the ring while paused; narrow clocks then hide the seconds."""
        text = self.text = shown_time(self.timers.left(self.timer))
        waits = not self.timers.running(self.timer)
        self.sign.opacity = 1.0 if waits else 0.0
        self.sign.center = self.place_at.center
        size = dp(17)
        if self.slim:
            size = dp(18) * SMALLER[min(len(text), 4)]
        if abs(self.digits.px - size) > 0.5:
            self.digits.set_size_px(size)
        self.digits.say(text)
        self.digits.tint(tokens.ON_SCRIM, 1.0 if bright else 0.7)
        self.digits.opacity = 0.0 if waits and self.slim else 1.0
        self.digits.hug()
        x, y = self.place_at.center
        if not self.slim:
            x = (self.x + dp(CLOCK / 2 + RING / 2) + self.right - dp(6)) / 2
        self.digits.center = (x, y)


HIGH = 56.0


class TitlePill(Part):
    """The game's name, and the current phase."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.box = Box(self, look.scrim(), dp(20))
        self.title = Words(look, "", "bar title", tokens.ON_SCRIM, chrome=True)
        self.subtitle = Words(look, "", "subtitle", tokens.ON_SCRIM, chrome=True)
        self.add_parts(self.title, self.subtitle)
        self._px = self.subtitle.px

    def show(self, title: str, subtitle: Text | str) -> None:
        self.said = title
        self.title.say(title)
        self.subtitle.say(subtitle)

    def hug(self, most: float | None = None) -> float:
        """Stay in the bar: the game's name gives way, then the letters shrink."""
        room, high = (most or 10_000.0) - dp(28), dp(HIGH - 6)
        self.subtitle.set_size_px(self._px)
        first, second = self.title.hug(room), self.subtitle.hug(room)
        while self.subtitle.height > high and self.subtitle.px > self._px / 2:
            self.subtitle.set_size_px(self.subtitle.px * 0.94)
            second = self.subtitle.hug(room)
        one_line = self.subtitle.height < 2 * self.subtitle.px  # three lines would reach the window's edge
        self.title.opacity = 1.0 if one_line and self.title.height + self.subtitle.height <= high else 0.0
        wide = max(first, second) if self.title.opacity else second
        self.take_size(wide + dp(28), max(dp(40), self._title_height() + self.subtitle.height + dp(6)))
        return float(self.width)

    def arrange(self) -> None:
        title = self._title_height()
        top = self.center_y + (title + self.subtitle.height) / 2
        self.title.pos = (self.x + dp(14), top - self.title.height)
        self.subtitle.pos = (self.x + dp(14), top - title - self.subtitle.height)

    def _title_height(self) -> float:
        return float(self.title.height) if self.title.opacity else 0.0


class Bar(Widget):
    """Over art: a button that leaves, a title, and others at the right."""

    clock: BarClock | None = None

    def __init__(self, look: Look, leave: IconDisc, *others: IconDisc) -> None:
        super().__init__(size_hint=(None, None))
        self.pill, self.leave, self.others = TitlePill(look), leave, others
        for part in (self.pill, leave, *others):
            self.add_widget(part)

    def stand(self, x: float, top: float, width: float) -> None:
        middle = top - dp(HIGH) / 2
        self.leave.center = (x + dp(28), middle)
        for number, disc in enumerate(reversed(self.others)):
            disc.center = (x + width - dp(28) - number * dp(48), middle)
        end = self.others[0].x - dp(8)
        if self.clock is not None:
            end = self.clock.stand_left_of(end, middle, end - x - dp(56)) - dp(8)
        self.pill.hug(end - x - dp(56))
        self.pill.pos = (x + dp(56), middle - self.pill.height / 2)
        self.pos, self.size = (x, top - dp(HIGH)), (width, dp(HIGH))


class TableBar(Bar):
    def __init__(self, look: Look, back: Do, undo: Do, redo: Do, menu: Do) -> None:
        self.undo, self.redo = IconDisc(look, "undo-variant", undo), IconDisc(look, "redo-variant", redo)
        self.undo.quick = self.redo.quick = True
        self.menu = IconDisc(look, "dots-vertical", menu)
        super().__init__(look, IconDisc(look, "arrow-left", back), self.undo, self.redo, self.menu)

    def show(self, title: str, subtitle: Text | str, can_undo: bool, can_redo: bool) -> None:
        self.pill.show(title, subtitle)
        self.undo.set_ready(can_undo)
        self.redo.set_ready(can_redo)

    def count_down(self, left: str) -> None:
        """Show the running countdown of *Tools* before the game's name."""
        self.pill.title.say(in_a_row(left, self.pill.said))
        self.stand(self.x, self.top, self.width)

    def hold(self, clock: BarClock | None) -> None:
        """Show the timer of a score sheet, beside Undo."""
        if self.clock is not None:
            self.remove_widget(self.clock)
        self.clock = clock
        if clock is not None:
            self.add_widget(clock)


SMALL = 96.0


class MorePill(Push):
    high, pad, role, icon_size, chrome = 36.0, 14.0, "kicker", 18.0, True
    ink = "#FFFFFF"

    def ground(self) -> tuple[float, float, float, float]:
        return self.look.scrim()


def clock_action(timers: Any, timer: Timer, toggle: Do) -> Action:
    if timers.running(timer):
        return Action(say("Pause"), "pause", toggle)
    return Action(say("Go on") if timers.started(timer) else say("Start"), "play", toggle)


class StageClock(Widget):
    """The clock of the question in the panel, if it has one."""

    def __init__(self, screen: "TableScreen") -> None:
        super().__init__(size_hint=(None, None), size=(0, 0))
        self.screen = screen
        self.timer: Timer | None = None
        self.ring: TimerRing | None = None
        self.more = MorePill(screen.look, say("+10 s"), "", self._more)
        self.pause = MorePill(screen.look, say("Pause"), "pause", self._toggle)

    def show(self, timer: Timer | None) -> None:
        in_bar = timer is not None and self.screen.stage.full
        if timer == self.timer and (self.ring is not None or timer is None) and in_bar == self.in_bar:
            return
        self.stop()
        self.clear_widgets()
        self.screen.bar.hold(None)
        self.timer, self.ring = timer, None
        if timer is None:
            self.screen.stage_do("time_left", None)
            return
        screen, make = self.screen, BarClock if in_bar else TimerRing
        self.ring = make(screen.look, timer, screen.controller.opened.timers, screen.app.noise,
                         screen.clock_changed, self._second)
        if isinstance(self.ring, BarClock):
            self.screen.bar.hold(self.ring)
            return
        for part in (self.ring, self.more, self.pause):
            self.add_widget(part)

    @property
    def in_bar(self) -> bool:
        return isinstance(self.ring, BarClock)

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
        self.pause.pos = (self.more.x - self.pause.width - dp(8), self.more.y)
        self.ring.begin()

    def _appear(self) -> None:
        if self.ring is not None:
            waits = self._central() and not self.in_bar and not self.screen.stage.clock_ready
            self.ring.opacity = 0.0 if waits else 1.0

    def _dress_pill(self) -> None:
        """Label it +10 s, or Start if no big button offers that; Pause likewise."""
        begins, timers = not self.started(), self.screen.controller.opened.timers
        if self.timer is not None:
            pause = clock_action(timers, self.timer, self._toggle)
            self.pause.text = str(pause.text)
            self.pause.set_icon(pause.icon)
        self.pause.opacity = 0.0 if begins or self._central() else 1.0
        self.pause.hug()
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
        return traits(self.screen.situation.question).waits

    # What the buttons say

    def started(self) -> bool:
        return self.timer is None or self.screen.controller.opened.timers.started(self.timer)

    def action(self) -> Action | None:
        """Start, Pause or Go on, beside the button of a confirm question."""
        if self.timer is None or not self._central():
            return None
        return clock_action(self.screen.controller.opened.timers, self.timer, self._toggle)

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

    def _second(self, part: float) -> None:
        self.screen.stage_do("time_left", part)
        self._follow()
