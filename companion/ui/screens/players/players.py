"""The people who play here, and the tables they come together at."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.core.questions import Refused
from companion.core.seats import Person
from companion.core.text import Text, count, say
from companion.services.history import PersonRecord
from companion.services.people import Group
from companion.ui.screens.new_play.seats import free_colour
from companion.ui.screens.plain import PlainPage, in_pairs
from companion.ui.screens.players.groups import GroupRow, edit_group, open_group
from companion.ui.screens.players.sharing import share_numbers
from companion.ui.theme import tokens
from companion.ui.widgets.base.long_list import LongColumn, grow_on_scroll
from companion.ui.widgets.base.words import Words
from companion.ui.widgets.controls.buttons import Link
from companion.ui.widgets.controls.headings import Heading
from companion.ui.widgets.controls.name_sheet import open_name
from companion.ui.widgets.controls.rows import IconLine, ListRow
from companion.ui.widgets.controls.seat import SeatToken

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp


class PlayersScreen(PlainPage):
    """Everybody who ever sat at this phone's table, the latest first. `forgotten`: can be brought back from here."""

    place = "players"
    widest = 1080.0

    def __init__(self, app: TablesideApp, forgotten: list[str] | None = None) -> None:
        super().__init__(app, app.look, say("Players"), actions=[("export-variant", self._share),
                                                                 ("account-plus-outline", self._add)],
                         role="headline wide")
        self.column.gap = tokens.S
        self.list = self.long = LongColumn(gap=tokens.S, at_once=8)
        grow_on_scroll(self.scroll, self.list, self.arrange)
        self.forgotten = forgotten if forgotten is not None else []

    def entered(self) -> None:
        for visit in self.app.visits:
            if visit.page is self:
                visit.args["forgotten"] = self.forgotten
        self._build()

    def _build(self) -> None:
        self.show_or_say(self._fill)

    def _fill(self) -> None:
        look, evening = self.look, self.app.evening
        people, records, groups = evening.people(), evening.person_records(), evening.groups()
        letters = tokens.initials(person.name for person in people)
        parts: list[Any] = [Link(look, say("{name} is forgotten. Undo", name=name), "undo-variant",
                                 partial(self._bring_back, name)) for name in self.forgotten]
        if not people:
            parts.append(IconLine(look, say("Nobody has played yet. Whoever sits down at a new play is remembered "
                                            "here."), "account-multiple-outline", role="body", ink="text2",
                                  icon_ink="text2"))
        parts += self._groups(groups, bool(people))
        self.list.begin(in_pairs(self._row(person, letter, records[person.name])
                                 for person, letter in zip(people, letters, strict=True)))
        self.show([*parts, self.list])

    def _groups(self, groups: list[Group], anybody: bool) -> list[Any]:
        look = self.look
        if not anybody and not groups:
            return []
        new = Link(look, say("New group"), "account-multiple-plus-outline",
                   lambda: edit_group(self.app, self._build))
        parts: list[Any] = [Heading(Words(look, say("Groups"), "kicker", "primary"), new)]
        if not groups:
            parts.append(IconLine(look, say("A table that comes together again starts a play in two taps."),
                                  "account-group-outline", role="body", ink="text2", icon_ink="text2"))
        parts += [GroupRow(look, group, partial(open_group, self.app, group, self._build)) for group in groups]
        return [*parts, Heading(Words(look, say("Everybody"), "kicker", "primary"))]

    def _row(self, person: Person, letter: str, record: PersonRecord) -> ListRow:
        return ListRow(self.look, person.name, record_words(record), do=partial(self._open, person),
                       token=SeatToken(self.look, person.colour, letter, 40), tone="surface")

    def _open(self, person: Person) -> None:
        self.app.go("player", person=person.name)

    def _add(self) -> None:
        colour = free_colour(person.colour for person in self.app.evening.people())
        open_name(self.app, self.look, say("Somebody new"), "", say("Add"),
                  lambda name: self.app.evening.add_person(Person(name, colour)), self._build)

    def _share(self) -> None:
        share_numbers(self.app, [person.name for person in self.app.evening.people()], str(say("All players")))

    def _do(self, action: Callable[[], object]) -> bool:
        """What can't be written just now is said; nothing is lost, and the app goes on."""
        try:
            action()
        except Refused as error:
            self.app.tell(error.refusal.why)
            return False
        return True

    def _bring_back(self, name: str) -> None:
        if self._do(lambda: self.app.evening.bring_back_person(name)):
            self.forgotten.remove(name)
            self._build()


def record_words(record: PersonRecord) -> Text:
    if not record.plays:
        return say("No play finished yet")
    return count("One play finished, {wins} won", "{n} plays finished, {wins} won", record.plays, wins=record.wins)
