""""Lay it out again": a checklist to rebuild the table from the box.

The checks are saved with the play but change nothing in it; you can continue at any time."""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from math import hypot
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp

from companion.core.engine.boundary import GameFailed
from companion.core.engine.by_hand import LaidOut, LaidOutGroup
from companion.core.text import Text, count, in_a_row, listing, say
from companion.services import when
from companion.services.by_hand import check_off, checked, pack, turn_of
from companion.services.open_play import OpenPlay
from companion.ui.app.tableside import TablesideApp
from companion.ui.drawing.stage import own_part
from companion.ui.screens.plain import PlainPage
from companion.ui.screens.plays import HIGHEST, add_photo, photo_parts
from companion.ui.speed.idle import idle
from companion.ui.stages.stage_picture import picture_with_spots
from companion.ui.table.by_hand import PlaceRing
from companion.ui.theme import Look, tokens
from companion.ui.widgets import (
    Column,
    Grid,
    Icon,
    IconDisc,
    Link,
    PrimaryButton,
    SeatToken,
    TonalButton,
    Voice,
    Words,
    shown,
)
from companion.ui.widgets.base.flow import Card, Holder, Row
from companion.ui.widgets.base.part import Box, Changed
from companion.ui.widgets.controls.rows import Heading, IconLine, ListRow, Progress
from companion.ui.widgets.displays.chart import RoundSign
from companion.ui.widgets.displays.covers import Picture

log = logging.getLogger("tableside")

OPEN_MARK, OPEN_INK = "#FFF3DC", "#1B1410"
MARK = 8.6
NEAR, SLIP = 24.0, 10.0  # how close to a mark a tap must be, and how far it may slip
FIRST_FEW = 4
FLAT = 0.61  # aspect of the board above the list, until a tap makes it square


class NumberMark(RoundSign):
    def __init__(self, size_dp: float) -> None:
        super().__init__(Look.of("dark"), size_dp, size_dp * 0.56, 1.4)

    def mark(self, number: int, fill: str, done: bool = False) -> None:
        shade = tokens.rgba(fill)
        ink = OPEN_INK if sum(shade[:3]) > 1.3 else OPEN_MARK  # a light theme has a dark accent
        self.show("" if done else str(number), shade, ink, icon="check-bold" if done else "")


class CheckRow(Card):
    def __init__(self, look: Look, thing: LaidOut, number: int, do: Callable[[], object],
                 pictures: Sequence[Any] = ()) -> None:
        self.thing, self.number, self.here, self.pictures = thing, number, False, pictures
        self.check = Icon(look, "", 26, "text2")
        self.disc = NumberMark(22) if number else None
        # Translators: such as: Coins: 3 in the bank
        self.words = Changed(look, say("{thing}: {how}", thing=name_of(thing), how=thing.words), "body")
        self.near = Words(look, thing.near or "", "support", "text2")
        self.told = Column(gap=0)
        parts = [part for part in (self.check, self.disc, self.told) if part is not None]
        row = Row(parts, self.told, gap=11, pad=8, air=8, least=48)
        super().__init__(look, row, do, text=self.words.text, corner=16)

    def show(self, checked: bool, here: bool) -> None:
        self.checked, self.here = checked, here
        self.check.name = "check-circle" if checked else "circle-outline"
        self.check.tint("primary" if checked else "text2")
        self.words.tint("text2" if checked else "text")
        near = [self.near] if here and self.thing.near is not None else []
        self.told.fill([self.words, *near, *self.pictures])
        self.show_pressed(False)
        if self.disc is not None:
            self.disc.mark(self.number, mark_colour(self.look, checked, here))

    def show_pressed(self, down: bool) -> None:
        self.box.fill(self.look.colour("surface3", 1.0 if down or self.here else 0.0))


def name_of(thing: LaidOut) -> Text:
    return thing.short or thing.label


def mark_colour(look: Look, checked: bool, here: bool) -> str:
    """Cream: to do; warm: current; accent: done."""
    if checked:
        return look.roles.primary
    return tokens.DARK.warm if here else OPEN_MARK


