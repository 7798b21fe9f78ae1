"""Base of the plain screens: title bar, scrolling column, foot and navigation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.questions import Refused
from companion.core.text import Text, say
from companion.ui.app.page import Page
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.flow import Column, Grid, Scroll
from companion.ui.widgets.base.lists import LongColumn
from companion.ui.widgets.base.tap import Box, Do
from companion.ui.widgets.base.words import Voice
from companion.ui.widgets.controls.buttons import IconDisc
from companion.ui.widgets.controls.nav import Navigation
from companion.ui.widgets.controls.rows import IconLine

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

WIDE, LOW = 840.0, 480.0
TWO = 720.0  # dp: room for two cards side by side


def this_device(app: TablesideApp) -> Text:
    return say("this phone") if app.machine.is_phone else say("this computer")


class Foot(Widget):
    def __init__(self, look: Look, content: Any) -> None:
        super().__init__(size_hint=(None, None))
        corner = dp(tokens.CORNER["panel"])
        Box(self, look.colour("surface2"), (corner, corner, 0.0, 0.0),
            look.colour("outline") if look.contrast else None, look.line)
        self.content = content
        self.add_widget(content)

    def on_touch_down(self, touch: Any) -> bool:
        """Pass touches through while hidden: Kivy's disabled widgets would swallow them."""
        return bool(self.opacity and super().on_touch_down(touch))


class CardPair(Grid):
    """Two cards, side by side on wide pages."""


def in_pairs(rows: Iterable[Any], gap: float = tokens.S) -> Iterator[CardPair]:
    waiting = iter(rows)
    while pair := list(islice(waiting, 2)):
        yield CardPair(pair, columns=1, gap=gap)


class PlainPage(Page):
    """Subclass it and pass the column's widgets to `show`. `place`: its tab in the navigation."""

    place = ""
    widest = 640.0

    def __init__(self, app: TablesideApp, look: Look, title: Text | str = "", *,
                 actions: Iterable[tuple[str, Do]] = (), role: str = "title", column: Column | None = None) -> None:
        super().__init__(app, look)
        Box(self, look.colour("background"))
        self.column = column or Column([], gap=tokens.M)
        self.scroll = Scroll(look, self.column)
        self.title = Voice(look, title, role, chrome=True)
        self.back = IconDisc(look, "arrow-left", self.leave, on_art=False) if not self.place else None
        self.actions = [IconDisc(look, icon, do, on_art=False) for icon, do in actions]
        self.nav = Navigation(look, self.place, app.go_home) if self.place else None
        self.long: LongColumn | None = None
        """A nested column that is built while scrolling."""
        for part in (self.scroll, self.title, self.back, *self.actions, self.nav):
            if part is not None:
                self.add_widget(part)

    def leave(self) -> None:
        self.app.back()

    def show(self, parts: Iterable[Any]) -> None:
        self.column.fill(parts)
        self.arrange()

    def show_or_say(self, fill: Do) -> None:
        """Show a refusal in place of the content."""
        try:
            fill()
        except Refused as error:
            self.show([IconLine(self.look, error.refusal.why, "alert-outline", role="body", ink="text2")])

    # Layout

    def compact(self) -> bool:
        return bool(self.width < dp(380))

    def has_rail(self) -> bool:
        return bool(self.width >= dp(WIDE) or self.height < dp(LOW) < self.width)

    def side(self) -> float:
        return float(dp(12) if self.compact() else dp(24) if self.width >= dp(600) else dp(16))

    def room(self) -> tuple[float, float, float, float]:
        """Left, bottom, width and height of the area beside the navigation."""
        left, upper, right, lower = self.insets
        if self.nav is None:
            return left, lower, self.width - left - right, self.height - upper - lower
        if self.has_rail():
            wide = self.nav.rail_width()
            self.nav.stand((0, 0), (left + wide, self.height), lower, upper)
            return left + wide, lower, self.width - left - wide - right, self.height - upper - lower
        high = self.nav.bar_height()
        self.nav.stand((0, 0), (self.width, high + lower), lower)
        return left, lower + high, self.width - left - right, self.height - upper - lower - high

    def notice_place(self) -> tuple[float, float, float, bool]:
        x, low, wide, _ = self.room()
        return x, low + float(dp(12)), wide, True

    def arrange(self) -> None:
        if self.parent is None:  # not sized yet
            return
        x, y, wide, high = self.room()
        inner = min(wide - 2 * self.side(), dp(self.widest))
        at = x + (wide - inner) / 2
        top = y + high - self.place_bar(x, y + high, wide, at, inner)
        self.place_body(at, y, inner, top - y)

    def place_bar(self, x: float, top: float, wide: float, at: float, inner: float) -> float:
        """Place back button, title and actions. Returns their height."""
        start = x + dp(8) if self.back is not None else at
        room = len(self.actions) * dp(48)
        lead = dp(48) if self.back is not None else 0.0
        end = at + inner + dp(4) if self.back is None else x + wide - dp(8)
        self.title.fit(max(dp(60), end - room - start - lead - dp(4)))
        high = max(dp(64), self.title.height + dp(16))
        middle = top - high / 2
        if self.back is not None:
            self.back.pos = (start + dp(4), middle - dp(20))
        self.title.pos = (start + lead + dp(4 if self.back is not None else 0), middle - self.title.height / 2)
        for number, action in enumerate(reversed(self.actions)):
            action.pos = (end - dp(44) - number * dp(48), middle - dp(20))
        return float(high)

    def place_body(self, at: float, low: float, inner: float, high: float) -> None:
        self._pair_up(inner)
        self.scroll.needs(inner)
        while self.long is not None and self.column.height < high * 1.3 and self.long.grow():
            self._pair_up(inner)
            self.scroll.needs(inner)
        self.scroll.show((at, low), inner + self.side(), max(dp(40), high))  # the scroll bar is in the margin

    def _pair_up(self, inner: float) -> None:
        columns = 2 if inner >= dp(TWO) and not self.look.big else 1
        for part in (*self.column.parts, *(self.long.parts if self.long is not None else ())):
            if isinstance(part, CardPair):
                part.columns = columns
