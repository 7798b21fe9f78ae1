"""The parts of "Lay it out again": a line of progress, a section, a thing to check off, the marks on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from math import hypot
from typing import Any

from kivy.graphics import Color, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.properties import StringProperty

from companion.core.by_hand.lines import LaidOut, LaidOutGroup
from companion.core.text import Text, count, listing, say
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets import Icon, SeatToken, Voice, Words
from companion.ui.widgets.base.flow import Holder
from companion.ui.widgets.base.part import Part
from companion.ui.widgets.base.picture import Picture
from companion.ui.widgets.base.tap import Box, Tap
from companion.ui.widgets.base.words import Changed
from companion.ui.widgets.controls.buttons import IconDisc

OPEN_MARK, OPEN_INK = "#FFF3DC", "#1B1410"
MARK = 8.6
NEAR, SLIP = 24.0, 10.0  # from how far a tap counts for a mark, and how far it may slip
FIRST_FEW = 4


class Progress(Part):
    """A line six high, filled as far as the table is."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.part = 0.0
        with self.canvas:
            Color(*look.colour("surface3"))
            self._all = SmoothRoundedRectangle(radius=[dp(3)] * 4)
            Color(*look.colour("primary"))
            self._done = SmoothRoundedRectangle(radius=[dp(3)] * 4)
        self.bind(pos=self._place, size=self._place)

    def show(self, part: float) -> None:
        self.part = part
        self._place()

    def fit(self, width: float) -> float:
        self.size = (width, dp(6))
        return float(self.height)

    def _place(self, *_: object) -> None:
        self._all.pos, self._all.size = self.pos, self.size
        self._done.pos, self._done.size = self.pos, (max(dp(0.1), self.width * self.part), self.height)


class NumberMark(Part):
    """A small round mark with a number: beside a line, and at its place on the board."""

    def __init__(self, size_dp: float) -> None:
        super().__init__(size=(dp(size_dp), dp(size_dp)))
        self.words = Words(Look.of("dark"), "", "label", OPEN_INK, align="center", size_px=float(dp(size_dp * 0.56)))
        self.check = Icon(Look.of("dark"), "", size_dp * 0.72, OPEN_INK, fixed=True)
        with self.canvas:
            Color(*tokens.rgba(tokens.DARK_RIM))
            self._rim = SmoothEllipse()
            self._ink = Color(*tokens.rgba(OPEN_MARK))
            self._round = SmoothEllipse()
        self.add_widget(self.words)
        self.add_widget(self.check)
        self.bind(pos=self._place)

    def show(self, number: int, fill: str, done: bool = False) -> None:
        """`done`: a check stands for the number."""
        self.words.say("" if done else str(number))
        self.check.name = "check-bold" if done else ""
        self._ink.rgba = tokens.rgba(fill)
        ink = OPEN_INK if sum(self._ink.rgba[:3]) > 1.3 else OPEN_MARK  # the accent of a light theme is a dark one
        self.words.tint(ink)
        self.check.tint(ink)
        self._place()

    def _place(self, *_: object) -> None:
        rim = dp(1.4)
        self._rim.pos, self._rim.size = (self.x - rim, self.y - rim), (self.width + 2 * rim, self.height + 2 * rim)
        self._round.pos, self._round.size = self.pos, self.size
        self.words.hug()
        self.words.pos = (self.center_x - self.words.width / 2, self.center_y - self.words.height / 2)
        self.check.center = (self.center_x, self.center_y)


class CheckRow(Tap):
    """A thing and how it lies; tapped it is checked off, tapped again it is not."""

    text = StringProperty("")

    def __init__(self, look: Look, thing: LaidOut, number: int, do: Callable[[], object]) -> None:
        super().__init__(look)
        self.thing, self.number = thing, number
        self.box = Box(self, look.colour("surface3", 0.0), dp(16))
        self.check = Icon(look, "", 26, "text2")
        self.disc = NumberMark(22) if number else None
        self.words = Changed(look, say("{thing}: {how}", thing=name_of(thing), how=thing.words), "body")
        self.text = self.words.text
        self.near = Words(look, thing.near or "", "support", "text2")
        for part in (self.check, self.disc, self.words):
            if part is not None:
                self.add_widget(part)
        self.bind(pos=self.moved, size=self.moved)
        self.bind(on_tap=lambda _: do())

    def show(self, checked: bool, here: bool) -> None:
        self.checked, self.here = checked, here
        self.check.name = "check-circle" if checked else "circle-outline"
        self.check.tint("primary" if checked else "text2")
        self.words.tint("text2" if checked else "text")
        wanted = here and self.thing.near is not None
        if wanted and self.near.parent is None:
            self.add_widget(self.near)
        elif not wanted and self.near.parent is not None:
            self.remove_widget(self.near)
        self.show_pressed(False)
        if self.disc is not None:
            self.disc.show(self.number, mark_colour(self.look, checked, here))

    def show_pressed(self, down: bool) -> None:
        self.box.fill(self.look.colour("surface3", 1.0 if down or self.here else 0.0))

    def fit(self, width: float) -> float:
        self._lead = dp(44) + (dp(34) if self.disc is not None else 0.0)
        room = width - self._lead - dp(8)
        near = self.near.fit(room) if self.near.parent is not None else 0.0
        self.take_size(width, max(dp(48), self.words.fit(room) + near + dp(16)))
        return float(self.height)

    def arrange(self) -> None:
        if not hasattr(self, "_lead"):
            return
        self.check.center = (self.x + dp(21), self.center_y)
        if self.disc is not None:
            self.disc.pos = (self.x + dp(46), self.center_y - self.disc.height / 2)
        near = self.near.height if self.near.parent is not None else 0.0
        top = self.center_y + (self.words.height + near) / 2
        self.words.pos = (self.x + self._lead, top - self.words.height)
        self.near.pos = (self.x + self._lead, top - self.words.height - near)


