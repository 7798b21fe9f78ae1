"""How the table screen divides its window, in dp. Pure, so that every phone and tablet can be tried in a test.

What is hidden when there is no room, in this order: the row of gauges (a tap on the seat has them), the reminders
(Why? has them), lines of the By hand card (the chronicle has them), the kicker, the echo line, the answers' second
lines, the stage (down to a strip); at last the whole panel scrolls under its pinned button. If a space of a board is
asked for, `slim_levels` come before all of these: there the gauges go last.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Final

from companion.ui.theme import tokens

PHONE, SMALL, LANDSCAPE, TABLET, MEDIUM = "phone", "small phone", "landscape phone", "tablet", "medium"
MOST: Final = 0.63
"""Of the screen's height, for the panel."""
SLIM: Final = 0.48
"""The same where the stage is the board itself and a space is asked for: it keeps more than half."""
LEAST_PANEL: Final = 280.0
STRIP: Final = 96.0
"""What is left of the stage at the end."""
FOR_HANDS: Final = 44.0
"""Of the stage, before the By hand card loses lines."""
BIG: Final = tokens.BIG_TEXT
"""From this text size on things are hidden instead of scrolling."""


@dataclass(frozen=True)
class Form:
    """The shape of a window: which parts it has and how wide they are."""

    name: str
    sides: float
    headline: str
    seat_height: float
    names: bool
    answer: float
    stage_least: float
    panel: float = 0.0
    """The width of a panel that stands beside the stage; zero: it lies below."""
    widest: float = 10_000.0
    """The most that the panel's content may be wide."""
    keeps: bool = False
    """The question is about the stage: its answers scroll before the stage is no more than a strip."""

    @property
    def beside(self) -> bool:
        return self.panel > 0


def form_of(width: float, height: float) -> Form:
    """Sizes in dp."""
    if width > height and height < 480:
        return Form(LANDSCAPE, 16, "headline small", 48, False, 60, 96, panel=width * 0.46)
    if width >= 840 or (width > height and width >= 720):
        panel = min(496.0, max(400.0, width * 0.38))
        return Form(TABLET, 20, "headline wide", 56, True, 64, 220, panel=min(panel, width * 0.55))
    if width >= 600:
        return Form(MEDIUM, 24, "headline wide", 56, True, 64, 220, widest=560)
    if width < 380 or height < 700:
        return Form(SMALL, 12, "headline small", 48, False, 60, 160)
    return Form(PHONE, 16, "headline", 56, True, 64, 220)


@dataclass(frozen=True)
class Level:
    """What is hidden to save space; each level includes the ones before."""

    kicker: bool = True
    echo: str = "art"
    """"art": a pill above the panel; "foot": a line at its foot; "": gone."""
    terse: bool = False
    """Answers without their second lines."""
    stage_least: float = 220.0
    all_scrolls: bool = False
    reminders: bool = True
    gauges: bool = False
    one_line: bool = False
    """The headline in letters small enough for one line."""
    hand: int = 4
    """So many lines of the By hand card; with one the card is that line."""
    most: float = MOST
    """Of the screen's height, for the panel."""


def levels(form: Form, scale: float, *, keyboard: bool = False, gauges: bool = False,
         hand: bool = False, slim: bool = False) -> list[Level]:
    """From nothing given up to everything; the first that fits is taken. `keyboard`: the phone's own is up; `gauges`:
    whoever is asked has some; `hand`: there is something to do by hand; `slim`: the stage is the board, and asked."""
    usual = _levels(form, scale, keyboard, gauges, hand)
    return list(dict.fromkeys([*slim_levels(form, gauges, hand), *usual])) if slim and not form.beside else usual


def slim_levels(form: Form, gauges: bool, hand: bool) -> list[Level]:
    """The button's second line goes first, then the headline's big letters, then lines of the By hand card: whoever
    moves reads the gauges, and the map keeps its half."""
    first = Level(kicker=False, reminders=False, gauges=gauges, stage_least=form.stage_least,
                  most=MOST if hand else SLIM)
    terse = replace(first, terse=True)
    tight = replace(terse, one_line=True)
    fewer = [replace(tight, hand=2), replace(tight, hand=1)] if hand else []
    return [first, terse, tight, *fewer, replace([tight, *fewer][-1], gauges=False)]


