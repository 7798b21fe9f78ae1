"""Numbers: a single one, one row per thing, or what the dice show."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

from companion.core.questions import (
    ROLL,
    Button,
    Draft,
    Given,
    Kind,
    Odds,
    Question,
    ShownChoice,
    ShownDice,
    ShownFace,
    ShownRow,
    Tc,
    draft_of,
)
from companion.core.setup import Seat
from companion.core.text import Refused, Text, count, in_a_row, in_english, listing, say
from companion.core.values import Json, whole, whole_numbers

TRIES = 40
FEW = 4  # up to this many values, show each as a card
ROLL_BUTTON = Button(ROLL, say("Roll for me"), "dice-multiple-outline", quiet=True)


@dataclass(frozen=True)
class Row:
    """One number to enter: its label and its limits."""

    label: Text | str
    low: int
    high: int
    start: int | None = 0
    """The initial value; None means it has to be set."""
    hint: Text | None = None
    seat: Seat | None = None
    step: int = 1
    """What one tap on plus adds."""
    often: tuple[int, ...] = ()
    """Common values, offered as one-tap buttons beside the keypad."""

    def within(self, value: int) -> int:
        return max(self.low, min(self.high, value))

    def begin(self, value: int | None) -> int | None:
        value = self.start if value is None else value
        return None if value is None else self.within(value)


class Numbers(Question[Tc, tuple[int, ...]]):
    """Several numbers, one row each, with minus and plus."""

    kind: ClassVar[Kind] = "number"

    def rows(self, table: Tc) -> Sequence[Row]:
        """One row per number of the answer."""
        return ()

    def total(self, table: Tc) -> int | None:
        """The required sum (all tricks of a round), or None."""
        return None

    def possible(self, table: Tc) -> bool:
        rows, total = self.rows(table), self.total(table)
        if not all(row.low <= row.high for row in rows):
            return False
        return total is None or sum(row.low for row in rows) <= total <= sum(row.high for row in rows)

    def decode(self, table: Tc, raw: Json) -> tuple[int, ...]:
        if not whole_numbers(raw):
            raise Refused(say("Enter whole numbers."), self.rule)
        return tuple(raw)

    def in_brief(self, table: Tc, answer: Any) -> Text | str:
        return in_a_row(*(say("{label} {number}", label=row.label, number=number)
                          for row, number in zip(self.rows(table), answer, strict=False)))

    def check(self, table: Tc, answer: tuple[int, ...]) -> None:
        rows = self.rows(table)
        if len(answer) != len(rows):
            raise Refused(count("Enter {n} number.", "Enter {n} numbers.", len(rows)), self.rule)
        for number, row in zip(answer, rows, strict=True):
            if not row.low <= number <= row.high:
                raise Refused(
                    say("{label} must be {low} to {high}, not {number}.",
                        label=row.label, low=row.low, high=row.high, number=number), self.rule)
        total = self.total(table)
        if total is not None and sum(answer) != total:
            raise Refused(say("They must add up to {total}, not {sum}.", total=total, sum=sum(answer)),
                          self.rule)

    def random_answer(self, table: Tc, rng: Random) -> Json:
        """Draw within the limits and the total. Override if the numbers depend on each other in another way.

        Otherwise a few draws are tried, then the rows' initial values.
        """
        rows, total = self.rows(table), self.total(table)
        for _ in range(TRIES):
            free = (rng.randint(row.low, row.high) for row in rows)
            drawn = list(free) if total is None else dealt(rows, total, rng)
            with suppress(Refused):
                self.check(table, self.decode(table, drawn))
                return drawn
        return [row.within(row.start or 0) for row in rows]


class Number(Question[Tc, int]):
    """One number, set with plus and minus or typed on a keypad."""

    kind: ClassVar[Kind] = "number"
    typed: ClassVar[bool] = False
    """Use a keypad instead of plus and minus, for large ranges."""

    def row(self, table: Tc) -> Row:
        """The number's label and limits."""
        raise NotImplementedError(f"{type(self).__name__} has no limits")

    def rows(self, table: Tc) -> Sequence[Row]:
        return (self.row(table),)

    def limits(self, table: Tc) -> tuple[int, int]:
        """Lowest and highest value. Override if building the row is slow: every answer needs them."""
        row = self.row(table)
        return row.low, row.high

    def few(self, table: Tc) -> bool:
        if self.typed:
            return False
        low, high = self.limits(table)
        return 0 <= high - low < FEW

    def choices(self, table: Tc) -> Iterable[int]:
        low, high = self.limits(table)
        return range(low, high + 1)

    def decode(self, table: Tc, raw: Json) -> int:
        if not whole(raw):
            raise Refused(say("Enter a whole number."), self.rule)
        number: int = raw
        return number

    def in_brief(self, table: Tc, answer: Any) -> Text | str:
        """Use the game's own button text, if it has one."""
        return str(answer) if type(self).button is Question.button else self.button(table, answer)

    def check(self, table: Tc, answer: int) -> None:
        low, high = self.limits(table)
        if not low <= answer <= high:
            raise Refused(say("Enter {low} to {high}, not {number}.", low=low, high=high, number=answer),
                          self.rule)


