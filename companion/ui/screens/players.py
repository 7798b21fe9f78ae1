"""The people who play here: how often, how well, and at what."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.core.questions import Refused
from companion.core.seats import Person
from companion.core.text import Text, count, say
from companion.services import when
from companion.services.history import PersonRecord
from companion.ui.screens.plain import PlainPage
from companion.ui.theme import tokens
from companion.ui.widgets.base.flow import Column
from companion.ui.widgets.base.long_list import LongColumn, grow_on_scroll
from companion.ui.widgets.base.words import Words
from companion.ui.widgets.controls.buttons import Link, OutlineButton
from companion.ui.widgets.controls.rows import CardBox, IconLine, ListRow
from companion.ui.widgets.controls.seat import SeatToken
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

LATELY = 5


class PlayersScreen(PlainPage):
    """Everybody who ever sat at this phone's table, the latest first."""

    place = "players"
    widest = 720.0

    def __init__(self, app: TablesideApp) -> None:
        super().__init__(app, app.look, say("Players"), role="headline wide")
        self.column.gap = tokens.S
        self.list = self.long = LongColumn(gap=tokens.S, at_once=8)
        grow_on_scroll(self.scroll, self.list, self.arrange)
        self.forgotten: list[str] = []
        """Names that can be brought back from here; the people themselves stay in the file."""

    def entered(self) -> None:
        self._build()

    def _build(self) -> None:
        """What can't be read just now is said, and the page stands."""
        try:
            self._fill()
        except Refused as error:
            self.show([IconLine(self.look, error.refusal.why, "alert-outline", role="body", ink="text2")])

    def _fill(self) -> None:
        look, evening = self.look, self.app.evening
        people, records = evening.people(), evening.person_records()
        letters = tokens.initials(person.name for person in people)
        parts: list[Any] = [Link(look, say("{name} is forgotten. Undo", name=name), "undo-variant",
                                 partial(self._bring_back, name)) for name in self.forgotten]
        if not people:
            parts.append(IconLine(look, say("Nobody has played yet. Whoever sits down at a new play is remembered "
                                            "here."), "account-multiple-outline", role="body", ink="text2",
                                  icon_ink="text2"))
        self.list.begin(self._row(person, letter, records[person.name])
                        for person, letter in zip(people, letters, strict=True))
        self.show([*parts, self.list])

    def _row(self, person: Person, letter: str, record: PersonRecord) -> ListRow:
        return ListRow(self.look, person.name, _record_words(record), do=partial(self._open, person),
                       token=SeatToken(self.look, person.colour, letter, 40), tone="surface")

    def _open(self, person: Person) -> None:
        self._do(lambda: self._show(person))

    def _show(self, person: Person) -> None:
        look, evening = self.look, self.app.evening
        record = evening.person_record(person.name)
        parts: list[Any] = [Words(look, _record_words(record), "body", "text2")]
        for tally in record.games:
            game = self.app.found.games.get(tally.name)
            title = game.facts.title if game is not None else tally.name
            best = say(", best {score}", score=tally.best) if tally.best is not None else ""
            words = count("{title}: one play, {wins} won{best}", "{title}: {n} plays, {wins} won{best}", tally.plays,
                          title=title, wins=tally.wins, best=best)
            parts.append(IconLine(look, words, game.facts.icon if game is not None else "cards-outline", role="body"))
        lately = evening.history(name=person.name)[:LATELY]
        if lately:
            lines = [IconLine(look, f"{str(one.outcome).rstrip('.')}, {when.day(one.when)}", "flag-checkered")
                     for one in lately]
            parts.append(CardBox(look, lines))
        forget = OutlineButton(look, say("Forget this name"), "account-remove-outline",
                               lambda: self.app.close_sheet(lambda: self._forget(person)))
        self.app.open_sheet(Sheet(look, person.name, [Column(parts, gap=tokens.M)], forget))

    def _do(self, action: Callable[[], object]) -> bool:
        """What can't be written just now is said; nothing is lost, and the app goes on."""
        try:
            action()
        except Refused as error:
            self.app.tell(error.refusal.why)
            return False
        return True

    def _forget(self, person: Person) -> None:
        """No longer offered for a new play; the plays keep the name."""
        if self._do(lambda: self.app.evening.forget(person.name)):
            self.forgotten.append(person.name)
            self._build()

    def _bring_back(self, name: str) -> None:
        if self._do(lambda: self.app.evening.bring_back_person(name)):
            self.forgotten.remove(name)
            self._build()


def _record_words(record: PersonRecord) -> Text:
    if not record.plays:
        return say("No play finished yet")
    return count("One play finished, {wins} won", "{n} plays finished, {wins} won", record.plays, wins=record.wins)
