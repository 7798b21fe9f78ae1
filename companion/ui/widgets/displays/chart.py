"""Charts of points, and number tiles."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from kivy.graphics import (
    Color,
    InstructionGroup,
    Line,
    Rectangle,
    RoundedRectangle,
    SmoothEllipse,
    SmoothLine,
)
from kivy.graphics.context_instructions import PopMatrix, PushMatrix, Rotate
from kivy.metrics import dp

from companion.core.text import Text, minus, say
from companion.ui.theme import Look, tokens
from companion.ui.widgets.base.part import Icon, Part, Words
from companion.ui.widgets.controls.buttons import SeatToken
from companion.ui.widgets.controls.rows import CardBox


@dataclass(frozen=True)
class Runner:
    seat: int
    colour: int
    letter: str
    scores: tuple[int, ...]
    won: bool = False


def ticks(low: int, high: int, most: int = 5) -> list[int]:
    """Round numbers that cover all scores.

    >>> ticks(0, 19), ticks(0, 3), ticks(-4, 12)
    ([0, 5, 10, 15, 20], [0, 1, 2, 3], [-5, 0, 5, 10, 15])
    """
    span = max(1, high - low)
    steps = [base * 10 ** power for power in range(6) for base in (1, 2, 5)]
    step = next(one for one in steps if span / one <= most - 1 or one == steps[-1])
    first = low // step * step
    return list(range(first, -(-high // step) * step + step, step))


def marks(stretches: int, seats: int) -> list[int]:
    """Positions of the shapes: each stretch in a short play, once per round in a long one.

    >>> marks(5, 4), marks(12, 4)
    ([1, 2, 3, 4], [4, 8])
    """
    every = 1 if stretches <= 8 else max(1, seats)
    while stretches / every > 8:
        every += max(1, seats)
    return [at for at in range(every, stretches) if at % every == 0 and stretches - at >= every / 2]


def apart(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Positions at least `gap` apart within the limits, as close to the wanted ones as possible.

    >>> apart([0, 1, 9], 3, 0, 10), apart([8, 9, 10], 3, 0, 10), apart([1, 1, 1], 9, 0, 10)
    ([0, 3, 9], [4.0, 7.0, 10], [0.0, 5.0, 10])
    """
    gap = min(gap, (high - low) / max(1, len(wanted) - 1))
    places: list[float] = []
    for one in wanted:
        places.append(max(one, places[-1] + gap) if places else max(one, low))
    edge = high
    for at in range(len(places) - 1, -1, -1):
        places[at] = min(places[at], edge)
        edge = places[at] - gap
    return places


