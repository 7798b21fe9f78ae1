"""The To move card, the ring on the stage around what a line names, and rows to set a value."""

import logging
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Protocol

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, SmoothEllipse, SmoothLine
from kivy.metrics import dp
from kivy.properties import NumericProperty

from companion.core.engine.by_hand import NO_CARD, HandCard, HandLine
from companion.core.fields import Field, Ordered
from companion.core.text import Text, count, say, say_in
from companion.core.values import Json, same
from companion.services.table.controller import TableController
from companion.ui.drawing.letters import ARROW
from companion.ui.drawing.stage import Stage, own_part
from companion.ui.theme import Look, tokens
from companion.ui.widgets.base.flow import (
    Card,
    Column,
    DragList,
    Holder,
    LongColumn,
    Row,
    Shadow,
    Wrap,
    grow_on_scroll,
    shown,
)
from companion.ui.widgets.base.part import Box, Changed, Icon, Part, Words, is_within, showing
from companion.ui.widgets.controls.buttons import Chip, Link, Pill, Push, SeatToken
from companion.ui.widgets.controls.pad import open_number
from companion.ui.widgets.controls.rows import ListRow, Stepper
from companion.ui.widgets.controls.sheet import Sheet
from companion.ui.widgets.displays.chart import Arrow

log = logging.getLogger("tableside")

RADIUS, SIGN = 24.0, 20.0
CREAM = "#FFF3DC"
SECONDS = 6.0


def aloud(controller: TableController, sentence: str) -> str:
    """What a screen reads out: first all that hands do, but at night only at its end, then the question."""
    hand = NO_CARD if controller.hands_wait else controller.hand
    to = str(say_in("from one number to another, read aloud", "to"))
    told = [str(line.sentence).replace(ARROW, to) for line in hand.lines]
    return f"{hand.title}: {'. '.join(told)}. {sentence}" if told else sentence


class ThingRings(Part):
    """Thin rings around everything tappable on the stage; they ignore touches."""

    def __init__(self, look: Look) -> None:
        super().__init__(size=(0, 0))
        bold, fine = ((tokens.DARK_RIM, 1.0, 3.0), (CREAM, 1.0, 1.8)), ((CREAM, 0.8, 1.0),)
        self.lines = bold if look.contrast else fine
        """Colour, alpha and width; high contrast adds a dark rim."""
        self.spots: tuple[tuple[float, float], ...] = ()
        self._group = InstructionGroup()
        self.canvas.add(self._group)

    def show(self, spots: Iterable[tuple[float, float]], radius: float = 15.0) -> None:
        self.spots = tuple(dict.fromkeys(spots))
        self._group.clear()
        for ink, alpha, wide in self.lines:
            self._group.add(Color(*tokens.rgba(ink, alpha)))
            for at in self.spots:
                self._group.add(SmoothLine(circle=(*at, dp(radius)), width=dp(wide)))


class PlaceRing(Part):
    """Lies over the stage and ignores touches."""

    def __init__(self, look: Look) -> None:
        super().__init__(size=(0, 0))
        with self.canvas:
            Color(*tokens.rgba(tokens.DARK_RIM, 0.6))
            self._rim = SmoothLine(width=dp(2.6))
            Color(*tokens.rgba(tokens.DARK.warm))
            self._ring = SmoothLine(width=dp(1.5))
            self._disc_ink = Color(*tokens.rgba(tokens.DARK.warm))
            self._disc = SmoothEllipse(size=(dp(SIGN), dp(SIGN)))
        self.sign = Icon(look, "", 14, tokens.DARK_RIM, fixed=True)
        """Shown if the piece can be dragged."""
        self.add_widget(self.sign)
        self.at: tuple[float, float] | None = None
        self.opacity = 0.0
        self._end = Clock.create_trigger(lambda _: self.show(None), SECONDS)

    def show(self, at: tuple[float, float] | None, *, stay: bool = False, moves: bool = False) -> None:
        """Show for a few seconds, or until replaced if `stay`; `moves` adds the drag icon."""
        self.at, self.opacity = at, 0.0 if at is None else 1.0
        self._end.cancel()
        self._disc_ink.a = 1.0 if moves else 0.0
        self.sign.name = "arrow-all" if moves else ""
        if at is not None:
            self._ring.circle = self._rim.circle = (*at, dp(RADIUS))
            middle = (at[0] + dp(RADIUS) * 0.75, at[1] - dp(RADIUS) * 0.75)
            self._disc.pos = (middle[0] - dp(SIGN) / 2, middle[1] - dp(SIGN) / 2)
            self.sign.center = middle
            if not stay:
                self._end()