def name_of(thing: LaidOut) -> Text:
    """In its own group it need not say whose it is."""
    return thing.short or thing.label


def mark_colour(look: Look, checked: bool, here: bool) -> str:
    """Cream: still to do; warm: the one somebody is at; accent: done."""
    return look.roles.primary if checked else tokens.DARK.warm if here else OPEN_MARK


class SectionHead(Tap):
    """A group on one line: done or whose, its name, what is in it, how far it is."""

    text = StringProperty("")

    def __init__(self, look: Look, group: LaidOutGroup, token: SeatToken | None, do: Callable[[], object]) -> None:
        super().__init__(look)
        self.text = str(group.name)
        self.token = token
        self.check = Icon(look, "", 28, "primary")
        self.name = Voice(look, group.name, "card title")
        few = [name_of(thing) for thing in group.things[:FIRST_FEW]]
        left = len(group.things) - len(few)
        self._told = listing(few) if left <= 0 else count("{few} and {n} more", "{few} and {n} more", left,
                                                          few=", ".join(map(str, few)))
        self.inside = Words(look, "", "support", "text2")
        self.far = Words(look, "", "kicker", "text2")
        self.more = Icon(look, "chevron-down", 24, "text2")
        for part in (token, self.check, self.name, self.inside, self.far, self.more):
            if part is not None:
                self.add_widget(part)
        self.bind(pos=self.moved, size=self.moved)
        self.bind(on_tap=lambda _: do())

    def show(self, done: int, all_of: int, opened: bool) -> None:
        self.opened = opened
        finished = done >= all_of
        self.check.name = "check-circle" if finished else "" if self.token is not None or opened else "circle-outline"
        if self.token is not None:
            self.token.opacity = 0.0 if finished or opened else 1.0
        self.name.tint("text2" if finished and not opened else "text")
        self.far.say(say("{n} of {all}", n=done, all=all_of))
        self.inside.say(count("It is laid out", "All {n} are laid out", all_of) if finished else
                        say("{things}", things=self._told))
        self.inside.opacity = 0.0 if opened else 1.0
        self.more.name = "chevron-up" if opened else "chevron-down"

    def fit(self, width: float) -> float:
        self._lead = dp(14) if self.opened and not self.check.name else dp(56)
        self.far.hug()
        room = width - self._lead - self.far.width - dp(52)
        high = self.name.fit(room) + (0.0 if self.opened else self.inside.fit(room))
        self.take_size(width, max(dp(52 if self.opened else 60), high + dp(16)))
        return float(self.height)

    def arrange(self) -> None:
        if not hasattr(self, "_lead"):
            return
        for part in (self.token, self.check):
            if part is not None:
                part.center = (self.x + dp(28), self.center_y)
        high = self.name.height + (0.0 if self.opened else self.inside.height)
        top = self.center_y + high / 2
        self.name.pos = (self.x + self._lead, top - self.name.height)
        self.inside.pos = (self.x + self._lead, top - high)
        self.more.center = (self.right - dp(24), self.center_y)
        self.far.pos = (self.more.x - dp(8) - self.far.width, self.center_y - self.far.height / 2)


