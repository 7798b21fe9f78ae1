"""New play: choose players, options and box, then start."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp

from companion.core.engine.boundary import logged
from companion.core.game import Game
from companion.core.seats import OFFERED, free_colour
from companion.core.setup import LONGEST_NAME, Person, Setup, Switch, name_key
from companion.core.text import Refused, Text, count, listing, say, spelled
from companion.core.values import Json
from companion.services.home import last_options, likely_people, order_words, start_words
from companion.services.open_play import OpenPlay
from companion.ui.app.beside import Strip
from companion.ui.app.page import Page
from companion.ui.app.tableside import TablesideApp
from companion.ui.screens.plain import Foot
from companion.ui.screens.players import GroupSheet, told_apart
from companion.ui.table.invite import open_invite
from companion.ui.theme import Look, tokens
from companion.ui.widgets import (
    Box,
    Card,
    Column,
    DragList,
    Grid,
    Icon,
    Row,
    Scroll,
    Shadow,
    Voice,
    Words,
    Wrap,
    shake,
    shown,
)
from companion.ui.widgets.controls.buttons import (
    ColourTile,
    IconDisc,
    Link,
    PersonChip,
    PrimaryButton,
    SeatToken,
)
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.rows import ChoiceRow, Divider, Heading, IconLine, ListRow, SwitchRow
from companion.ui.widgets.controls.sheet import Sheet
from companion.ui.widgets.displays.covers import Cover, Shade


@dataclass
class NewPlayDraft:
    """The choices so far; survives a theme change."""

    people: list[Person] = field(default_factory=list)
    options: dict[str, Json] = field(default_factory=dict)
    box: int | None = None
    """Id of the owner's box; None for the starter set."""
    typing: bool = False
    typed: str = ""
    """A typed name that isn't seated yet; Start adds it."""
    folded: bool = True
    seen: dict[int, Json] | None = None
    """The saved boxes when this page was left, by id; None before."""


class SeatRow(Card):
    def __init__(self, look: Look, person: Person, letter: str, number: int,
                 do: Callable[["SeatRow"], None]) -> None:
        self.person = person
        self.number = Words(look, str(number), "score", "text2", chrome=True)
        self.name = Words(look, person.name, "answer")
        self.handle = Icon(look, "drag-horizontal-variant", 28, "text2")
        parts = [self.number, SeatToken(look, person.colour, letter, 38), self.name, self.handle]
        row = Row(parts, self.name, gap=12, pad=14, air=9, least=56)
        super().__init__(look, row, lambda: do(self), text=person.name)
        self.shadow = Shadow(self)

    def lift(self, on: bool) -> None:
        self.shadow.show(on)
        self.box.fill(self.look.colour("surface3" if on else "surface2"))


class SeatSheet:
    """Changes apply at once."""

    def __init__(self, app: TablesideApp, look: Look, people: list[Person], at: int,
                 changed: Callable[[], object]) -> None:
        self.app, self.people, self.at, self.changed = app, people, at, changed
        self.person = people[at]
        self._acted = False
        self.entry = TextEntry(look, say("Name"), self.person.name, "pencil-outline", on_enter=self._rename,
                               longest=LONGEST_NAME)
        parts = [self.entry, Grid(self._tiles(look), columns=4), *self._rows(look)]
        self.sheet = Sheet(look, self.person.name, parts, on_close=self._closed)
        app.open_sheet(self.sheet)

    def _tiles(self, look: Look) -> list[ColourTile]:
        names = tokens.initials(one.name for one in self.people)
        letters = dict(zip((one.colour for one in self.people), names, strict=True))
        return [ColourTile(look, colour, letters.get(colour, ""), colour == self.person.colour,
                           partial(self._take, colour)) for colour in OFFERED]

    def _rows(self, look: Look) -> list[Any]:
        moves = ((-1, say("Move up"), "arrow-up"), (1, say("Move down"), "arrow-down"))
        return [*(ListRow(look, words, icon=icon, do=partial(self._move, by), more="")
                  for by, words, icon in moves if 0 <= self.at + by < len(self.people)),
                ListRow(look, say("Remove this seat"), icon="close", do=self._remove, more="")]

    def _done(self) -> None:
        self._acted = True
        self.app.close_sheet()
        self.changed()

    def _free(self, name: str) -> bool:
        others = {name_key(one.name) for one in self.people if one is not self.person}
        return bool(name.strip()) and name_key(name) not in others

    def _rename(self, name: str) -> None:
        if self._free(name):
            self.people[self.at] = Person(name.strip(), self.person.colour)
            self._done()
        else:
            self.entry.refuse(say("Every seat needs a different name."))
            self.sheet.refit(self.entry)

    def _take(self, colour: int) -> None:
        """Swap colours if somebody has this one."""
        for number, other in enumerate(self.people):
            if other.colour == colour and number != self.at:
                self.people[number] = Person(other.name, self.person.colour)
        self.people[self.at] = Person(self.person.name, colour)
        self._done()

    def _move(self, by: int) -> None:
        self.people.insert(self.at + by, self.people.pop(self.at))
        self._done()

    def _remove(self) -> None:
        self.people.pop(self.at)
        self._done()

    def _closed(self) -> None:
        typed = self.entry.text.strip()
        if not self._acted and typed != self.person.name and self._free(typed):
            self.people[self.at] = Person(typed, self.person.colour)
            self.changed()