HEAD, LINE, TICK = 36.0, 30.0, 44.0
SIDE, EDGE = 14.0, 6.0
FOLDS = 0.18
HAND = "hand-front-right-outline"
SeatFace = Callable[[int], tuple[int, str]]
"""Maps a seat index to its colour and letter."""


class HandRow(Card):
    clear, lit = True, False

    def __init__(self, look: Look, do: Callable[[HandLine], object],
                 tick: Callable[[HandLine], object]) -> None:
        self.token = SeatToken(look, 0, "", 24)
        self.icon = Icon(look, "", 20, "text2")
        self.arrow = Arrow(look, 18, "text2")
        self.words = Changed(look, "", "body")
        self.pencil = Icon(look, "", 20, "warm")
        self.row = Row(stretch=self.words, pad=2, air=3)
        super().__init__(look, self.row, corner=12, least=LINE)
        self.box.border(None)
        self.line: HandLine | None = None
        self._x = 0.0
        self._shown = ""
        self.full_lines = 0
        """Lines of the whole sentence."""
        self.bind(on_tap=lambda _: self._tapped(do, tick))

    def _tapped(self, do: Callable[[HandLine], object], tick: Callable[[HandLine], object]) -> None:
        """Tick the line if tapped at its right end."""
        if self.line is not None:
            (tick if self._x > self.right - dp(TICK) else do)(self.line)

    def takes(self, touch: Any) -> bool:
        self._x = touch.x
        return super().takes(touch)

    def by_key(self) -> None:
        self._x = self.x
        super().by_key()

    def show(self, line: HandLine, face: tuple[int, str] | None, heading: float | None = None) -> None:
        """`heading` is the direction of the move on the stage; an arrow then replaces the icon."""
        self.line, self._heading, self._face = line, heading, face
        self.text = self._shown = str(line.sentence)
        self.words.say(self.text)
        if face is not None:
            self.token.become(*face)
        if heading is not None:
            self.arrow.point(heading)
        self.light(False)

    def name_spaces(self, words: Text) -> None:
        """Show the sentence in these shorter words; height and screen readers keep the line's own."""
        self._shown = str(words)
        self.words.say(self._shown)

    def fit(self, width: float) -> float:
        self.words.say(self.text)
        high = super().fit(width)
        self.full_lines = self.words.lines()
        self.words.say(self._shown)
        return high

    def stand_alone(self, on: bool) -> None:
        """Without a title, start with the hand icon unless big text needs the space."""
        owner = [] if self._face is None else [self.token]
        bare = "" if owner and (self.look.big or not on) else HAND
        self.icon.name = bare if on or self.line is None else self.line.icon or bare
        self.icon.tint("warm" if on else "text2")
        sign = self.icon if on or self._heading is None else self.arrow
        self.row.fill([*owner, sign, self.words, self.pencil])

    def light(self, on: bool) -> None:
        """Mark the line whose place is lit on the stage; the next tap opens its value."""
        self.lit = on
        self.pencil.name = "pencil-outline" if on else "checkbox-blank-circle-outline"
        self.show_pressed(False)

    def show_pressed(self, down: bool) -> None:
        super().show_pressed(down or self.lit)

    def touched_by(self, touch: Any) -> bool:
        """Give a tap to the line under the finger, but let Done and *N more* keep their 48 dp."""
        others = [one for one in self.parent.children if one is not self] if self.parent is not None else []
        buttons = [one for name in ("pill", "more") if (one := getattr(self.parent, name, None)) is not None]
        taken = any(is_within(one, self.parent) and one.touched_by(touch) for one in buttons)
        taken = taken or any(one.collide_point(*touch.pos) for one in others)
        return super().touched_by(touch) and not taken


