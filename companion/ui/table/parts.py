"""Rows and cards of the question panel: buttons, the game's cards, what happened lately, notes."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.metrics import dp

from companion.core.engine.by_hand import HandLine
from companion.core.questions import Points
from companion.core.text import Text, in_a_row, say, without_stop
from companion.core.views import Gauge, InfoCard, Reminder, View
from companion.services.chronicle import ToldLine, last_lines
from companion.services.table.controller import TableController
from companion.ui.table import layout
from companion.ui.table.layout import BIG
from companion.ui.table.panels.answer_panel import Action, AnswerPanel, Host
from companion.ui.theme import Look, tokens
from companion.ui.widgets import (
    Box,
    Card,
    Column,
    Grid,
    Holder,
    Icon,
    Row,
    SeatToken,
    Words,
    Wrap,
    showing,
    shown,
)
from companion.ui.widgets.controls.answer import signed
from companion.ui.widgets.controls.buttons import PrimaryButton, Push, TonalButton
from companion.ui.widgets.controls.rows import CardBox, IconLine, SumLine

WIDE_HALF = 0.75
"""At most this part of the row for a lone button that isn't filled, if its words need more than half."""


class ButtonRow(Holder):
    """Mirrored for left-handed people; stacked if the text is big."""

    stacked = False

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self.primary = PrimaryButton(look)
        self.quiet = TonalButton(look)
        self.second = TonalButton(look)
        self.loud = PrimaryButton(look)
        self.buttons: list[Push] = []

    def show(self, primary: Action | None, second: Action | None, second_first: bool = False) -> None:
        """`second_first`: emphasise the second button, such as Start for a clock."""
        shown = []
        right, left = (self.quiet, self.loud) if second_first else (self.primary, self.second)
        if primary is not None and primary.quiet:
            right = self.quiet
        for button, action in ((left, second), (right, primary)):
            if action is not None:
                button.text = str(action.text)
                button.icon_last = action.icon_last
                button.set_icon(action.icon)
                button.second.say(action.second)
                button.set_ready(action.ready)
                button.do = action.do
                shown.append(button)
        self.buttons = shown
        self.fill(shown)

    def pin_only_main(self, on: bool) -> list[Push]:
        """If space is short, pin only the wanted button; returns those that scroll."""
        wanted = self.loud if self.loud in self.buttons else self.main
        self.fill([one for one in self.buttons if one is wanted] if on else self.buttons)
        return [one for one in self.buttons if one is not wanted] if on else []

    @property
    def main(self) -> Push | None:
        return self.buttons[-1] if self.buttons else None

    def fit(self, width: float) -> float:
        self.stacked = False
        if not self.parts:
            return self.take_size(width, 0.0)
        first, main = self.parts[0], self.parts[-1]
        half = main is self.quiet and self.look.scale <= BIG  # not where a filled one was
        alone = min(max(width / 2, first.hug()), width * WIDE_HALF) if half else width
        return self.take_size(width, first.fit(alone) if first is main else self._fit_two(first, main, width))

    def _fit_two(self, second: Push, main: Push, width: float) -> float:
        """Give the wanted button the remaining width, or stack the two if that is too little."""
        wish, needs, gap = second.hug(), main.hug(), dp(tokens.S)
        loud = isinstance(second, PrimaryButton)
        self.stacked = wish + needs + gap > width and (self.look.scale > layout.BIG or wish > width * 0.6)
        if self.stacked:
            return float(second.fit(width) + main.fit(width) + gap)
        wide = min(max(wish, width - gap - needs), width * 0.62) if loud else min(wish, width * 0.48)
        high = max(second.fit(wide), main.fit(width - wide - gap))
        for button in (second, main):
            button.take_size(button.width, high)  # after a new `height` alone, `center_y` is out of date
        return float(high)

    def arrange(self) -> None:
        along, gap = 0.0, dp(tokens.S)
        if self.stacked and len(self.parts) == 2:
            second, main = self.parts
            main.pos, second.pos = (self.x, second.height + self.y + gap), self.pos
            return
        for part in self.parts:
            part.pos = (self.right - along - part.width if self.look.left_handed else self.x + along, self.y)
            along += part.width + gap


HIGH = 36.0
INSET = 14.0


class GaugeReading(Row):
    def __init__(self, look: Look) -> None:
        self.icon = Icon(look, "", 18, "primary")
        self.value = Words(look, "", "label", chrome=True)
        self.full = Words(look, "", "label", "text2", chrome=True)
        self.gauge: Gauge | None = None
        super().__init__([self.icon, Row([self.value, self.full], gap=0)], gap=5)

    def show(self, gauge: Gauge) -> None:
        if gauge == self.gauge:
            return
        self.gauge = gauge
        self.icon.name = gauge.icon
        self.icon.tint("primary" if gauge.value else "text2")
        self.value.say(str(gauge.value))
        self.full.say(f"/{gauge.full}")
        self.hug()