class SectionHead(Card):
    clear = True

    def __init__(self, look: Look, group: LaidOutGroup, token: SeatToken | None,
                 do: Callable[[], object]) -> None:
        self.token = token
        self.check = Icon(look, "", 28, "primary")
        self.name = Voice(look, group.name, "card title")
        few = [name_of(thing) for thing in group.things[:FIRST_FEW]]
        left = len(group.things) - len(few)
        if left <= 0:
            self._told = listing(few)
        else:
            self._told = count("{few} and {n} more", "{few} and {n} more", left, few=in_a_row(*few))
        self.inside = Words(look, "", "support", "text2")
        self.far = Words(look, "", "kicker", "text2")
        self.more = Icon(look, "chevron-down", 24, "text2")
        self.column = Column([self.name], gap=0)
        self.row = Row([], self.column, pad=13, air=8)
        super().__init__(look, self.row, do, text=str(group.name))

    def show(self, done: int, all_of: int, opened: bool) -> None:
        finished = done >= all_of
        self.check.name = "check-circle" if finished else "circle-outline"
        self.name.tint("text2" if finished and not opened else "text")
        self.far.say(say("{n} of {all}", n=done, all=all_of))
        self.inside.say(count("It is laid out", "All {n} are laid out", all_of) if finished else
                        say("{things}", things=self._told))
        self.more.name = "chevron-up" if opened else "chevron-down"
        lead = shown((self.token or self.check, not opened))
        if finished:
            lead = [self.check]
        self.column.fill([self.name] if opened else [self.name, self.inside])
        self.row.least = 52 if opened else 60
        self.row.fill([*lead, self.column, self.far, self.more])


class Section(Column):
    def __init__(self, look: Look, group: LaidOutGroup, first: int, token: SeatToken | None,
                 on_head: Callable[["Section"], object], on_row: Callable[[LaidOut], object],
                 pictures: Callable[[LaidOut], Sequence[Any]]) -> None:
        super().__init__(gap=0)
        self.look, self.group, self.first, self.on_row, self.pictures = look, group, first, on_row, pictures
        self.things = tuple(thing for thing in group.things if thing.there)
        self.box = Box(self, look.colour("surface2", 0.0), dp(tokens.CORNER["card"]))
        self.head = SectionHead(look, LaidOutGroup(group.name, self.things), token, lambda: on_head(self))
        self.rows: list[CheckRow] = []
        self._rest: list[Column] = []

    def numbers(self) -> Iterable[tuple[LaidOut, int]]:
        """Number the things that have a place on the board."""
        number = self.first
        for thing in self.things:
            yield thing, number if thing.place else 0
            number += bool(thing.place)

    def show(self, opened: bool, checked: set[str], here: str) -> None:
        self.box.fill(self.look.colour("surface2", 1.0 if opened else 0.0))
        if opened and not self.rows:
            self.rows = [CheckRow(self.look, thing, number, partial(self.on_row, thing), self.pictures(thing))
                         for thing, number in self.numbers()]
            absent = [name_of(thing) for thing in self.group.things  # an empty space is not a missing thing
                      if not thing.there and (thing.seat is not None or not thing.place)]
            if absent:
                words = say("At zero, or not on the table: {things}.", things=listing(absent))
                self._rest = [Column([Words(self.look, words, "support", "text2")], pad=8, air=4)]
        for row in self.rows if opened else ():
            row.show(row.thing.path in checked, row.thing.path == here)
        self.head.show(sum(thing.path in checked for thing in self.things), len(self.things), opened)
        self.fill([self.head, *self.rows, *self._rest] if opened else [self.head])
        self.pad = self.air = 6.0 if opened else 0.0


