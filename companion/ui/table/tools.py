"""Small tools for any table: dice, a coin, who starts, a countdown. Nothing is recorded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import cos, pi
from typing import TYPE_CHECKING, Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import Color, PopMatrix, PushMatrix, Scale, SmoothEllipse
from kivy.metrics import dp
from kivy.properties import NumericProperty

from companion.core.kinds.number import MOST_TOOL_DICE, TOOL_DICE
from companion.core.text import Text, count, listing, say
from companion.core.timers import Countdown, Moment
from companion.ui.table.bar import TableBar
from companion.ui.table.panels.answer_panel import LUCK
from companion.ui.theme import Look, tokens
from companion.ui.widgets import TallChip, TonalButton
from companion.ui.widgets.base.flow import Column, Grid, Row, Wrap
from companion.ui.widgets.base.part import Icon, Part, Voice, Words
from companion.ui.widgets.controls.pad import DieFace
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.ui.table.screen import TableScreen

SECONDS = (30, 60, 120, 300)
HEADS, TAILS = "crown", "star-four-points"
GOLD, RIM_OF_COIN, ENGRAVED = "#D9A832", "#B98A1E", "#4A3200"
COIN, TURNS, FLIES = 64.0, 8, 0.9  # dp, half turns, seconds


class Alarm:
    """The table's one countdown; it keeps running while the sheet is closed, and rings on any page."""

    sides = 6
    """Of the dice rolled last."""

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


class Coin(Part):
    """Turns over in the air and lands with its side up; lies there at once if nothing may move."""

    turned = NumericProperty(0.0)
    """Half turns still to come."""

    def __init__(self, look: Look, is_heads: bool, landed: Callable[[], object]) -> None:
        super().__init__(size=(dp(COIN), dp(COIN)))
        self.is_heads = is_heads
        with self.canvas.before:
            PushMatrix()
            self._scale = Scale(1, 1, 1)
            Color(*tokens.rgba(RIM_OF_COIN))
            self._rim = SmoothEllipse()
            Color(*tokens.rgba(GOLD))
            self._ground = SmoothEllipse()
        with self.canvas.after:
            PopMatrix()
        self.sign = Icon(look, HEADS, COIN * 0.55, ENGRAVED, fixed=True)
        self.add_parts(self.sign)
        self.bind(turned=lambda *_: self.arrange())
        self.arrange()
        if look.motion:
            self.turned = TURNS
            flight = Animation(turned=0.0, d=FLIES, t="out_sine")
            flight.bind(on_complete=lambda *_: landed())
            flight.start(self)
        else:
            landed()

    def arrange(self) -> None:
        is_up = round(self.turned) % 2 == 0
        self.sign.name = HEADS if self.is_heads is is_up else TAILS
        self.sign.center = self.center
        self._scale.y, self._scale.origin = abs(cos(pi * self.turned)), self.center
        rim = self.width * 0.07
        self._rim.pos, self._rim.size = self.pos, self.size
        self._ground.pos = (self.x + rim, self.y + rim)
        self._ground.size = (self.width - 2 * rim, self.height - 2 * rim)


class ToolSheet(Sheet):
    """The result is at the top, in big letters."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen, self.app = screen, screen.app
        look = screen.look
        self.alarm = alarm = alarm_of(screen.app)
        self.faces = Row([], centred=True, gap=8)
        self.result = Voice(look, say("Dice, a coin, who starts"), "headline", align="center")
        self.below = Words(look, say("None of this is recorded."), "support", "text2", align="center")
        dice = Wrap([TallChip(look, count("One die", "{n} dice", n), "", partial(self.roll, n))
                     for n in range(1, MOST_TOOL_DICE + 1)], gap=12)
        # Translators: a die by its number of faces, such as d20
        self.kinds = {sides: TallChip(look, say("d{n}", n=sides), "", partial(self.take, sides))
                      for sides in TOOL_DICE}
        self.take(alarm.sides)
        self.time = Words(look, alarm.words(), "number", align="center", chrome=True)
        clocks = Wrap([*(TallChip(look, say("{n} s", n=one) if one < 60 else say("{n} min", n=one // 60), "",
                                  partial(alarm.begin, one)) for one in SECONDS),
                       TallChip(look, say("Stop"), "stop", alarm.end)], gap=12)
        buttons = Grid([TonalButton(look, say("Flip a coin"), "hand-coin-outline", self.flip),
                        TonalButton(look, say("Who starts?"), "account-question-outline", self.who)],
                       columns=1 if look.big else 2)
        result = Column([self.faces, self.result, self.below], gap=6)
        countdown = Words(look, say("Countdown"), "kicker", "primary")
        kinds = Wrap(self.kinds.values(), gap=8)
        super().__init__(look, say("Tools"),
                         [result, kinds, dice, buttons, countdown, self.time, clocks])

    def _say(self, words: Text | str, below: Text | str = "", noise: str = "dice",
             shown: Sequence[Part] = ()) -> None:
        self.faces.fill(shown)
        self.result.say(words)
        self.below.say(below)
        self.app.noise(noise, 30)
        self.refit()

    def take(self, sides: int) -> None:
        """Choose the dice to roll."""
        self.alarm.sides = sides
        for one, chip in self.kinds.items():
            chip.choose(one == sides)

    def roll(self, dice: int) -> None:
        sides = self.alarm.sides
        rolled = [LUCK.randint(1, sides) for _ in range(dice)]
        faces = [DieFace(self.look, die, 44.0, digits=sides != 6) for die in rolled]
        self._say(say("total {n}", n=sum(rolled)) if dice > 1 else str(rolled[0]), shown=faces)

    def flip(self) -> None:
        """The side is told when the coin has landed."""
        is_heads = LUCK.choice((True, False))
        side = say("Heads") if is_heads else say("Tails")  # Translators: the two sides of a coin
        self._say("")
        self.faces.fill([Coin(self.look, is_heads, partial(self._landed, side))])
        self.refit()

    def _landed(self, side: Text) -> None:
        self.result.say(side)
        self.refit()

    def who(self) -> None:
        present = list(self.screen.play.table.present())
        first = LUCK.choice(present)
        at = present.index(first)
        others = [*present[at + 1:], *present[:at]]
        then = say("then {names}", names=listing(tuple(others))) if others else ""
        self._say(say("{name} starts", name=first), then)
