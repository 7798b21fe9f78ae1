"""Correct something: every field of the table, as steppers, chips and lists; many fields by what they are of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from kivy.clock import Clock

from companion.core.game import Field
from companion.core.text import count, say
from companion.ui.table.table_page import TablePage
from companion.ui.widgets import Chip, Column, Words, Wrap
from companion.ui.widgets.base.long_list import LongColumn, grow_on_scroll
from companion.ui.widgets.controls.rows import ListRow, Stepper
from companion.ui.widgets.controls.sheet import Sheet

FEW = 16  # so many fields stand on one sheet; more are reached by what they are of
CHIPS = 8  # so many values are chips; more are a list behind a line


def open_correct(screen: TablePage, only: str = "") -> None:
    """`only`: the fields whose path begins so, if there are any."""
    fields = screen.controller.fields()
    fields = [field for field in fields if field.path.startswith(only)] or fields
    groups = sorted_by_group(fields)
    if len(fields) <= FEW or len(groups) == 1:
        open_fields(screen, groups)
        return
    rows = [ListRow(screen.look, name, count("{n} thing", "{n} things", len(some)), "pencil-outline",
                    _then(screen, name)) for name, some in groups.items()]
    screen.app.open_sheet(Sheet(screen.look, say("Correct something"), rows))


def _then(screen: TablePage, name: str) -> Callable[[], object]:
    """The list of groups goes, that group's fields come; read again, as the table may have changed."""
    def show() -> None:
        fields = sorted_by_group(screen.controller.fields()).get(name, [])
        open_fields(screen, {name: fields})
    return lambda: screen.app.close_sheet(show)


def sorted_by_group(fields: list[Field]) -> dict[str, list[Field]]:
    groups: dict[str, list[Field]] = {}
    for field in fields:
        groups.setdefault(str(field.group or say("The table")), []).append(field)
    return groups


def open_fields(screen: TablePage, groups: dict[str, list[Field]]) -> None:
    look, pending = screen.look, Pending(screen)
    column = LongColumn(gap=8)

    def rows() -> Iterator[Any]:
        yield Words(look, say("A change counts at once. It is noted in the chronicle, and Undo takes it back."),
                    "support", "text2")
        if not groups:
            yield Words(look, say("There is nothing to correct here."), "body", "text2")
        for name, fields in groups.items():
            if len(groups) > 1:
                yield Words(look, name, "kicker", "primary")
            for field in fields:
                yield _field(screen, field, pending)
    column.begin(rows())
    few = len(groups) != 1 or len(screen.controller.fields()) <= FEW
    title = say("Correct something") if few else next(iter(groups))
    sheet = Sheet(look, title, [column], on_close=pending.flush)
    grow_on_scroll(sheet.scroll, column, sheet.refit)
    screen.app.open_sheet(sheet)


class Pending:
    """From 7 to 12 is one correction, not five: a number is set when it has stood still for a moment."""

    STILL = 0.7

    def __init__(self, screen: TablePage) -> None:
        self.screen = screen
        self.values: dict[str, Any] = {}
        self._soon = Clock.create_trigger(lambda _: self.flush(), self.STILL)

    def set(self, path: str, value: Any) -> None:
        if self.values and path not in self.values:
            self.flush()
        self.values[path] = value
        self._soon.cancel()
        self._soon()

    def flush(self) -> None:
        self._soon.cancel()
        for path, value in self.values.items():
            self.screen.tell_if(self.screen.controller.correct(path, value))
        self.values.clear()


def _field(screen: TablePage, field: Field, pending: Pending) -> Any:
    value = field.read()

    def set_to(new: Any) -> None:
        pending.set(field.path, new)

    if isinstance(field.allowed, range):
        return Stepper(screen.look, field.label, value, field.allowed.start, field.allowed.stop - 1, set_to,
                       words=lambda number: str(field.words(number)))
    if len(field.allowed) > CHIPS:
        return LongChoice(screen, field, value, set_to)
    return ChoiceField(screen, field, value, set_to)


def _holds(field: Field, value: Any) -> int:
    return next((at for at, one in enumerate(field.allowed) if one == value and type(one) is type(value)), -1)


class ChoiceField(Column):
    """A few values as chips; the one that holds is filled."""

    def __init__(self, screen: TablePage, field: Field, value: Any, set_to: Callable[[Any], None]) -> None:
        look = screen.look
        self.chips: list[Chip] = []

        def choose(number: int) -> None:
            set_to(field.allowed[number])
            self._mark(number)
        for number, one in enumerate(field.allowed):
            self.chips.append(Chip(look, str(field.words(one)), "", partial(choose, number)))
        self._mark(_holds(field, value))
        super().__init__([Words(look, field.label, "answer"), Wrap(self.chips, gap=8)], gap=10, pad=6)

    def _mark(self, number: int) -> None:
        for at, chip in enumerate(self.chips):
            chip.choose(at == number)


class LongChoice(ListRow):
    """Many values: the one that holds on a line, the others in a list behind it."""

    def __init__(self, screen: TablePage, field: Field, value: Any, set_to: Callable[[Any], None]) -> None:
        self.screen, self.field, self.set_to = screen, field, set_to
        self.now = _holds(field, value)
        super().__init__(screen.look, field.label, field.words(value), "format-list-bulleted", self._open,
                         tone="surface2")

    def _open(self) -> None:
        look, field = self.look, self.field
        column = LongColumn(gap=8)
        column.begin(ListRow(look, field.words(one), "", "", partial(self._choose, at), tone="surface2",
                             more="check-bold" if at == self.now else "")
                     for at, one in enumerate(field.allowed))
        sheet = Sheet(look, str(field.label), [column])
        grow_on_scroll(sheet.scroll, column, sheet.refit)
        self.screen.app.open_sheet(sheet)

    def _choose(self, at: int) -> None:
        self.now = at
        self.second.say(self.field.words(self.field.allowed[at]))
        self.set_to(self.field.allowed[at])
        self.screen.app.close_sheet()
