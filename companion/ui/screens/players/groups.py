"""Groups: people who come together again. Two taps from a group to its play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp

from companion.core.game import Game
from companion.core.questions import Refused
from companion.core.seats import Person, name_key
from companion.core.setup import LONGEST_NAME, Setup
from companion.core.text import count, listing, say, spelled
from companion.services.people import Group
from companion.ui.screens.new_play.seats import free_colour
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.flow import Column, Wrap
from companion.ui.widgets.base.tap import Box, Tap
from companion.ui.widgets.base.words import Icon, Words
from companion.ui.widgets.controls.buttons import Chip, OutlineButton, PrimaryButton
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.controls.seat import SeatToken
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

TOKENS = 8


class GroupRow(Tap):
    """The name of a group over the tokens of its people."""

    def __init__(self, look: Look, group: Group, do: Callable[[], object]) -> None:
        super().__init__(look)
        self.text = group.name
        self.box = Box(self, look.colour("surface"), dp(tokens.CORNER["answer"]),
                       look.colour("outline") if look.contrast else None, look.line)
        self.icon = Icon(look, "account-group-outline", 24, "primary")
        self.words = Words(look, group.name, "body")
        self.second = Words(look, str(listing([person.name for person in group.people])), "support", "text2")
        letters = tokens.initials(person.name for person in group.people)
        self.tokens = [SeatToken(look, person.colour, letter, 28)
                       for person, letter in list(zip(group.people, letters, strict=True))[:TOKENS]]
        self.more = Icon(look, "play-circle-outline", 28, "primary")
        for part in (self.icon, self.words, self.second, self.more, *self.tokens):
            self.add_widget(part)
        self.bind(pos=self.moved, size=self.moved)
        self.bind(on_tap=lambda _: do())

    def show_pressed(self, down: bool) -> None:
        self.box.fill(self.look.colour("surface3" if down else "surface"))

    def fit(self, width: float) -> float:
        room = width - dp(58) - self.more.width - dp(28)
        row = dp(34) if not self.look.big else 0.0
        self.size = (width, max(dp(64), self.words.fit(room) + self.second.fit(room) + row + dp(20)))
        for token in self.tokens:
            token.opacity = 1.0 if row else 0.0
        self.arrange()
        return float(self.height)

    def arrange(self) -> None:
        self.icon.center = (self.x + dp(32), self.center_y)
        top = self.top - dp(10)
        for part in (self.words, self.second):
            part.pos = (self.x + dp(58), top - part.height)
            top -= part.height
        for at, token in enumerate(self.tokens):
            token.pos = (self.x + dp(56) + at * dp(30), top - dp(4) - token.height)
        self.more.center = (self.right - dp(16) - self.more.width / 2, self.center_y)


def open_group(app: TablesideApp, group: Group, changed: Callable[[], object] | None = None) -> None:
    """Which box is on the table? One more tap, and the play begins. `changed`: the group may be edited, too."""
    look = app.look
    fitting = [game for game in app.found.games.values() if _fits(game, group.people)]
    others = [game for game in app.found.games.values() if game not in fitting]
    rows: list[Any] = [ListRow(look, game.facts.title, _as_last_time(app, game), game.facts.icon,
                               partial(_start, app, game, group.people), more="play") for game in fitting]
    rows += [ListRow(look, game.facts.title, _how_many(game), game.facts.icon, faded=True) for game in others]
    if changed is not None:
        rows.append(ListRow(look, say("Change this group"), str(listing([person.name for person in group.people])),
                            "pencil-outline", lambda: app.close_sheet(lambda: edit_group(app, changed, group))))
    app.open_sheet(Sheet(look, group.name, [Column(rows, gap=0)]))


def _fits(game: Game[Any], people: Sequence[Person]) -> bool:
    return game.facts.fewest <= len(people) <= game.facts.most


def _how_many(game: Game[Any]) -> Any:
    facts = game.facts
    return say("For {fewest} to {most} players", fewest=spelled(facts.fewest), most=spelled(facts.most))


def _as_last_time(app: TablesideApp, game: Game[Any]) -> Any:
    if game.setup_page:
        return game.facts.blurb
    return say("Starts at once, as last time") if app.evening.last_setup(game.facts.id) is not None else \
        say("Starts at once")


def _start(app: TablesideApp, game: Game[Any], people: Sequence[Person]) -> None:
    app.close_sheet(lambda: start_with(app, game.facts.id, people))


def start_with(app: TablesideApp, game: str, people: Sequence[Person]) -> None:
    """Begin with these people and the house rules of the last time; what stands in the way is settled on the page."""
    own_page = app.found.games[game].setup_page
    if own_page:  # it has more to ask than who sits there
        page: Any = app.go(own_page, game=game)
        if page is not None:
            page.seat(people)
        return
    last = app.evening.last_setup(game)
    setup = Setup(tuple(told_apart(people)), {} if last is None else dict(last.options),
                  None if last is None else last.copy)
    try:
        opened = app.evening.start(game, setup, draws=True)
    except Refused as error:
        app.go("new_play", game=game, setup=setup)
        app.tell(error.refusal.why)
        return
    app.go("table", opened=opened)
    app.noise("start")


def told_apart(people: Sequence[Person]) -> list[Person]:
    """No two seats share a colour."""
    seated: list[Person] = []
    for person in people:
        taken = {one.colour for one in seated}
        seated.append(person if person.colour not in taken else Person(person.name, free_colour(
            taken | {one.colour for one in people})))
    return seated


def edit_group(app: TablesideApp, changed: Callable[[], object], group: Group | None = None,
               people: Sequence[Person] = ()) -> None:
    """A new group, or one that is there. `people`: those who sit at the table now."""
    GroupSheet(app, changed, group, people).open()


class MemberChip(Chip):
    """48 to a finger, also at the edge of a sheet that scrolls."""

    high = 48.0


class GroupSheet:
    """A name, and everybody to choose from."""

    def __init__(self, app: TablesideApp, changed: Callable[[], object], group: Group | None,
                 people: Sequence[Person]) -> None:
        self.app, self.changed, self.group = app, changed, group
        look = app.look
        self.chosen = {name_key(person.name): person for person in (group.people if group is not None else people)}
        self.entry = TextEntry(look, say("Friday table"), group.name if group is not None else "", "pencil-outline",
                               on_enter=lambda _: self._save(), longest=LONGEST_NAME)
        known = {name_key(person.name): person for person in (*self.chosen.values(), *app.evening.people())}
        self.chips = [(person, MemberChip(look, person.name, "", partial(self._toggle, person)))
                      for person in known.values()]
        for person, chip in self.chips:
            self._paint(person, chip)
        self.why = Words(look, "", "support", "loss")
        self.save = PrimaryButton(look, "", "check-bold", self._save)
        foot: list[Any] = [self.save]
        if group is not None:
            foot.append(OutlineButton(look, say("Delete this group"), "delete-outline", self._delete))
        self.sheet = Sheet(look, say("New group") if group is None else group.name,
                           [self.entry, Wrap([chip for _, chip in self.chips]), self.why], Column(foot),
                           on_close=lambda: self.entry.focus(False))
        self._count()

    def open(self) -> None:
        self.app.open_sheet(self.sheet)

    def _paint(self, person: Person, chip: Chip) -> None:
        on = name_key(person.name) in self.chosen
        chip.choose(on)
        chip.set_icon("check-bold" if on else "plus")

    def _toggle(self, person: Person) -> None:
        if self.chosen.pop(name_key(person.name), None) is None:
            self.chosen[name_key(person.name)] = person
        for one, chip in self.chips:
            self._paint(one, chip)
        self._count()
        self.sheet.refit()

    def _count(self) -> None:
        many = len(self.chosen)
        words = count("Save with one player", "Save with {number} players", many, number=spelled(many))
        self.save.text = str(words if many else say("Choose who belongs to it"))

    def _save(self) -> None:
        try:
            self.app.evening.save_group(self.entry.text or str(say("Friday table")), self.chosen.values(),
                                        "" if self.group is None else self.group.name)
        except Refused as error:
            self.why.say(error.refusal.why)
            self.sheet.refit(self.why)
            return
        self.app.close_sheet(self.changed)

    def _delete(self) -> None:
        assert self.group is not None
        group = self.group

        def gone() -> None:
            try:
                self.app.evening.delete_group(group.name)
            except Refused as error:
                self.app.tell(error.refusal.why)
                return
            self.changed()
            self.app.tell(say("{name} is deleted.", name=group.name),
                          (say("Undo"), lambda: (self.app.evening.save_group(group.name, group.people),
                                                 self.changed())))
        self.app.close_sheet(gone)
