"""Base of the plain screens: title bar, scrolling column, foot and navigation between the four main pages."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.text import Refused, Text, say
from companion.ui.app.page import Page
from companion.ui.app.tableside import TablesideApp
from companion.ui.theme import Look, tokens
from companion.ui.widgets import Box, Column, Do, Icon, Scroll, Tap, Voice, Words
from companion.ui.widgets.base.flow import LongColumn, SideBySide, grow_on_scroll
from companion.ui.widgets.controls.buttons import IconDisc
from companion.ui.widgets.controls.rows import IconLine

CARD = 360.0  # dp: the least width of cards side by side
PLACES = (("library", say("Games"), "cards-outline"), ("history", say("History"), "history"),
          ("players", say("Players"), "account-multiple-outline"),
          ("settings", say("Settings"), "cog-outline"))
BAR, RAIL = 72.0, 88.0


class NavPlace(Tap):
    def __init__(self, look: Look, words: str, icon: str, here: bool, do: Do) -> None:
        super().__init__(look, None if here else do)
        self.text = words
        self.pill = Widget(size_hint=(None, None), size=(dp(60), dp(32)))
        self.box = Box(self.pill, look.colour("container", 1.0 if here else 0.0), dp(16))
        self.icon = Icon(look, icon, 24, "on_container" if here else "text2", chrome=False)
        self.label = Words(look, words, "label", "text" if here else "text2", align="center", chrome=True)
        self.add_parts(self.pill, self.icon, self.label)

    def arrange(self) -> None:
        self.label.hug(self.width - dp(2))
        high = self.pill.height + dp(4) + self.label.height
        self.pill.pos = (self.center_x - self.pill.width / 2, self.center_y + high / 2 - self.pill.height)
        self.icon.center = self.pill.center
        self.label.pos = (self.center_x - self.label.width / 2, self.center_y - high / 2)


class Navigation(Widget):
    """A bar if it is wider than high, otherwise a rail."""

    def __init__(self, look: Look, here: str, go: Callable[[str], Any]) -> None:
        super().__init__(size_hint=(None, None))
        self.look = look
        Box(self, look.colour("surface2"), 0.0)
        self.places = []
        for name, words, icon in PLACES:
            place = NavPlace(look, str(words), icon, name == here, partial(go, name))
            self.places.append(place)
            self.add_widget(place)

    def bar_height(self) -> float:
        return self.look.high(BAR, chrome=True)

    def stand(self, pos: tuple[float, float], size: tuple[float, float], foot: float = 0.0,
              head: float = 0.0) -> None:
        """The background covers the insets `foot` and `head`; the buttons stay clear of them."""
        self.pos, self.size = pos, size
        wide, high = size[0], size[1] - foot - head
        count, bar = len(self.places), wide > high
        each = wide / count if bar else min(self.bar_height(), high / count)
        top = pos[1] + foot + high / 2 + each * count / 2
        for number, place in enumerate(self.places):
            if bar:
                place.size, place.pos = (each, high), (pos[0] + number * each, pos[1] + foot)
            else:
                place.size, place.pos = (wide, each), (pos[0], top - (number + 1) * each)

    def on_touch_down(self, touch: Any) -> bool:
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))


def this_device(app: TablesideApp) -> Text:
    if app.is_tablet:
        return say("this tablet")
    return say("this phone") if app.machine.is_phone else say("this computer")


class Foot(Widget):
    def __init__(self, look: Look, content: Any) -> None:
        super().__init__(size_hint=(None, None))
        Box.panel(self, look, "surface2")
        self.content = content
        self.add_widget(content)

    def on_touch_down(self, touch: Any) -> bool:
        """Pass touches through while hidden: Kivy's disabled widgets would swallow them."""
        return bool(self.opacity and super().on_touch_down(touch))


def in_pairs(look: Look, rows: Iterable[Any], gap: float = tokens.S) -> Iterator[SideBySide]:
    waiting = iter(rows)
    while pair := list(islice(waiting, 2)):
        yield SideBySide(look, pair, CARD, gap)