class MarkedBoard(Holder):
    """The stage with a mark for each thing. Tapping a mark checks its row; elsewhere calls `on_size`."""

    def __init__(self, look: Look, on_mark: Callable[[LaidOut], object],
                 on_size: Callable[[], object]) -> None:
        super().__init__()
        self.look, self.on_mark, self.on_size = look, on_mark, on_size
        self.picture = Picture(None, FLAT, (dp(tokens.CORNER["card"]),) * 4)
        self.resize = IconDisc(look, "fullscreen", on_size)
        self.discs: dict[str, NumberMark] = {}
        self._marked: dict[str, LaidOut] = {}
        self._spots: Mapping[str, tuple[float, float]] = {}
        self.ring = PlaceRing(look)

    def draw(self, texture: Any, spots: Mapping[str, tuple[float, float]]) -> None:
        self.picture.show(texture)
        self._spots = spots
        self.arrange()

    def show(self, marks: Iterable[tuple[LaidOut, int]], checked: set[str], here: str, sizable: bool) -> None:
        discs = []
        self._here = ""
        self._marked = {}
        for thing, number in marks:
            if number and thing.place in self._spots:
                disc = self.discs.setdefault(thing.place, NumberMark(2 * MARK))
                done = thing.path in checked
                disc.mark(number, mark_colour(self.look, done, thing.path == here), done)
                discs.append(disc)
                self._marked[thing.place] = thing
                if thing.path == here:
                    self._here = thing.place
        self.resize.icon.name = "fullscreen" if self.picture.ratio <= FLAT else "fullscreen-exit"
        self.fill([self.picture, self.ring, *discs, *shown((self.resize, sizable))])
        self.arrange()

    _here = ""

    def on_touch_down(self, touch: Any) -> bool:
        touch.ud["board"] = touch.pos if self.collide_point(*touch.pos) else None
        return bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: Any) -> bool:
        start = touch.ud.pop("board", None)
        if start is not None and hypot(touch.x - start[0], touch.y - start[1]) < dp(SLIP):
            near = [(hypot(disc.center_x - touch.x, disc.center_y - touch.y), place)
                    for place, disc in self.discs.items() if place in self._marked]
            if near and min(near)[0] <= dp(NEAR):
                self.on_mark(self._marked[min(near)[1]])
                return True
            self.on_size()
            return True
        return bool(super().on_touch_up(touch))

    def fit(self, width: float) -> float:
        self.picture.fit(width)
        return self.take_size(width, self.picture.height)

    def arrange(self) -> None:
        self.picture.pos = self.pos
        self.resize.pos = (self.right - self.resize.width - dp(8), self.y + dp(8))
        for place, disc in self.discs.items():
            at = self._spots.get(place)
            if at is not None:
                x, y = self.x + at[0] * self.width, self.y + at[1] * self.height
                disc.pos = (x - disc.width - dp(4), y + dp(4))
        here = self._spots.get(self._here)
        at = None
        if here is not None:
            at = (self.x + here[0] * self.width, self.y + here[1] * self.height)
        self.ring.show(at, stay=True)


class Heap(Card):
    """What one player puts together; a tap ticks it."""

    def __init__(self, look: Look, number: int, group: LaidOutGroup, token: SeatToken | None) -> None:
        things = [say("{thing}: {how}", thing=name_of(thing), how=thing.words) for thing in group.things
                  if thing.there]
        self.check, self.done = Icon(look, "circle-outline", 26, "text2"), False
        words = Column([Voice(look, say("Heap {n}: {whose}", n=number, whose=group.name), "card title"),
                        Words(look, say("{things}", things=listing(things)), "support", "text2")], gap=2)
        parts = [part for part in (token, words, self.check) if part is not None]
        row = Row(parts, words, gap=11, pad=12, air=10, least=60)
        super().__init__(look, row, self._tick, text=str(group.name))

    def _tick(self) -> None:
        self.done = not self.done
        self.check.name = "check-circle" if self.done else "circle-outline"
        self.check.tint("primary" if self.done else "text2")


class PackAwayScreen(PlainPage):
    """Which things stay together in the box."""

    gap = tokens.M

    def __init__(self, app: TablesideApp, opened: OpenPlay) -> None:
        super().__init__(app, app.look_for(opened.game), say("Pack away"))
        self.opened = opened
        self.heaps = [Heap(self.look, number, group, token_of(self.look, opened, group.things))
                      for number, group in enumerate(heaps_of(opened), 1)]
        self.done = PrimaryButton(self.look, say("All packed"), "check-bold", self._leave)

    def parts(self) -> list[Any]:
        unseen = unseen_parts(self.opened, self.look)
        words = say("The play is saved. Everything can go into the box.")
        if self.heaps or unseen:
            words = say("The play is saved. Keep each heap together; the rest goes into the box.")
        photo = photo_parts(self.app, self.opened.id)
        take = ListRow(self.look, say("Take another photo") if photo else say("Take a photo of the table"),
                       say("You see it when you lay everything out again"), "camera-outline",
                       lambda: add_photo(self.app, self.look, self.opened.id, self.refresh, camera=True))
        return [Words(self.look, words, "body", "text2"), *photo, take, *unseen, *self.heaps, self.done]

    def _leave(self) -> None:
        pack(self.app.library, self.opened)
        self.app.go_home("library")


def groups_of(opened: OpenPlay) -> tuple[LaidOutGroup, ...]:
    try:
        return opened.play.laid_out()
    except GameFailed:
        return ()


def token_of(look: Look, opened: OpenPlay, things: Sequence[LaidOut]) -> SeatToken | None:
    """The token of the player who owns all these things; None if nobody does."""
    seat, *others = {thing.seat for thing in things}
    seats = opened.play.table.seats
    if others or seat is None:
        return None
    return SeatToken(look, seats[seat].colour, tokens.initials(one.name for one in seats)[seat], 36)


