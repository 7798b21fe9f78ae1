"""Name, colour and shape of one person; two that are one; and a name to be forgotten."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from companion.core.questions import Refused
from companion.core.seats import Person
from companion.core.setup import LONGEST_NAME
from companion.core.text import say
from companion.ui.screens.new_play.seats import OFFERED, ColourTile
from companion.ui.theme import tokens
from companion.ui.widgets.base.flow import Column, Grid, SideBySide
from companion.ui.widgets.base.words import Words
from companion.ui.widgets.controls.buttons import OutlineButton, PrimaryButton
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.controls.seat import SeatToken
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp


class PersonSheet:
    """`changed` with the name the person has then; `gone` when it was forgotten."""

    def __init__(self, app: TablesideApp, person: Person, changed: Callable[[str], object],
                 gone: Callable[[], object]) -> None:
        self.app, self.person, self.changed, self.gone = app, person, changed, gone
        look = app.look
        self.entry = TextEntry(look, say("Name"), person.name, "pencil-outline", on_enter=self._rename,
                               longest=LONGEST_NAME, plus=False)
        letter = tokens.initials([person.name])[0]
        tiles = [ColourTile(look, colour, letter if colour == person.colour else "", colour == person.colour,
                            partial(self._recolour, colour)) for colour in OFFERED]
        rows = [ListRow(look, say("Save the name"), icon="check-bold", do=lambda: self._rename(self.entry.text),
                        more=""),
                ListRow(look, say("Merge with somebody"), say("Two names of one person become one"), "account-switch",
                        lambda: app.close_sheet(self._choose)),
                ListRow(look, say("Forget this name"), say("The plays keep it"), "account-remove-outline",
                        lambda: app.close_sheet(self._forget), more="")]
        self.sheet = Sheet(look, person.name, [self.entry, Grid(tiles, columns=4), Column(rows, gap=0)],
                           on_close=lambda: self.entry.focus(False))

    def open(self) -> None:
        self.app.open_sheet(self.sheet)

    def _rename(self, name: str) -> None:
        if name.strip() == self.person.name:
            self.app.close_sheet()
            return
        try:
            self.app.evening.rename(self.person.name, name)
        except Refused as error:
            self.entry.refuse(error.refusal.why)
            self.sheet.refit(self.entry)
            return
        self.app.close_sheet(lambda: self.changed(name.strip()))

    def _recolour(self, colour: int) -> None:
        if self._done(lambda: self.app.evening.recolour(self.person.name, colour)):
            self.app.close_sheet(lambda: self.changed(self.person.name))

    def _choose(self) -> None:
        app, look = self.app, self.app.look
        others = [one for one in app.evening.people() if one.name != self.person.name]
        letters = tokens.initials(one.name for one in others)
        rows = [ListRow(look, one.name, token=SeatToken(look, one.colour, letter, 36), more="",
                        do=partial(self._ask_to_merge, one.name)) for one, letter in zip(others, letters, strict=True)]
        told = say("The plays of {name} are counted there from now on; each stays as it was played.",
                   name=self.person.name) if rows else say("There is nobody else yet.")
        words = Words(look, told, "body", "text2")
        app.open_sheet(Sheet(look, say("{name} is the same as", name=self.person.name), [words, Column(rows, gap=0)]))

    def _ask_to_merge(self, into: str) -> None:
        """Two people become one on every page: nobody does that with one tap on the wrong line."""
        self.app.close_sheet(lambda: self._open_question(into))

    def _open_question(self, into: str) -> None:
        app, look, name = self.app, self.app.look, self.person.name
        told = say("All plays of {name} will count for {other}, and {name} leaves the list. You can undo this.",
                   name=name, other=into)
        foot = SideBySide(look, [OutlineButton(look, say("Leave it"), "close", app.close_sheet),
                                 PrimaryButton(look, say("Merge"), "account-multiple-check-outline",
                                               lambda: app.close_sheet(lambda: self._merged(name, into)))])
        app.open_sheet(Sheet(look, say("Are {name} and {other} the same person?", name=name, other=into),
                             [Words(look, told, "body", "text2")], foot))

    def _merged(self, name: str, into: str) -> None:
        if self._done(lambda: self.app.evening.merge(name, into)):
            self.changed(into)
            self.app.tell(say("{name} now counts as {other}.", name=name, other=into),
                          (say("Undo"), lambda: self._unmerge(name)))

    def _unmerge(self, name: str) -> None:
        if self._done(lambda: self.app.evening.unmerge(name)):
            self.changed(name)

    def _forget(self) -> None:
        if self._done(lambda: self.app.evening.forget(self.person.name)):
            self.gone()

    def _done(self, action: Callable[[], object]) -> bool:
        """What can't be written just now is said; nothing is lost, and the app goes on."""
        try:
            action()
        except Refused as error:
            self.app.tell(error.refusal.why)
            return False
        return True
