"""The frame of the question panel: strip, kicker, headline, what scrolls, the row of buttons, tiles, foot.

Knows sizes and places, nothing of questions: `panel.py` fills it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.text import say
from companion.ui.table import layout
from companion.ui.table.by_hand.hand_card import HandCardBox
from companion.ui.table.layout import Form, Yield
from companion.ui.table.panels.answer_panel import Action
from companion.ui.table.parts.button_row import ButtonRow
from companion.ui.table.parts.gauge_row import GaugeRow
from companion.ui.table.parts.head_row import HeadRow
from companion.ui.table.parts.lately import Lately
from companion.ui.table.parts.moving_panel import MovingPanel
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets import (
    Column,
    Grid,
    IconDisc,
    Pill,
    Scroll,
    Voice,
    Words,
    Wrap,
    shake,
)
from companion.ui.widgets.base.tap import Box
from companion.ui.widgets.controls.rows import IconLine
from companion.ui.widgets.displays.strip import SeatStrip

GAP, TIGHT = 12.0, 8.0  # between the parts; the second on small phones
WHY_ROOM = 52.0
EDGE = 1.0  # pixels: so soft is the edge of a box


class PanelFrame(MovingPanel):
    """The panel without a question in it."""

    placed: Any = None
    """The form and width it stands in; a panel that has just come does not glide."""

    def __init__(self, look: Look, on_seat: Callable[[int], None], on_why: Callable[[], None],
                 hand: HandCardBox) -> None:
        super().__init__(look)
        self.gap = float(dp(GAP))
        self.form: Form = layout.form_of(412, 892)
        self.way = Yield()
        self.ground = Widget(size_hint=(None, None))
        self.box = Box(self.ground, look.colour("surface"), dp(tokens.CORNER["panel"]),
                       look.colour("outline") if look.contrast else None, look.line)
        self.strip = SeatStrip(look, on_seat)
        self.gauges = GaugeRow(look, on_seat)
        self.hand = hand
        """Over the question, while there is something to do by hand."""
        self._make_head(on_why)
        self._make_body()
        self.inner = Widget(size_hint=(None, None))
        for part in (self.ground, self.strip, self.gauges, self.shelf, self.inner, self.why, self.why_sign):
            self.add_widget(part)
        self.strip_optional = False
        self.strip_hidden = False
        self.has_why = True
        self._heights: dict[tuple[str, tuple[Any, ...]], float] = {}
        self._sized: dict[str, tuple[Any, ...]] = {}

    def _make_head(self, on_why: Callable[[], None]) -> None:
        look = self.look
        self.kicker = Words(look, "", "kicker", "text2")
        self.why = Pill(look, say("Why?"), "help-circle-outline", on_why)
        self.why_sign = IconDisc(look, "help-circle-outline", on_why, on_art=False)
        self.why_line = Wrap([Pill(look, say("Why?"), "help-circle-outline", on_why)])
        self.headline = Voice(look)
        self.head_row = HeadRow()
        self.head_sign = IconDisc(look, "help-circle-outline", on_why, on_art=False)
        self.over_headline: list[Any] = []

    def _make_body(self) -> None:
        look = self.look
        self.middle = Column(gap=GAP)
        self.scroll = Scroll(look, self.middle)
        self.refusal = IconLine(look, "", "alert-circle-outline", ink="loss", icon_ink="loss")
        self.row = ButtonRow(look)
        self.tiles = Grid(columns=4, gap=tokens.S)
        self.shelf = Column(gap=8)
        """Beside the stage: what stands under the seats, the game's own cards."""
        self.lately: Lately | None = None
        """Beside a stage: the last lines of the chronicle; made when there is a place for them."""
        self.body: list[Any] = []
        self.reminders: list[Any] = []
        self.foot: Any = None

    # Filling

    def show_rows(self, primary: Action | None, second: Action | None, second_first: bool = False) -> None:
        self.row.show(primary, second, second_first)

    def refuse(self, why: str) -> None:
        """Above the button: why the answer was not taken."""
        self.refusal.words.say(why)
        if self.row.main is not None:
            shake(self.row.main)

    def passing(self) -> float:
        """How much of the height goes away by itself."""
        high = self.hand.height + self.gap if self._pins_hand() else 0.0
        return float(high + (self.refusal.height + dp(8) if self.refusal.words.text else 0.0))

    # Measuring

    def dress_for(self, form: Form) -> None:
        """Another form of the window: the headline has another size."""
        self.form = form
        self.gap = dp(TIGHT if form.name in (layout.SMALL, layout.LANDSCAPE) else GAP)
        self.middle.gap = self.gap / dp(1)
        if self.headline.role != form.headline:
            self.headline.role = form.headline
            self.headline.set_size_px(self.look.px(form.headline))

    def begin_measuring(self) -> None:
        """What is shown has changed: nothing is known of its sizes."""
        self._heights, self._sized = {}, {}

    def measure(self, width: float, way: Yield, *, final: bool = False) -> float:
        """How high everything would be in this way, at this inner width. `final`: it is the one, and the parts take
        these sizes. Most ways differ in one part only: what was measured in another is not measured again."""
        self.way = way
        self.hand.most = way.hand
        fits = {"strip": self._fit_strip, "head": self._fit_head, "middle": self.scroll.needs,
                "below": self._fit_below}
        placed, high = False, {}
        for part, key in self._depends(width, way).items():
            if (part, key) not in self._heights or (final and self._sized.get(part) != key):
                if not placed:
                    self._place_parts()
                    placed = True
                self._heights[part, key], self._sized[part] = fits[part](width), key
            high[part] = self._heights[part, key]
        if final and not placed:
            self._place_parts()
        strip, head, middle, below = (high[part] for part in fits)
        self._fixed = strip + head + below + self._gaps(strip, head, middle, below)
        return self._fixed + middle

    def _depends(self, width: float, way: Yield) -> dict[str, tuple[Any, ...]]:
        """What the height of each part depends on, while nothing else is shown."""
        why, kicker = self._why_in_strip(), self._has_kicker()
        hand = (way.hand == 1, min(way.hand, len(self.hand.card.lines)))  # with one the card has no title
        loose = (hand, why) if way.all_scrolls else ()
        return {"strip": (width, self.shows_strip, why, way.gauges, bool(self.shelf.parts)),
                "head": (width, way.all_scrolls, hand, kicker, way.one_line, self._why_in_headline()),
                "middle": (width, loose, way.terse, way.reminders),
                "below": (width, way.all_scrolls, way.terse, self.foot is None)}

    def _place_parts(self) -> None:
        """Which part hangs where: in the scrolling column, or fixed above and below it."""
        everything = self.way.all_scrolls
        second = self.row.pin_only_main(everything)
        loose = everything and self.has_why and not self._why_in_strip() and not self._has_kicker()
        beside = loose and self.look.scale <= layout.BIG
        self.head_row.fill([self.headline, self.head_sign] if beside else [])
        head: list[Any] = [*self.over_headline, self.head_row if beside else self.headline]
        hand = [self.hand] if self.hand.shown else []
        fixed: list[Any] = [self.scroll, self.refusal, self.row]
        if everything:
            why = [self.why_line] if loose and not beside else []
            self.middle.fill([*hand, *head, *why, *self.body, *second,
                              *([self.tiles] if self.tiles.parts else ()), *self.reminders])
        else:
            self.middle.fill([*self.body, *(self.reminders if self.way.reminders else ())])
            fixed = [*hand, *head, *fixed, self.tiles]
        if self.foot is not None:
            fixed.append(self.foot)
        if self._has_kicker():
            fixed.insert(0, self.kicker)
        wanted = [part for part in fixed if not self._empty(part)]
        for child in self.inner.children[:]:
            if child not in wanted:
                self.inner.remove_widget(child)
        for part in wanted:
            if part.parent is not self.inner:
                if part.parent is not None:
                    part.parent.remove_widget(part)
                self.inner.add_widget(part)

    def _empty(self, part: Any) -> bool:
        if part is self.row or part is self.tiles:
            return not part.parts
        return part is self.refusal and not self.refusal.words.text

    def _fit_strip(self, width: float) -> float:
        self.strip.opacity = 1.0 if self.shows_strip else 0.0
        if not self.shows_strip:
            self.strip.height = self.gauges_high = self.gauges.opacity = 0
            return 0.0
        room = dp(WHY_ROOM) if self._why_in_strip() else 0.0
        return self.strip.fit(width - room) + self._fit_gauges(width)

    shows_strip = True
    in_a_row = 4
    """Tiles, on a phone."""
    crowded = False
    """The seats need the whole width: Why? stands elsewhere."""
    gauges_high = 0.0
    """What the row of gauges takes below the seats, with its gap; zero without one."""

    def _fit_gauges(self, width: float) -> float:
        shown = self.way.gauges and not self.shelf.parts and self.gauges.fits(width)
        self.gauges.opacity = 1.0 if shown else 0.0
        self.gauges_high = self.gauges.fit(width) + dp(6) if shown else 0.0
        return self.gauges_high

    def _has_kicker(self) -> bool:
        """A line of its own for kicker and Why?; without a kicker Why? stands beside something else."""
        return bool(self.way.kicker and self.kicker.text)

    def _kicker_high(self) -> float:
        """Two lines of it do not touch the headline."""
        return float(max(dp(36), self.kicker.height + dp(6)))

    def _why_in_strip(self) -> bool:
        return (self.has_why and not self._has_kicker() and self.shows_strip and self.look.scale <= layout.BIG
                and not self.crowded)

    def _why_in_headline(self) -> bool:
        return (self.has_why and not self._has_kicker() and not self._why_in_strip() and not self.way.all_scrolls)

    def _fit_head(self, width: float) -> float:
        high = self.hand.fit(width) + self.gap if self._pins_hand() else 0.0
        if self._has_kicker():
            self.why.hug()
            self.kicker.fit(width - self.why.width - dp(8))
            high += self._kicker_high()
        if self.way.all_scrolls:
            return high
        for part in self.over_headline:
            high += part.fit(width) + self.gap
        self.headline.set_size_px(self.look.px(self.form.headline))
        least = self.look.px("answer") if self.way.one_line else 0.0
        high += self.headline.fit_in_line(width - (dp(44) if self._why_in_headline() else 0), least)
        return high

    def _fit_below(self, width: float) -> float:
        wide = width > dp(420) and self.look.scale <= 1.0
        most = 2 if self.look.scale > layout.BIG else 6 if wide else self.in_a_row
        count = len(self.tiles.parts)
        rows = -(-count // most)
        self.tiles.columns = max(1, -(-count // max(1, rows)))  # five are three and two, not four and one
        high = self.refusal.fit(width) + dp(8) if self.refusal.words.text else 0.0
        high += self.row.fit(width)
        if self._pins_tiles():
            high += self.tiles.fit(width) + (dp(tokens.S) if self.row.parts else 0)
        if self.foot is not None:
            high += self.foot.fit(width)
        return high

    def _pins_hand(self) -> bool:
        return self.hand.shown and not self.way.all_scrolls

    def _pins_tiles(self) -> bool:
        return bool(self.tiles.parts) and not self.way.all_scrolls

    def _gaps(self, strip: float, head: float, middle: float, below: float) -> float:
        gaps: float = dp(14) + self.gap + dp(4)
        gaps += dp(6) if strip and head else 0
        gaps += self.gap if head and middle else 0
        gaps += self.gap if below and (middle or head) else 0
        return float(gaps)

    # Placing

    def stand(self, x: float, y: float, width: float, height: float, side: float, bottom: float,
              beyond: tuple[float, float] = (0.0, 0.0)) -> None:
        """Take this place. `measure` was called with the inner width; `bottom` is the phone's own bar, `beyond` what a
        camera takes at the left and right: ground without words."""
        corner = dp(tokens.CORNER["panel"])
        self.box.corner = 0.0 if self.form.beside else (corner, corner, 0.0, 0.0)
        self.pos, self.size = (x - beyond[0], y), (width + sum(beyond), height)
        out = 0.0 if self.form.beside or self.look.contrast else EDGE  # outside of the screen, else the stage shines in
        self.ground.pos, self.ground.size = (self.x - out, self.y - out), (self.width + 2 * out, self.height + out)
        inner = self.headline_width(width, side)
        left = x + (width - inner) / 2
        low = self._stand_below(left, y + bottom + self.gap + dp(4), inner)
        top = self._stand_upper(left, inner)
        self.below_seats = min(top - y, height - (0.0 if self.form.beside else corner))
        self.slid()
        self._stand_middle(left, inner, low, top)

    def headline_width(self, width: float, side: float) -> float:
        return float(min(width - 2 * side, dp(self.form.widest)))

    def _stand_below(self, left: float, low: float, inner: float) -> float:
        """From the bottom up; returns where the free space begins."""
        start = low
        if self.foot is not None:
            self.foot.pos = (left, low)
            low += self.foot.height
        if self._pins_tiles():
            self.tiles.pos = (left, low)
            low += self.tiles.height + (dp(tokens.S) if self.row.parts else 0)
        if self.row.parts:
            self.row.pos = (left, low)
            low += self.row.height
        if self.refusal.words.text:
            self.refusal.pos = (left, low + dp(8))
            low += self.refusal.height + dp(8)
        return low + (self.gap if low > start else 0)

    def _stand_upper(self, left: float, inner: float) -> float:
        """From the top down: the seats, and beside the stage the game's own card. Returns where they end."""
        top = self.top - dp(14) - (self.upper_inset if self.form.beside else 0)
        if self.shows_strip:
            self.strip.pos = (left, top - self.strip.height)
            if self._why_in_strip():
                self.why_sign.pos = (left + inner - dp(44), self.strip.center_y - dp(20))
            top -= self.strip.height + dp(6)
            self.gauges.pos = (left, top - self.gauges.height)
            top -= self.gauges_high
        if self.shelf.parts:
            self.shelf.pos = (left, top - dp(8) - self.shelf.height)
            top = self.shelf.y
        return float(top)

    upper_inset = 0.0

    def _stand_middle(self, left: float, inner: float, low: float, top: float) -> None:
        """Headline and what scrolls. Beside a stage they stand on the button, with free space above."""
        head = 0.0 if self.way.all_scrolls else self.headline.height
        head += sum(part.height + self.gap for part in self.over_headline) if not self.way.all_scrolls else 0
        head += self.hand.height + self.gap if self._pins_hand() else 0.0
        kicker = self._kicker_high() if self._has_kicker() else 0.0
        gap = self.gap if self.middle.height and (head or kicker) else 0.0
        room = max(0.0, top - low - head - kicker - gap)
        shown = min(self.middle.height, room)
        if self.form.beside:
            free, top = top, min(top, low + shown + gap + head + kicker)
            self._stand_lately(left, inner, top, free)
        elif self.lately is not None:
            self.lately.hide()
        if self._pins_hand():
            self.hand.pos = (left, top - self.hand.height)
            top -= self.hand.height + self.gap
        if kicker:
            self.kicker.pos = (left, top - kicker / 2 - self.kicker.height / 2)
            self.why.pos = (left + inner - self.why.width, top - kicker / 2 - self.why.height / 2)
            top -= kicker
        if not self.way.all_scrolls:
            for part in self.over_headline:
                part.pos = (left, top - part.height)
                top -= part.height + self.gap
            self.headline.pos = (left, top - self.headline.height)
            top -= self.headline.height + gap
        if self._why_in_headline():
            self.why_sign.pos = (left + inner - dp(40), self.headline.top - dp(40))
        self.why.opacity = 1.0 if kicker and self.has_why else 0.0
        self.why_sign.opacity = 1.0 if self._why_in_headline() or self._why_in_strip() else 0.0
        self.scroll.show((left, top - shown), inner, shown)

    def _stand_lately(self, left: float, inner: float, low: float, top: float) -> None:
        """What stays empty between the seats and the question is told in; a low window has no such room."""
        if self.lately is None:
            return
        if self.form.name == layout.LANDSCAPE:
            self.lately.hide()
        else:
            self.lately.stand(left, inner, low, top)

    def scroll_room(self, height: float) -> float:
        """What would be left for the answers in a panel of this height."""
        return height - self._fixed
