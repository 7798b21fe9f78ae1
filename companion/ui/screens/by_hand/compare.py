"""Does it match the table? Everything that can be set by hand, on one page; what was changed is one record, one undo.

The one way to correct. The stage shows the table as it would stand, with a trail from where a moved piece stood; pieces
can be dragged on it, and a tap on a thing brings its card. "We have begun already" is the same page, on a fresh table.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp

from companion.core.by_hand.fields import Field
from companion.core.by_hand.lines import HandLine
from companion.core.questions import Json
from companion.core.text import Text, count, say
from companion.services.by_hand import for_copies, turn_of
from companion.services.open_play import OpenPlay
from companion.services.table.controller import TableController
from companion.services.table.putting_right import PuttingRight
from companion.ui.app.idle import idle
from companion.ui.app.page import Page
from companion.ui.drawing.stage import Stage
from companion.ui.drawing.stage_picture import make_stage
from companion.ui.screens.by_hand.compare_page import CompareBar, ComparePage, offer_copy
from companion.ui.screens.by_hand.fields import open_values, row_for
from companion.ui.screens.by_hand.groups import in_groups, with_space
from companion.ui.screens.by_hand.thing import ThingCard
from companion.ui.table.by_hand.place_ring import PlaceRing, ThingRings
from companion.ui.table.generic_stage import GenericStage
from companion.ui.theme import tokens
from companion.ui.widgets import Grid, OutlineButton, PrimaryButton, SeatToken, Voice, Words
from companion.ui.widgets.base.flow import Column, Scroll
from companion.ui.widgets.base.long_list import LongColumn, grow_on_scroll
from companion.ui.widgets.base.tap import Box
from companion.ui.widgets.controls.chip_row import ChipRow
from companion.ui.widgets.controls.headings import Heading
from companion.ui.widgets.controls.rows import IconLine, ListRow
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

log = logging.getLogger("tableside")

FEW = 12  # so many things need no chips to find one
TAP, NEAR = 10.0, 30.0  # how far a tap may slip, and from how far it counts for a piece
EVERYTHING = ""


class SetButton(PrimaryButton):
    pad = 12.0


class PutBack(OutlineButton):
    pad = 12.0


class CompareScreen(ComparePage):
    """`at`: the path of the thing to begin with; `seat`: whose things come first; `begun`: a play in the middle."""

    keeps_awake = True

    def __init__(self, app: TablesideApp, opened: OpenPlay, at: str = "", seat: int | None = None, begun: bool = False,
                 changes: dict[str, Json] | None = None) -> None:
        super().__init__(app, app.look_for(opened.game))
        self.thing: ThingCard | None = None
        """The card of what was tapped on the stage; None: the list of everything."""
        look = self.look
        self.opened, self.at, self.seat, self.begun = opened, at, seat, begun
        self.controller = TableController(opened)
        self.draft = PuttingRight(opened)
        for path, value in (changes or {}).items():
            self.draft.set(path, value)
        self.letters = tokens.initials(one.name for one in opened.play.table.seats)
        self.group = EVERYTHING
        self.place = ""
        """The space of the stage that was tapped: what could lie there stands in the list, too."""
        Box(self, look.colour("background"))
        self.stage = self._make_stage()
        self.rings, self.ring = ThingRings(look), PlaceRing(look)
        self.panel = Page(app, look, size_hint=(None, None))
        corner = dp(tokens.CORNER["panel"])
        self.panel_box = Box(self.panel, look.colour("surface"), (corner, corner, 0.0, 0.0),
                             look.colour("outline") if look.contrast else None, look.line)
        self._make_panel()
        self.bar = CompareBar(look, app.back, self.undo)
        for part in (self.stage, self.rings, self.ring, self.panel, self.head, self.scroll, self.foot, self.bar):
            self.add_widget(part)
        self._fill()
        if at in self._fresh and self._fresh[at].place and not look.big:  # bigger letters leave no stage
            self._choose(at)
        self._say()

    def _make_stage(self) -> Stage:
        stage = make_stage(self.opened.game, self.look)
        stage.turn = turn_of(self.app.evening, self.opened)
        stage.at_hand = True
        stage.bind(on_correct=lambda _, path, value: self._carried(path, value))
        return stage

    def _make_panel(self) -> None:
        look = self.look
        self.headline = say("How far are you?") if self.begun else say("Does it match the table?")
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
        self.put_back = PutBack(look, say("Put back"), "undo-variant", self.forget)
        self.main = SetButton(look, "", "check-bold", self.go_on)
        self.buttons = Grid([self.main], columns=1, gap=8)
        self.foot = Column([self.refusal, self.buttons], gap=6)

    # Coming and going

    def entered(self) -> None:
        self.stage.live = True
        self._show_stage()
        idle.later(self.draft.prepare)

    def left(self) -> None:
        self.stage.live = False
        for visit in self.app.visits:
            if visit.page is self:
                visit.args["changes"] = dict(self.draft.changes)

    def closed(self) -> None:
        if not any(visit.args.get("opened") is self.opened for visit in self.app.visits):
            self.app.evening.close(self.opened)

    def on_back(self) -> bool:
        """What was set and not taken yet is not lost by a slip of the thumb."""
        if not self.draft.changes:
            return False
        look, app = self.look, self.app

        def drop() -> None:
            self.draft.forget()
            app.close_sheet(app.back)
        foot = Grid([OutlineButton(look, say("Discard"), "close", drop),
                     SetButton(look, self.main.text, "check-bold", lambda: app.close_sheet(self.go_on))],
                    columns=1 if look.big else 2)
        count_of = len(self.draft.changes)
        title = count("{n} change is not set yet.", "{n} changes are not set yet.", count_of)
        app.open_sheet(Sheet(look, title, [], foot))
        return True

    def _leave(self) -> None:
        self.draft.changes.clear()
        if len(self.app.visits) > 1 and self.app.visits[-2].name == "table":
            self.app.back()
        else:
            self.app.go_instead("table", opened=self.opened)

    # What is shown

    def _groups(self) -> dict[str, list[Field]]:
        seat = None if self.seat is None else self.opened.play.table.seats[self.seat]
        groups = in_groups([*self.draft.fields(), *self.draft.to_add()], self.at, seat)
        return with_space(groups, self.draft, self.place, self.at) if self.place else groups

    def _fill(self) -> None:
        groups = self._groups()
        self._fresh = {field.path: field for some in groups.values() for field in some}
        self._paths = {field.path for field in self.draft.fields()}
        if len(groups) > 1 and len(self._paths) > FEW and self.chips is None:
            choices: list[tuple[str, Text | str]] = [(EVERYTHING, say("Everything"))]
            choices += [(name, name) for name in groups]
            self.chips = ChipRow(self.look, choices, EVERYTHING, self._only)
            self.head.fill([*self.head.parts, self.chips])
        self.rows.begin(self._rows(groups))
        if self.thing is not None:
            self._choose(self.thing.path)
        self.arrange()

    def _choose(self, path: str) -> None:
        """The card of one thing stands in the place of the list, and leaves most of the window to the stage."""
        field = self._fresh.get(path)
        if field is None:
            self._all_of_it()
            return
        self.thing = ThingCard(self, field, list(self._fresh.values()), self._all_of_it)
        self._reread()
        self.hint.words.say(self._what_to_do(field))
        self.head.fill(self.head.parts[:2])
        self.column.fill([self.thing, self.hint])
        self._show_rings()
        self.arrange()

    def _what_to_do(self, field: Field) -> Text:
        drag = self.stage.carries and not isinstance(field.allowed, range)
        if self.thing is not None and self.thing.steppers:
            return say("Drag it, or count with − and +") if drag else say("Count with − and +")
        return say("Drag it, or tap another thing") if drag else say("Tap another thing, or go on")

    def _all_of_it(self) -> None:
        """The list, with what was tapped first."""
        if self.thing is not None:
            self.at, self.seat, self.thing = self.thing.path, None, None
        self.head.fill([*self.head.parts[:2], *([self.chips] if self.chips is not None else ())])
        self.column.fill([self.rows])
        self._show_rings()
        self._only(EVERYTHING)

    def _rows(self, groups: dict[str, list[Field]]) -> Iterator[Any]:
        if not groups:
            yield Words(self.look, say("There is nothing to correct here."), "body", "text2")
        for name, fields in groups.items():
            if self.group not in (EVERYTHING, name):
                continue
            yield Words(self.look, name, "kicker", "primary")
            for field in fields:  # made when somebody scrolls near it: by then it may be another table
                yield row_for(self, self._fresh.get(field.path, field), self.draft.was(field.path))
        if self.group == EVERYTHING and self.draft.to_add():
            yield ListRow(self.look, say("Something on another space"), say("A missing piece, or a wrong print"),
                          "map-marker-outline", self._ask_space, tone="surface2")

    def _ask_space(self) -> None:
        """For whom no stage can be tapped: the same, from a list."""
        field = self.draft.to_add()[-1]
        open_values(self, say("Which space?"), [value for value in field.allowed if value is not None], field.words,
                    self._at_space)

    def _at_space(self, place: Json) -> None:
        self.place, self.at, self.seat, self.thing = str(place), "", None, None
        self._all_of_it()

    def _only(self, group: str) -> None:
        self.group = group
        self._fill()
        self.scroll.to_start()

    def _say(self) -> None:
        changes = len(self.draft.changes)
        self.changed.say(count("{n} thing changed", "{n} things changed", changes) if changes else "")
        nothing = say("Go on") if self.begun else say("It matches")
        both = say("Set both, go on") if changes == 2 else say("Set {n}, go on", n=changes)
        self.main.text = str(both if changes else nothing)
        self.buttons.fill([self.put_back, self.main] if changes else [self.main])
        view = self.controller.look()
        self.bar.show(self.opened.game.named(self.opened.play.setup), view.subtitle if view is not None else "",
                      bool(changes))

    def _show_stage(self) -> None:
        if not self.stage.opacity or self.parent is None:
            return
        try:
            self.stage.hands(self._moved_pieces())
            self.stage.show(self.draft.play, None)
            self.stage.settle()
            self._show_rings()
        except Exception:  # a stage that raises costs the picture, not the corrections
            log.exception("the stage of %s could not be shown", self.opened.game.facts.id)
            self.remove_widget(self.stage)
            self.stage = GenericStage(self.look, self.opened.game)
            self.add_widget(self.stage, index=len(self.children))
            self.arrange()

    def _moved_pieces(self) -> list[HandLine]:
        """Those that the changes put elsewhere, from where they stood."""
        changed = [(self._fresh[path], self.draft.was(path)) for path in self.draft.changes if path in self._fresh]
        return [HandLine(one.path, one.label, was, one.read(), one.seat, place=one.place) for one, was in changed]

    def _show_rings(self) -> None:
        """What can be tapped: things on the stage, not the many spaces."""
        thing = None if self.thing is None else self._fresh.get(self.thing.path)
        marked = thing.place if thing is not None else self.place
        moves = thing is not None and self.stage.carries and not isinstance(thing.allowed, range)
        self.ring.show(self.stage.spot_of(marked) if marked and self.stage.opacity else None, stay=True, moves=moves)
        found = [self.stage.spot_of(field.place) for field in self.draft.fields()
                 if field.place and not field.place[0].isdigit() and not field.place.startswith("-")]
        self.rings.show((spot for spot in found if spot is not None), min(32.0, self.stage.room.height / dp(17)))

    def token(self, seat: int) -> SeatToken:
        return SeatToken(self.look, self.opened.play.table.seats[seat].colour, self.letters[seat], 28)

    # What happens

    def set_to(self, path: str, value: Json) -> None:
        """Tried at once: what can't be is said at its row, and is not one of the changes."""
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
        """A piece was put elsewhere on the stage: its card comes, and says where that is, or why it can't be."""
        if path in self._fresh:
            self._choose(path)
        self.set_to(path, value)

    def _reread(self) -> None:
        """Every row that is there says what would hold now; a thing that came or went needs rows of its own."""
        if {field.path for field in self.draft.fields()} != self._paths:
            self._fill()
            return
        fields = self._fresh = {field.path: field for some in self._groups().values() for field in some}
        for row in self._shown_rows():
            if getattr(row, "path", "") in fields:
                row.show(fields[row.path], self.draft.was(row.path))

    def undo(self) -> None:
        """The last change of this visit; all of them go with Put back."""
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
        before = for_copies(self.app.evening, self.opened)
        result = self.controller.put_right(self.draft.changes.items())
        if not result.done:
            self._refuse(result.why)
            self.arrange()
            return
        self.app.noise("book", 10)
        fresh = [one for one in for_copies(self.app.evening, self.opened) if one not in before]
        if not fresh:
            self._leave()
            return
        self.draft.changes.clear()
        offer_copy(self.app, self.look, self.opened, *fresh[0], then=self._leave)

    def _refuse(self, why: Text | str) -> None:
        self.refusal.words.say(why)
        self.refusal.icon.name = "alert-circle-outline" if str(why) else ""

    # Fingers on the stage

    def on_touch_down(self, touch: Any) -> bool:
        touch.ud["compare"] = touch.pos
        return bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: Any) -> bool:
        start = touch.ud.pop("compare", None)
        taken = bool(super().on_touch_up(touch))
        if start is not None and self.stage.opacity and self.stage.room.holds(touch.pos) \
                and abs(touch.x - start[0]) + abs(touch.y - start[1]) < dp(TAP):
            self._tapped(touch.pos)
        return taken

    def _tapped(self, at: tuple[float, float]) -> None:
        """The thing on the stage under the finger: its card comes, and a ring lies round it. On an empty space: what
        could lie there, at the head of the list."""
        self.place = self.stage.place_at(at)
        spots = [(field, self.stage.spot_of(field.place)) for field in self.draft.fields() if field.place]
        near = [(abs(spot[0] - at[0]) + abs(spot[1] - at[1]), number) for number, (_, spot) in enumerate(spots)
                if spot is not None]
        if near and min(near)[0] <= dp(NEAR) * 1.4:
            self._choose(spots[min(near)[1]][0].path)
        elif self.place or self.thing is not None:
            self._at_space(self.place)
