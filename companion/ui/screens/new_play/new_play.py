"""A new play: who sits where, the switches of the table, the owner's copy, and one button to start."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.metrics import dp

from companion.core.questions import Refused
from companion.core.seats import Person, name_key
from companion.core.setup import LONGEST_NAME, Setup
from companion.core.text import Text, capital, count, say, spelled
from companion.services.guarded_play import starter_copy
from companion.services.open_play import OpenPlay
from companion.services.people import Group
from companion.ui.app.page import Page
from companion.ui.screens.invite import open_invite
from companion.ui.screens.new_play.house_rules import HouseRules
from companion.ui.screens.new_play.parts import NewPlayDraft, PersonChip, StartButton, order_words
from companion.ui.screens.new_play.seats import SeatRow, SeatSheet, free_colour
from companion.ui.screens.new_play.which_copy import about, choose_copy
from companion.ui.screens.plain import LOW, WIDE, Foot
from companion.ui.screens.players.groups import edit_group, told_apart
from companion.ui.theme import tokens
from companion.ui.widgets.base.drag_list import DragList
from companion.ui.widgets.base.flow import Column, Grid, Scroll, Wrap
from companion.ui.widgets.base.picture import Cover, Shade
from companion.ui.widgets.base.tap import Box, shake
from companion.ui.widgets.base.words import Voice, Words
from companion.ui.widgets.controls.buttons import IconDisc, Link
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.headings import Divider
from companion.ui.widgets.controls.rows import IconLine, ListRow

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

MOST_CHIPS = 9
KEYBOARD, TYPING_ROOM = 120.0, 140.0  # no phone's own bar is that high; less room than that for names is too little
LOW_FOR_BIG = 700.0  # on a lower screen big letters leave room for one button below the seats, not for three
SMALL_TITLE = 20.0  # so small may its letters be where the keyboard or big letters leave one line for it


def _same(group: Group, people: list[Person]) -> bool:
    return {person.name for person in group.people} == {person.name for person in people}


class NewPlayScreen(Page):
    """`setup`: begin with these people and switches, as after a play; `draft`: as it was before the theme changed."""

    def __init__(self, app: TablesideApp, game: str, setup: Setup | None = None,
                 draft: NewPlayDraft | None = None) -> None:
        self.game = app.found.games[game]
        super().__init__(app, app.look_for(self.game))
        look = self.look
        self.draft = draft or (NewPlayDraft.of(setup) if setup is not None else self._as_last_time())
        self._first = list(self.draft.people)
        self.picture = Cover(game, focus=0.45)
        self.shade = Shade(tokens.SCRIM, 0.9)
        white = look.on_art()
        self.named = Words(white, self.game.facts.title, "kicker", chrome=True)
        self.title = Voice(white, say("Who is playing?"), "headline wide", chrome=True)
        self.lead = Words(white, order_words(self.game.facts.sides), "support", chrome=True)
        self.column = Column([], gap=tokens.S)
        self.ground = Page(app, look, size_hint=(None, None))
        corner = dp(tokens.CORNER["panel"])
        self.ground_box = Box(self.ground, look.colour("background"), (corner, corner, 0.0, 0.0))
        self.scroll = Scroll(look, self.column)
        self.start = StartButton(look, "", "play", self.begin)
        self.why = Words(look, "", "support", "loss", align="center")
        self.begun = Link(look, say("We have begun already"), "", self.begin_in_the_middle)
        self.invite = Link(look, say("Start and invite phones"), "", self.begin_with_phones)
        self.links = Grid([self.begun, self.invite], columns=1 if look.big else 2)
        self.was_left = False
        """It was built a while ago: something else was open since."""
        self.loose = False
        """Big letters on a turned or a small phone: the two links scroll with the seats, or nobody would be seen."""
        self.foot = Foot(look, Column([self.why, self.start, self.links], gap=2))
        self.discs = [IconDisc(look, "arrow-left", app.back),
                      IconDisc(look, "book-open-variant", lambda: app.go("rules", game=game))]
        for part in (self.picture, self.shade, self.named, self.title, self.lead, self.ground, self.scroll, self.foot,
                     *self.discs):
            self.add_widget(part)
        self._make_parts()

    def _as_last_time(self) -> NewPlayDraft:
        """Whoever was seated before Back, else the people of the last evening, with this game's last house rules."""
        facts, evening = self.game.facts, self.app.evening
        last = evening.plays()
        enough = next((play for play in last if len(play.people) >= facts.fewest), last[0] if last else None)
        people = self.app.waiting or (list(enough.people) if enough is not None else [])
        before = evening.last_setup(facts.id)
        options = {} if before is None else dict(before.options)
        return NewPlayDraft(people[:facts.most], options, typing=not people and not evening.people())

    def _make_parts(self) -> None:
        look = self.look
        self.seats = DragList(self._ordered)
        self.refusal = IconLine(look, "", "", ink="loss", icon_ink="loss")
        self.entry = TextEntry(look, say("Add the first player"), self.draft.typed, "account-plus-outline",
                               on_enter=self._entered, on_type=self._typing, longest=LONGEST_NAME + 1, plus=True)
        self.chips = Wrap([], gap=tokens.S)
        self.rules = HouseRules(look, self.game.options, self.draft, self._refresh)
        self._seat_everybody()
        self._refresh()

    def entered(self) -> None:
        if self.was_left:
            self._refresh()  # a copy may have been made meanwhile
        if not self.draft.people and self.draft.typing:
            Clock.schedule_once(lambda _: self.entry.focus(), 0)

    def left(self) -> None:
        self.was_left = True
        self.entry.focus(False)
        for visit in self.app.visits:
            if visit.page is self:
                visit.args["draft"] = self.draft

    def closed(self) -> None:
        """Whoever was seated here sits down on the next such page, whichever game it is for."""
        if self.draft.typed.strip():
            self._typed(self.draft.typed)
        if self.draft.people != self._first:
            self.app.waiting = list(self.draft.people)

    # Seats

    def _seat_everybody(self) -> None:
        letters = tokens.initials(person.name for person in self.draft.people)
        rows = [SeatRow(self.look, person, letter, number + 1, self._open_seat)
                for number, (person, letter) in enumerate(zip(self.draft.people, letters, strict=True))]
        self.seats.fill(rows)

    def _refresh(self) -> None:
        """People, chips or switches changed."""
        draft, look = self.draft, self.look
        seated = {name_key(person.name) for person in draft.people}
        known = [person for key, person in self._known().items() if key not in seated]
        chips: list[Any] = [PersonChip(look, group.name, "account-group-outline", partial(self.seat, group.people))
                            for group in self.app.evening.groups() if set(group.people) - set(draft.people)]
        chips += [PersonChip(look, person.name, "plus", partial(self._add, person)) for person in known[:MOST_CHIPS]]
        if not draft.typing:
            chips.append(PersonChip(look, say("New"), "account-plus-outline", self._type))
        if len(draft.people) > 1 and not any(_same(group, draft.people) for group in self.app.evening.groups()):
            chips.append(PersonChip(look, say("Save as a group"), "account-multiple-plus-outline", self._save_group))
        self.chips.fill(chips)
        self.entry.hint.say(say("Add a player") if draft.people else say("Add the first player"))
        parts: list[Any] = [self.seats, self.refusal]
        if draft.typing:
            parts.append(self.entry)
        parts += [self.chips, *self._copy_parts(), *self._rule_parts()]
        self.column.fill([*parts, *([self.links] if self.loose else ())])
        self._say_start()
        self.arrange()

    def _known(self) -> dict[str, Person]:
        return {name_key(person.name): person for person in (*self.app.waiting, *self.app.evening.people())}

    def _say_start(self) -> None:
        facts, typed = self.game.facts, bool(self.draft.typed.strip())
        seats = min(len(self.draft.people) + typed, facts.most)
        missing = facts.fewest - seats
        if missing > 0:
            words = count("{number} more player", "{number} more players", missing, number=capital(spelled(missing)))
        else:
            words = count("Start alone", "Start with {number} players", seats, number=spelled(seats))
        self.start.text = str(words)
        self.start.set_ready(missing <= 0)
        self.begun.set_ready(missing <= 0)
        self.invite.set_ready(missing <= 0)
        self.why.say("")

    def _add(self, person: Person) -> bool:
        name = person.name.strip()
        facts = self.game.facts
        if not name:
            return self._refuse(say("A seat has no name. Type one, or remove the seat."))
        if len(name) > LONGEST_NAME:
            return self._refuse(say("A name has at most {n} letters. Shorten it.", n=LONGEST_NAME))
        if any(name_key(name) == name_key(one.name) for one in self.draft.people):
            return self._refuse(say("{name} sits at the table already.", name=name))
        if len(self.draft.people) >= facts.most:
            return self._refuse(say("{game} is for at most {n} players. Remove a seat first.", game=facts.title,
                                    n=facts.most))
        taken = {one.colour for one in self.draft.people}
        colour = person.colour if person.colour not in taken else free_colour(taken)
        self.draft.people.append(Person(name, colour))
        self._people_changed()
        return True

    def _rule_parts(self) -> list[Any]:
        """What the table settles besides; a game with a page of its own has more."""
        return self.rules.parts()

    def seat(self, people: Sequence[Person]) -> None:
        """They sit down in place of whoever is there; who does not fit stays a chip."""
        self.draft.people[:] = told_apart(people)[:self.game.facts.most]
        self._people_changed()

    def _save_group(self) -> None:
        edit_group(self.app, self._refresh, people=tuple(self.draft.people))

    def _people_changed(self) -> None:
        self._say_refusal("")
        self._seat_everybody()
        self._refresh()

    def _typing(self, text: str) -> None:
        """What was said about the last name is not about this one."""
        self.draft.typed = text
        stale = bool(self.refusal.words.text)
        self._say_refusal("")
        self._say_start()
        if stale:
            self.arrange()

    def _entered(self, name: str) -> None:
        """Enter seats the name; on the empty field it starts, if enough are seated."""
        if name.strip():
            self._typed(name)
        elif len(self.draft.people) >= self.game.facts.fewest:
            self.begin()

    def _typed(self, name: str) -> bool:
        taken = {one.colour for one in self.draft.people}
        person = self._known().get(name_key(name), Person(name, free_colour(taken)))
        added = self._add(person)
        if added:
            self.entry.clear()
        self._bring(self.entry)
        return added

    def _type(self) -> None:
        self.draft.typing = True
        self._refresh()
        self._bring(self.entry)
        Clock.schedule_once(lambda _: self.entry.focus(), 0)

    def _refuse(self, why: Text) -> bool:
        self._say_refusal(why)
        self.arrange()
        return False

    def _say_refusal(self, why: Text | str) -> None:
        self.refusal.words.say(why)
        self.refusal.icon.name = "alert-circle-outline" if str(why) else ""

    def _ordered(self, rows: list[SeatRow]) -> None:
        self.draft.people[:] = [row.person for row in rows]
        for number, row in enumerate(rows):
            row.count(number + 1)

    def _open_seat(self, row: SeatRow) -> None:
        at = self.draft.people.index(row.person)
        SeatSheet(self.app, self.look, self.draft.people, at, self._people_changed).open()

    def _bring(self, part: Any) -> None:
        Clock.schedule_once(lambda _: self.scroll.bring(part), 0)

    # The owner's copy

    def _copy_parts(self) -> list[Any]:
        if starter_copy(self.game) is None:
            return []
        row = next((one for one in self.app.evening.copies(self.game.facts.id) if one.id == self.draft.copy), None)
        if row is None:
            self.draft.copy = None
            words = say("Starter set: a guess at what your box holds")
        else:
            words = say("{name}: {about}", name=row.name, about=about(self.game, row.copy))
        return [Divider(self.look),
                ListRow(self.look, say("Your copy of the box"), words, "package-variant-closed",
                        partial(choose_copy, self.app, self.look, self.game, self.draft, self._refresh))]

    # Starting

    def setup(self) -> Setup:
        copies = {row.id: row.copy for row in self.app.evening.copies(self.game.facts.id)}
        copy = copies.get(self.draft.copy) if self.draft.copy is not None else None
        options = {one.key: self.draft.options.get(one.key, one.default) for one in self.game.options}  # as shown
        return Setup(tuple(self.draft.people), options, copy)

    def begin(self) -> None:
        self._begin(draws=True)

    def begin_in_the_middle(self) -> None:
        """The table is laid out and played on already: how it stands is entered before the first question."""
        opened = self._begin()
        if opened is not None:
            self.app.go("compare", opened=opened, begun=True)

    def begin_with_phones(self) -> None:
        """The door for guests' phones is open before the first question."""
        opened = self._begin(draws=True)
        if opened is not None:
            open_invite(self.app, self.app.look_for(opened.game), opened)

    def _begin(self, *, draws: bool = False) -> OpenPlay | None:
        if self.draft.typed.strip() and not self._typed(self.draft.typed):
            shake(self.start)
            return None
        try:
            opened = self.app.evening.start(self.game.facts.id, self.setup(), draws=draws)
        except Refused as error:
            self.why.say(error.refusal.why)
            shake(self.start)
            self.arrange()
            return None
        self.app.noise("start")
        self.app.go_instead("table", opened=opened)
        self.app.waiting = []
        return opened

    # Places

    def arrange(self) -> None:
        if self.parent is None:
            return
        left, upper, right, lower = self.insets
        wide = self.width - left - right
        self.title.set_size_px(self.title.look.px("headline wide", chrome=True))
        aside = self.width >= dp(WIDE) or (self.height < dp(LOW) < self.width)
        if self.loose != (self.height < dp(LOW_FOR_BIG) and self.look.big):
            self._loosen()
            return
        if aside:
            panel = min(max(wide * 0.46, dp(400)), dp(560))
            head = (0.0, 0.0, self.width - right - panel, self.height)
            body_x, body_wide, body_top = self.width - right - panel, panel, self.height - upper
        else:
            high = min(dp(206), self.height * 0.24) + upper
            words = sum(part.fit(wide - dp(40)) for part in (self.named, self.title, self.lead))
            if self.height - lower < dp(560) or high - upper < words + dp(92):
                high = dp(72) + dp(24) + upper
            head = (0.0, self.height - high, self.width, high)
            body_x, body_wide, body_top = left, wide, self.height - high + dp(24)
        self._place_head(head, left, upper)
        self._place_body(body_x, body_wide, body_top, lower, aside)

    def _loosen(self) -> None:
        self.loose = not self.loose
        self.column.fill([part for part in self.column.parts if part is not self.links])
        self.foot.content.fill([self.why, self.start, *([] if self.loose else [self.links])])
        self._refresh()

    def _place_head(self, head: tuple[float, float, float, float], left: float, upper: float) -> None:
        x, y, wide, high = head
        self.picture.pos, self.picture.size = (x, y), (wide, high)
        low = high - upper < dp(120)
        self.shade.pos, self.shade.size = (x, y), (wide, high if low else min(high, dp(168)))
        side = left + dp(20)
        discs = dp(8) + left, self.height - upper - dp(48)
        self.discs[0].pos = (discs[0], discs[1])
        self.discs[1].pos = (x + wide - dp(48), discs[1])
        room = wide - 2 * side if not low else wide - side - 2 * dp(56)
        for part in (self.named, self.title, self.lead):
            part.fit(room)
        self.lead.opacity = 0 if low else 1
        if low:
            self.title.fit_in_line(room, dp(SMALL_TITLE))
            block = self.named.height + self.title.height
            top = self.height - upper - max(dp(4), (dp(72) - block) / 2)
            self.named.pos = (left + dp(60), top - self.named.height)
            self.title.pos = (left + dp(60), top - block)
            self.lead.pos = self.title.pos
            return
        self.lead.pos = (side, y + dp(34))
        self.title.pos = (side, self.lead.top + dp(2))
        self.named.pos = (side, self.title.top)

    def _place_body(self, x: float, wide: float, top: float, lower: float, aside: bool) -> None:
        side = dp(12) if self.width < dp(380) else dp(16)
        inner = min(wide - 2 * side, dp(560))
        at = x + (wide - inner) / 2
        self.foot.content.fit(inner)
        foot = lower + self.foot.content.height + dp(28)
        crowded = lower > dp(KEYBOARD) and top - dp(18) - foot < dp(TYPING_ROOM)
        self.foot.opacity, self.foot.disabled = (0.0, True) if crowded else (1.0, False)
        if crowded:  # Start comes back when the keyboard goes
            foot = lower
        self.foot.pos, self.foot.size = (x, 0), (wide, foot)
        self.foot.content.pos = (at, lower + dp(16))
        self.ground.pos, self.ground.size = (x, 0), (wide, top if not aside else self.height)
        self.ground_box.corner = (dp(28), 0.0 if aside else dp(28), 0.0, 0.0)
        self.ground_box.place()
        self.scroll.needs(inner)
        self.scroll.show((at, foot), inner + side, max(dp(60), top - dp(18) - foot))

    def notice_place(self) -> tuple[float, float, float, bool]:
        return float(self.foot.x), float(self.foot.top + dp(8)), float(self.foot.width), True

    def on_touch_down(self, touch: Any) -> bool:
        if self.seats.take(touch):  # before the scroll view waits to see whether it is a scroll
            return True
        return bool(super().on_touch_down(touch))