class RowsDraft(Draft[Any]):
    """Remembers numbers by row key, so they stay right when a player leaves."""

    rows: dict[str, Row]
    values: dict[str, int | None]
    """None if a row without a start is not set yet."""

    def clear(self) -> None:
        self.values = {}
        self.drop_stale()

    def drop_stale(self) -> None:
        self.rows = by_key(self.question.rows(self.table))
        before = self.values
        self.values = {key: row.begin(before.get(key)) for key, row in self.rows.items()}

    def unset(self) -> Row | None:
        return next((row for key, row in self.rows.items() if self.values[key] is None), None)

    def why_not(self) -> Text | None:
        row = self.unset()
        if row is not None:
            return say("{label} is not set yet.", label=row.label)
        return super().why_not()

    def give(self) -> Given:
        why = self.why_not() if self.unset() is not None else None
        if why is not None:
            raise Refused(why, self.question.rule)
        return super().give()

    def set_row(self, key: str, value: int) -> None:
        row = self.rows.get(key)
        if row is None:
            raise Refused(say("This row is gone. Look again."), self.question.rule)
        self.values = {**self.values, key: row.within(value)}

    def put(self, key: str, value: int | None) -> None:
        """Set a number being typed, perhaps still out of range; None clears it."""
        if key in self.rows:
            self.values = {**self.values, key: value}

    def draw(self, rng: Random) -> Given:
        return Given(self.question.random_answer(self.table, rng), True)

    def shown_rows(self) -> tuple[ShownRow, ...]:
        return tuple(ShownRow(key, row.label, self.values[key], row.low, row.high, row.step, row.hint,
                              row.seat, row.often)
                     for key, row in self.rows.items())

    def parts(self, brief: bool) -> dict[str, Any]:
        return {"rows": self.shown_rows()}


@draft_of(Numbers)
class NumbersDraft(RowsDraft):
    def so_far(self) -> tuple[int, ...] | None:
        """None while a row is still open, as sums need complete answers."""
        numbers = tuple(value for value in self.values.values() if value is not None)
        return numbers if len(numbers) == len(self.values) else None


@draft_of(Number)
class NumberDraft(RowsDraft):
    """One number: set and submitted with the button, or one of a few choices."""

    def so_far(self) -> int | None:
        return None if self.question.few(self.table) else next(iter(self.values.values()))

    def why_not(self) -> Text | None:
        return super().why_not() if self.unset() is None else say("Enter a whole number.")

    def tap(self, token: Json) -> Given:
        return Given(token)

    def parts(self, brief: bool) -> dict[str, Any]:
        if not self.question.few(self.table):
            return {"rows": self.shown_rows(), "lone": True, "typed": self.question.typed}
        choices = tuple(self._shown(number) for number in self.question.choices(self.table))
        return {"choices": choices, "at_once": True}

    def _shown(self, number: int) -> ShownChoice:
        question, table = self.question, self.table
        face = replace(question.face(table, number), main=number == question.row(table).start)
        own = type(question).button is not Question.button  # else each card would say "Done"
        shown = replace(face, label=question.button(table, number)) if own else face
        return ShownChoice(number, shown, choice=number)

    def primary(self) -> Button | None:
        return self.draw_button() if self.question.few(self.table) else self.answer_button()


def dealt(rows: Sequence[Row], total: int, rng: Random) -> list[int]:
    """Random numbers with this total, dealt one by one to rows with room."""
    drawn = [row.low for row in rows]
    while sum(drawn) < total:
        room = [at for at, row in enumerate(rows) if drawn[at] < row.high]
        if not room:
            break
        drawn[rng.choice(room)] += 1
    return drawn


