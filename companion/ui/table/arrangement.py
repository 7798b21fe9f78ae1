"""Where the parts of the table screen stand: stage, bar, echo line, panel; below each other or side by side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp

from companion.services.table.controller import TableController
from companion.services.table.situation import Situation
from companion.ui.app.page import Page
from companion.ui.drawing.stage import Room
from companion.ui.table import layout
from companion.ui.table.bar import HIGH as BAR
from companion.ui.table.frame import WHY_ROOM
from companion.ui.table.steady import SLACK, Steady
from companion.ui.theme import tokens
from companion.ui.theme.look import Look

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp
    from companion.ui.table.clock import StageClock

KEYBOARD = 120.0  # no phone's own bar is that high: a keyboard is up
ECHO, TWO_LINES = 36.0, 56.0
ROUND_ECHO = 12.0  # the gaps above and below it: 48 dp to a finger


class ArrangedPage(Page):
    """The half of the table screen that knows places. The other half makes the parts and knows the play."""

    panel: Any
    bar: Any
    echo: Any
    foot: Any
    clock: StageClock
    dark: Any
    stage: Any
    controller: TableController

    def __init__(self, app: TablesideApp, look: Look) -> None:
        super().__init__(app, look)
        self.steady = Steady()

    @property
    def situation(self) -> Situation:
        return self.controller.situation

    def refresh(self) -> None:
        raise NotImplementedError

    def stage_do(self, what: str, *args: Any) -> Any:
        raise NotImplementedError

    def notice_place(self) -> tuple[float, float, float, bool]:
        """On the stage, above the echo line; in the dark, where the pad lies below, under the bar."""
        if self.situation.state == "ballots" or self.dark.waits:
            return float(self.x), float(self.top - self.insets[1] - dp(64)), float(self.width), False
        room, more = self.stage.room, self.clock.more
        low = more.top if self.clock.ring is not None and more.parent is not None and more.opacity else room.y
        return room.x, low + float(dp(4)), room.width, True

    def _form(self) -> layout.Form:
        return layout.form_of(self.width / dp(1), self.height / dp(1))

    def _with_stage_part(self, form: layout.Form) -> layout.Form:
        """A question may want more of the stage than others; big letters need the room more."""
        asked = self.panel.answer_panel
        part = asked.stage_part if asked is not None and self.look.scale <= 1.0 else 0.0
        return replace(form, stage_least=max(form.stage_least, part * self.height / dp(1)), keeps=part > 0)

    def arrange(self) -> None:
        if self.width < 2 or self.height < 2:
            return
        form = self._form()
        self.steady.begin((tuple(self.size), self.look.scale))
        if form != self.panel.form:
            self.panel.dress_for(form)
            self.panel.form = form
            self.refresh()
            return
        if self.situation.state == "ballots" or self.dark.waits:
            self._arrange_dark()
        elif form.beside:
            self._arrange_beside(form)
        else:
            self._arrange_below(form)
        if self.app.notice is not None:
            self.app.notice.stand()

    def _arrange_dark(self) -> None:
        for part in (self.panel, self.echo, self.bar, self.clock):
            part.opacity = 0
            part.disabled = True
        self.dark.stand(self.pos, self.size, self.insets)
        self.stage_do("stand", tuple(self.pos), tuple(self.size), self.dark.upper_room())

    def _arrange_below(self, form: layout.Form) -> None:
        left, upper, right, lower = self.insets
        width, side = self.width - left - right, dp(form.sides)
        inner = self.panel.headline_width(width, side)
        above = upper + dp(BAR)
        shown = self.panel.top + self.panel.lift if self.panel.opacity and self.panel.placed == (form, width) else None
        self.panel.make_room(width, self.height - dp(BAR) - dp(layout.STRIP))  # for the highest: no answer waits for it
        way, high = self._choose_way(self._with_stage_part(form), inner, self.height, above, lower)
        self.panel.stand(self.x + left, self.y, width, high, side, lower)
        self.panel.placed = (form, width)
        corner = dp(tokens.CORNER["panel"])
        stage_low = self.y + high - corner
        echo = self._place_echo(way, self.x + left, self.y + high, width)
        room = Room(self.x + left, self.y + high + echo, width, max(2.0, self.top - above - self.y - high - echo))
        self._place_stage((self.x, stage_low), (self.width, self.top - stage_low), room)
        self.bar.stand(self.x + left, self.top - upper, width)
        if shown is not None:
            self.panel.glide_from(shown)

    def follow_panel(self, lift: float) -> None:
        """The panel glides to its place: stage and echo line go along, and stand where they belong when it is there."""
        self.stage.stretch(lift)
        self.echo.hang(lift)
        if self.clock.ring is not None:
            ring = self.clock.ring.center
            self.clock.hang(self.stage.seen_at(ring)[1] - ring[1])

    def _arrange_beside(self, form: layout.Form) -> None:
        left, upper, right, lower = self.insets
        panel_left = self.look.left_handed
        wide = dp(form.panel) + (left if panel_left else right)
        x = self.x if panel_left else self.right - wide
        inner_x = x + left if panel_left else x
        content = dp(form.panel)
        side = dp(form.sides)
        self.panel.upper_inset = upper
        way, _ = self._choose_way(form, content - 2 * side, self.height, upper, lower)
        beyond = (left, 0.0) if panel_left else (0.0, right)
        self.panel.stand(inner_x, self.y, content, self.height, side, lower, beyond)
        stage_x = self.x + wide if panel_left else self.x
        stage_wide = self.width - wide
        bar_x = stage_x + (0 if panel_left else left)
        bar_wide = stage_wide - (right if panel_left else left)
        echo = self._place_echo(way, bar_x, self.y + lower, bar_wide)
        room = Room(bar_x, self.y + lower + echo, bar_wide, max(2.0, self.height - upper - dp(BAR) - lower - echo))
        self._place_stage((stage_x, self.y), (stage_wide, self.height), room)
        self.bar.stand(bar_x, self.top - upper, bar_wide)

    def _choose_way(self, form: layout.Form, inner: float, height: float, above: float,
                    lower: float) -> tuple[layout.Yield, float]:
        """The first way in which everything fits; else the last one, and its middle scrolls."""
        panel = self.panel
        panel.begin_measuring()
        panel.crowded = panel.strip.needs() > inner - dp(WHY_ROOM)
        ways = layout.ways(form, self.look.scale, keyboard=lower > dp(KEYBOARD), gauges=panel.gauges.seat is not None,
                           hand=panel.hand.shown, slim=panel.slim)
        cards = panel.game_cards if form.beside else []
        shelves = [(cards, True), (cards, False), ([], False)] if cards else [([], False)]
        for shelf, roomy in shelves:
            panel.shelf.fill(shelf)
            for card in shelf:
                card.roomy = roomy
            more = lower + (panel.shelf.fit(inner) + dp(8) if shelf else 0.0)
            found = self._fitting(form, ways[:1] if roomy else ways, inner, height, above, lower, more)
            if found is not None:
                return found
        most = self._most(form, ways[-1], height, above)
        return self._scrolled(ways[-1], most, inner, lower), most

    def _fitting(self, form: layout.Form, ways: list[layout.Yield], inner: float, height: float, above: float,
                 lower: float, more: float) -> tuple[layout.Yield, float] | None:
        """The first of these in which everything fits, and how high the panel is then; `more`: what stands beside."""
        needs: dict[layout.Yield, float] = {}
        strips: dict[layout.Yield, bool] = {}

        def fits(way: layout.Yield) -> bool:
            for strips[way] in self._strips():
                needs[way] = self._try(way, strips[way], inner) + more
                if needs[way] <= self._most(form, way, height, above) + 1:
                    return True
            return False

        way = layout.first_fitting(ways, fits)
        if way is None:
            return None
        self._try(way, strips[way], inner, final=True)  # a poorer one may have been tried after it
        slimmer = self._without_reminders(form, way, fits, needs, lower)
        if self.panel.way is not way:  # that one was tried since
            self._try(slimmer, strips[slimmer], inner, final=True)
        return slimmer, self._steady_height(form, needs[slimmer], self._most(form, slimmer, height, above), lower)

    def _without_reminders(self, form: layout.Form, way: layout.Yield, fits: Callable[[layout.Yield], bool],
                           needs: dict[layout.Yield, float], lower: float) -> layout.Yield:
        """The By hand card comes and goes: where the panel could keep its height without the reminders, they go."""
        fewer, steady = replace(way, reminders=False), self.steady.panel + lower + 1
        if form.beside or self.stage.roomy or not self.panel.passing() or fewer == way or needs[way] <= steady:
            return way
        return fewer if fits(fewer) and needs[fewer] <= steady else way

    def _steady_height(self, form: layout.Form, need: float, most: float, lower: float) -> float:
        """A board gets all the room there is; any other picture stays where it is for as long as it can."""
        if form.beside:
            return need
        slack = 0.0 if self.stage.roomy else SLACK * self.height
        least = min(dp(layout.LEAST_PANEL), most)
        passing = self.panel.passing()
        return float(max(least, self.steady.height(need - lower, passing, most - lower, slack) + lower))

    def _strips(self) -> tuple[bool, ...]:
        """With the seats, or without them where that saves room; a score sheet shows them by itself."""
        if self.panel.strip_hidden:
            return (False,)
        return (True, False) if self.panel.strip_optional else (True,)

    def _most(self, form: layout.Form, way: layout.Yield, height: float, above: float) -> float:
        if form.beside:
            return height - above
        return float(dp(1) * layout.panel_most(form, way, height / dp(1), above / dp(1)))

    def _scrolled(self, way: layout.Yield, most: float, inner: float, lower: float) -> layout.Yield:
        """Nothing fits as a whole: the answers scroll, or with too little room for them everything does."""
        panel = self.panel
        self._try(way, self._strips()[-1], inner, final=True)
        if panel.scroll_room(most - lower) < min(panel.middle.height, dp(110)) and not way.all_scrolls:
            way = replace(way, all_scrolls=True)
            self._try(way, not panel.strip_hidden, inner, final=True)
        if way.all_scrolls and panel.scroll_room(most - lower) < dp(200):
            self._try(way, False, inner, final=True)  # the seats can be seen on the stage; the question can't
        return way

    def _try(self, way: layout.Yield, strip: bool, inner: float, *, final: bool = False) -> float:
        self.panel.shows_strip = strip
        self.panel.foot = self.foot if way.echo == "foot" and self.controller.echo is not None else None
        self.panel.reread(way.terse)
        return float(self.panel.measure(inner, way, final=final))

    def _place_echo(self, way: layout.Yield, x: float, y: float, width: float) -> float:
        """Returns how much of the stage it covers."""
        shown = way.echo == "art" and self.controller.echo is not None
        self.echo.opacity = 1.0 if shown else 0.0
        if shown:
            self.echo.hug(width - dp(24))
            self.echo.pos = (x + dp(12), y + dp(ROUND_ECHO) / 2)
        if way.echo != "art":
            return 0.0
        round_it, high = dp(ROUND_ECHO), self.echo.height if shown else 0.0
        return self.steady.echo_room(max(dp(ECHO), high) + round_it, dp(TWO_LINES) + round_it)

    def _place_stage(self, pos: tuple[float, float], size: tuple[float, float], room: Room) -> None:
        for part in (self.panel, self.bar, self.clock):
            part.opacity = 1.0
        for part in (self.panel, self.echo, self.bar, self.clock):
            part.disabled = False
        self.dark.go_away()
        self.stage_do("stand", pos, size, room)
        self.clock.stand()
