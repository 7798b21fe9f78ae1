"""The people who play here: how often, how well, and at what."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from companion.core.seats import Person
from companion.core.text import Text, count, say
from companion.services import when
from companion.services.history import PersonRecord
from companion.ui.screens.plain import PlainPage
from companion.ui.theme import tokens
from companion.ui.widgets.base.flow import Column
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
        self.forgotten: list[Person] = []

    def entered(self) -> None:
        self._build()

    def _build(self) -> None:
        look, evening = self.look, self.app.evening
        people = evening.people()
        letters = tokens.initials(person.name for person in people)
        rows: list[Any] = [self._row(person, letter) for person, letter in zip(people, letters, strict=True)]
        if not rows:
            rows = [IconLine(look, say("Nobody has played yet. Whoever sits down at a new play is remembered here."),
                             "account-multiple-outline", role="body", ink="text2", icon_ink="text2")]
        back = [Link(look, say("{name} is forgotten. Undo", name=person.name), "undo-variant",
                     partial(self._bring_back, person)) for person in self.forgotten]
        self.show([*back, *rows])

    def _row(self, person: Person, letter: str) -> ListRow:
        record = self.app.evening.person_record(person.name)
        return ListRow(self.look, person.name, _record_words(record), do=lambda: self._open(person),
                       token=SeatToken(self.look, person.colour, letter, 40), tone="surface")

    def _open(self, person: Person) -> None:
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

    def _forget(self, person: Person) -> None:
        """No longer offered for a new play; the plays keep the name."""
        self.app.evening.forget(person.name)
        self.forgotten.append(person)
        self._build()

    def _bring_back(self, person: Person) -> None:
        self.forgotten.remove(person)
        self.app.evening.store.remember([person], self.app.machine.clock.wall())
        self._build()


def _record_words(record: PersonRecord) -> Text:
    if not record.plays:
        return say("No play finished yet")
    return count("One play finished, {wins} won", "{n} plays finished, {wins} won", record.plays, wins=record.wins)