class DrawnChart(Part):
    """Draws itself again in each new place; charts are few and don't move."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self.drawing = InstructionGroup()
        self.canvas.add(self.drawing)
        self.drawn_parts: list[Any] = []
        self._drawn: tuple[float, ...] = ()
        self.add_parts()

    def draw(self) -> None:
        raise NotImplementedError

    def arrange(self) -> None:
        place = (*self.pos, *self.size)
        if place != self._drawn:
            self._drawn = place
            self.draw_again()

    def draw_again(self) -> None:
        for part in self.drawn_parts:
            self.remove_widget(part)
        self.drawn_parts = []
        self.drawing.clear()
        if self.width > dp(60):
            self.draw()

    def words(self, text: str, ink: str = "text2", role: str = "subtitle",
              most: float | None = None) -> Words:
        words = Words(self.look, text, role, ink, chrome=True)
        words.hug(most)
        self.add(words)
        return words

    def add(self, part: Any) -> None:
        self.drawn_parts.append(part)
        self.add_widget(part)

    def line(self, x: float, y: float, wide: float, high: float, ink: str = "outline2") -> None:
        self.drawing.add(Color(*self.look.colour(ink)))
        self.drawing.add(Rectangle(pos=(x, y), size=(max(1.0, wide), max(1.0, high))))

    # A chart of scores over time

    ticks: list[int]

    def draw_grid(self, after: float) -> None:
        """A line for each tick; `after`: dp right of the lines."""
        label, digits = self.look.px("subtitle", chrome=True), max(len(str(tick)) for tick in self.ticks)
        left, right = self.x + label * 0.62 * digits + dp(12), self.right - dp(after)
        self._frame = left, right, self.y + label * 2.1, self.top - dp(9)
        for tick in self.ticks:
            y = self.up(tick)
            self.line(left, y, right - left, dp(1))
            words = self.words(minus(tick))
            words.pos = (left - dp(8) - words.width, y - words.height / 2)

    def up(self, score: float) -> float:
        *_, low, high = self._frame
        return float(low + (high - low) * (score - self.ticks[0]) / (self.ticks[-1] - self.ticks[0]))

    def name(self, text: Text | str, x: float) -> None:
        """Below the lines and clear of the lowest number, centred if there is room."""
        words, below = self.words(str(text)), self._frame[2] - self.look.px("subtitle", chrome=True) * 0.7
        words.pos = (min(max(x - words.width / 2, self.x), self.right - words.width), below - words.height)


BEHIND, REACH = 0.3, 24.0  # alpha of the lines behind; dp round a token


class RaceChart(DrawnChart):
    """`scores[0]` is the start. `high` is in dp; with 0 the height follows the width."""

    def __init__(self, look: Look, runners: Sequence[Runner], high: float = 0.0) -> None:
        super().__init__(look)
        self.high, self.runners = high, list(runners)
        self.chosen: int | None = None
        """The seat whose line is in front, with its numbers; a tap on a token chooses it."""
        self.ends: dict[int, SeatToken] = {}
        every = [score for runner in runners for score in runner.scores] or [0]
        self.ticks = ticks(min(0, *every), max(1, *every))
        self.steps = max((len(runner.scores) for runner in runners), default=1) - 1
        self.marks = marks(self.steps, len(self.runners))

    def fit(self, width: float) -> float:
        usual = min(dp(220), max(dp(150), width * 0.5)) + self.look.px("subtitle", chrome=True)
        high = dp(self.high) or usual
        return self.take_size(width, high)

    # Where things are

    def _place_of(self, step: float, score: float) -> tuple[float, float]:
        left, right, *_ = self._frame
        return left + (right - left) * step / max(1, self.steps), self.up(score)

    def draw(self) -> None:
        self.draw_grid(34.0)
        self._name_steps()
        for runner in sorted(self.runners, key=lambda one: (one.seat == self.chosen, one.won)):
            self._draw_line(runner)
        self._draw_ends()

    def _name_steps(self) -> None:
        left, right, *_ = self._frame
        self.name(say("start"), left)  # Translators: the left end of a chart
        if self.steps > 0:
            self.name(say("end"), right)
        wide = (right - left) / max(1, len(self.marks) + 1)
        for at in self.marks if wide > dp(34) else []:
            if right - self._place_of(at, 0)[0] > dp(34):
                self.name(str(at), self._place_of(at, 0)[0])

    def _draw_line(self, runner: Runner) -> None:
        points = [part for step, score in enumerate(runner.scores) for part in self._place_of(step, score)]
        if len(points) < 4:
            return
        in_front = runner.seat == self.chosen
        bright = 1.0 if in_front or self.chosen is None else BEHIND
        wide = dp(5 if in_front or (runner.won and self.chosen is None) else 3) / 2
        if not self.look.dark:  # light fills don't stand out on a light background
            self.drawing.add(Color(*self.look.colour("text", 0.8 * bright)))
            self.drawing.add(Line(points=points, width=wide + dp(1), joint="round", cap="round"))
        self.drawing.add(Color(*tokens.rgba(tokens.SEATS[runner.colour].fill, bright)))
        self.drawing.add(SmoothLine(points=points, width=wide, joint="round", cap="round"))
        for step in self.marks:
            if step < len(runner.scores):
                mark = SeatToken(self.look, runner.colour, "", 15, alpha=bright)
                mark.center = self._place_of(step, runner.scores[step])
                self.add(mark)
        if in_front:
            self._number_line(runner)

    def _number_line(self, runner: Runner) -> None:
        """The points at each mark and at the end, above the line or below its highest places."""
        *_, top = self._frame
        for step in [*self.marks, self.steps]:
            if step >= len(runner.scores):
                continue
            x, y = self._place_of(step, runner.scores[step])
            words = self.words(minus(runner.scores[step]), "text", "label")
            low = y + dp(8)
            if low + words.height > top + dp(9):
                low = y - dp(8) - words.height
            words.pos = (x - words.width / 2, low)

    def on_touch_down(self, touch: Any) -> bool:
        ends_it = self.chosen is not None and self.collide_point(*touch.pos)
        if ends_it or self._end_at(touch.pos) is not None:
            touch.grab(self)
            return True
        return bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        at = self._end_at(touch.pos)
        self.choose(None if at == self.chosen else at)
        return True

    def choose(self, seat: int | None) -> None:
        """Bring this seat's line forward; None shows all of them alike."""
        self.chosen = seat
        self.draw_again()

    def _end_at(self, pos: tuple[float, float]) -> int | None:
        """The seat of the token at this place, or nearest to it within a finger's reach."""
        x, y = pos
        far = {seat: max(abs(token.center_x - x), abs(token.center_y - y))
               for seat, token in self.ends.items()}
        seat = min(far, key=lambda one: far[one], default=None)
        return seat if seat is not None and far[seat] <= dp(REACH) else None

    def _draw_ends(self) -> None:
        """Draw the tokens at the ends of the lines, spread out so they don't overlap."""
        ends = sorted(self.runners, key=lambda one: one.scores[-1])
        *_, low, high = self._frame
        wanted = [self._place_of(self.steps, runner.scores[-1])[1] for runner in ends]
        x, places = self._frame[1], apart(wanted, dp(18), low - dp(4), high)
        side = min([27.0, *((upper - lower) * 1.3 / dp(1) for lower, upper in pairwise(places))])
        for runner, y in zip(ends, places, strict=True):
            faint = self.chosen is not None and runner.seat != self.chosen
            token = SeatToken(self.look, runner.colour, runner.letter, side, alpha=BEHIND if faint else 1.0)
            token.center = (x + dp(19), y)
            self.ends[runner.seat] = token
            self.add(token)