def about(game: Game[Any], box: Json) -> Text:
    with logged("a game could not describe a box"):  # refused when the play begins
        return game.boxes.about(box) or say("Your own")
    return say("Your own")


def choose_box(app: TablesideApp, look: Look, game: Game[Any], draft: NewPlayDraft,
                changed: Callable[[], object]) -> None:
    def choose(box: int | None) -> None:
        draft.box = box
        app.close_sheet()
        changed()

    def row(box: int | None, name: Text | str, second: Text | str) -> ListRow:
        chosen = draft.box == box
        return ListRow(look, name, second, "package-variant-closed", lambda: choose(box),
                       more="check-bold" if chosen else "", tone="surface3" if chosen else "surface2")

    rows = [row(None, say("Starter set"), say("Only a guess, to try the game. Your own box differs.")),
            *[row(one.id, one.name, about(game, one.box)) for one in app.library.boxes(game.facts.id)]]
    edit = Link(look, say("Edit my boxes"), "pencil-outline",
                lambda: app.close_sheet(lambda: app.go("boxes", game=game.facts.id)))
    app.open_sheet(Sheet(look, say("Which of your boxes is on the table?"), rows, edit))


MODE = "mode"
MOST_TOLD = 3


class HouseRules:
    """`parts`: widgets for the page's column. `changed`: called when an option or the fold changes."""

    def __init__(self, look: Look, options: tuple[Switch, ...], draft: NewPlayDraft,
                 changed: Callable[[], object], bring: Callable[[Any], object] = lambda part: None) -> None:
        self.look, self.options, self.draft, self.changed, self.bring = look, options, draft, changed, bring
        self.rows: dict[str, Any] = {}
        self.link = Link(look, "", "chevron-down", self._fold, icon_last=True)
        self.head = Heading(Words(look, say("House rules"), "kicker", "primary"), self.link)
        self.told = Words(look, "", "support", "text2")
        self.column = Column([], gap=tokens.L)

    def parts(self) -> list[Any]:
        here = [option for option in self.options if self._belongs(option)]
        others = [option for option in here if not option.always]
        always = [self._row(option) for option in here if option.always]
        parts: list[Any] = [Divider(self.look), *always] if always else []
        if others:
            folded = self.draft.folded
            self.link.text = str(say("Change") if folded else say("Hide"))
            self.link.set_icon("chevron-down" if folded else "chevron-up")
            self.told.say(self.sentence(others))
            self.column.fill([] if folded else [self._row(option) for option in others])
            parts += [Divider(self.look), self.head, self.told, *shown((self.column, not folded))]
        return parts

    def _belongs(self, option: Switch) -> bool:
        """Hide options of another mode or of what the app doesn't track, unless somebody changed them."""
        now = {one.key: self.draft.options.get(one.key, one.default) for one in self.options}
        if now[option.key] != option.default:
            return True
        limits = ((MODE, option.modes), ("depth", option.depths))
        return all(not values or now.get(key) in values for key, values in limits)

    def sentence(self, options: list[Switch]) -> Text:
        other = [option for option in options
                 if self.draft.options.get(option.key, option.default) != option.default]
        if not other:
            return say("Everything as in the rulebook.")
        told = [say("{rule}: {choice}", rule=option.label, choice=self._choice(option))
                for option in other[:MOST_TOLD]]
        more = len(other) - MOST_TOLD
        if more > 0:
            told.append(count("one more", "{number} more", more, number=spelled(more)))
        return say("{rules}.", rules=listing(told))

    def _choice(self, option: Switch) -> Text | str:
        now = self.draft.options.get(option.key, option.default)
        if self._is_switch(option):
            return say("on") if now else say("off")
        return next((choice.label for choice in option.choices if choice.value == now), str(now))

    def _is_switch(self, option: Switch) -> bool:
        return [choice.value for choice in option.choices] == [False, True]

    def _row(self, option: Switch) -> Any:
        if option.key not in self.rows:
            self.rows[option.key] = self._make(option)
        return self.rows[option.key]

    def _make(self, option: Switch) -> Any:
        now = self.draft.options.get(option.key, option.default)

        def take(value: Json) -> None:
            self.draft.options[option.key] = value
            self.changed()

        if self._is_switch(option):
            return SwitchRow(self.look, option.label, option.sentence, bool(now), take)
        choices = [(choice.value, choice.label) for choice in option.choices]
        return ChoiceRow(self.look, option.label, option.sentence, choices, now, take)

    def _fold(self) -> None:
        self.draft.folded = not self.draft.folded
        self.changed()
        self.bring(self.head)


