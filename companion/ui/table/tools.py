"""Small tools for any table: dice, a coin, who starts, a countdown. Nothing is recorded."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.core.text import Text, count, listing, say
from companion.core.timers import Countdown, Moment
from companion.ui.table.bar import TableBar
from companion.ui.table.panels.answer_panel import LUCK
from companion.ui.widgets import TallChip, TonalButton
from companion.ui.widgets.base.flow import Column, Grid, Row, Wrap
from companion.ui.widgets.base.part import Voice, Words
from companion.ui.widgets.controls.pad import DieFace
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.ui.table.screen import TableScreen

FACES, MOST_DICE = 6, 6
SECONDS = (30, 60, 120, 300)


class Alarm:
    """The table's one countdown; it keeps running while the sheet is closed, and rings on any page."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.countdown: Countdown | None = None
        self._ticking: Any = None

    def now(self) -> Moment:
        clock = self.app.machine.clock
        return Moment(clock.now(), clock.wall())

    def words(self) -> str:
        return "" if self.countdown is None else clock_words(max(0.0, self.countdown.left(self.now())))

    def begin(self, seconds: int) -> None:
        self.end()
        self.countdown = Countdown("table", float(seconds)).start(self.now())
        self._ticking = Clock.schedule_interval(self._tick, 0.25)
        self._show()

    def end(self) -> None:
        if self._ticking is not None:
            self._ticking.cancel()
        self.countdown = self._ticking = None
        self._show()

    def _show(self) -> None:
        """On its sheet, and in the bar of the table, so that it doesn't ring from nowhere."""
        bar = getattr(self.app.page, "bar", None)
        if isinstance(bar, TableBar):
            bar.count_down(self.words())
        for sheet in self.app.sheets:
            if isinstance(sheet, ToolSheet):
                sheet.time.say(self.words())
                sheet.refit()

    def _tick(self, _: float) -> None:
        self._show()
        if self.countdown is not None and self.countdown.over(self.now()):
            self.end()
            self.app.noise("chime", 200)
            self.app.tell(say("The time is up."))


def alarm_of(app: Any) -> Alarm:
    if not hasattr(app, "table_alarm"):
        app.table_alarm = Alarm(app)
    alarm: Alarm = app.table_alarm
    return alarm


def clock_words(seconds: float) -> str:
    """
    >>> clock_words(65.2), clock_words(0.0)
    ('1:06', '0:00')
    """
    whole = -int(-seconds // 1)
    return f"{whole // 60}:{whole % 60:02}"


class ToolSheet(Sheet):
    """The result is at the top, in big letters."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen, self.app = screen, screen.app
        look = screen.look
        alarm = alarm_of(screen.app)
        self.faces = Row([], centred=True, gap=8)
        self.result = Voice(look, say("Dice, a coin, who starts"), "headline", align="center")
        self.below = Words(look, say("None of this is recorded."), "support", "text2", align="center")
        dice = Wrap([TallChip(look, count("One die", "{n} dice", n), "", partial(self.roll, n))
                     for n in range(1, MOST_DICE + 1)], gap=12)
        self.time = Words(look, alarm.words(), "number", align="center", chrome=True)
        clocks = Wrap([*(TallChip(look, say("{n} s", n=one) if one < 60 else say("{n} min", n=one // 60), "",
                                  partial(alarm.begin, one)) for one in SECONDS),
                       TallChip(look, say("Stop"), "stop", alarm.end)], gap=12)
        buttons = Grid([TonalButton(look, say("Flip a coin"), "hand-coin-outline", self.flip),
                        TonalButton(look, say("Who starts?"), "account-question-outline", self.who)],
                       columns=1 if look.big else 2)
        result = Column([self.faces, self.result, self.below], gap=6)
        countdown = Words(look, say("Countdown"), "kicker", "primary")
        super().__init__(look, say("Tools"), [result, dice, buttons, countdown, self.time, clocks])

    def _say(self, words: Text | str, below: Text | str = "", noise: str = "dice",
             dice: Sequence[int] = ()) -> None:
        self.faces.fill([DieFace(self.look, die, 44.0) for die in dice])
        self.result.say(words)
        self.below.say(below)
        self.app.noise(noise, 30)
        self.refit()

    def roll(self, dice: int) -> None:
        rolled = [LUCK.randint(1, FACES) for _ in range(dice)]
        self._say(say("total {n}", n=sum(rolled)) if dice > 1 else str(rolled[0]), dice=rolled)

    def flip(self) -> None:
        self._say(LUCK.choice((say("Heads"), say("Tails"))))  # Translators: the two sides of a coin

    def who(self) -> None:
        present = list(self.screen.play.table.present())
        first = LUCK.choice(present)
        at = present.index(first)
        others = [*present[at + 1:], *present[:at]]
        then = say("then {names}", names=listing(tuple(others))) if others else ""
        self._say(say("{name} starts", name=first), then)
