"""Rows to set one value by hand: a stepper for numbers, chips for a few values, a list for many."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

from companion.core.fields import Field
from companion.core.text import Text, say
from companion.core.values import Json, same
from companion.ui.drawing.stage import own_part
from companion.ui.theme import Look
from companion.ui.widgets import Chip, Column, LongColumn, SeatToken, Words, Wrap, grow_on_scroll
from companion.ui.widgets.controls.pad import open_number
from companion.ui.widgets.controls.rows import ListRow, Stepper
from companion.ui.widgets.controls.sheet import Sheet

log = logging.getLogger("tableside")

CHIPS = 8  # up to this many values are chips; more go in a list


class FieldPage(Protocol):
    app: Any
    look: Look

    def set_to(self, path: str, value: Json) -> None: ...

    def token(self, seat: int) -> SeatToken: ...


def row_for(page: FieldPage, field: Field, was: Json) -> Any:
    """A field's row, with `path`, `show(field, was)` and `refuse(why)`."""
    row: Any = None
    if field.row:
        try:
            row = own_part(page.app.found.games.values(), field.row)(page, field)
        except Exception:  # fall back to the standard row
            log.exception("the row %s could not be made", field.row)
    if row is None:
        many = len(field.allowed) > CHIPS
        row = (NumberRow if isinstance(field.allowed, range) else ManyRow if many else FewRow)(page, field)
    row.path = field.path
    row.show(field, was)
    return row


def _holds(allowed: Any, value: Json) -> int:
    return next((at for at, one in enumerate(allowed) if same(one, value)), -1)


class NumberRow(Stepper):
    path = ""

    def __init__(self, page: FieldPage, field: Field) -> None:
        allowed, token = field.allowed, page.token(field.seat) if field.seat is not None else None
        low, high = (allowed.start, allowed.stop - 1) if isinstance(allowed, range) else (0, 0)
        super().__init__(page.look, field.label, low, low, high, lambda value: page.set_to(field.path, value),
                         token=token, words=lambda number: str(field.words(number)), by=field.step,
                         on_type=lambda: open_number(page.app, page.look, field.label, self.value, self.low,
                                                     self.highest, lambda value: page.set_to(field.path, value)))

    def show(self, field: Field, was: Json) -> None:
        value = field.read()
        number = value if isinstance(value, int) else self.low
        changed = not same(value, was)
        self.plain_hint = str(say("was {old}", old=field.words(was))) if changed else ""
        self.begin(number)
        self.hint.say(self.plain_hint)
        self.hint.tint("warm" if changed else "text2")
        self.number.tint("warm" if changed else "text")

    def refuse(self, why: str) -> None:
        self.hint.say(why)
        self.hint.tint("loss")


class FewRow(Column):
    path = ""

    def __init__(self, page: FieldPage, field: Field) -> None:
        look = page.look
        self.page = page
        self.allowed: Any = ()
        self.chips: list[Chip] = []
        self.label = Words(look, field.label, "answer")
        self.hint = Words(look, "", "support", "warm")
        self.wrap = Wrap(gap=8)
        super().__init__([Column([self.label, self.hint], gap=0), self.wrap], gap=10, pad=6)

    def _offer(self, field: Field, allowed: Any) -> None:
        """Update the values, since setting another field may change them."""
        if allowed != self.allowed:
            self.allowed = allowed
            set_to = partial(self.page.set_to, field.path)
            self.chips = [Chip(self.page.look, str(field.words(one)), "", partial(set_to, one), high=40.0)
                          for one in allowed]  # 48 dp for a finger, gaps included
            self.wrap.fill(self.chips)

    def show(self, field: Field, was: Json) -> None:
        self._offer(field, field.allowed)
        value = field.read()
        for at, chip in enumerate(self.chips):
            chip.choose(at == _holds(self.allowed, value))
        self.hint.say("" if same(value, was) else say("was {old}", old=field.words(was)))
        self.hint.tint("warm")

    def refuse(self, why: str) -> None:
        self.hint.say(why)
        self.hint.tint("loss")


class ManyRow(ListRow):
    path = ""

    def __init__(self, page: FieldPage, field: Field) -> None:
        self.page, self.field = page, field
        token = page.token(field.seat) if field.seat is not None else None
        super().__init__(page.look, field.label, "", field.icon or "format-list-bulleted", self._open, token=token,
                         tone="surface2")

    def show(self, field: Field, was: Json) -> None:
        self.field = field
        value = field.read()
        changed = not same(value, was)
        words = say("Now {new}, was {old}", new=field.words(value), old=field.words(was)) if changed else \
            field.words(value)
        self.second.say(words)
        self.second.tint("warm" if changed else "text2")

    def _open(self) -> None:
        field = self.field
        open_values(self.page, field.label, field.allowed, field.words, partial(self.page.set_to, self.path),
                    _holds(field.allowed, field.read()))


def open_values(page: FieldPage, title: Text, values: Sequence[Json], words: Callable[[Json], Text | str],
                do: Callable[[Json], object], now: int = -1) -> None:
    """Open a list to choose from; `now` is the index of the current value."""
    look, column = page.look, LongColumn(gap=8)

    def choose(value: Json) -> None:
        page.app.close_sheet()
        do(value)

    column.begin(ListRow(look, words(one), "", "", partial(choose, one), tone="surface2",
                         more="check-bold" if at == now else "") for at, one in enumerate(values))
    sheet = Sheet(look, str(title), [column])
    grow_on_scroll(sheet.scroll, column, sheet.refit)
    page.app.open_sheet(sheet)
