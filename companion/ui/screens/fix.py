"""*Fix something*: everything that can be set by hand on one page. All changes are one record and one undo.

The stage previews the result; pieces can be dragged, and tapping one opens its card. "Already started?"
is the same page on a fresh table."""

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from kivy.metrics import dp

from companion.core.fields import Field
from companion.core.text import Text, count, say
from companion.core.values import Json, same
from companion.services.by_hand import for_boxes, turn_of
from companion.services.open_play import OpenPlay
from companion.services.table.controller import TableController
from companion.services.table.fix import Fix, numbers_of, ringed, with_space
from companion.ui.app.beside import LOW, Strip
from companion.ui.app.page import Page
from companion.ui.app.tableside import TablesideApp
from companion.ui.drawing.stage import Room, Stage
from companion.ui.speed.idle import fingers, idle
from companion.ui.stages.generic_stage import GenericStage
from companion.ui.stages.stage_picture import make_stage
from companion.ui.table.bar import HIGH, Bar
from companion.ui.table.by_hand import FieldPage, OrderRow, PlaceRing, ThingRings, open_values, row_for
from companion.ui.theme import Look, tokens
from companion.ui.widgets import (
    Box,
    Grid,
    Icon,
    IconDisc,
    OutlineButton,
    Pill,
    PrimaryButton,
    SeatToken,
    Voice,
    Words,
    shown,
)
from companion.ui.widgets.base.flow import Column, LongColumn, Row, Scroll, grow_on_scroll
from companion.ui.widgets.controls.rows import ChipRow, Heading, IconLine, ListRow, SignButton
from companion.ui.widgets.controls.sheet import ask

PAD = 12.0
BESIDE = 104.0  # below this width a stepper moves to a separate line


class SmallStepper(Column):
    def __init__(self, page: FieldPage, field: Field) -> None:
        look = page.look
        self.page, self.path = page, field.path
        self.icon = Icon(look, field.icon, 18, "primary")
        self.label = Words(look, field.short or field.label, "label", align="center")
        self.hint = Words(look, "", "label", "warm", align="center")
        self.number = Words(look, "", "score big", align="center")
        self.minus = SignButton(look, "minus", lambda: self._step(-1), 44.0, "surface2")
        self.plus = SignButton(look, "plus", lambda: self._step(1), 44.0, "surface2")
        self.value, self.low, self.high, self.by = 0, 0, 0, 1
        self.head = Row([], self.label, gap=4, centred=True)
        super().__init__([], gap=0, pad=4, air=6)
        self.add_parts(self.minus, self.plus, self.number)
        Box.card(self, look, "surface3")

    def show(self, field: Field, was: Json) -> None:
        allowed, value = field.allowed, field.read()
        if isinstance(allowed, range):
            self.low, self.high = allowed.start, allowed.stop - 1
        self.by, self.value = field.step, value if isinstance(value, int) else self.low
        changed = not same(value, was)
        self.number.say(str(field.words(self.value)), "warm" if changed else "text")
        self.hint.say(say("was {old}", old=field.words(was)) if changed else "", "warm")
        self.minus.set_ready(self.value > self.low)
        self.plus.set_ready(self.value < self.high)

    def refuse(self, why: str) -> None:
        self.hint.say(why, "loss")

    def _step(self, by: int) -> None:
        self.page.set_to(self.path, min(self.high, max(self.low, self.value + by * self.by)))

    def fit(self, width: float) -> float:
        """Show the old value on the label's line if it fits."""
        lead = self.icon.width + dp(4) if self.icon.name else 0.0
        beside = lead + self.label.hug() + dp(4) + self.hint.hug() <= width - dp(8)
        self.head.stretch = None if beside else self.label
        self.head.fill(shown((self.icon, True), (self.label, True), (self.hint, beside)))
        self.fill(shown((self.head, True), (self.hint, not beside)))
        self.number.hug()
        return self.take_size(width, super().fit(width) + self.minus.height)

    def arrange(self) -> None:
        """The number may cover the edges of the signs: three steppers share the width of a phone."""
        super().arrange()
        low, middle = self.y + dp(4), self.x + self.width / 2
        self.minus.pos, self.plus.pos = (self.x + dp(4), low), (self.right - dp(4) - self.plus.width, low)
        self.number.center = (middle, low + self.minus.height / 2)


