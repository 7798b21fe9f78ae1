"""Divides the table screen's window, in dp; pure, so tests can try every screen size.

When space is short, it hides in this order: gauges, reminders, To move lines, the kicker, the echo line,
answers' second lines, and the stage down to a strip. Finally the whole panel scrolls under its pinned button.

If a board space is asked for on a phone, the board keeps about half of it: `slim_levels` come first. They
fold the list of spaces behind a button, then the To move card to one line; the gauges go last. A question may
also ask for a part of the stage (`AnswerPanel.stage_part`), which the To move card respects in the same way.
While pieces are to be moved by hand, the board keeps `FOR_HANDS`. If reasons would push every answer out of
view, they scroll below the answers.
"""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, Final

from companion.ui.app.beside import LOW, SIDE_BY_SIDE, WIDE, panel_width
from companion.ui.theme import tokens

PHONE, SMALL, LANDSCAPE, TABLET, MEDIUM = "phone", "small phone", "landscape phone", "tablet", "medium"
MOST: Final = 0.63
"""The panel's maximum share of the screen height."""
SLIM: Final = 0.48
"""The same while a board space is asked for, so the board keeps more than half."""
WITH_HANDS: Final = 0.56
"""The same, if that shows every line of the To move card."""
LEAST_PANEL: Final = 304.0
"""With a button and a headline of two lines, so it stays when the next one has only one."""
STRIP: Final = 96.0
"""Minimum height of the stage."""
LOWER: Final = 44.0
"""How much lower the stage gets before the To move card loses lines."""
FOR_HANDS: Final = 0.4
"""Share of the screen that a board keeps while pieces are to be moved by hand."""
WITH_BIG_TEXT: Final = 0.34
"""Share with big text while players copy the board to the table; the answers scroll then."""
WITH_KEYS: Final = 0.3
"""The same above the keys of a die on a small phone."""
BIG: Final = tokens.BIG_TEXT
"""Above this text size, hide things rather than scroll."""


@dataclass(frozen=True)
class Form:
    """The shape of a window: its parts and their widths."""

    name: str
    sides: float
    headline: str
    seat_height: float
    names: bool
    answer: float
    stage_least: float
    panel: float = 0.0
    """Width of a panel beside the stage; zero if it is below."""
    widest: float = 10_000.0
    """Maximum width of the panel's content."""
    keeps: bool = False
    """The question is about the stage, so answers scroll before the stage becomes a strip."""
    echo: float = 1.0
    """How much of the stage's width the echo line may take."""

    @property
    def beside(self) -> bool:
        return self.panel > 0


def form_of(width: float, height: float) -> Form:
    panel = panel_width(width, height)
    if width > height and height < LOW:
        return Form(LANDSCAPE, 16, "headline small", 48, False, 60, 96, panel=panel)
    if width >= WIDE or (width > height and width >= SIDE_BY_SIDE):
        half = 0.48  # the middle of the stage stays free
        return Form(TABLET, 20, "headline wide", 56, True, 64, 220, panel=panel, echo=half)
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
    """"art": a pill above the panel; "foot": a line at its bottom; "": hidden."""
    terse: bool = False
    stage_least: float = 220.0
    all_scrolls: bool = False
    reminders: bool = True
    gauges: bool = False
    one_line: bool = False
    hand: int = 4
    """Number of To move lines; a single one has a title only if it goes back or is long."""
    most: float = MOST
    folded: bool = False
    """The list of the spaces that the board lights is behind a button."""
    answers_first: bool = False
    """The reasons scroll below the answers."""


