"""Numbers: one between two signs, or a row for each thing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

from companion.core.json_values import Json, whole, whole_numbers
from companion.core.questions import Draft, Given, Question, Tc
from companion.core.refusals import Refused
from companion.core.seats import Seat
from companion.core.showing.description import Button, ShownChoice, ShownRow
from companion.core.text import Text, count, say

TRIES = 40
FEW = 4  # a number of which so few are possible is a card for each: one tap


@dataclass(frozen=True)
class Row:
    """One number to set: its name, its limits and where it starts."""

    label: Text | str
    low: int
    high: int
    start: int = 0
    hint: Text | None = None
    seat: Seat | None = None
    step: int = 1
    """What one tap on plus adds."""

    def within(self, value: int) -> int:
        """The nearest number that is allowed."""
        return max(self.low, min(self.high, value))


@dataclass(frozen=True)
class Numbers(Question[Tc, tuple[int, ...]]):
    """Several numbers, one row a thing, with minus and plus."""

    kind: ClassVar[str] = "number"

    def rows(self, table: Tc) -> Sequence[Row]:
        return ()

    def possible(self, table: Tc) -> bool:
        return all(row.low <= row.high for row in self.rows(table))

    def decode(self, table: Tc, raw: Json) -> tuple[int, ...]:
        if not whole_numbers(raw):
            raise Refused(say("Whole numbers are needed here."), self.rule)
        return tuple(raw)

    def encode(self, answer: tuple[int, ...]) -> Json:
        return list(answer)

    def check(self, table: Tc, answer: tuple[int, ...]) -> None:
        rows = self.rows(table)
        if len(answer) != len(rows):
            raise Refused(count("{n} number is needed here.", "{n} numbers are needed here.", len(rows)), self.rule)
        for number, row in zip(answer, rows, strict=True):
            if not row.low <= number <= row.high:
                raise Refused(
                    say("{label}: from {low} to {high}, not {number}.",
                        label=row.label, low=row.low, high=row.high, number=number), self.rule)

    def could_be(self, table: Tc, raw: Json) -> bool:
        rows = self.rows(table)
        return (whole_numbers(raw) and len(raw) == len(rows)
                and all(row.low <= number <= row.high for row, number in zip(rows, raw, strict=True)))

    def random_answer(self, table: Tc, rng: Random) -> Json:
        """A game may bind the numbers together (a sum): draw until one fits, else take where they start."""
        for _ in range(TRIES):
            drawn = [rng.randint(row.low, row.high) for row in self.rows(table)]
            with suppress(Refused):
                self.check(table, self.decode(table, drawn))
                return drawn
        return [row.start for row in self.rows(table)]

    def draft(self, table: Tc) -> NumbersDraft:
        return NumbersDraft(self, table)


@dataclass(frozen=True)
class Number(Question[Tc, int]):
    """One number, between two big signs."""

    kind: ClassVar[str] = "number"

    def row(self, table: Tc) -> Row:
        raise NotImplementedError(f"{type(self).__name__} has no limits")

    def rows(self, table: Tc) -> Sequence[Row]:
        return (self.row(table),)

    def few(self, table: Tc) -> bool:
        """So few are possible that each is shown as a choice."""
        row = self.row(table)
        return 0 <= row.high - row.low < FEW

    def choices(self, table: Tc) -> Iterable[int]:
        row = self.row(table)
        return range(row.low, row.high + 1)

    def decode(self, table: Tc, raw: Json) -> int:
        if not whole(raw):
            raise Refused(say("A whole number is needed here."), self.rule)
        number: int = raw
        return number

    def encode(self, answer: int) -> Json:
        return answer

    def check(self, table: Tc, answer: int) -> None:
        row = self.row(table)
        if not row.low <= answer <= row.high:
            raise Refused(
                say("From {low} to {high}, not {number}.", low=row.low, high=row.high, number=answer), self.rule)

    def draft(self, table: Tc) -> NumberDraft:
        return NumberDraft(self, table)


class RowsDraft(Draft[Any]):
    """Numbers are remembered by row, not by place: who leaves takes the number along."""

    rows: dict[str, Row]
    values: dict[str, int]

    def clear(self) -> None:
        self.rows = by_key(self.question.rows(self.table))
        self.values = {key: row.within(row.start) for key, row in self.rows.items()}

    def keep(self) -> None:
        self.rows = by_key(self.question.rows(self.table))
        self.values = {key: row.within(self.values.get(key, row.start)) for key, row in self.rows.items()}

    def set_row(self, key: str, value: int) -> None:
        row = self.rows.get(key)
        if row is None:
            raise Refused(say("This row is not here any more. Look again."), self.question.rule)
        self.values = {**self.values, key: row.within(value)}

    def draw(self, rng: Random) -> Given:
        return Given(self.question.random_answer(self.table, rng), True)

    def shown_rows(self) -> tuple[ShownRow, ...]:
        return tuple(ShownRow(key, row.label, self.values[key], row.low, row.high, row.step, row.hint, row.seat)
                     for key, row in self.rows.items())

    def parts(self, brief: bool) -> dict[str, Any]:
        return {"rows": self.shown_rows()}


class NumbersDraft(RowsDraft):
    """A row a thing."""

    def so_far(self) -> tuple[int, ...]:
        return tuple(self.values.values())


class NumberDraft(RowsDraft):
    """One number: set and given by the button, or one of a few choices."""

    def so_far(self) -> int | None:
        return None if self.question.few(self.table) else next(iter(self.values.values()))

    def tap(self, token: Json) -> Given:
        return Given(token)

    def parts(self, brief: bool) -> dict[str, Any]:
        if not self.question.few(self.table):
            return {"rows": self.shown_rows(), "lone": True}
        return {"choices": tuple(self._shown(number) for number in self.question.choices(self.table)), "at_once": True}

    def _shown(self, number: int) -> ShownChoice:
        question, table = self.question, self.table
        face = replace(question.face(table, number), label=question.button(table, number),
                       main=number == question.row(table).start)
        return ShownChoice(number, face, choice=number)

    def primary(self) -> Button | None:
        return self.draw_button() if self.question.few(self.table) else self.answer_button()


def by_key(rows: Iterable[Row]) -> dict[str, Row]:
    """Every row by its key: its seat or its label, numbered where the same comes again."""
    found: dict[str, Row] = {}
    for row in rows:
        key = name = str(row.label) if row.seat is None else f"seat {row.seat.index}"
        again = 1
        while key in found:
            again += 1
            key = f"{name} #{again}"
        found[key] = row
    return found