def _levels(form: Form, scale: float, keyboard: bool, gauges: bool, hand: bool) -> list[Level]:
    if form.beside:
        first = Level(kicker=form.name == TABLET, echo="art", stage_least=form.stage_least)
    elif form.name == SMALL:
        first = Level(False, "foot", stage_least=form.stage_least)
    else:
        first = Level(stage_least=form.stage_least)
    most = [replace(first, gauges=True)] if gauges else []
    fewer = replace(first, reminders=False)
    low_stage = replace(fewer, stage_least=form.stage_least - FOR_HANDS)
    short = [low_stage, replace(low_stage, hand=2), replace(low_stage, hand=1)] if hand else []
    least = short[-1] if short else fewer
    if scale <= 1.0 and not keyboard:
        low = [replace(least, kicker=False), replace(least, kicker=False, stage_least=STRIP)] if hand else []
        return list(dict.fromkeys([*most, first, fewer, *short, *(low[:1] if form.keeps else low)]))
    steps = [*most, first, fewer, *short, replace(least, kicker=False), replace(least, kicker=False, echo="")]
    if scale > BIG:
        steps.append(replace(steps[-1], terse=True))
    steps.append(replace(steps[-1], stage_least=STRIP))
    steps.append(replace(steps[-1], all_scrolls=True, reminders=True))
    return list(dict.fromkeys(steps))


def first_fitting(steps: list[Level], fits: Callable[[Level], bool]) -> Level | None:
    """The first level that fits, with as few trials as can be: each is measured, and where one fits the later ones do.
    None: none does, and the last one tried was the last of all."""
    if fits(steps[0]):
        return steps[0]
    if len(steps) == 1 or not fits(steps[-1]):
        return None
    low, high = 0, len(steps) - 1  # does not fit, does
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if fits(steps[middle]) else (middle, high)
    return steps[high]


def panel_most(form: Form, level: Level, height: float, above: float) -> float:
    """The most a panel below the stage may be high; `above` is what bar and inset take."""
    if form.beside:
        return height
    if level.most < MOST:
        return height * level.most
    if level.stage_least < form.stage_least:
        return height - above - level.stage_least
    return max(min(height * MOST, height - above - level.stage_least), min(LEAST_PANEL, height * 0.6))




SLACK: Final = 0.17
"""Of the window's height: so much may stay empty before the panel shrinks."""


class Steady:
    """What the screen remembers, in pixels; without the phone's own bar, which comes and goes with its keyboard."""

    def __init__(self) -> None:
        self.panel = self.echo = 0.0
        self._shape: Hashable = None

    def begin(self, shape: Hashable) -> None:
        """Of another window, or with another size of text, nothing is remembered."""
        if shape != self._shape:
            self._shape, self.panel, self.echo = shape, 0.0, 0.0

    def height(self, need: float, passing: float, most: float, slack: float) -> float:
        """`need`: what is shown now; `passing`: as much of it goes away by itself; `slack`: may stay empty.

        >>> steady = Steady()
        >>> [steady.height(need, 0.0, 500.0, 100.0) for need in (280.0, 400.0, 300.0, 290.0)]
        [280.0, 400.0, 400.0, 290.0]
        >>> [steady.height(need, passing, 500.0, 100.0) for need, passing in ((380.0, 90.0), (290.0, 0.0))]
        [380.0, 290.0]
        """
        lasting = need - passing
        if lasting > self.panel or self.panel - need > slack:
            self.panel = lasting
        return max(need, min(self.panel, most))

    def echo_room(self, high: float, two_lines: float) -> float:
        """The echo has room for two lines once it has needed them, so that the stage moves once; a longer one takes
        more for as long as it stands.

        >>> steady = Steady()
        >>> [steady.echo_room(high, 60.0) for high in (40.0, 60.0, 40.0, 100.0, 40.0)]
        [40.0, 60.0, 60.0, 100.0, 60.0]
        """
        self.echo = max(self.echo, min(high, two_lines))
        return max(high, self.echo)
