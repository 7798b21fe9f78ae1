"""Seats before a play: a row each, and the sheet that changes one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp
from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from companion.core.seats import Person, name_key
from companion.core.setup import LONGEST_NAME
from companion.core.text import say
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets.base.drag_list import Shadow
from companion.ui.widgets.base.flow import Grid
from companion.ui.widgets.base.tap import Box, Tap
from companion.ui.widgets.base.words import Icon, Words
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.controls.seat import SeatToken
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

OFFERED = (0, 1, 2, 3, 4, 6, 5, 7, 8, 9, 10, 11)
"""The colours, best first: of the first eight, Bone and Slate are the hardest to tell from others; the last four
are for more than eight people."""


def free_colour(taken: Iterable[int]) -> int:
    """The best colour that nobody has.

    >>> free_colour({0, 1}), free_colour({0, 1, 2, 3, 4})
    (2, 6)
    """
    used = set(taken)
    return next((colour for colour in OFFERED if colour not in used), 0)


class SeatRow(Tap):
    """Number, token, name, and a handle to drag it by. Tap it: name, colour, away."""

    text = StringProperty("")

    def __init__(self, look: Look, person: Person, letter: str, number: int,
                 do: Callable[[SeatRow], None]) -> None:
        super().__init__(look)
        self.person = person
        self.text = person.name
        self.shadow = Shadow(self)
        self.box = Box(self, look.colour("surface2"), dp(tokens.CORNER["answer"]),
                       look.colour("outline") if look.contrast else None, look.line)
        self.number = Words(look, str(number), "score", "text2", chrome=True)
        self.token = SeatToken(look, person.colour, letter, 38)
        self.name = Words(look, person.name, "answer")
        self.handle: Widget = Icon(look, "drag-horizontal-variant", 28, "text2")
        for part in (self.number, self.token, self.name, self.handle):
            self.add_widget(part)
        self.bind(pos=self.moved, size=self.moved)
        self.bind(on_tap=lambda _: do(self))

    def count(self, number: int) -> None:
        self.number.say(str(number))

    def lift(self, on: bool) -> None:
        self.shadow.show(on)
        self.box.fill(self.look.colour("surface3" if on else "surface2"))

    def show_pressed(self, down: bool) -> None:
        self.box.fill(self.look.colour("surface3" if down else "surface2"))

    def fit(self, width: float) -> float:
        self.number.hug()
        self.name.fit(width - dp(88) - dp(52))
        self.take_size(width, max(dp(56), self.name.height + dp(18)))
        return float(self.height)

    def arrange(self) -> None:
        middle = self.y + self.height / 2
        self.number.pos = (self.x + dp(14), middle - self.number.height / 2)
        self.token.center = (self.x + dp(56), middle)
        self.name.pos = (self.x + dp(86), middle - self.name.height / 2)
        self.handle.center = (self.right - dp(28), middle)


class ColourTile(Tap):
    """A colour with its shape; the letter of whoever has it."""

    text = StringProperty("")

    def __init__(self, look: Look, colour: int, letter: str, chosen: bool, do: Callable[[], object]) -> None:
        super().__init__(look)
        self.text = tokens.SEATS[colour].name
        edge = look.colour("primary") if chosen else look.colour("outline") if look.contrast else None
        self.box = Box(self, look.colour("surface3" if chosen else "surface2"), dp(tokens.CORNER["answer"]), edge,
                       dp(2) if edge else 0)
        self.token = SeatToken(look, colour, letter, 44)
        self.words = Words(look, self.text, "label", "text2", align="center", chrome=True)
        self.add_widget(self.token)
        self.add_widget(self.words)
        self.bind(pos=self.moved, size=self.moved)
        self.bind(on_tap=lambda _: do())

    def fit(self, width: float) -> float:
        self.words.fit(width - dp(4))
        self.take_size(width, dp(60) + self.words.height)
        return float(self.height)

    def arrange(self) -> None:
        self.token.center = (self.x + self.width / 2, self.top - dp(30))
        self.words.pos = (self.x + dp(2), self.y + dp(6))


class SeatSheet:
    """Name, colour and place of one seat. Every change counts at once; the list below shows it."""

    def __init__(self, app: TablesideApp, look: Look, people: list[Person], at: int,
                 changed: Callable[[], object]) -> None:
        self.app, self.people, self.at, self.changed = app, people, at, changed
        self.person = people[at]
        self._acted = False
        self.entry = TextEntry(look, say("Name"), self.person.name, "pencil-outline", on_enter=self._rename,
                               longest=LONGEST_NAME)
        self.sheet = Sheet(look, self.person.name, [self.entry, Grid(self._tiles(look), columns=4), *self._rows(look)],
                           on_close=self._closed)

    def open(self) -> None:
        self.app.open_sheet(self.sheet)

    def _tiles(self, look: Look) -> list[ColourTile]:
        names = tokens.initials(one.name for one in self.people)
        letters = dict(zip((one.colour for one in self.people), names, strict=True))
        return [ColourTile(look, colour, letters.get(colour, ""), colour == self.person.colour,
                           partial(self._take, colour)) for colour in OFFERED]

    def _rows(self, look: Look) -> list[Any]:
        rows = []
        if self.at > 0:
            rows.append(ListRow(look, say("Move up"), icon="arrow-up", do=lambda: self._move(-1), more=""))
        if self.at < len(self.people) - 1:
            rows.append(ListRow(look, say("Move down"), icon="arrow-down", do=lambda: self._move(1), more=""))
        return [*rows, ListRow(look, say("Remove this seat"), icon="close", do=self._remove, more="")]

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
            self.entry.refuse(say("Every seat needs a name of its own."))
            self.sheet.refit(self.entry)

    def _take(self, colour: int) -> None:
        """A colour that somebody has is swapped, so that no two seats share one."""
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
        """A name that was typed counts, Enter or not."""
        self.entry.focus(False)
        typed = self.entry.text.strip()
        if not self._acted and typed != self.person.name and self._free(typed):
            self.people[self.at] = Person(typed, self.person.colour)
            self.changed()