def levels(form: Form, scale: float, *, keyboard: bool = False, gauges: bool = False,
         hand: bool = False, slim: bool = False, keys: bool = False, yields: bool = False) -> list[Level]:
    """All levels from nothing hidden to everything; the first that fits is used.

    `keyboard`: the on-screen keyboard is up; `gauges`, `hand`: there are some to show; `slim`: a board space
    is asked for; `keys`: answers are typed, so they must not scroll; `yields`: nobody needs the stage now.
    """
    changes: list[dict[str, Any]] = [{"gauges": False}, {"reminders": False}]
    if hand:
        lower = {} if form.keeps else {"stage_least": form.stage_least - LOWER}
        changes += [lower, {"hand": 2}, {"hand": 1}]
    if scale > 1.0 or keyboard:
        changes += [{"kicker": False}, {"echo": ""}, {"terse": scale > BIG},
                    {} if form.keeps else {"stage_least": STRIP}, {"all_scrolls": True, "reminders": True}]
    elif hand or keys or form.keeps or yields:
        changes += [{"kicker": False}, {"one_line": keys or form.keeps},
                    {"echo": ""} if form.keeps else {"stage_least": STRIP}]  # Undo is in the bar, too
    usual = _each(_nothing_hidden(form, gauges), changes)
    if not slim or form.beside:
        return usual
    slim_ones = slim_levels(form, gauges, hand)
    if scale > 1.0 or keyboard or form.keeps:
        return list(dict.fromkeys([*slim_ones, *(replace(one, folded=True) for one in usual)]))
    return [*slim_ones, replace(slim_ones[-1], most=1 - FOR_HANDS)]


def _nothing_hidden(form: Form, gauges: bool) -> Level:
    if form.beside:
        return Level(kicker=form.name == TABLET, gauges=gauges, stage_least=form.stage_least)
    below = form.name == SMALL or form.keeps  # above the panel, the echo would cover a part of the stage
    return Level(form.name != SMALL, "foot" if below else "art", gauges=gauges, stage_least=form.stage_least)


def _each(first: Level, changes: list[dict[str, Any]]) -> list[Level]:
    """The first level, then each change on top of those before it."""
    found = accumulate(changes, lambda level, change: replace(level, **change), initial=first)
    return list(dict.fromkeys(found))


def slim_levels(form: Form, gauges: bool, hand: bool) -> list[Level]:
    """Keep gauges and map: hide second lines, shrink the headline, fold the list, then drop To move lines."""
    first = Level(kicker=False, reminders=False, gauges=gauges, stage_least=form.stage_least, most=SLIM)
    fewer: list[dict[str, Any]] = [{"most": WITH_HANDS}, {"hand": 2}, {"hand": 1}, {"most": 1 - FOR_HANDS},
                                   {"gauges": False, "most": WITH_HANDS}] if hand else [{"gauges": False}]
    return _each(first, [{"terse": True}, {"one_line": True}, {"folded": True}, *fewer, {"most": MOST}])


def panel_most(form: Form, level: Level, height: float, above: float) -> float:
    """Maximum height of a panel below the stage; `above` is the height of bar and inset."""
    if level.most < MOST:
        return height * level.most
    if level.stage_least < form.stage_least:
        return height - above - level.stage_least
    least = 0.0 if form.keeps else min(LEAST_PANEL, height * 0.6)
    return max(min(height * MOST, height - above - level.stage_least), least)


SLACK: Final = 0.17
"""Share of the window height that may stay empty before the panel shrinks; on small phones 124 dp."""


class Steady:
    """Remembered heights in pixels, without the phone's own bar, which comes and goes."""

    def __init__(self) -> None:
        self.panel = self.echo = 0.0
        self._shape: Hashable = None

    def begin(self, shape: Hashable) -> None:
        if shape != self._shape:
            self._shape, self.panel, self.echo = shape, 0.0, 0.0

    def height(self, need: float, passing: float, most: float, slack: float) -> float:
        """The panel height for `need`, of which `passing` is temporary and up to `slack` may stay empty.

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
        """Keep space for two echo lines once needed, so the stage moves only once.

        >>> steady = Steady()
        >>> [steady.echo_room(high, 60.0) for high in (40.0, 60.0, 40.0, 100.0, 40.0)]
        [40.0, 60.0, 60.0, 100.0, 60.0]
        """
        self.echo = max(self.echo, min(high, two_lines))
        return max(high, self.echo)
