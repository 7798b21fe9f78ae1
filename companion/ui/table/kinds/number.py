"""Numbers and dice."""

from __future__ import annotations

from typing import Any

from companion.core import chance
from companion.core.kinds import Dice, Number, Row
from companion.core.text import listing, say
from companion.ui.table.kinds.kind import LUCK, Action, Host, Kind
from companion.ui.table.layout import LANDSCAPE, SMALL
from companion.ui.widgets import Column, Grid, SeatToken
from companion.ui.widgets.controls.dice import DieKey, DieRow, DieSlot, OddsBar
from companion.ui.widgets.controls.rows import Stepper


class NumberKind(Kind):
    """One row a thing, or one big number between two signs."""

    strip_optional = True

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.column = Column(gap=8)
        self._steppers: dict[tuple[Any, ...], Stepper] = {}
        """Those shown last, by what they say."""

    def rows(self) -> list[Row]:
        return list(self.question.rows(self.table))  # type: ignore[attr-defined]

    @property
    def lone(self) -> bool:
        return isinstance(self.question, Number)

    def empty(self) -> list[int]:
        return [max(row.low, min(row.high, row.start)) for row in self.rows()]

    def read(self) -> None:
        rows = self.rows()
        self.draft = [max(row.low, min(row.high, value)) for row, value in zip(rows, self.draft, strict=False)]
        self.draft += [max(row.low, min(row.high, row.start)) for row in rows[len(self.draft):]]
        self._steppers = {key: self._steppers.get(key) or self._stepper(at, row)
                          for at, row in enumerate(rows) for key in [self._says(at, row)]}
        for stepper, value in zip(self._steppers.values(), self.draft, strict=True):
            stepper.begin(value)
        self.column.fill(self._steppers.values())

    def shorten(self) -> None:
        """It has no second lines."""

    def _says(self, at: int, row: Row) -> tuple[Any, ...]:
        return (at, self.lone, str(row.label), row.low, row.high, str(row.hint or ""), row.seat and row.seat.index)

    def _stepper(self, at: int, row: Row) -> Stepper:
        token = SeatToken(self.look, row.seat.colour, self.host.letter(row.seat), 36) if row.seat else None
        return Stepper(self.look, row.label, self.draft[at], row.low, row.high, lambda value: self._set(at, value),
                       hint=row.hint or "", token=token, lone=self.lone, by=row.step)

    def _set(self, at: int, value: int) -> None:
        self.draft[at] = value
        self.host.changed()

    def value(self) -> Any:
        return self.draft[0] if self.lone else tuple(self.draft)

    def parts(self) -> list[Any]:
        return [self.column]

    def preview(self) -> Any:
        return self.value()

    def primary(self) -> Action:
        return Action(self.question.button(self.table, self.value()), "check-bold",
                      lambda: self.host.answer(self.question, self.question.encode(self.value())),
                      ready=not self.allowed(self.value()))


class DiceKind(Kind):
    """Type what the real dice show, face by face, or let the phone roll. A single die is one tap."""

    strip_optional = True

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.slots = DieRow()
        self.keys = Grid(columns=4, gap=8)
        self.odds: OddsBar | None = None
        self._odds: OddsBar | None = None
        self._keys_for: tuple[object, ...] = ()
        self._slots: dict[tuple[int, int | None, str], DieSlot] = {}
        """Every slot that was shown, by its place and what it showed there."""
        self.faces: list[DieKey] = []
        self.erase = DieKey(self.look, None, self._back)

    @property
    def asked(self) -> Dice[Any]:
        question: Dice[Any] = self.question  # type: ignore[assignment]
        return question

    def empty(self) -> list[int]:
        return []

    def read(self) -> None:
        faces = sorted(set(self.asked.faces(self.table)))
        signs = tuple(self.asked.face(self.table, face).icon for face in faces)
        self.draft = self.draft[:self.asked.how_many(self.table)]
        if self._keys_for != (faces, signs):
            self._keys_for = (faces, signs)
            self.faces = [DieKey(self.look, face, lambda face=face: self._type(face), sign)
                          for face, sign in zip(faces, signs, strict=True)]
        for key in (*self.faces, self.erase):
            key.high = 56.0 if self._tight else 64.0
        self._show_odds()
        self.keys.columns = min(3, len(faces)) if self.alone else min(4, len(faces) + 1)
        self.keys.fill([*self.faces, *([] if self.alone else [self.erase])])
        self._show_slots()

    def _show_odds(self) -> None:
        odds, self.odds = self.asked.odds(self.table), None
        if odds is not None:
            self.odds = self._odds = self._odds or OddsBar(self.look)
            self.odds.show(odds)

    @property
    def alone(self) -> bool:
        """One die: its face is the answer, there is nothing to collect."""
        return self.asked.how_many(self.table) == 1

    def _show_slots(self) -> None:
        count = self.asked.how_many(self.table)
        signs = {face: self.asked.face(self.table, face).icon for face in set(self.draft)}
        rolled: list[int | None] = [*self.draft, *[None] * (count - len(self.draft))]
        self.slots.most = 48.0 if self._tight else 60.0
        self.slots.fill([self._slot(at, die, signs.get(die, "") if die is not None else "")
                         for at, die in enumerate(rolled)])

    @property
    def _tight(self) -> bool:
        """Slots and keys have to be seen together, on a phone that is not high."""
        return self.host.form.name in (SMALL, LANDSCAPE)

    def _slot(self, *shown: Any) -> DieSlot:
        if shown not in self._slots:
            self._slots[shown] = DieSlot(self.look, *shown[1:])
        return self._slots[shown]

    def _type(self, face: int) -> None:
        count = self.asked.how_many(self.table)
        if count == 1:
            self.host.answer(self.question, [face])
            return
        if len(self.draft) < count:
            self.draft = [*self.draft, face]
        self._typed()

    def _back(self) -> None:
        self.draft = self.draft[:-1]
        self._typed()

    def _typed(self) -> None:
        self._show_slots()
        self.host.changed()
        self.host.scroll.bring(self.slots)  # what was typed so far stays in sight of who types on

    def above(self) -> list[Any]:
        return [self.odds] if self.odds is not None else []

    def parts(self) -> list[Any]:
        return [self.keys] if self.alone else [self.slots, self.keys]

    def preview(self) -> Any:
        return tuple(self.draft)

    def primary(self) -> Action:
        if self.alone:
            return self._luck()
        return Action(self.question.button(self.table, tuple(self.draft)), "check-bold",
                      lambda: self.host.answer(self.question, list(self.draft)),
                      ready=not self.allowed(tuple(self.draft)))

    def second(self) -> Action | None:
        return None if self.alone else self._luck()

    def _luck(self) -> Action:
        return Action(say("Roll for me"), "dice-multiple-outline", self._roll)

    def _roll(self) -> None:
        """Rolled is rolled: it is kept at once, so that nobody rolls until they like it."""
        dice = chance.roll(self.asked, self.table, LUCK)
        self.host.app.noise("dice", 30)
        if self.host.answer(self.question, dice, rolled=True):
            self.host.app.tell(say("The phone rolled {dice}.", dice=listing([str(die) for die in dice])))