class Arrow(Part):
    """An arrow; `point` takes degrees counterclockwise from the right."""

    def __init__(self, look: Look, size_dp: float, colour: str = "primary") -> None:
        super().__init__()
        self.icon = Icon(look, "navigation", size_dp, colour)
        self.size = self.icon.size
        self.angle = 90.0
        with self.canvas.before:
            PushMatrix()
            self._turn = Rotate(angle=0)
        with self.canvas.after:
            PopMatrix()
        self.add_widget(self.icon)
        self.bind(pos=self._place)

    def point(self, angle: float) -> None:
        self.angle = angle
        self._turn.angle = angle - 90.0  # the icon points up

    def _place(self, *_: object) -> None:
        self.icon.pos = self.pos
        self._turn.origin = self.center


class RoundSign(Part):
    """A disc with a rim, and a short text or an icon on it. A negative `rim` lies within its size."""

    def __init__(self, look: Look, size_dp: float, letter_dp: float, rim: float, ink: str = "text",
                 rim_colour: str = tokens.DARK_RIM) -> None:
        super().__init__(size=(dp(size_dp), dp(size_dp)))
        self.words = Words(look, "", "label", ink, align="center", size_px=float(dp(letter_dp)))
        self.icon = Icon(look, "", size_dp * 0.72, ink, fixed=True)
        self._out, self._in = dp(max(0.0, rim)), dp(max(0.0, -rim))
        with self.canvas:
            self._rim_ink = Color(*tokens.rgba(rim_colour))
            self._rim = SmoothEllipse()
            self._ink = Color(1, 1, 1, 1)
            self._round = SmoothEllipse()
        self.add_widget(self.words)
        self.add_widget(self.icon)
        self.bind(pos=self._place)

    def show(self, sign: str, fill: tokens.Rgba, ink: str = "", rim: tokens.Rgba | None = None,
             icon: str = "") -> None:
        self.words.say(sign)
        self.icon.name = icon
        self._ink.rgba = fill
        if rim is not None:
            self._rim_ink.rgba = rim
        for part in (self.words, self.icon) if ink else ():
            part.tint(ink)
        self._place()

    def _place(self, *_: object) -> None:
        for disc, more in ((self._rim, self._out), (self._round, -self._in)):
            disc.pos, disc.size = (self.x - more, self.y - more), (self.width + 2 * more,
                                                                   self.height + 2 * more)
        self.words.hug()
        self.words.center = self.icon.center = self.center


BAR, GAP = 18.0, 10.0  # dp


