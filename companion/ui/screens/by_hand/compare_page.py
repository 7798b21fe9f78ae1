"""The frame of "Does it match?": the bar on the stage, the panel below or beside it; the question about the copy."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.json_values import Json
from companion.core.text import Text, say
from companion.services.open_play import OpenPlay
from companion.ui.app.page import Page
from companion.ui.drawing.stage import Room, Stage
from companion.ui.screens.plain import LOW, WIDE
from companion.ui.table.bar import HIGH, TitlePill
from companion.ui.table.by_hand.place_ring import ThingRings
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets import Grid, IconDisc, OutlineButton, PrimaryButton, Words
from companion.ui.widgets.base.flow import Column, Scroll
from companion.ui.widgets.base.long_list import LongColumn
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

STAGE_LEAST, FOR_THING = 700.0, 560.0  # a window less high has no room for the stage; less is enough for one thing


class CompareBar(Widget):
    """Close, the game and where we are in it, and undo for the last change of this visit."""

    def __init__(self, look: Look, close: Callable[[], object], undo: Callable[[], object]) -> None:
        super().__init__(size_hint=(None, None))
        self.close = IconDisc(look, "close", close)
        self.pill = TitlePill(look)
        self.undo = IconDisc(look, "undo-variant", undo)
        for part in (self.pill, self.close, self.undo):
            self.add_widget(part)

    def show(self, title: str, subtitle: Text | str, can_undo: bool) -> None:
        self.pill.show(title, subtitle)
        self.undo.set_ready(can_undo)

    def stand(self, x: float, top: float, width: float) -> None:
        """The bar's upper edge is at `top`."""
        middle = top - dp(HIGH) / 2
        self.pos, self.size = (x, top - dp(HIGH)), (width, dp(HIGH))
        self.close.center = (x + dp(28), middle)
        self.undo.center = (x + width - dp(28), middle)
        self.pill.hug(self.undo.x - dp(8) - x - dp(56))
        self.pill.pos = (x + dp(56), middle + dp(20) - self.pill.height)


class ComparePage(Page):
    """Where the parts of the page stand. What they are is the screen's own."""

    stage: Stage
    rings: ThingRings
    panel: Page
    bar: CompareBar
    kicker: Words
    title: Words
    headline: Text
    begun: bool
    head: Column
    scroll: Scroll
    column: Column
    rows: LongColumn
    foot: Column
    buttons: Grid
    thing: Any

    def _show_rings(self) -> None:
        raise NotImplementedError

    def arrange(self) -> None:
        if self.parent is None or self.width < 2:
            return
        left, upper, right, lower = self.insets
        aside = self.width >= dp(WIDE) or self.height < dp(LOW) < self.width
        least = STAGE_LEAST if self.thing is None else FOR_THING
        staged = aside or (self.height >= dp(least) and not self.look.big)
        top = self.height - upper
        if aside:
            wide = min(max(self.width * 0.42, dp(380)), dp(520))
            panel = (self.width - wide, 0.0, wide, self.height)
            stage = (0.0, 0.0, self.width - wide, self.height)
            room = Room(left, lower, self.width - wide - left, top - lower - dp(8))
        else:
            high = self.height * 0.6 if staged else top - dp(HIGH + 4)
            if staged and self.thing is not None:
                high = min(self.height * 0.62, self._needs(self.width - left - right) + lower)
            panel = (0.0, 0.0, self.width, high)
            low = high - dp(tokens.CORNER["panel"])
            stage = (0.0, low, self.width, self.height - low)
            room = Room(left, high, self.width - left - right, max(2.0, top - dp(HIGH) - high))
        tight = aside and self.height < dp(LOW) and self.look.big  # then the line above it is enough
        self.title.say("" if tight else self.headline)
        self.stage.opacity = 1.0 if staged else 0.0
        self.kicker.say(say("We have begun already") if self.begun else
                        say("Tap what is wrong") if staged else say("Set what is wrong"))
        if staged:
            self.stage.stand(stage[:2], stage[2:], room)
            self.stage.settle()  # rings lie where things are, not where they were when the picture began to glide
            self._show_rings()
        else:
            self.rings.show(())
        self.bar.stand(left, top, room.right - left)
        self._place_panel(panel, 0.0 if aside else left, right, lower, upper if aside else 0.0)

    def _needs(self, wide: float) -> float:
        """How high the panel is with one thing's card."""
        inner = wide - 2 * self._side()
        return float(self.head.fit(inner) + self.scroll.needs(inner) + self.foot.fit(inner) + dp(36))

    def _side(self) -> float:
        return float(dp(12 if self.width < dp(380) else 16))

    def _place_panel(self, at: tuple[float, float, float, float], left: float, right: float, lower: float,
                     upper: float) -> None:
        x, y, wide, high = at
        self.panel.pos, self.panel.size = (x, y), (wide, high)
        side = self._side()
        inner = wide - left - right - 2 * side
        start = x + left + side
        self.buttons.columns = 1 if self.look.big else len(self.buttons.parts)
        self.foot.fit(inner)
        self.foot.pos = (start, lower + dp(12))
        self.head.fit(inner)
        self.head.pos = (start, y + high - upper - dp(8) - self.head.height)
        low = self.foot.top + dp(8)
        self.scroll.needs(inner)
        room = self.head.y - dp(8) - low
        while self.thing is None and self.column.height < room * 1.3 and self.rows.grow():
            self.scroll.needs(inner)
        self.scroll.show((start, low), inner, max(dp(40), room))


def offer_copy(app: TablesideApp, look: Look, opened: OpenPlay, name: str, copy_id: int, fresh: Json,
               then: Callable[[], object]) -> None:
    """What hands put right in this play may be wrong in the owner's copy, too."""
    def change() -> None:
        app.evening.save_copy(opened.game.facts.id, name, fresh, copy_id)
        app.close_sheet(lambda: app.tell(say("{name} is corrected, too.", name=name)))

    hint = Words(look, say("For this play it is set. Later plays take it from {name}.", name=name), "body", "text2")
    foot = Grid([OutlineButton(look, say("Only this play"), "close", app.close_sheet),
                 PrimaryButton(look, say("In my copy, too"), "check-bold", change)],
                columns=1 if look.big else 2)
    app.open_sheet(Sheet(look, say("Is it wrong in your copy, too?"), [hint], foot, on_close=then))