MOST_CHIPS = 9
KEYBOARD, TYPING_ROOM = 120.0, 140.0  # minimum keyboard height, and minimum room for names
LOW_FOR_BIG = 700.0  # below this height, big text leaves room for one button
SMALL_TITLE = 20.0  # the smallest title font, used when only one line fits


class NewPlayScreen(Page):
    """`setup`: start with these people and options; `draft`: the state before a theme change."""

    def __init__(self, app: TablesideApp, game: str, setup: Setup | None = None,
                 draft: NewPlayDraft | None = None) -> None:
        self.game = app.found.games[game]
        super().__init__(app, app.look_for(self.game))
        look = self.look
        self.draft = draft or (self._as_last_time() if setup is None else
                               NewPlayDraft(list(setup.people), dict(setup.options)))
        self._first, boxes = list(self.draft.people), app.library.boxes(game)
        if draft is None and boxes:
            self.draft.box = boxes[0].id
        self.picture = Cover(game, focus=0.45)
        self.shade = Shade(tokens.SCRIM, 0.9)
        white = look.on_art()
        self.named = Words(white, self.game.facts.title, "kicker", chrome=True)
        self.title = Voice(white, say("Who is playing?"), "headline wide", chrome=True)
        self.lead = Words(white, order_words(self.game.facts), "support", chrome=True)
        self.names = Column([self.named, self.title], gap=0)
        self.heading = Column([self.names, self.lead], gap=2)
        self.column = Column([], gap=tokens.S)
        self.ground = Page(app, look, size_hint=(None, None))
        corner = dp(tokens.CORNER["panel"])
        self.ground_box = Box(self.ground, look.colour("background"), (corner, corner, 0.0, 0.0))
        self.scroll = Scroll(look, self.column)
        self.start = PrimaryButton(look, "", "play", self.begin, unready="surface3")
        self.why = Words(look, "", "support", "loss", align="center")
        self.begun = Link(look, say("Already started?"), "", self.begin_in_the_middle)
        self.invite = Link(look, say("Start and invite phones"), "", self.begin_with_phones)
        self.links = Grid([self.begun, self.invite], columns=1 if look.big else 2)
        self.foot = Foot(look, Column([], gap=2))
        self.discs = [IconDisc(look, "arrow-left", app.back),
                      IconDisc(look, "book-open-variant", lambda: app.go("rules", game=game))]
        parts = (self.picture, self.shade, self.heading, self.ground, self.scroll, self.foot)
        for part in (*parts, *self.discs):
            self.add_widget(part)
        self._make_parts()

    def _as_last_time(self) -> NewPlayDraft:
        """The people seated before Back or at the last play, with this game's last options."""
        facts, library = self.game.facts, self.app.library
        people = self.app.waiting or likely_people(library, facts)
        options = last_options(library, facts.id)
        return NewPlayDraft(people[:facts.most], options, typing=not people and not library.people())

    def _make_parts(self) -> None:
        look = self.look
        self.seats = DragList(self._ordered)
        self.refusal = IconLine(look, "", "", ink="loss", icon_ink="loss")
        self.entry = TextEntry(look, say("Add the first player"), self.draft.typed, "account-plus-outline",
                               on_enter=self._entered, on_type=self._typing, longest=LONGEST_NAME + 1,
                               plus=True)
        self.chips = Wrap([], gap=tokens.S)
        self.rules = HouseRules(look, self.game.options, self.draft, self._refresh, self._to_top)
        self._seat_everybody()
        self._refresh()

    def entered(self) -> None:
        if self.draft.seen is not None:
            self._choose_again(self.draft.seen)
            self._refresh()
        if not self.draft.people and self.draft.typing:
            Clock.schedule_once(lambda _: self.entry.focus(), 0)

    def left(self) -> None:
        self.draft.seen = {row.id: row.box for row in self.app.library.boxes(self.game.facts.id)}
        self.entry.focus(False)
        self.remember(draft=self.draft)

    def closed(self) -> None:
        """Keep the seated people for the next new play of any game."""
        if self.draft.typed.strip():
            self.enter(self.draft.typed)
        if self.draft.people != self._first:
            self.app.waiting = list(self.draft.people)

    # Seats

    def _seat_everybody(self) -> None:
        letters = tokens.initials(person.name for person in self.draft.people)
        rows = [SeatRow(self.look, person, letter, number + 1, self._open_seat)
                for number, (person, letter) in enumerate(zip(self.draft.people, letters, strict=True))]
        self.seats.fill(rows)

    def _refresh(self) -> None:
        self.chips.fill(self._chips())
        self.entry.hint.say(say("Add a player") if self.draft.people else say("Add the first player"))
        self.parts = self._parts()
        self._say_start()
        self.arrange()

    def _parts(self) -> list[Any]:
        typing = [self.entry] if self.draft.typing else []
        return [self.seats, self.refusal, *typing, self.chips, *self._box_parts(), *self._rule_parts()]

    def _chips(self) -> list[Any]:
        draft, look = self.draft, self.look
        seated = {name_key(person.name) for person in draft.people}
        known = [person for key, person in self._known().items() if key not in seated]
        groups = self.app.library.groups()
        others = [group for group in groups if set(group.people) - set(draft.people)]
        chips: list[Any] = [PersonChip(look, group.name, "account-group-outline",
                                       partial(self.seat, group.people)) for group in others]
        chips += [PersonChip(look, person.name, "plus", partial(self._add, person))
                  for person in known[:MOST_CHIPS]]
        if not draft.typing:
            chips.append(PersonChip(look, say("New"), "account-plus-outline", self._type))
        names = {person.name for person in draft.people}
        if len(names) > 1 and all({one.name for one in group.people} != names for group in groups):
            chips.append(PersonChip(look, say("Save as a group"), "account-multiple-plus-outline",
                                    lambda: GroupSheet(self.app, self._refresh, people=tuple(draft.people))))
        return chips

    def _known(self) -> dict[str, Person]:
        return {name_key(person.name): person for person in (*self.app.waiting, *self.app.library.people())}

    def _say_start(self) -> None:
        facts, typed = self.game.facts, bool(self.draft.typed.strip())
        seats = min(len(self.draft.people) + typed, facts.most)
        enough = seats >= facts.fewest
        self.start.text = str(start_words(seats, facts.fewest))
        self.start.fit(self.start.width)  # also while a name is typed
        self.start.set_ready(enough)
        self.begun.set_ready(enough)
        self.invite.set_ready(enough)
        self.why.say("")

    def _add(self, person: Person) -> bool:
        name = person.name.strip()
        facts = self.game.facts
        if not name:
            return self._refuse(say("A seat has no name. Type one, or remove the seat."))
        if len(name) > LONGEST_NAME:
            return self._refuse(say("A name can have at most {n} letters. Shorten it.", n=LONGEST_NAME))
        if any(name_key(name) == name_key(one.name) for one in self.draft.people):
            return self._refuse(say("{name} is already at the table.", name=name))
        if len(self.draft.people) >= facts.most:
            return self._refuse(say("{game} is for at most {n} players. Remove a seat first.",
                                    game=facts.title, n=facts.most))
        taken = {one.colour for one in self.draft.people}
        colour = person.colour if person.colour not in taken else free_colour(taken)
        self.draft.people.append(Person(name, colour))
        self.people_changed()
        return True

    def _rule_parts(self) -> list[Any]:
        """Games with a setup page add more."""
        return self.rules.parts()

    def seat(self, people: Sequence[Person]) -> None:
        """Replace the seated people; those who don't fit stay chips."""
        self.draft.people[:] = told_apart(people)[:self.game.facts.most]
        self.people_changed()

    def people_changed(self) -> None:
        self._say_refusal("")
        self._seat_everybody()
        self._refresh()

    def _typing(self, text: str) -> None:
        self.draft.typed = text
        stale = bool(self.refusal.words.text)
        self._say_refusal("")
        self._say_start()
        if stale:
            self.arrange()

    def _entered(self, name: str) -> None:
        if name.strip():
            self.enter(name)
        elif len(self.draft.people) >= self.game.facts.fewest:
            self.begin()

    def enter(self, name: str) -> bool:
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
        self.refusal.show(why, "alert-circle-outline" if str(why) else "")

    def _ordered(self, rows: list[SeatRow]) -> None:
        self.draft.people[:] = [row.person for row in rows]
        for number, row in enumerate(rows, 1):
            row.number.say(str(number))

    def _open_seat(self, row: SeatRow) -> None:
        at = self.draft.people.index(row.person)
        SeatSheet(self.app, self.look, self.draft.people, at, self.people_changed)

    def _bring(self, part: Any) -> None:
        Clock.schedule_once(lambda _: self.scroll.bring(part), 0)

    def _to_top(self, part: Any) -> None:
        """Once the column has grown, show this part as its first line."""
        Clock.schedule_once(lambda _: self.scroll.keep(self.column.top - part.top), 0)

    # The owner's box

    def _choose_again(self, seen: dict[int, Json]) -> None:
        """The box that was just made or edited; if the chosen one was deleted, the newest."""
        rows, draft = self.app.library.boxes(self.game.facts.id), self.draft
        gone = draft.box is not None and all(row.id != draft.box for row in rows)
        changed = [row for row in rows if row.id not in seen or row.box != seen[row.id]]
        if changed or gone:
            draft.box = next((row.id for row in changed or rows), None)

    def _box_parts(self) -> list[Any]:
        if self.game.boxes.starter() is None:
            return []
        rows = self.app.library.boxes(self.game.facts.id)
        row = next((one for one in rows if one.id == self.draft.box), None)
        if row is None:
            self.draft.box = None
            words = say("Starter set: a guess at what your box holds")
        else:
            words = say("{name}: {about}", name=row.name, about=about(self.game, row.box))
        return [Divider(self.look),
                ListRow(self.look, say("Your box"), words, "package-variant-closed",
                        partial(choose_box, self.app, self.look, self.game, self.draft, self._refresh))]

    # Starting

    def setup(self) -> Setup:
        boxes = {row.id: row.box for row in self.app.library.boxes(self.game.facts.id)}
        box = boxes.get(self.draft.box) if self.draft.box is not None else None
        as_shown = self.draft.options
        options = {one.key: as_shown.get(one.key, one.default) for one in self.game.options}
        return Setup(tuple(self.draft.people), options, box)

    def on_answer_key(self, number: int) -> bool:
        """Enter presses Start."""
        if number:
            return False
        self.start.by_key()
        return True

    def begin(self) -> None:
        if (opened := self._begin(draws=True)) is not None:
            self.app.go_soon("table", instead=True, opened=opened)

    def begin_in_the_middle(self) -> None:
        if (opened := self._begin()) is not None:
            self.app.go_instead("table", opened=opened)
            self.app.go("fix", opened=opened, begun=True)

    def begin_with_phones(self) -> None:
        if (opened := self._begin(draws=True)) is not None:
            self.app.go_instead("table", opened=opened)
            open_invite(self.app, self.app.look_for(opened.game), opened)

    def _begin(self, *, draws: bool = False) -> OpenPlay | None:
        if self.draft.typed.strip() and not self.enter(self.draft.typed):
            shake(self.start)
            return None
        try:
            opened = self.app.library.start(self.game.facts.id, self._for_one(self.setup()), draws=draws)
        except Refused as error:
            self.why.say(error.refusal.why)
            shake(self.start)
            self.arrange()
            return None
        self.app.noise("start")
        self.app.waiting, self._first = [], list(self.draft.people)  # nobody here waits for another play
        return opened

    def _for_one(self, setup: Setup) -> Setup:
        """*Start alone* means the first mode for one player, if the chosen one is for more."""
        modes = next((option.choices for option in self.game.options if option.key == MODE), ())
        tried = [setup, *(replace(setup, options={**setup.options, MODE: mode.value}) for mode in modes)]
        if len(setup.people) == 1:
            for one in tried:
                with suppress(Refused):
                    return self.game.prepare(one)
        return setup

    # Layout

    def arrange(self) -> None:
        if self.parent is None:
            return
        left, upper, right, lower = self.insets
        self.title.set_size_px(self.title.look.px("headline wide", chrome=True))
        loose = self.height < dp(LOW_FOR_BIG) and self.look.big
        self.column.fill([*self.parts, *shown((self.links, loose))])  # they scroll with the seats
        self.foot.content.fill(shown((self.why, True), (self.start, True), (self.links, not loose)))
        if self.is_beside:
            panel, picture = self.beside()
            self._place_head(picture, self.height, upper)
            self._place_body(panel, self.height - upper, lower)
        else:
            whole = Strip(0.0, self.width, left, right)
            high = self._head_height(whole.inner_width)
            self._place_head(whole, high, upper)
            self._place_body(whole, self.height - high + dp(24), lower)

    def _head_height(self, wide: float) -> float:
        """Of the picture above the seats; if space is short, only the name fits."""
        _, upper, _, lower = self.insets
        high = min(dp(206), self.height * 0.24)
        self.heading.fill([self.names, self.lead])
        if self.height - lower < dp(560) or high < self.heading.fit(wide - dp(40)) + dp(90):
            high = dp(72) + dp(24)
        return float(high + upper)

    def _place_head(self, strip: Strip, high: float, upper: float) -> None:
        """Show it in this strip at the top of the page."""
        x, wide, y = strip.x, strip.width, self.height - high
        self.picture.pos, self.picture.size = (x, y), (wide, high)
        low = high - upper < dp(120)
        strong = 2 * high if low else dp(240)  # behind the words
        self.shade.pos, self.shade.size = (x, y), (wide, strong)
        self.discs[0].pos = (strip.inner_x + dp(8), self.height - upper - dp(48))
        self.discs[1].pos = (strip.inner_x + strip.inner_width - dp(48), self.height - upper - dp(48))
        if low:
            self._name_only(strip, upper)
        else:
            self.heading.fill([self.names, self.lead])
            self.heading.fit(strip.inner_width - 2 * dp(20))
            self.heading.pos = (strip.inner_x + dp(20), y + dp(34))

    def _name_only(self, strip: Strip, upper: float) -> None:
        """The game's name between the round buttons."""
        room = strip.inner_width - dp(20) - 2 * dp(56)
        self.heading.fill([self.names])
        self.title.fit_in_line(room, dp(SMALL_TITLE))
        words = self.heading.fit(room)
        below = upper + max(dp(4), (dp(72) - words) / 2) + words
        self.heading.pos = (strip.inner_x + dp(60), self.height - below)

    def _place_body(self, strip: Strip, top: float, lower: float) -> None:
        """Below `top`, in this strip."""
        x, wide = strip.x, strip.width
        side = dp(12) if self.width < dp(380) else dp(16)
        inner = min(strip.inner_width - 2 * side, dp(560))
        at = strip.inner_x + (strip.inner_width - inner) / 2
        self.foot.content.fit(inner)
        foot = lower + self.foot.content.height + dp(28)
        crowded = lower > dp(KEYBOARD) and top - dp(18) - foot < dp(TYPING_ROOM)
        self.foot.opacity, self.foot.disabled = (0.0, True) if crowded else (1.0, False)
        if crowded:  # Start returns when the keyboard closes
            foot = lower
        self.foot.pos, self.foot.size = (x, 0), (wide, foot)
        self.foot.content.pos = (at, lower + dp(16))
        self.ground.pos, self.ground.size = (x, 0), (wide, self.height if self.is_beside else top)
        corner = 0.0 if self.is_beside else dp(28)
        self.ground_box.corner = (corner, corner, 0.0, 0.0)
        self.ground_box.place()
        self.scroll.needs(inner)
        self.scroll.show((at, foot), inner + side, max(dp(60), top - dp(18) - foot))

    def on_touch_down(self, touch: Any) -> bool:
        if isinstance(self.seats, DragList) and self.seats.take(touch):
            return True  # before the scroll view decides whether this is a scroll
        return bool(super().on_touch_down(touch))