class GaugeRow(Card):
    """Call `show` with a seat's card, or None to take no space. A tap opens the seat's sheet."""

    def __init__(self, look: Look, on_seat: Callable[[int], None]) -> None:
        self.row = Row(pad=INSET)
        super().__init__(look, self.row, corner=HIGH / 2)
        self.on_seat = on_seat
        self.seat: int | None = None
        self.readings: list[GaugeReading] = []
        self._pool: list[GaugeReading] = []

    def show(self, card: InfoCard | None) -> None:
        gauges = [] if card is None else counted(card.gauges)
        self.seat = card.seat if card is not None else None
        self.text = str(in_a_row(*(f"{gauge.label} {gauge.value}/{gauge.full}" for gauge in gauges)))
        self.readings = showing(self._pool, partial(GaugeReading, self.look), ((gauge,) for gauge in gauges))
        self.row.fill(self.readings)

    def _gap(self, width: float) -> float:
        """The readings are spread out, without measuring them again."""
        spare = width - 2 * dp(INSET) - sum(reading.width for reading in self.readings)
        return float(spare / dp(1) / max(1, len(self.readings) - 1))

    def fits(self, width: float) -> bool:
        return bool(self.readings) and self._gap(width) >= (tokens.S if len(self.readings) > 1 else 0)

    def fit(self, width: float) -> float:
        high, self.row.gap = self.look.high(HIGH, chrome=True), self._gap(width)
        return self.take_size(width, self.row.take_size(width, high))

    def on_tap(self) -> None:
        if self.seat is not None:
            self.on_seat(self.seat)


def counted(gauges: Iterable[Gauge]) -> list[Any]:
    return [gauge for gauge in gauges if isinstance(gauge.value, int) and gauge.full and gauge.icon]


MOST_BLOCKS = 10
MANY = 5
TWO_COLUMNS = 360.0


class GaugeLine(Holder):
    def __init__(self, look: Look, gauge: Gauge) -> None:
        super().__init__()
        self.look, self.gauge = look, gauge
        counted = isinstance(gauge.value, int)
        self.icon = Icon(look, gauge.icon, 20, "text2")
        self.label = Words(look, gauge.label, "support")
        self.value = Words(look, "", "score", align="right")
        self.show_full(True)
        self.fill([self.icon, self.label, self.value])
        self._blocks: list[SmoothRoundedRectangle] = []
        self.inks: list[Color] = []
        if counted and 0 < gauge.full <= MOST_BLOCKS and look.scale <= BIG:
            with self.canvas.before:
                for _ in range(gauge.full):
                    self.inks.append(Color(1, 1, 1, 1))
                    self._blocks.append(SmoothRoundedRectangle(radius=[dp(6)] * 4))
        self._tint()

    def _tint(self) -> None:
        value = self.gauge.value
        lit = value if isinstance(value, int) else 0
        for number, ink in enumerate(self.inks):
            ink.rgba = self.look.colour(self.gauge.ink if number < lit else "surface3")

    def show(self, gauge: Gauge) -> None:
        """Change the value; `fit` writes it."""
        if gauge != self.gauge:
            self.gauge = gauge
            self._tint()

    roomy = False
    """Use larger blocks, aligned with those of the line above."""
    _start = _room = 0.0
    """Where the blocks begin, and their width."""

    def show_full(self, on: bool) -> None:
        """Show the maximum, or hide it if space is short, as the blocks show it too."""
        gauge = self.gauge
        counted = isinstance(gauge.value, int) and gauge.full
        self.value.say(f"{gauge.value} / {gauge.full}" if counted and on else str(gauge.value))
        self._end = 0.0 if on else float(dp(8))

    def fit(self, full_width: float) -> float:
        width = full_width - self._end
        self.value.hug(width * 0.5)
        lead = dp(30) if self.icon.name else 0.0
        wish = width * 0.48 if self.roomy else min(width * 0.39, dp(34) * len(self._blocks))
        blocks = wish if self._blocks else 0.0
        self.label.fit(width - lead - blocks - (dp(56) if self.roomy else self.value.width + dp(8)))
        self._start, self._room = self.label.width + lead, blocks
        return self.take_size(full_width, max(dp(40 if self.roomy else 30), self.label.height))

    def arrange(self) -> None:
        lead = dp(30) if self.icon.name else 0.0
        self.icon.pos = (self.x, self.center_y - self.icon.height / 2)
        self.label.pos = (self.x + lead, self.center_y - self.label.height / 2)
        self.value.pos = (self.right - self._end - self.value.width, self.center_y - self.value.height / 2)
        each = min(dp(38 if self.roomy else 34), self._room / max(1, len(self._blocks)))
        high = dp(28 if self.roomy else 22)
        for number, block in enumerate(self._blocks):
            block.pos = (self.x + self._start + number * each, self.center_y - high / 2)
            block.size = (max(dp(4), each - dp(4)), high)
            block.radius = [min(dp(6), block.size[0] * 0.3)] * 4