class BarChart(DrawnChart):
    """Horizontal bars, so names of any length are readable, with the axis below."""

    def __init__(self, look: Look, bars: Sequence[tuple[str, int]],
                 who: Mapping[str, tuple[int, str]] | None = None) -> None:
        """`who`: colour and letter of the people among the labels, whose tokens stand before their names."""
        self.bars, self.who = list(bars), who or {}
        super().__init__(look)
        self.ticks = ticks(0, max([1, *(n for _, n in self.bars)]), 4)

    def fit(self, width: float) -> float:
        lead = self._lead(width)
        self._heights = []
        for label, _ in self.bars:
            words = Words(self.look, label, "support", chrome=True)
            high = words.fit((lead or width) - self._aside(label))
            self._heights.append(max(dp(BAR), high) if lead else high + dp(BAR + 4))
        axis = self.look.px("subtitle", chrome=True) * 1.25 + dp(6)
        return self.take_size(width, sum(self._heights) + dp(GAP) * len(self.bars) + axis)

    def _lead(self, width: float) -> float:
        """Width for the labels beside the bars; zero if they are above them."""
        if self.look.big:
            return 0.0
        probe = [Words(self.look, label, "support", chrome=True).hug() + self._aside(label)
                 for label, _ in self.bars]
        return float(min(width * 0.42, max([dp(24), *probe])))

    def _aside(self, label: str) -> float:
        """Width of the token before a name."""
        return float(dp(BAR + 8)) if label in self.who else 0.0

    def draw(self) -> None:
        lead = self._lead(self.width)
        left = self.x + (lead + dp(10) if lead else 0.0)
        right = self.right - self._number_room()
        axis = self.look.px("subtitle", chrome=True) * 1.25 + dp(6)
        low, span = self.y + axis, max(1, self.ticks[-1])
        for tick in self.ticks:
            x = left + (right - left) * tick / span
            self.line(x, low, dp(1), self.top - low)
            words = self.words(str(tick))
            words.pos = (min(max(x - words.width / 2, self.x), self.right - words.width), self.y)
        top = self.top
        for (label, n), high in zip(self.bars, self._heights, strict=True):
            middle = top - high / 2 if lead else top - high + dp(BAR) / 2
            self._name_bar(label, lead, middle, top)
            wide = max(dp(3), (right - left) * n / span)
            person = self.who.get(label)
            fill = self.look.colour("primary")
            if person is not None:
                fill = tokens.rgba(tokens.SEATS[person[0]].fill)
            if person is not None and not self.look.dark:
                self._edge(left, middle, wide)
            self.drawing.add(Color(*fill))
            self.drawing.add(RoundedRectangle(pos=(left, middle - dp(BAR) / 2), size=(wide, dp(BAR)),
                                              radius=[dp(4)]))
            number = self.words(str(n), "text", "label")
            number.pos = (left + wide + dp(6), middle - number.height / 2)
            top -= high + dp(GAP)

    def _name_bar(self, label: str, lead: float, middle: float, top: float) -> None:
        aside = self._aside(label)
        words = self.words(label, "text", "support", (lead or self.width) - aside)
        low = middle - words.height / 2 if lead else top - words.height
        words.pos = (self.x + aside, low)
        if label in self.who:
            token = SeatToken(self.look, *self.who[label], BAR + 2)
            token.center = (self.x + token.width / 2, words.center_y)
            self.add(token)

    def _edge(self, left: float, middle: float, wide: float) -> None:
        """Light fills don't stand out on a light background."""
        out = dp(1)
        self.drawing.add(Color(*self.look.colour("text", 0.8)))
        self.drawing.add(RoundedRectangle(pos=(left - out, middle - dp(BAR) / 2 - out),
                                          size=(wide + 2 * out, dp(BAR) + 2 * out), radius=[dp(5)]))

    def _number_room(self) -> float:
        return float(self.look.px("label", chrome=True) * 0.62 * len(str(self.ticks[-1])) + dp(10))


class TrendChart(DrawnChart):
    """Scores from play to play, oldest first, with a line for the average."""

    MOST = 24

    def __init__(self, look: Look, scores: Sequence[int], average: float) -> None:
        self.scores, self.average = list(scores)[-self.MOST:], average
        super().__init__(look)
        self.first = len(scores) - len(self.scores) + 1
        self.ticks = ticks(min(0, *self.scores), max(1, *self.scores), 4)

    def fit(self, width: float) -> float:
        return self.take_size(width,
                              min(dp(180), max(dp(120), width * 0.34)) + self.look.px("subtitle",
                                                                                      chrome=True))

    def draw(self) -> None:
        self.draw_grid(10.0)
        left, right, *_ = self._frame
        points = [part for at, score in enumerate(self.scores) for part in (self._across(at), self.up(score))]
        self.drawing.add(Color(*self.look.colour("primary")))
        self.drawing.add(SmoothLine(points=points, width=dp(1.5), joint="round", cap="round"))
        for at, score in enumerate(self.scores):
            self.drawing.add(SmoothEllipse(pos=(self._across(at) - dp(4), self.up(score) - dp(4)),
                                           size=(dp(8), dp(8))))
        x, y = left, self.up(self.average)
        while x < right:
            self.line(x, y, min(dp(5), right - x), dp(1.5), "text2")
            x += dp(10)
        self.name(say("Play {n}", n=self.first), left)  # Translators: the first or last play in a chart
        self.name(say("Play {n}", n=self.first + len(self.scores) - 1), right)

    def _across(self, at: int) -> float:
        left, right, *_ = self._frame
        return float(left + dp(6) + (right - left - dp(12)) * at / max(1, len(self.scores) - 1))


class NumberTile(CardBox):
    def __init__(self, look: Look, number: str, label: Text) -> None:
        self.number = Words(look, number, "number", align="center", chrome=True)
        self.label = Words(look, label, "label", "text2", align="center", chrome=True)
        super().__init__(look, [self.number, self.label], pad=4, gap=0, air=11)
