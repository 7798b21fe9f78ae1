"""Finds what the table screen must hide so that the question fits, and how high the panel is then."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kivy.metrics import dp

from companion.core.questions import traits
from companion.ui.drawing.stage import Stage
from companion.ui.table import layout
from companion.ui.table.bar import HIGH as BAR
from companion.ui.table.layout import SLACK, Steady
from companion.ui.table.panel import WHY_ROOM

if TYPE_CHECKING:
    from companion.ui.table.screen import TableScreen

KEYBOARD = 120.0  # dp: higher than any phone's own bar, so a keyboard is up


class Fitting:
    """Tries the levels of a form in the real panel, whose texts only it can measure."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen, self.panel = screen, screen.panel
        self.steady = Steady()
        self.seats_above_list = False
        """Did the seats fit before the To move list unfolded?"""

    @property
    def stage(self) -> Stage:
        """The game's own, or the plain one since that failed."""
        return self.screen.stage

    def choose(self, form: layout.Form, inner: float) -> tuple[layout.Level, float]:
        """The first level in which everything fits, and the panel's height.

        If none fits, the last one scrolls."""
        panel = self.panel
        panel.crowded = panel.strip.needs() > inner - dp(WHY_ROOM)
        asked = panel.answer_panel
        levels = layout.levels(form, self.screen.look.scale, keyboard=self.screen.insets[3] > dp(KEYBOARD),
                               hand=panel.hand.shown, gauges=panel.gauges.seat is not None, slim=panel.slim,
                               keys=asked is not None and asked.has_keys,
                               yields=asked is not None and asked.yields_stage)
        if self.stage.dense and panel.slim:  # the board needs the room of the list
            levels = [replace(one, folded=True) for one in levels]
        cards = panel.game_cards if form.beside else []
        shelves = [(cards, True), (cards, False), ([], False)] if cards else [([], False)]
        for shelf, roomy in shelves:
            panel.shelf.fill(shelf)
            for card in shelf:
                card.roomy = roomy
            for level in levels[:1] if roomy else levels:
                need = self._need(form, level, inner)
                if need is not None:
                    return self._keep_steady(form, level, need, inner)
        level = self._scrolled(form, levels[-1], inner)
        return level, self.most_height(form, level)

    def _need(self, form: layout.Form, level: layout.Level, inner: float) -> float | None:
        """The panel's height in this level, perhaps without the seats; None if it doesn't fit."""
        needs = (self._try(level, strip, inner) for strip in self._strips())
        return next((need for need in needs if need <= self.most_height(form, level) + 1), None)

    def _keep_steady(self, form: layout.Form, level: layout.Level, need: float,
                     inner: float) -> tuple[layout.Level, float]:
        """Give a board all the space; keep any other stage in place as long as possible."""
        if form.beside:
            return level, need
        lower, fewer = self.screen.insets[3], replace(level, reminders=False)
        steady = self.steady.panel + lower + 1
        if not self.stage.roomy and self.panel.passing() and fewer != level and need > steady:
            less = self._need(form, fewer, inner)  # while the To move card shows
            if less is not None and less <= steady:
                level, need = fewer, less
            else:
                self._need(form, level, inner)
        most = self.most_height(form, level)
        slack = 0.0 if self.stage.roomy else max(SLACK * self.screen.height, dp(124))
        least = 0.0 if self.panel.slim else min(dp(layout.LEAST_PANEL), most)
        high = self.steady.height(need - lower, self.panel.passing(), most - lower, slack) + lower
        return level, float(max(least, high))

    def _scrolled(self, form: layout.Form, level: layout.Level, inner: float) -> layout.Level:
        """Nothing fits, so let the answers scroll, or everything if even that leaves too little space."""
        panel, most = self.panel, self.most_height(form, level) - self.screen.insets[3]
        self._try(level, self._strips()[-1], inner)
        if panel.below_the_fold(panel.scroll_room(most)):
            level = replace(level, answers_first=True)
            self._try(level, self._strips()[-1], inner)
        if panel.scroll_room(most) < min(panel.middle.height, dp(110)) and not level.all_scrolls:
            level = replace(level, all_scrolls=True)
            self._try(level, not panel.strip_hidden, inner)
        if level.all_scrolls and not self._room_for_seats(panel.scroll_room(most)):
            self._try(level, False, inner)  # the stage shows the seats, but not the question
        if level.all_scrolls and panel.below_the_fold(panel.scroll_room(most)):
            level = replace(level, answers_first=True)
            self._try(level, panel.shows_strip, inner)
        if not self.stage.goes_back and panel.hides_what_is_asked(panel.scroll_room(most)):
            least = layout.WITH_BIG_TEXT * self.screen.height / dp(1)
            level = replace(level, stage_least=min(level.stage_least, least))
        return level

    def _room_for_seats(self, room: float) -> bool:
        """Whether they fit above what scrolls; when the To move list unfolds, they stay as they were."""
        if not self.panel.hand.unfolded:
            return bool(room >= dp(200))
        return self.seats_above_list and not self.screen.look.big

    def _try(self, level: layout.Level, strip: bool, inner: float) -> float:
        """Lay out the panel in this level; returns its height."""
        self.panel.shows_strip = strip
        self.panel.foot = self.screen.foot if level.echo == "foot" and self.screen.has_echo() else None
        self.panel.reread(level)
        return float(self.panel.measure(inner, level) + self.screen.insets[3])

    def _strips(self) -> tuple[bool, ...]:
        """Whether to try with and without the seat strip; score sheets have no strip."""
        if self.panel.strip_hidden:
            return (False,)
        return (True, False) if self.panel.strip_optional else (True,)

    def most_height(self, form: layout.Form, level: layout.Level) -> float:
        upper = self.screen.insets[1]
        if form.beside:
            return float(self.screen.height - upper)
        return float(dp(1) * layout.panel_most(form, level, self.screen.height / dp(1), upper / dp(1) + BAR))

    def with_stage_part(self, form: layout.Form) -> layout.Form:
        """Keep more of the stage if the question or the stage wants it; less of it with big text."""
        asked = self.panel.answer_panel
        pieces = self.stage.lights_places and any(line.place for line in self.panel.hand.card.lines)
        typed = asked is not None and asked.has_keys and form.name == layout.SMALL  # every key stays in view
        hands = 0.0
        if pieces:
            hands = layout.WITH_KEYS if typed else layout.FOR_HANDS
        crowded = asked is None or (self.stage.goes_back and not asked.has_keys)  # the list needs the room
        about = 0.0 if asked is None or crowded else asked.stage_part
        part = max(self.stage.keeps, hands, about)
        if self.screen.look.scale > 1.0:
            part = self._part_with_big_text()
        least = max(form.stage_least, part * self.screen.height / dp(1))
        return replace(form, stage_least=least, keeps=part > 0)

    def _part_with_big_text(self) -> float:
        asked = self.panel.answer_panel
        if asked is None:
            return 0.0
        tapped = self.stage.roomy and traits(asked.question).on_map and not self.panel.hand.unfolded
        if tapped or (asked.question.lays_out and not self.panel.hand.shown):
            return layout.WITH_BIG_TEXT
        return 0.0 if self.panel.hand.unfolded else asked.big_stage_part