def unseen_parts(opened: OpenPlay, look: Look) -> list[IconLine]:
    """What stays together in the box although the app can't see it."""
    packing = opened.game.facts.packing
    return [] if packing is None else [IconLine(look, packing, "cards-outline", role="body")]


def heaps_of(opened: OpenPlay) -> list[LaidOutGroup]:
    """Each player's own groups; the app knows where everything else was."""
    own = [LaidOutGroup(group.name, tuple(thing for thing in group.things if thing.there and not thing.place))
           for group in groups_of(opened)]
    return [group for group in own if group.things and len({thing.seat for thing in group.things}) == 1
            and group.things[0].seat is not None]


PICTURE = 760  # width of the drawn board
SMALL_PHOTO = 112.0
PINS_FROM = 700.0  # window height with room for the board above the list


class LayOutScreen(PlainPage):
    keeps_awake = True
    widest, gap = 720.0, tokens.M

    def __init__(self, app: TablesideApp, opened: OpenPlay) -> None:
        super().__init__(app, app.look_for(opened.game), say("Lay it out again"))
        look = self.look
        self.opened = opened
        self.checked = checked(app.library, opened)
        self.unfolded: Section | None = None
        self.progress = Progress(look)
        self.far = Words(look, "", "kicker", "text", align="right")
        self.board = MarkedBoard(look, self._tap, self._size_board)
        name = str(say("Photo of the table"))
        self.photo = [Card(look, photo, self._size_photo, text=name, tone="background")
                      for photo in photo_parts(app, opened.id, SMALL_PHOTO)]
        """The table as it was packed away; a tap enlarges it."""
        self.unseen = unseen_parts(opened, look)
        self.pinned = Column(gap=10)
        """Progress and board, which stay in place while the list scrolls."""
        self.board_side = Column()
        """The board on a wide screen."""
        self.sections = self._sections()
        self.check_all = TonalButton(look, say("Check all"), "check-all", self._check_all, pad=10.0)
        self.play_on = PrimaryButton(look, say("Play on"), "play", self.go_on, pad=10.0)
        self.foot = Grid(gap=8)
        self.match = Link(look, say("Fix something"), "scale-balance",
                          partial(app.go_instead, "fix", opened=opened))
        Box(self.foot, look.colour("background"))
        for part in (self.pinned, self.foot, self.board_side):
            self.add_widget(part)
        self._open(self._next(None))
        idle.first([self._draw_board])

    def _sections(self) -> list[Section]:
        sections: list[Section] = []
        number = 1
        for group in groups_of(self.opened):
            things = [thing for thing in group.things if thing.there]
            if things:
                token = token_of(self.look, self.opened, things)
                sections.append(Section(self.look, group, number, token, self._toggle, self._tap,
                                        self._pictures))
                number += sum(bool(thing.place) for thing in things)
        return sections

    # Rendering

    def _draw_board(self) -> None:
        size = PICTURE, round(PICTURE * self.board.picture.ratio)
        places = [thing.place for thing in self._things() if thing.place]
        drawn = picture_with_spots(self.opened.play, size, places, turn_of(self.app.library, self.opened))
        if drawn is not None:
            self.board.draw(*drawn)
            self.refresh()

    def _pictures(self, thing: LaidOut) -> list[Any]:
        """What the game draws of it, such as its map tiles; a tap on them is a tap on the row."""
        try:
            row = own_part(self.app.found.games.values(), thing.row) if thing.row else None
            draw = getattr(row, "pictures", None)
            if draw is not None:
                return list(draw(self.look, self.opened.play.table, partial(self._tap, thing)))
        except Exception:  # its words are enough
            log.exception("the pictures of %s could not be drawn", thing.path)
        return []

    def _things(self) -> list[LaidOut]:
        return [thing for section in self.sections for thing in section.things]

    def _left(self, section: Section) -> list[LaidOut]:
        return [thing for thing in section.things if thing.path not in self.checked]

    def _next(self, after: Section | None) -> Section | None:
        start = self.sections.index(after) + 1 if after is not None else 0
        order = self.sections[start:] + self.sections[:start]
        return next((one for one in order if self._left(one)), None)

    def _here(self) -> str:
        left = self._left(self.unfolded) if self.unfolded is not None else []
        return left[0].path if left else ""

    def refresh(self) -> None:
        here = self._here()
        for section in self.sections:
            section.show(section is self.unfolded, self.checked, here)
        things = self._things()
        done = sum(thing.path in self.checked for thing in things)
        self.far.say(say("{n} of {all}", n=done, all=len(things)))
        self.progress.show(done / len(things) if things else 1.0)
        marks = self.unfolded.numbers() if self.unfolded is not None else ()
        self.board.show(marks, self.checked, here, sizable=not self.is_wide())
        facts, left = self.opened.game.facts, self.opened.row.touched
        left_at = when.left_at(left, self.app.machine.clock.wall())
        head = Words(self.look, say("{game}. {left}", game=facts.title, left=left_at), "kicker", "text2")
        self.board_side.fill([self.board] if self.is_wide() else [])
        upper = [Heading(head, self.far), self.progress, *shown((self.board, not self.is_wide()))]
        self.pinned.fill(upper if self._pins() else [])
        parts: list[Any] = [*([] if self._pins() else upper), *self.photo, *self.unseen, *self.sections]
        if not things:
            parts.append(Words(self.look, say("Nothing is on the table yet."), "body", "text2"))
        self.show([*parts, self.match])

    def _bring_next(self) -> None:
        here = self._here()
        rows = self.unfolded.rows if self.unfolded is not None else []
        row = next((one for one in rows if one.thing.path == here), None)
        if row is not None:
            Clock.schedule_once(lambda _: self.scroll.bring(row), 0)

    # Actions

    def _size_photo(self) -> None:
        for card in self.photo:
            card.content.highest = SMALL_PHOTO if card.content.highest > SMALL_PHOTO else HIGHEST
        self.refresh()

    def _size_board(self) -> None:
        if not self.is_wide():
            self._shape(1.0 if self.board.picture.ratio <= FLAT else FLAT)
            self.refresh()

    def _open(self, section: Section | None) -> None:
        self.unfolded = section
        self.refresh()
        self._bring_next()

    def _toggle(self, section: Section) -> None:
        self._open(None if section is self.unfolded else section)

    def _tap(self, thing: LaidOut) -> None:
        self.checked ^= {thing.path}
        check_off(self.app.library, self.opened, self.checked)
        self.app.noise("tap", 10)
        if self.unfolded is not None and not self._left(self.unfolded):
            self._open(self._next(self.unfolded))
        else:
            self.refresh()
            self._bring_next()

    def _check_all(self) -> None:
        things = self.unfolded.things if self.unfolded is not None else self._things()
        self.checked |= {thing.path for thing in things}
        check_off(self.app.library, self.opened, self.checked)
        self._open(self._next(self.unfolded))

    def go_on(self) -> None:
        self.app.to_table(self.opened)

    # Layout

    def _pins(self) -> bool:
        return bool(not self.is_wide() and self.height >= dp(PINS_FROM) and not self.look.big)

    def arrange(self) -> None:
        now = bool(self.board_side.parts), bool(self.pinned.parts)
        if self.parent is None or not self.sections or now == (self.is_wide(), self._pins()):
            super().arrange()
            return
        if self.board_side.parts:
            self._shape(FLAT)
        self.refresh()

    def room(self) -> tuple[float, float, float, float]:
        x, y, wide, high = super().room()
        if not self.is_wide():
            return x, y, wide, high
        half = wide / 2
        room = half - dp(40)
        self._shape(max(FLAT, min(1.0, (high - dp(80)) / max(1.0, room))))
        self.board_side.fit(room)
        at, board_at = (x, x + half + dp(16)) if self.look.left_handed else (x + half, x + dp(24))
        self.board_side.pos = (board_at, y + (high - dp(64) - self.board.height) / 2)
        return at, y, half, high

    def _shape(self, ratio: float) -> None:
        if abs(self.board.picture.ratio - ratio) > 0.01:
            self.board.picture.ratio = ratio
            idle.first([self._draw_board])

    def place_bar(self, x: float, top: float, wide: float, at: float, inner: float) -> float:
        left, _, right, _ = self.insets
        return super().place_bar(left, top, self.width - left - right, at, inner)

    def place_body(self, at: float, low: float, inner: float, high: float) -> None:
        buttons, stacked = [self.check_all, self.play_on], self.look.scale > 1.5 and inner < dp(420)
        self.foot.fill(buttons if stacked else self.look.mirrored(buttons))
        self.foot.columns = 1 if stacked else 2
        self.foot.fit(inner)
        self.foot.pos = (at, low + dp(12))
        foot = self.foot.height + dp(20)
        upper = self.pinned.fit(inner) + dp(10) if self.pinned.parts else 0.0
        self.pinned.pos = (at, low + high - self.pinned.height)
        super().place_body(at, low + foot, inner, high - foot - upper)