class ThingCard(Column):
    def __init__(self, page: FieldPage, field: Field, fields: Sequence[Field],
                 on_all: Callable[[], object]) -> None:
        look = self.look = page.look
        self.path = field.path
        token = page.token(field.seat) if field.seat is not None else None
        self.name = Words(look, field.group if token is not None and field.group else field.label, "answer")
        all_of_it = Pill(look, say("All of it"), "chevron-right", on_all, icon_last=True)
        self.where = Words(look, "", "support", "text2")
        words = Column([Row([self.name, all_of_it], self.name), self.where], gap=2)
        icon = Icon(look, field.icon or "map-marker-outline", 28, "primary")
        head = Row([token or icon, words], words, gap=12)
        self.steppers = [SmallStepper(page, one) for one in numbers_of(field, fields)]
        self.grid = Grid(self.steppers, columns=max(1, len(self.steppers)), gap=6)
        super().__init__(shown((head, True), (self.grid, self.steppers)), gap=10, pad=PAD)
        Box.card(self, look, "surface2", tokens.CORNER["card"])

    def rows(self) -> list[Any]:
        return [self, *self.steppers]

    def show(self, field: Field, was: Json) -> None:
        value = field.read()
        changed = not same(value, was)
        words = field.words(value)
        self.where.say(say("Now {new}", new=words) if changed else words, "warm" if changed else "text2")

    def refuse(self, why: str) -> None:
        self.where.say(why, "loss")

    def fit(self, width: float) -> float:
        count = max(1, len(self.steppers))
        narrow = (width - 2 * dp(PAD)) / count < dp(BESIDE) * self.look.grow(chrome=True)
        self.grid.columns = 1 if narrow else count
        return super().fit(width)


STAGE_LEAST, FOR_THING = 700.0, 560.0
"""Window heights that leave room for the stage, with the list or with one card."""


def offer_box(app: TablesideApp, look: Look, opened: OpenPlay, name: str, box_id: int, fresh: Json,
               then: Callable[[], object]) -> None:
    def change() -> None:
        app.library.save_box(opened.game.facts.id, name, fresh, box_id)
        app.tell(say("{name} is corrected as well.", name=name))

    hint = Words(look, say("This play is corrected. Later plays use {name}.", name=name), "body", "text2")
    ask(app, look, say("Is it also wrong in your box?"), (say("Only this play"), "close", None),
        (say("Also in my box"), "check-bold", change), [hint], on_close=then)


log = logging.getLogger("tableside")

FEW = 12  # up to this many things need no filter chips
TAP, NEAR = 10.0, 30.0  # how far a tap may slip, and how close to a piece it must be
EVERYTHING = ""


