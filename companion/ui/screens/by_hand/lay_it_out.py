"""Lay it out again: the box was packed away on Friday, and on Saturday everything is back in five minutes.

A checklist of all that lies on the table, in groups as hands work. What is checked is kept with the play and changes
nothing in it; playing on is always allowed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.metrics import dp

from companion.core.by_hand.lines import LaidOut, LaidOutGroup
from companion.core.engine.boundary import GameFailed
from companion.core.text import say
from companion.services import when
from companion.services.by_hand import check_off, checked, turn_of
from companion.services.open_play import OpenPlay
from companion.ui.app.idle import idle
from companion.ui.drawing.stage_picture import Size, Spots, picture_with_spots
from companion.ui.screens.by_hand.full_board import FullBoard
from companion.ui.screens.by_hand.sections import MarkedBoard, Progress, Section
from companion.ui.screens.plain import LOW, WIDE, PlainPage
from companion.ui.theme import tokens
from companion.ui.widgets import Column, Grid, Link, PrimaryButton, SeatToken, TonalButton, Words
from companion.ui.widgets.base.tap import Box
from companion.ui.widgets.controls.headings import Heading

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

PICTURE, FLAT = 760, 0.61  # how wide the board is drawn, and how high where the list is below it
PINS_FROM = 700.0  # a window so high has room for the board over the list


class CheckAll(TonalButton):
    pad = 10.0


class PlayOn(PrimaryButton):
    pad = 10.0


class LayOutScreen(PlainPage):
    """`app.go("lay_it_out", opened=opened)`."""

    keeps_awake = True
    widest = 720.0

    def __init__(self, app: TablesideApp, opened: OpenPlay) -> None:
        super().__init__(app, app.look_for(opened.game), say("Lay it out again"))
        look = self.look
        self.opened = opened
        self.checked = checked(app.evening, opened)
        self.unfolded: Section | None = None
        self.letters = tokens.initials(seat.name for seat in opened.play.table.seats)
        self.progress = Progress(look)
        self.far = Words(look, "", "kicker", "text", align="right")
        self.board = MarkedBoard(look, self._tap, self._open_full)
        self.full: FullBoard | None = None
        """The board as big as the window, while somebody looks at it so."""
        self.pinned = Column(gap=10)
        """How far it is, and the board: they stay while a high window's list scrolls."""
        self.sections = self._sections()
        self.check_all = CheckAll(look, say("Check all"), "check-all", self._check_all)
        self.play_on = PlayOn(look, say("Play on"), "play", self.go_on)
        self.foot = Grid([self.check_all, self.play_on], columns=2, gap=8)
        self.match = Link(look, say("Does it match?"), "scale-balance", self._compare)
        Box(self.foot, look.colour("background"))
        self.add_widget(self.pinned)
        self.add_widget(self.foot)
        self._open(self._next(None))
        idle.first([self._draw_board])

    def _groups(self) -> tuple[LaidOutGroup, ...]:
        try:
            return self.opened.play.laid_out()
        except GameFailed:
            return ()

    def _sections(self) -> list[Section]:
        sections: list[Section] = []
        number = 1
        for group in self._groups():
            things = [thing for thing in group.things if thing.there]
            if things:
                sections.append(Section(self.look, group, number, self._token(things), self._toggle, self._tap))
                number += sum(bool(thing.place) for thing in things)
        return sections

    def _token(self, things: list[LaidOut]) -> SeatToken | None:
        """Everything of one seat has that seat's token."""
        seats = {thing.seat for thing in things}
        seat = next(iter(seats))
        if len(seats) > 1 or seat is None:
            return None
        return SeatToken(self.look, self.opened.play.table.seats[seat].colour, self.letters[seat], 36)

    def closed(self) -> None:
        if not any(visit.args.get("opened") is self.opened for visit in self.app.visits):
            self.app.evening.close(self.opened)

    # What is shown

    def _draw_board(self) -> None:
        drawn = self._picture((PICTURE, round(PICTURE * self.board.picture.ratio)))
        if drawn is not None:
            self.board.draw(*drawn)
            self._refresh()

    def _picture(self, size: Size) -> tuple[Any, Spots] | None:
        places = [thing.place for section in self.sections for thing in section.things if thing.place]
        return picture_with_spots(self.opened.play, size, places, turn_of(self.app.evening, self.opened))

    def _things(self) -> list[LaidOut]:
        return [thing for section in self.sections for thing in section.things]

    def _left(self, section: Section) -> list[LaidOut]:
        return [thing for thing in section.things if thing.path not in self.checked]

    def _next(self, after: Section | None) -> Section | None:
        """The next section with something left, from there on and round."""
        start = self.sections.index(after) + 1 if after is not None else 0
        order = self.sections[start:] + self.sections[:start]
        return next((one for one in order if self._left(one)), None)

    def _here(self) -> str:
        """The row that somebody is at."""
        left = self._left(self.unfolded) if self.unfolded is not None else []
        return left[0].path if left else ""

    def _refresh(self) -> None:
        here = self._here()
        for section in self.sections:
            section.show(section is self.unfolded, self.checked, here)
        things = self._things()
        done = sum(thing.path in self.checked for thing in things)
        self.far.say(say("{n} of {all}", n=done, all=len(things)))
        self.progress.show(done / len(things) if things else 1.0)
        marks = self.unfolded.numbers() if self.unfolded is not None else ()
        self.board.show(marks, self.checked, here)
        if self.full is not None:
            self.full.show(self.unfolded, self.checked, here)
        facts, left = self.opened.game.facts, self.opened.row.touched
        head = Words(self.look, say("{game}. {left}", game=facts.title,
                                    left=when.left_at(left, self.app.machine.clock.wall())), "kicker", "text2")
        board = [] if self._aside() else [self.board]
        upper: list[Any] = [Heading(head, self.far), self.progress, *board]
        self.pinned.fill(upper if self._pins() else [])
        parts: list[Any] = [*([] if self._pins() else upper), *self.sections]
        if not things:
            parts.append(Words(self.look, say("Nothing is on the table yet."), "body", "text2"))
        if not board and self.board.parent is not self:
            self.column.fill(parts)
            self.add_widget(self.board)
        self.show([*parts, self.match])
        rows = self.unfolded.rows if self.unfolded is not None else []
        row = next((one for one in rows if one.thing.path == here), None)
        if row is not None:
            Clock.schedule_once(lambda _: self.scroll.bring(row), 0)

    # What happens

    def _open(self, section: Section | None) -> None:
        self.unfolded = section
        self._refresh()

    def _toggle(self, section: Section) -> None:
        self._open(None if section is self.unfolded else section)

    def _tap(self, thing: LaidOut) -> None:
        self.checked ^= {thing.path}
        check_off(self.app.evening, self.opened, self.checked)
        self.app.noise("tap", 10)
        if self.unfolded is not None and not self._left(self.unfolded):
            self._open(self._next(self.unfolded))
        else:
            self._refresh()

    def _check_all(self) -> None:
        """What lies in the open section; with none open, everything."""
        things = self.unfolded.things if self.unfolded is not None else self._things()
        self.checked |= {thing.path for thing in things}
        check_off(self.app.evening, self.opened, self.checked)
        self._open(self._next(self.unfolded))

    def go_on(self) -> None:
        if len(self.app.visits) > 1 and self.app.visits[-2].name == "table":
            self.app.back()
        else:
            self.app.go_instead("table", opened=self.opened)

    def _compare(self) -> None:
        self.app.go_instead("compare", opened=self.opened)

    # The board as big as the window

    def _open_full(self) -> None:
        if self.board.picture.source is None:
            return
        self.full = FullBoard(self.look, self._tap, self._close_full)
        self.add_widget(self.full)
        self._refresh()

    def _close_full(self) -> None:
        if self.full is not None:
            self.remove_widget(self.full)
            self.full = None

    def on_back(self) -> bool:
        shown = self.full is not None
        self._close_full()
        return shown

    # Places

    def _aside(self) -> bool:
        """A wide window has the board at the left."""
        return bool(self.width >= dp(WIDE) or self.height < dp(LOW) < self.width)

    def _pins(self) -> bool:
        return bool(not self._aside() and self.height >= dp(PINS_FROM) and not self.look.big)

    def arrange(self) -> None:
        if self.parent is not None and self._pins() != bool(self.pinned.parts) and self.sections:
            self._refresh()
            return
        if self.parent is not None and self._aside() != (self.board.parent is self) and self.sections:
            if self.board.parent is self:
                self.remove_widget(self.board)
                self._shape(FLAT)
            self._refresh()
            return
        super().arrange()
        if self.full is not None and self.full.stand(self.size, self.insets):
            drawn = self._picture(self.full.picture_size())
            if drawn is not None:
                self.full.board.draw(*drawn)
                self.full.show(self.unfolded, self.checked, self._here())
                self.full.stand(self.size, self.insets)

    def room(self) -> tuple[float, float, float, float]:
        x, y, wide, high = super().room()
        if not self._aside():
            return x, y, wide, high
        room = wide * 0.5 - dp(40)
        self._shape(max(FLAT, min(1.0, (high - dp(80)) / max(1.0, room))))
        self.board.fit(room)
        self.board.pos = (x + dp(24), y + (high - dp(64) - self.board.height) / 2)
        return x + wide * 0.5, y, wide * 0.5, high

    def _shape(self, ratio: float) -> None:
        """Beside the list the board is as high as there is room: it is drawn again."""
        if abs(self.board.picture.ratio - ratio) > 0.01:
            self.board.picture.ratio = ratio
            idle.first([self._draw_board])

    def place_bar(self, x: float, top: float, wide: float, at: float, inner: float) -> float:
        left, _, right, _ = self.insets
        return super().place_bar(left, top, self.width - left - right, at, inner)

    def place_body(self, at: float, low: float, inner: float, high: float) -> None:
        self.foot.columns = 1 if self.look.scale > 1.5 and inner < dp(420) else 2
        self.foot.fit(inner)
        self.foot.pos = (at, low + dp(12))
        foot = self.foot.height + dp(20)
        upper = self.pinned.fit(inner) + dp(10) if self.pinned.parts else 0.0
        self.pinned.pos = (at, low + high - self.pinned.height)
        super().place_body(at, low + foot, inner, high - foot - upper)