class Tag(Row):
    """A few words on a small background, such as cargo or a rule's number."""

    def __init__(self, look: Look, text: Text | str, icon: str = "", tone: str = "surface3",
                 ink: str = "text") -> None:
        self.words = Words(look, text, "label", ink, chrome=True)
        parts = [Icon(look, icon, 18, "text2"), self.words]
        super().__init__(parts, self.words, gap=6, pad=10, air=4, least=28)
        Box(self, look.colour(tone), dp(16))


class GameCard(CardBox):
    """`roomy` gives each gauge a line; otherwise many gauges use two columns to save space."""

    roomy = False

    def __init__(self, look: Look, card: InfoCard, seat: tuple[int, str] | None) -> None:
        self.view = card
        gauges = [GaugeLine(look, gauge) for gauge in card.gauges]
        self._many = len(gauges) >= MANY and look.scale <= BIG
        self.gauges = Grid(gauges, columns=1, gap=4)
        tags = Wrap([Tag(look, line.text, line.icon) for line in card.lines], gap=6)
        title, token = Words(look, card.title, "answer"), [] if seat is None else [SeatToken(look, *seat, 30)]
        picture = [Icon(look, look.picture(card.picture), 56)] if card.picture else []
        parts: list[Any] = [Row([*token, *picture, title], title, gap=10, least=30),
                            *shown((self.gauges, gauges), (tags, card.lines))]
        super().__init__(look, parts, pad=12, gap=6)

    def show(self, card: InfoCard) -> bool:
        """Update the values; False if it is a different card and must be recreated."""
        if _bare(card) != _bare(self.view):
            return False
        self.view = card
        for line, gauge in zip(self.gauges.parts, card.gauges, strict=True):
            line.show(gauge)
        return True

    def fit(self, width: float) -> float:
        two = self._many and width >= dp(TWO_COLUMNS) and not self.roomy
        self.gauges.columns = 2 if two else 1
        for line in self.gauges.parts:
            line.roomy = self.roomy
            line.show_full(not two)
        return super().fit(width)


def _bare(card: InfoCard) -> InfoCard:
    """The card without its values, for comparison."""
    return replace(card, gauges=tuple(replace(gauge, value=0) if isinstance(gauge.value, int) else gauge
                                      for gauge in card.gauges))


MOST = 5
SMALLEST = 11.0
GAP, SIDE, BETWEEN = 10.0, 24.0, 20.0

Face = Callable[[int], tuple[int, str]]


class ToldRow(Row):
    def __init__(self, look: Look) -> None:
        self.token = SeatToken(look, 0, "", SIDE)
        self.icon = Icon(look, "", SIDE, "text2", fixed=True)
        self.words = Words(look, "", "support", "text2")
        super().__init__(stretch=self.words, gap=10, upper=True)

    def show(self, line: ToldLine, face: tuple[int, str] | None) -> None:
        self.words.say(line.text)
        self.icon.name = "pencil-outline" if line.by_hand else "circle-small"
        if face is not None:
            self.token.become(*face)
        self.fill([self.icon if face is None else self.token, self.words])


class Lately(Holder):
    """Recent events and what comes next, as far as they fit."""

    def __init__(self, look: Look, face: Face) -> None:
        super().__init__()
        self.look, self.face = look, face
        self.lines: list[ToldRow] = []
        self._shown: list[ToldRow] = []
        self.next = Words(look, "", "support", "text2")
        self._title = Words(look, say("Lately"), "kicker", "text2")
        self._past = Column(gap=GAP)
        self._coming = Column([Words(look, say("Up next"), "kicker", "text2"), self.next], gap=6)

    def show(self, controller: TableController) -> None:
        told = last_lines(controller.play, MOST + 1)
        echo = controller.echo
        if told and echo is not None and without_stop(told[0].text) == echo.text:
            told = told[1:]  # the echo line already says it
        self._shown = showing(self.lines, partial(ToldRow, self.look), (
            (one, None if one.seat is None else self.face(one.seat)) for one in told[:MOST]))
        ahead = controller.ahead() if controller.situation.state != "over" else ()
        self.next.say(" ".join(str(one) for one in ahead))

    def stand(self, left: float, width: float, low: float, top: float) -> None:
        """Place the lines from the top, and what comes next above the question."""
        low, top = low + dp(12), top - dp(18)
        parts = []
        if self.next.text and self._coming.fit(width) <= top - low:
            self._coming.pos = (left, low)
            low = self._coming.top + dp(BETWEEN)
            parts.append(self._coming)
        for many in range(len(self._shown), 0, -1):
            self._past.fill([self._title, *self._shown[:many]])
            if self._past.fit(width) <= top - low:
                self._past.pos = (left, top - self._past.height)
                parts.append(self._past)
                break
        self.fill(parts)