class FixScreen(Page):
    """`at`: path of the first thing. `seat`: whose things come first. `begun`: it starts in the middle."""

    keeps_awake = True

    def __init__(self, app: TablesideApp, opened: OpenPlay, at: str = "", seat: int | None = None,
                 begun: bool = False, changes: dict[str, Json] | None = None) -> None:
        super().__init__(app, app.look_for(opened.game))
        self.thing: ThingCard | None = None
        """The card of the thing tapped on the stage; None shows the full list."""
        look = self.look
        self.opened, self.at, self.seat, self.begun = opened, at, seat, begun
        self.controller = TableController(opened)
        self.draft = Fix(opened, begun)
        self.app_first = begun and all(len(field.allowed) > 1 for field in self.draft.fields()
                                       if field.renews and not field.on_table)
        """Whether the phase can be set before what is on the table; fixed, so that no group moves later."""
        for path, value in (changes or {}).items():
            self.draft.set(path, value)
        self.letters = tokens.initials(one.name for one in opened.play.table.seats)
        self.group = EVERYTHING
        self.place = ""
        """The tapped space; the list includes what could be there."""
        Box(self, look.colour("background"))
        self.stage = self._make_stage()
        self.rings, self.ring = ThingRings(look), PlaceRing(look)
        self.panel = Page(app, look, size_hint=(None, None))
        self.panel_box = Box.panel(self.panel, look)
        self._make_panel()
        self.take_back = IconDisc(look, "undo-variant", self.undo)
        self.bar = Bar(look, IconDisc(look, "close", app.back), self.take_back)
        parts = (self.stage, self.rings, self.ring, self.panel, self.head, self.scroll, self.foot, self.bar)
        for part in parts:
            self.add_widget(part)
        self._fill()
        if at in self._fresh and self._fresh[at].place and not look.big:
            self._choose(at)  # big text leaves no room for a stage
        self._say()

    def _make_stage(self) -> Stage:
        stage = make_stage(self.opened.game, self.look)
        stage.turn = turn_of(self.app.library, self.opened)
        stage.at_hand = True
        stage.bind(on_correct=lambda _, path, value: self._carried(path, value))
        return stage

    def _make_panel(self) -> None:
        look = self.look
        self.headline = self.draft.headline()
        self.changed = Words(look, "", "kicker", "warm", align="right")
        self.kicker = Words(look, "", "kicker", "text2")
        self.title = Voice(look, self.headline, "headline" if not look.big else "title")
        self.chips: ChipRow | None = None
        self.head = Column([Heading(self.kicker, self.changed), self.title], gap=0)
        self.hint = IconLine(look, "", "gesture-tap", ink="text2", icon_ink="text2")
        self.rows = LongColumn(gap=8)
        self.column = Column([self.rows], gap=8)
        self.scroll = Scroll(look, self.column)
        grow_on_scroll(self.scroll, self.rows, self.arrange)
        self.refusal = IconLine(look, "", "", ink="loss", icon_ink="loss")
        self.put_back = OutlineButton(look, say("Reset"), "undo-variant", self.forget, pad=12.0)
        self.main = PrimaryButton(look, "", "check-bold", self.go_on, pad=12.0)
        self.buttons = Grid([self.main], columns=1, gap=8)
        self.foot = Column([self.refusal, self.buttons], gap=6)

    # Lifecycle

    def entered(self) -> None:
        self.stage.live = True
        self._show_stage()
        idle.later(self.draft.prepare)

    def left(self) -> None:
        self.stage.sleep()
        self.remember(changes=dict(self.draft.changes))

    def on_back(self) -> bool:
        """Ask before dropping unsaved changes."""
        if not self.draft.changes:
            return False
        def drop() -> None:
            self.draft.forget()
            self.app.back()
        title = count("{n} change is not set yet.", "{n} changes are not set yet.", len(self.draft.changes))
        ask(self.app, self.look, title, (say("Discard"), "close", drop),
            (self.main.text, "check-bold", self.go_on))
        return True

    def _leave(self) -> None:
        self.draft.changes.clear()
        self.app.to_table(self.opened)

    # Rendering

    def groups(self) -> dict[str, list[Field]]:
        seat = None if self.seat is None else self.opened.play.table.seats[self.seat]
        groups = self.draft.groups(self.at, seat, self.app_first)
        return with_space(groups, self.draft, self.place, self.at) if self.place else groups

    def _fill(self) -> None:
        groups = self.groups()
        self._fresh = {field.path: field for some in groups.values() for field in some}
        self._paths = {field.path for field in self.draft.fields()}
        if len(groups) > 1 and len(self._paths) > FEW and self.chips is None:
            choices: list[tuple[str, Text | str]] = [(EVERYTHING, say("Everything"))]
            choices += [(name, name) for name in groups]
            self.chips = ChipRow(self.look, choices, EVERYTHING, self._only)
        self.rows.begin(self._rows(groups))
        if self.thing is not None:
            self._choose(self.thing.path)
        self.arrange()

    def _choose(self, path: str) -> None:
        field = self._fresh.get(path)
        if field is None:
            self._all_of_it()
            return
        self.thing = ThingCard(self, field, list(self._fresh.values()), self._all_of_it)
        self._reread()
        drag = self.stage.carries and not isinstance(field.allowed, range)
        if self.thing.steppers:
            self.hint.words.say(say("Drag it, or count with − and +") if drag else say("Count with − and +"))
        else:
            dragging, tapping = say("Drag it, or tap another thing"), say("Tap another thing, or go on")
            self.hint.words.say(dragging if drag else tapping)
        self._show_rings()
        self.arrange()

    def _all_of_it(self) -> None:
        if self.thing is not None:
            self.at, self.seat, self.thing = self.thing.path, None, None
        self._show_rings()
        self._only(EVERYTHING)

    def _rows(self, groups: dict[str, list[Field]]) -> Iterator[Any]:
        if not groups:
            yield Words(self.look, say("There is nothing to correct here."), "body", "text2")
        for name, fields in groups.items():
            if self.group not in (EVERYTHING, name):
                continue
            yield Words(self.look, name, "kicker", "primary")
            for field in fields:  # built lazily, so the field may have changed
                yield row_for(self, self._fresh.get(field.path, field), self.draft.was(field.path))
        if self.group == EVERYTHING and self.draft.to_add():
            yield ListRow(self.look, say("Something on another space"),
                          say("A missing piece, or a wrong print"), "map-marker-outline", self._ask_space,
                          tone="surface2")

    def _ask_space(self) -> None:
        field = self.draft.to_add()[-1]
        spaces = [value for value in field.allowed if value is not None]
        open_values(self, say("Which space?"), spaces, field.words, self._at_space)

    def _at_space(self, place: Json) -> None:
        self.place, self.at, self.seat, self.thing = str(place), "", None, None
        self._all_of_it()

    def _only(self, group: str) -> None:
        self.group = group
        self._fill()
        self.scroll.to_start()

    def _say(self) -> None:
        changes = len(self.draft.changes)
        self.changed.say(self.draft.changed_words())
        self.main.text = str(self.draft.main_words())
        buttons = shown((self.put_back, changes), (self.main, True))
        self.buttons.fill(buttons if self.look.big else self.look.mirrored(buttons))
        view = self.controller.look()
        self.bar.pill.show(self.opened.title, view.subtitle if view is not None else "")
        self.take_back.set_ready(bool(changes))

    def _show_stage(self) -> None:
        if not self.stage.opacity or self.parent is None:
            return
        try:
            self.stage.hands(self.draft.hand_lines())
            self.stage.show(self.draft.play, None)
            self.stage.settle()
            self._show_rings()
        except Exception:  # if the stage fails, corrections still work
            log.exception("the stage of %s could not be shown", self.opened.game.facts.id)
            self.remove_widget(self.stage)
            self.stage = GenericStage(self.look, self.opened.game)
            self.add_widget(self.stage, index=len(self.children))
            self.arrange()

    def _show_rings(self) -> None:
        thing = None if self.thing is None else self._fresh.get(self.thing.path)
        marked = thing.place if thing is not None else self.place
        moves = thing is not None and self.stage.carries and not isinstance(thing.allowed, range)
        spot = self.stage.spot_of(marked) if marked and self.stage.opacity else None
        self.ring.show(spot, stay=True, moves=moves)
        found = [self.stage.spot_of(place) for place in ringed(self.draft.fields())]
        size = min(32.0, self.stage.room.height / dp(17))
        self.rings.show((spot for spot in found if spot is not None), size)

    def token(self, seat: int) -> SeatToken:
        return SeatToken(self.look, self.opened.play.table.seats[seat].colour, self.letters[seat], 28)

    # Actions

    def set_to(self, path: str, value: Json) -> None:
        """Try the value; if it is refused, its row says why and nothing changes."""
        why = self.draft.set(path, value)
        self._refuse("")
        self._say()
        self._reread()
        if why:
            row = next((one for one in self._shown_rows() if getattr(one, "path", "") == path), None)
            if row is None:
                self._refuse(why)
            else:
                row.refuse(why)
            self.app.noise("refuse", 30)
        else:
            self.app.noise("tap", 10)
        self._show_stage()
        self.arrange()

    def _shown_rows(self) -> list[Any]:
        return list(self.rows.parts) if self.thing is None else self.thing.rows()

    def _carried(self, path: str, value: Json) -> None:
        if path in self._fresh:
            self._choose(path)
        self.set_to(path, value)

    def _reread(self) -> None:
        if {field.path for field in self.draft.fields()} != self._paths:
            self._fill()
            return
        fields = self._fresh = {field.path: field for some in self.groups().values() for field in some}
        for row in self._shown_rows():
            if getattr(row, "path", "") in fields:
                row.show(fields[row.path], self.draft.was(row.path))

    def undo(self) -> None:
        self._without(self.draft.undo)

    def forget(self) -> None:
        self._without(self.draft.forget)

    def _without(self, take_back: Callable[[], object]) -> None:
        take_back()
        self._refuse("")
        self._say()
        self._fill()
        self._show_stage()

    def go_on(self) -> None:
        if not self.draft.changes:
            self._leave()
            return
        before = for_boxes(self.app.library, self.opened)
        result = self.controller.fix(self.draft.whole.items())
        if not result.done:
            self._refuse(result.why)
            self.arrange()
            return
        self.app.noise("book", 10)
        fresh = [one for one in for_boxes(self.app.library, self.opened) if one not in before]
        if not fresh:
            self._leave()
            return
        self.draft.changes.clear()
        offer_box(self.app, self.look, self.opened, *fresh[0], then=self._leave)

    def _refuse(self, why: Text | str) -> None:
        self.refusal.show(why, "alert-circle-outline" if str(why) else "")

    # Layout

    def notice_place(self) -> tuple[float, float, float, bool]:
        """Beside the list, on the stage."""
        if not self.is_beside:
            return super().notice_place()
        room = self.stage.room
        return room.x, room.y + float(dp(4)), room.width, True

    def arrange(self) -> None:
        if self.parent is None or self.width < 2:
            return
        filters = shown((self.chips, self.chips is not None and self.thing is None))
        self.head.fill([*self.head.parts[:2], *filters])
        self.column.fill([self.rows] if self.thing is None else [self.thing, self.hint])
        tight = self.is_beside and self.height < dp(LOW) and self.look.big  # the line above it is enough then
        self.title.say("" if tight else self.headline)
        least = STAGE_LEAST if self.thing is None else FOR_THING
        staged = self.is_beside or bool(self.height >= dp(least) and not self.look.big)
        self.stage.opacity = 1.0 if staged else 0.0
        self.kicker.say(self._kicker(staged))
        if self.is_beside:
            self._arrange_beside()
        else:
            self._arrange_below(staged)
        if staged:
            self.stage.settle()  # so rings are placed where the things end up
            self._show_rings()
        else:
            self.rings.show(())

    def _kicker(self, staged: bool) -> Text:
        if self.begun:
            return say("Already started?")
        return say("Tap what is wrong") if staged else say("Set what is wrong")

    def _arrange_beside(self) -> None:
        _, upper, _, lower = self.insets
        panel, picture = self.beside()
        top = self.height - upper
        high = max(2.0, top - dp(HIGH) - lower)
        self.stage.stand((picture.x, 0.0), (picture.width, self.height),
                         Room(picture.inner_x, lower, picture.inner_width, high))
        self.bar.stand(picture.inner_x, top, picture.inner_width)
        self._place_panel(panel, self.height, lower, upper)

    def _arrange_below(self, staged: bool) -> None:
        left, upper, right, lower = self.insets
        panel = Strip(0.0, self.width, left, right)
        top = self.height - upper
        high = self.height * 0.6 if staged else top - dp(HIGH + 4)
        if staged and self.thing is not None:
            high = min(self.height * 0.62, self._needs(panel.inner_width) + lower)
        if staged:
            low = high - dp(tokens.CORNER["panel"])
            room = Room(left, high, panel.inner_width, max(2.0, top - dp(HIGH) - high))
            self.stage.stand((0.0, low), (self.width, self.height - low), room)
        self.bar.stand(left, top, panel.inner_width)
        self._place_panel(panel, high, lower, 0.0)

    def _needs(self, wide: float) -> float:
        inner = wide - 2 * self._side()
        return float(self.head.fit(inner) + self.scroll.needs(inner) + self.foot.fit(inner) + dp(36))

    def _side(self) -> float:
        return float(dp(12 if self.width < dp(380) else 16))

    def _place_panel(self, strip: Strip, high: float, lower: float, upper: float) -> None:
        self.panel.pos, self.panel.size = (strip.x, 0.0), (strip.width, high)
        side = self._side()
        inner = strip.inner_width - 2 * side
        start = strip.inner_x + side
        self.buttons.columns = 1 if self.look.big else len(self.buttons.parts)
        self.foot.fit(inner)
        self.foot.pos = (start, lower + dp(12))
        self.head.fit(inner)
        self.head.pos = (start, high - upper - dp(8) - self.head.height)
        low = self.foot.top + dp(8)
        self.scroll.needs(inner)
        room = self.head.y - dp(8) - low
        while self.thing is None and self.column.height < room * 1.3 and self.rows.grow():
            self.scroll.needs(inner)
        self.scroll.show((start, low), inner, max(dp(40), room))

    # Touches on the stage

    def on_touch_down(self, touch: Any) -> bool:
        # before the scroll view decides whether this is a scroll
        if self.scroll.collide_point(*touch.pos) and any(row.list.take(touch) for row in self._shown_rows()
                                                         if isinstance(row, OrderRow)):
            return True
        touch.ud["fix"] = touch.pos
        if touch.is_mouse_scrolling or self.stage.busy():
            for one in (touch, *fingers()):
                one.ud["zooms"] = True
        return bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: Any) -> bool:
        start = touch.ud.pop("fix", None)
        taken = bool(super().on_touch_up(touch))
        if start is None:
            return taken
        room = self.stage.room
        if self.stage.carries and room.holds(start):
            self.stage.settle()  # fingers may have moved the board
            self._show_rings()
        near = abs(touch.x - start[0]) + abs(touch.y - start[1]) < dp(TAP)
        if near and "zooms" not in touch.ud and self.stage.opacity and room.holds(touch.pos):
            self._tapped(touch.pos)
        return taken

    def _tapped(self, at: tuple[float, float]) -> None:
        """Open the card of the thing under the finger, or list what could be on an empty space."""
        self.place = self.stage.place_at(at)
        spots = [(field, self.stage.spot_of(field.place)) for field in self.draft.fields() if field.place]
        near = [(abs(spot[0] - at[0]) + abs(spot[1] - at[1]), number)
                for number, (_, spot) in enumerate(spots) if spot is not None]
        if near and min(near)[0] <= dp(NEAR) * 1.4:
            self._choose(spots[min(near)[1]][0].path)
        elif self.place or self.thing is not None:
            self._at_space(self.place)