class HandCardBox(Holder):
    """Call `show` with a card; without lines it takes no space. `most` limits the lines, even to none."""

    open = NumericProperty(1.0)
    """Share of its height it takes, less while it folds."""

    def __init__(self, look: Look, face: SeatFace, stage: Callable[[], Stage],
                 on_line: Callable[[HandLine], object], on_tick: Callable[[HandLine], object],
                 on_more: Callable[[], object], on_done: Callable[[], object],
                 on_redo: Callable[[], object]) -> None:
        super().__init__()
        self.look, self.face, self.stage, self.on_line, self.on_tick = look, face, stage, on_line, on_tick
        self.unfolded = False
        self.card = NO_CARD
        self.most = 4
        self.tight = False
        """Space is so short that a single line has no title, however long it is."""
        self._bare = False
        self._can_redo = False
        self._pool: list[HandRow] = []
        self.rows: list[HandRow] = []
        self.icon = Icon(look, HAND, 20, "warm")
        self.title = Words(look, "", "kicker", "warm", chrome=True)
        self.head = Row(stretch=self.title, gap=10, pad=4, air=2, least=HEAD)
        self.more = Link(look, "", "chevron-down", on_more, icon_last=True, high=LINE, pad=0.0, chrome=True)
        self.done: Push = Pill(look, say("Done"), "check-bold", on_done, ink="text")
        self.redo = Push(look, say("Redo"), "redo-variant", on_redo, high=32.0, pad=12.0, role="kicker",
                         icon_size=18.0, chrome=True)
        Box.card(self, look)

    @property
    def shown(self) -> bool:
        return bool(self.card.lines)

    @property
    def pill(self) -> Push:
        return self.redo if self.card.put_back and self._can_redo else self.done

    def show(self, card: HandCard, can_redo: bool) -> None:
        if card is self.card and can_redo == self._can_redo:
            return
        self.unfolded = self.unfolded and bool(card.lines) and len(card.lines) < len(self.card.lines)
        self.card, self._can_redo = card, can_redo
        Animation.cancel_all(self, "open")
        self.open = self.opacity = 1.0
        self.title.say(card.title)
        self._fill_rows()

    def unfold(self) -> None:
        self.unfolded = True
        self._fill_rows()

    def _fill_rows(self) -> None:
        lines = self.card.lines if self.unfolded else self.card.lines[:4]
        faces = [None if line.seat is None else self.face(line.seat) for line in lines]
        headings = [self.stage().heading(line) for line in lines]
        self.rows = showing(self._pool, partial(HandRow, self.look, self.on_line, self.on_tick),
                            zip(lines, faces, headings, strict=True))

    def fold(self, each: Callable[[], object], then: Callable[[], object]) -> None:
        """Fold away: call `each` on every frame and `then` at the end."""
        if not self.look.motion or not self.shown:
            then()
            return
        move = Animation(open=0.0, opacity=0.0, d=FOLDS, t="out_cubic")
        move.bind(on_progress=lambda *_: each(), on_complete=lambda *_: then())
        move.start(self)

    def lines_in_view(self) -> list[tuple[HandRow, HandLine]]:
        lines = self.card.lines[:len(self.rows)]
        return [(row, line) for row, line in zip(self.rows, lines, strict=True) if row in self.parts]

    def is_lit(self, line: HandLine) -> bool:
        return any(row.lit and row.line is line for row in self.rows)

    def light(self, line: HandLine | None) -> None:
        for row in self.rows:
            if row.lit != (row.line is line):
                row.light(row.line is line)

    def fit(self, width: float) -> float:
        if self.unfolded:
            self.most = len(self.card.lines)
        rows, left = self.rows[:self.most], len(self.card.lines) - self.most
        if left > 0:
            self.more.text = str(count("{n} more", "{n} more", left))
        end = self.more if left > 0 else self.pill
        inner = width - 2 * dp(SIDE)
        self._bare = self.most == 1 and not self.card.put_back and self._fits_beside(rows[0], end, inner)
        if self._bare:
            self.fill([*rows, end])
            return self.take_size(width, (max(rows[0].height, end.height) + 2 * dp(EDGE)) * self.open)
        for row in rows:
            row.stand_alone(False)
        short = self.most < 2
        self.head.fill([self.icon, self.title, end if short else self.pill])
        self.more.hug(inner * (0.5 if short else 1))
        self.fill([self.head, *rows, *shown((self.more, left > 0 and not short))])
        high = sum(part.height if part is self.more else part.fit(inner) for part in self.parts)
        return self.take_size(width, (high + 2 * dp(EDGE)) * self.open)

    def _fits_beside(self, row: HandRow, end: Push, inner: float) -> bool:
        """Whether the line needs no title: with the pill it has at most two lines of text, or saves space."""
        titled = dp(HEAD) + row.fit(inner)
        row.stand_alone(True)
        end.hug(inner * 0.4)
        beside = row.fit(inner - end.width - dp(6))
        return bool(row.full_lines <= 2 or (self.tight and beside < titled))

    def arrange(self) -> None:
        if not self.parts:
            return
        x, top = self.x + dp(SIDE), self.top - dp(EDGE)
        if self._bare:
            row, end = self.parts
            row.pos = (x, self.center_y - row.height / 2)
            end.pos = (self.right - dp(10) - end.width, self.center_y - end.height / 2)
            return
        for part in self.parts:
            top -= part.height
            part.pos = (x + (dp(34) if part is self.more else 0), top)