def by_key(rows: Iterable[Row]) -> dict[str, Row]:
    """Rows by key (seat or label), numbered if a key repeats."""
    found: dict[str, Row] = {}
    for row in rows:
        key = name = in_english(row.label) if row.seat is None else f"seat {row.seat.index}"
        again = 1
        while key in found:
            again += 1
            key = f"{name} #{again}"
        found[key] = row
    return found


TOOL_DICE, MOST_TOOL_DICE = (4, 6, 8, 10, 12, 20, 100), 6
"""The dice among the tools of any table, and how many roll at once."""


class Dice(Question[Tc, tuple[int, ...]]):
    """Ask what the dice show: players type it, or the phone rolls."""

    kind: ClassVar[Kind] = "dice"

    def faces(self, table: Tc) -> Sequence[int]:
        """The faces of one die; repeat a face that occurs twice."""
        return (1, 2, 3, 4, 5, 6)

    def rare(self, table: Tc) -> Sequence[int]:
        """Other faces that players may enter, in case the real die differs."""
        return ()

    def out(self, table: Tc) -> Sequence[int]:
        """Faces that don't count now and are rolled again; their keys stay, faded."""
        return ()

    def how_many(self, table: Tc) -> int:
        """How many dice are rolled."""
        return 1

    def odds(self, table: Tc) -> Odds | None:
        """The chances shown above the dice, or None."""
        return None

    def possible(self, table: Tc) -> bool:
        return self.how_many(table) >= 0 and bool(self.faces(table))

    def decode(self, table: Tc, raw: Json) -> tuple[int, ...]:
        if not isinstance(raw, list) or not all([type(die) is int for die in raw]):
            raise Refused(say("Type what each die shows, or let the app roll."), self.rule)
        return tuple(raw)

    def check(self, table: Tc, answer: tuple[int, ...]) -> None:
        dice = self.how_many(table)
        if len(answer) != dice:
            raise Refused(count("Enter {n} die.", "Enter {n} dice.", dice), self.rule)
        faces = (*self.faces(table), *self.rare(table))
        for die in answer:
            if die not in faces:
                raise Refused(no_such_face(die), self.rule)

    def in_brief(self, table: Tc, answer: Any) -> Text:
        return say("Rolled {dice}", dice=in_a_row(*answer))

    def random_answer(self, table: Tc, rng: Random) -> list[int]:
        faces = list(self.faces(table))
        return [rng.choice(faces) for _ in range(self.how_many(table))]


@draft_of(Dice)
class DiceDraft(Draft[Dice[Any]]):
    """Typed face by face; a single die is one tap."""

    typed: list[int]

    def clear(self) -> None:
        self.typed = []

    def drop_stale(self) -> None:
        self.typed = self.typed[:self.question.how_many(self.table)]

    def type_face(self, face: int) -> Given | None:
        if face in self.question.out(self.table):
            self.question.check(self.table, (face,))
        if face not in (*self.question.faces(self.table), *self.question.rare(self.table)):
            raise Refused(no_such_face(face), self.question.rule)
        dice = self.question.how_many(self.table)
        if dice == 1:
            return Given([face])
        if len(self.typed) < dice:
            self.typed = [*self.typed, face]
        return None

    def erase(self) -> None:
        self.typed = self.typed[:-1]

    def draw(self, rng: Random) -> Given:
        """Submit the roll at once, so nobody rerolls until they like it."""
        dice = self.question.random_answer(self.table, rng)
        return Given(dice, True, say("The app rolled {dice}.", dice=listing([str(die) for die in dice])))

    def so_far(self) -> tuple[int, ...]:
        return tuple(self.typed)

    def parts(self, brief: bool) -> dict[str, Any]:
        question, table = self.question, self.table
        faces = {face: ShownFace(face, question.face(table, face).icon)
                 for face in sorted(set(question.faces(table)))}
        typed = [faces.get(die) or ShownFace(die, question.face(table, die).icon) for die in self.typed]
        empty = [None] * (question.how_many(table) - len(typed))
        rare = tuple(ShownFace(face) for face in question.rare(table))
        out = tuple(ShownFace(face, question.face(table, face).icon) for face in question.out(table))
        return {"dice": ShownDice(tuple(faces.values()), (*typed, *empty), question.odds(table), rare, out)}

    @property
    def _alone(self) -> bool:
        return self.question.how_many(self.table) == 1

    def primary(self) -> Button:
        return ROLL_BUTTON if self._alone else self.answer_button()

    def second(self) -> Button | None:
        return None if self._alone else ROLL_BUTTON


def no_such_face(die: int) -> Text:
    return say("This die has no {die}.", die=die)