class PlainPage(Page):
    """A page that lists the widgets of `parts`; those of `long` are built while scrolling.

    `place`: its tab in the navigation."""

    place = ""
    widest = 640.0
    gap = tokens.S
    in_steps = False
    """The rows of `long` are large: build those in sight one per frame."""

    def __init__(self, app: TablesideApp, look: Look, title: Text | str = "", *,
                 actions: Iterable[tuple[str, Do]] = (), role: str = "title") -> None:
        super().__init__(app, look)
        Box(self, look.colour("background"))
        self.column, self.long = Column([], gap=self.gap), LongColumn(gap=tokens.S, at_once=8)
        self.scroll = Scroll(look, self.column)
        self._further = Clock.create_trigger(self._grow, 0)
        grow_on_scroll(self.scroll, self.long, self.arrange)
        self.title = Voice(look, title, role, chrome=True)
        self.back = IconDisc(look, "arrow-left", self.leave, on_art=False) if not self.place else None
        self.actions = [IconDisc(look, icon, do, on_art=False) for icon, do in actions]
        self.nav = Navigation(look, self.place, app.go_home) if self.place else None
        for part in (self.scroll, self.title, self.back, *self.actions, self.nav):
            if part is not None:
                self.add_widget(part)

    def parts(self) -> list[Any]:
        return []

    def refresh(self) -> None:
        """Show the parts, or why they can't be read."""
        try:
            self.show(self.parts())
        except Refused as error:
            self.show([IconLine(self.look, error.refusal.why, "alert-outline", role="body", ink="text2")])

    def choose(self, key: str, value: Any) -> None:
        """Show what fits another filter."""
        if getattr(self, key) != value:
            setattr(self, key, value)
            self.refresh()
            self.scroll.to_start()

    def show(self, parts: Iterable[Any]) -> None:
        self.column.fill(parts)
        self.arrange()

    def entered(self) -> None:
        self.in_place(self.refresh)

    def in_place(self, refresh: Do) -> None:
        """Show something new, scrolled as it was left."""
        above = self.scroll.above()
        refresh()
        while above > max(0.0, self.column.height - self.scroll.height) and self.long.grow():
            self.arrange()
        self.scroll.keep(above)

    def _grow(self, _: float) -> None:
        if self.long.grow():
            self.arrange()

    def leave(self) -> None:
        self.app.back()

    # Layout

    def side(self) -> float:
        if self.width < dp(380):
            return float(dp(12))
        return float(dp(24) if self.width >= dp(600) else dp(16))

    def room(self) -> tuple[float, float, float, float]:
        """Left, bottom, width and height of the area beside the navigation."""
        left, upper, right, lower = self.insets
        if self.nav is None:
            return left, lower, self.width - left - right, self.height - upper - lower
        if self.is_wide():
            wide = self.look.high(RAIL, chrome=True)
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
        start, end, lead = at, at + inner + dp(4), 0.0
        if self.back is not None:
            start, end, lead = x + dp(8), x + wide - dp(8), dp(52)
        self.title.fit(max(dp(60), end - start - max(lead, dp(4)) - len(self.actions) * dp(48)))
        high = max(dp(64), self.title.height + dp(16))
        middle = top - high / 2
        if self.back is not None:
            self.back.pos = (start + dp(4), middle - dp(20))
        self.title.pos = (start + lead, middle - self.title.height / 2)
        for number, action in enumerate(reversed(self.actions)):
            action.pos = (end - dp(44) - number * dp(48), middle - dp(20))
        return float(high)

    def place_body(self, at: float, low: float, inner: float, high: float) -> None:
        self.scroll.needs(inner)
        if self.in_steps and self.column.height < high * 1.3:
            self._further()
        while not self.in_steps and self.column.height < high * 1.3 and self.long.grow():
            self.scroll.needs(inner)
        self.scroll.show((at, low), inner + self.side(), max(dp(40), high))  # the scroll bar is in the margin