# Rows to set one value

CHIPS = 8  # up to this many values are chips; more go in a list


class FieldPage(Protocol):
    app: Any
    look: Look

    def set_to(self, path: str, value: Json) -> None: ...

    def token(self, seat: int) -> SeatToken: ...


def _usual_row(field: Field) -> Any:
    if isinstance(field.allowed, range):
        return NumberRow
    if field.ordered:
        return OrderRow
    return ManyRow if len(field.allowed) > CHIPS else FewRow


def row_for(page: FieldPage, field: Field, was: Json) -> Any:
    """A field's row, with `path`, `show(field, was)` and `refuse(why)`."""
    row: Any = None
    if field.row:
        try:
            row = own_part(page.app.found.games.values(), field.row)(page, field)
        except Exception:  # fall back to the standard row
            log.exception("the row %s could not be made", field.row)
    if row is None:
        row = _usual_row(field)(page, field)
    row.path = field.path
    row.show(field, was)
    return row


def _holds(allowed: Any, value: Json) -> int:
    return next((at for at, one in enumerate(allowed) if same(one, value)), -1)


def _refuse(row: Any, why: str) -> None:
    row.hint.say(why, "loss")


class NumberRow(Stepper):
    path, refuse = "", _refuse

    def __init__(self, page: FieldPage, field: Field) -> None:
        allowed, token = field.allowed, page.token(field.seat) if field.seat is not None else None
        low, high = (allowed.start, allowed.stop - 1) if isinstance(allowed, range) else (0, 0)
        super().__init__(page.look, field.label, low, low, high, lambda value: page.set_to(field.path, value),
                         token=token, words=lambda number: str(field.words(number)), by=field.step,
                         on_type=lambda: open_number(page.app, page.look, field.label, self.value, self.low,
                                                     self.highest, partial(page.set_to, field.path)))

    def show(self, field: Field, was: Json) -> None:
        value = field.read()
        number = value if isinstance(value, int) else self.low
        changed = not same(value, was)
        self.plain_hint = str(say("was {old}", old=field.words(was))) if changed else ""
        self.begin(number)
        self.hint.say(self.plain_hint, "warm" if changed else "text2")
        self.number.tint("warm" if changed else "text")


class FewRow(Column):
    path, refuse = "", _refuse

    def __init__(self, page: FieldPage, field: Field) -> None:
        look = page.look
        self.page = page
        self.allowed: Any = ()
        self.chips: list[Chip] = []
        self.label = Words(look, field.label, "answer")
        self.hint = Words(look, "", "support", "warm")
        self.wrap = Wrap(gap=8)
        super().__init__([Column([self.label, self.hint], gap=0), self.wrap], gap=10, pad=6)

    def _offer(self, field: Field, allowed: Any) -> None:
        """Update the values, since setting another field may change them."""
        if allowed != self.allowed:
            self.allowed = allowed
            set_to = partial(self.page.set_to, field.path)
            self.chips = [Chip(self.page.look, str(field.words(one)), "", partial(set_to, one), high=40.0)
                          for one in allowed]  # 48 dp for a finger, gaps included
            self.wrap.fill(self.chips)

    def show(self, field: Field, was: Json) -> None:
        self._offer(field, field.allowed)
        value = field.read()
        for at, chip in enumerate(self.chips):
            chip.choose(at == _holds(self.allowed, value))
        self.hint.say("" if same(value, was) else say("was {old}", old=field.words(was)), "warm")