class Section(Holder):
    """One group. Its rows are made when it is first opened."""

    def __init__(self, look: Look, group: LaidOutGroup, first: int, token: SeatToken | None,
                 on_head: Callable[[Section], object], on_row: Callable[[LaidOut], object]) -> None:
        super().__init__()
        self.look, self.group, self.first, self.on_row = look, group, first, on_row
        self.things = tuple(thing for thing in group.things if thing.there)
        self.opened = False
        self.box = Box(self, look.colour("surface2", 0.0), dp(tokens.CORNER["card"]))
        self.head = SectionHead(look, LaidOutGroup(group.name, self.things), token, lambda: on_head(self))
        self.rows: list[CheckRow] = []
        self._rest: Words | None = None

    def numbers(self) -> Iterable[tuple[LaidOut, int]]:
        """Those that have a place on the board are numbered, as the marks there."""
        number = self.first
        for thing in self.things:
            yield thing, number if thing.place else 0
            number += bool(thing.place)

    def show(self, opened: bool, checked: set[str], here: str) -> None:
        self.opened = opened
        self.box.fill(self.look.colour("surface2", 1.0 if opened else 0.0))
        if opened and not self.rows:
            self.rows = [CheckRow(self.look, thing, number, partial(self.on_row, thing))
                         for thing, number in self.numbers()]
            absent = [name_of(thing) for thing in self.group.things  # what could lie on a space is no thing yet
                      if not thing.there and (thing.seat is not None or not thing.place)]
            if absent:
                self._rest = Words(self.look, say("At zero, or not on the table: {things}.", things=listing(absent)),
                                   "support", "text2")
        for row in self.rows if opened else ():
            row.show(row.thing.path in checked, row.thing.path == here)
        self.head.show(sum(thing.path in checked for thing in self.things), len(self.things), opened)
        rest = [self._rest] if self._rest is not None else []
        self.fill([self.head, *self.rows, *rest] if opened else [self.head])

    def fit(self, width: float) -> float:
        pad = dp(6) if self.opened else 0.0
        high = sum(part.fit(width - 2 * pad - (dp(16) if part is self._rest else 0.0)) for part in self.parts)
        self.size = (width, high + 2 * pad + (dp(8) if self._rest is not None and self.opened else 0.0))
        self.arrange()
        return float(self.height)

    def arrange(self) -> None:
        pad = dp(6) if self.opened else 0.0
        top = self.top - pad
        for part in self.parts:
            top -= part.height
            part.pos = (self.x + pad + (dp(8) if part is self._rest else 0.0), top)


class MarkedBoard(Holder):
    """The stage as it stands, with the marks of what is to be laid there. A tap on a mark is a tap on its row, a tap
    elsewhere shows it bigger (`on_full`)."""

    def __init__(self, look: Look, on_mark: Callable[[LaidOut], object],
                 on_full: Callable[[], object] | None = None) -> None:
        super().__init__()
        self.look, self.on_mark, self.on_full = look, on_mark, on_full
        corner = dp(tokens.CORNER["card"]) if on_full is not None else 0.0
        self.picture = Picture(None, 0.61, (corner,) * 4)
        self.bigger = [] if on_full is None else [IconDisc(look, "fullscreen", on_full)]
        self._pool: dict[str, NumberMark] = {}
        self._marked: dict[str, LaidOut] = {}
        self._spots: Mapping[str, tuple[float, float]] = {}
        with self.canvas.after:
            self._ring_ink = Color(*tokens.rgba(tokens.DARK.warm, 0.0))
            self._ring = SmoothLine(width=dp(1.5))

    def draw(self, texture: Any, spots: Mapping[str, tuple[float, float]]) -> None:
        """`spots`: places of the picture, from 0 to 1."""
        self.picture.show(texture)
        self._spots = spots
        self.arrange()

    def show(self, marks: Iterable[tuple[LaidOut, int]], checked: set[str], here: str) -> None:
        discs = []
        self._here = ""
        self._marked = {}
        for thing, number in marks:
            if number and thing.place in self._spots:
                disc = self._pool.setdefault(thing.place, NumberMark(2 * MARK))
                done = thing.path in checked
                disc.show(number, mark_colour(self.look, done, thing.path == here), done)
                discs.append(disc)
                self._marked[thing.place] = thing
                if thing.path == here:
                    self._here = thing.place
        self.fill([self.picture, *discs, *self.bigger])
        self.arrange()

    _here = ""

    def on_touch_down(self, touch: Any) -> bool:
        touch.ud["board"] = touch.pos if self.collide_point(*touch.pos) else None
        return bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: Any) -> bool:
        start = touch.ud.pop("board", None)
        if start is not None and hypot(touch.x - start[0], touch.y - start[1]) < dp(SLIP):
            near = [(hypot(disc.center_x - touch.x, disc.center_y - touch.y), place)
                    for place, disc in self._pool.items() if place in self._marked]
            if near and min(near)[0] <= dp(NEAR):
                self.on_mark(self._marked[min(near)[1]])
                return True
            if self.on_full is not None:
                self.on_full()
                return True
        return bool(super().on_touch_up(touch))

    def fit(self, width: float) -> float:
        self.picture.fit(width)
        self.size = (width, self.picture.height)
        self.arrange()
        return float(self.height)

    def arrange(self) -> None:
        self.picture.pos = self.pos
        for disc in self.bigger:
            disc.pos = (self.right - disc.width - dp(8), self.y + dp(8))
        for place, disc in self._pool.items():
            at = self._spots.get(place)
            if at is not None:
                x, y = self.x + at[0] * self.width, self.y + at[1] * self.height
                disc.pos = (x - disc.width - dp(4), y + dp(4))
        ring = self._spots.get(self._here)
        self._ring_ink.a = 1.0 if ring is not None else 0.0
        if ring is not None:
            self._ring.circle = (self.x + ring[0] * self.width, self.y + ring[1] * self.height, dp(15))