class PointsChip(Row):
    def __init__(self, panel: Host) -> None:
        look = panel.look
        self.panel = panel
        self.token = SeatToken(look, 0, "", 36)
        self.words = Words(look, "", "score big")
        super().__init__([self.token, self.words], least=48, pad=12)
        Box.card(self, look, "surface2", 24)

    def show(self, points: Points) -> None:
        self.token.become(points.seat.colour, self.panel.letter(points.seat))
        ink = "text2"
        if points.change:
            ink = "gain" if points.change > 0 else "loss"
        self.words.say(signed(points.change), ink)


class OneLine(Words):
    """Shrinks rather than takes a second line, as far as the text size allows."""

    def fit(self, width: float) -> float:
        return float(self.fit_in_line(width, float(dp(SMALLEST)) * max(1.0, self.look.scale)))


class QuestionNotes:
    """Creates the parts and updates them at each change of the table."""

    def __init__(self, panel: Host) -> None:
        self.panel = panel
        look = self.look = panel.look
        self._banner_line = IconLine(look, "", "bullhorn-outline", role="kicker", ink="on_container",
                                     icon_ink="on_container")
        self._banner = CardBox(look, [self._banner_line], "container", 12)
        self._turn = OneLine(look, "", "support", "text2")
        self._forgotten = IconLine(look, "", role="body", icon_ink="warm")
        self._hint = Words(look, "", "body", "text2")
        self._reasons: list[IconLine] = []
        self._reason_card = CardBox(look, [], gap=8)
        self._chips: list[PointsChip] = []
        self._chip_row = Wrap(gap=6)
        self._sums: list[SumLine] = []
        self._sum_row = Wrap(gap=24, line_gap=0)
        self._preview = CardBox(look, [self._sum_row], pad=16, air=10)
        self._reminders: list[IconLine] = []

    def banner(self, view: View | None) -> list[Any]:
        """The game's banner, then a rule of the turn that people forget, however short the space is."""
        if view is None:
            return []
        asked = self.panel.controller.situation
        turn = asked.question not in asked.standing
        forgotten = next((one for one in view.reminders if one.forgotten and turn
                          and one.belongs_to([asked.question])), None)
        if forgotten is not None:
            self._forgotten.show(forgotten.text, forgotten.icon)
        if view.banner is not None:
            self._banner_line.words.say(view.banner)
        self._turn.say(view.turn or "")
        return shown((self._turn, turn and view.turn is not None), (self._banner, view.banner is not None),
                     (self._forgotten, forgotten is not None))

    def explain(self, answer_panel: AnswerPanel) -> list[Any]:
        parts: list[Any] = []
        hint = answer_panel.hint()
        if hint is not None and not self.panel.terse:
            self._hint.say(hint)
            parts.append(self._hint)
        reasons = answer_panel.described.reasons
        if reasons:
            self._reason_card.fill(showing(self._reasons, lambda: IconLine(self.look, "", role="body"), (
                (one.text, one.icon or "circle-small") for one in reasons)))
            parts.append(self._reason_card)
        points = answer_panel.described.points
        if points:
            chips = showing(self._chips, partial(PointsChip, self.panel), ((one,) for one in points))
            self._chip_row.fill(chips)
            parts.append(self._chip_row)
        return parts

    def preview(self, answer_panel: AnswerPanel) -> list[Any]:
        sums = answer_panel.described.preview
        if not sums:
            return []
        make = partial(SumLine, self.look, self.panel.letter)
        self._sum_row.fill(showing(self._sums, make, ((one,) for one in sums)))
        return [self._preview]

    def reminders(self, view: View | None, by_hand: Sequence[HandLine], ahead: list[Text]) -> list[Any]:
        told = {line.path for line in by_hand}
        wanted = [one for one in (() if view is None else view.reminders) if not one.forgotten
                  and one.by_hand not in told] or [Reminder(one, "arrow-right") for one in ahead]
        return showing(self._reminders, lambda: IconLine(self.look, "", ink="text2", icon_ink="text2"),
                       ((one.text, one.icon) for one in wanted))