class OrderRow(Column):
    """Things to drag into order by their handles."""

    path, refuse = "", _refuse

    def __init__(self, page: FieldPage, field: Field) -> None:
        look = page.look
        self.ordered = field.ordered or Ordered({})
        self.hint = Words(look, "", "support", "text2")
        self.things = {key: OrderedThing(look, key, words) for key, words in self.ordered.names.items()}
        self.page, self.order = page, list(self.things)
        self.list = DragList(lambda rows: self._set([row.key for row in rows]))
        self.list.fill(list(self.things.values()))
        self.confirm = Wrap([Chip(look, say("That is the order"), "check-bold",
                                  lambda: page.set_to(self.path, self.ordered.between.join(self.order)))])
        head = Column([Words(look, field.label, "answer"), self.hint], gap=0)
        super().__init__([head, self.list], gap=10, pad=6)

    def show(self, field: Field, was: Json) -> None:
        now = str(field.read())
        changed = bool(was) and not same(now, was)
        self.hint.say(say("was {old}", old=field.words(was)) if changed else say("Drag the names into order"))
        self.hint.tint("warm" if changed else "text2")
        if now:
            self.order = self.ordered.keys(now)
        self.list.fill([self.things[key] for key in self.order])
        self.fill([self.parts[0], self.list, *shown((self.confirm, not now))])

    def _set(self, order: list[str]) -> None:
        if order != self.order:  # a tap moves nothing
            self.page.set_to(self.path, self.ordered.between.join(order))


class OrderedThing(Row):
    def __init__(self, look: Look, key: str, words: Text | str) -> None:
        self.look, self.key = look, key
        self.handle, name = Icon(look, "drag-horizontal-variant", 28, "text2"), Words(look, words, "answer")
        super().__init__([name, self.handle], name, gap=12, pad=14, air=6, least=48)
        self.box, self.shadow = Box.card(self, look, "surface2"), Shadow(self)

    def lift(self, on: bool) -> None:
        self.shadow.show(on)
        self.box.fill(self.look.colour("surface3" if on else "surface2"))


class ManyRow(ListRow):
    path = ""

    def __init__(self, page: FieldPage, field: Field) -> None:
        self.page, self.field = page, field
        token = page.token(field.seat) if field.seat is not None else None
        icon = field.icon or "format-list-bulleted"
        super().__init__(page.look, field.label, "", icon, self._open, token=token, tone="surface2")

    def show(self, field: Field, was: Json) -> None:
        self.field = field
        value = field.read()
        changed = not same(value, was)
        words = field.words(value)
        if changed:
            words = say("Now {new}, was {old}", new=words, old=field.words(was))
        self.second.say(words, "warm" if changed else "text2")

    def _open(self) -> None:
        field = self.field
        open_values(self.page, field.label, field.allowed, field.words, partial(self.page.set_to, self.path),
                    _holds(field.allowed, field.read()))


def open_values(page: FieldPage, title: Text, values: Sequence[Json], words: Callable[[Json], Text | str],
                do: Callable[[Json], object], now: int = -1) -> None:
    """Open a list to choose from; `now` is the index of the current value."""
    look, column = page.look, LongColumn(gap=8)

    def choose(value: Json) -> None:
        page.app.close_sheet()
        do(value)

    column.begin(ListRow(look, words(one), "", "", partial(choose, one), tone="surface2",
                         more="check-bold" if at == now else "") for at, one in enumerate(values))
    sheet = Sheet(look, str(title), [column])
    grow_on_scroll(sheet.scroll, column, sheet.refit)
    page.app.open_sheet(sheet)
