"""The kinds of question. One generic panel can show each of them, for any game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from companion.core.questions import Aco, Face, Json, Question, Refused, Tc
from companion.core.sealed import Sealed, break_seal
from companion.core.seats import Seat
from companion.core.text import Text, count, say

S = TypeVar("S", bound=Seat)
B = TypeVar("B")

DONE = "done"


@dataclass(frozen=True)
class Confirm(Question[Tc, str]):
    """One primary button with the deed as its label."""

    kind: ClassVar[str] = "confirm"
    fixable: ClassVar[bool] = False
    """Shows *Fix* beside the button: the way to the corrections."""

    def choices(self, table: Tc) -> Iterable[str]:
        return (DONE,)

    def face(self, table: Tc, choice: Any) -> Face:
        return Face(self.button(table, choice), icon="check-bold", main=True)

    def decode(self, table: Tc, raw: Json) -> str:
        if raw != DONE:
            raise Refused(say("There is only one button here. Tap it when it is done."), self.rule)
        return DONE

    def encode(self, answer: str) -> Json:
        return answer


@dataclass(frozen=True)
class PickText(Question[Tc, str]):
    """Pick one of a few words: answer cards."""

    kind: ClassVar[str] = "pick one"
    at_once: ClassVar[bool] = False
    """Where only one answer is left, the tile of the question gives it: there is nothing to choose."""

    def decode(self, table: Tc, raw: Json) -> str:
        if not isinstance(raw, str):
            raise Refused(say("A choice is needed here. Tap one of the answers."), self.rule)
        return raw

    def encode(self, answer: str) -> Json:
        return answer


@dataclass(frozen=True)
class PickSeat(Question[Tc, S], Generic[Tc, S]):
    """Pick one person."""

    kind: ClassVar[str] = "pick a seat"

    def face(self, table: Tc, choice: Any) -> Face:
        return Face(choice.name, seat=choice)

    def decode(self, table: Tc, raw: Json) -> S:
        seat: S = seat_of(table, raw, self.rule)
        return seat

    def encode(self, answer: S) -> Json:
        return answer.index


@dataclass(frozen=True)
class SecretSeat(Question[Tc, Sealed[S]], Generic[Tc, S]):
    """Pick one person in secret: a ballot."""

    kind: ClassVar[str] = "pick a seat"
    secret: ClassVar[bool] = True

    def eligible(self, table: Tc) -> Iterable[S]:
        return ()

    def choices(self, table: Tc) -> Iterable[Sealed[S]]:
        return (Sealed(seat) for seat in self.eligible(table))

    def face(self, table: Tc, choice: Any) -> Face:
        seat = break_seal(choice)
        return Face(seat.name, seat=seat)

    def decode(self, table: Tc, raw: Json) -> Sealed[S]:
        return Sealed(seat_of(table, raw, self.rule))

    def encode(self, answer: Sealed[S]) -> Json:
        return break_seal(answer).index

    def check(self, table: Tc, answer: Sealed[S]) -> None:
        if break_seal(answer) not in self.eligible(table):
            raise Refused(say("Nobody can vote for that seat now. Choose one that is shown."), self.rule)


@dataclass(frozen=True)
class SecretText(Question[Tc, Sealed[str]]):
    """Pick one of a few words in secret."""

    kind: ClassVar[str] = "pick one"
    secret: ClassVar[bool] = True

    def words(self, table: Tc) -> Iterable[str]:
        return ()

    def choices(self, table: Tc) -> Iterable[Sealed[str]]:
        return (Sealed(word) for word in self.words(table))

    def decode(self, table: Tc, raw: Json) -> Sealed[str]:
        if not isinstance(raw, str):
            raise Refused(say("A choice is needed here. Tap one of the answers."), self.rule)
        return Sealed(raw)

    def encode(self, answer: Sealed[str]) -> Json:
        return break_seal(answer)

    def check(self, table: Tc, answer: Sealed[str]) -> None:
        if break_seal(answer) not in self.words(table):
            raise Refused(say("That is not one of the answers here. Choose one that is shown."), self.rule)


@dataclass(frozen=True)
class Several(Question[Tc, tuple[B, ...]], Generic[Tc, B]):
    """The common part of *pick several* and *put in order*: things that are tapped, then a button."""

    at_once: ClassVar[bool] = False
    """Its tile, with a single thing to choose, is the answer."""

    def things(self, table: Tc) -> Sequence[B]:
        """What can be tapped, in the order shown."""
        return ()

    def least(self, table: Tc) -> int:
        return 0

    def most(self, table: Tc) -> int:
        return len(self.things(table))

    def possible(self, table: Tc) -> bool:
        return len(self.things(table)) >= self.least(table)

    def token(self, thing: Any) -> Json:
        """One thing as plain JSON; seats and words need nothing more."""
        return thing.index if isinstance(thing, Seat) else getattr(thing, "key", thing)

    def face(self, table: Tc, choice: Any) -> Face:
        if isinstance(choice, Seat):
            return Face(choice.name, seat=choice)
        return Face(str(getattr(choice, "name", choice)))

    def decode(self, table: Tc, raw: Json) -> tuple[B, ...]:
        if not isinstance(raw, list):
            raise Refused(say("Several things can be chosen here. Tap them, then the button."), self.rule)
        things = [(self.token(thing), thing) for thing in self.things(table)]
        chosen: list[B] = []
        for token in raw:
            for known, thing in things:
                if known == token and same(known, token):
                    chosen.append(thing)
                    break
            else:
                raise Refused(say("One of those cannot be chosen here. Choose from what is shown."), self.rule)
        return tuple(chosen)

    def encode(self, answer: tuple[B, ...]) -> Json:
        return [self.token(thing) for thing in answer]

    def check(self, table: Tc, answer: tuple[B, ...]) -> None:
        tokens = [self.token(thing) for thing in answer]
        if len(tokens) > 1 and any([tokens.count(token) > 1 for token in tokens]):
            raise Refused(say("The same one is there twice. Each counts once."), self.rule)
        least, most = self.least(table), self.most(table)
        if len(answer) < least:
            raise Refused(count("{n} more is needed.", "{n} more are needed.", least - len(answer)), self.rule)
        if len(answer) > most:
            raise Refused(count("At most {n} can be chosen.", "At most {n} can be chosen.", most), self.rule)


@dataclass(frozen=True)
class PickSeveral(Several[Tc, B], Generic[Tc, B]):
    """Any number of things, in no order."""

    kind: ClassVar[str] = "pick several"


@dataclass(frozen=True)
class PutInOrder(Several[Tc, B], Generic[Tc, B]):
    """Things in an order: the first tapped is the first."""

    kind: ClassVar[str] = "put in order"


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


@dataclass(frozen=True)
class Numbers(Question[Tc, tuple[int, ...]]):
    """Several numbers, one row a thing, with minus and plus."""

    kind: ClassVar[str] = "number"

    def rows(self, table: Tc) -> Sequence[Row]:
        return ()

    def possible(self, table: Tc) -> bool:
        return all(row.low <= row.high for row in self.rows(table))

    def decode(self, table: Tc, raw: Json) -> tuple[int, ...]:
        if not isinstance(raw, list) or not all(whole(number) for number in raw):
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


@dataclass(frozen=True)
class Number(Question[Tc, int]):
    """One number, between two big signs."""

    kind: ClassVar[str] = "number"

    def row(self, table: Tc) -> Row:
        raise NotImplementedError(f"{type(self).__name__} has no limits")

    def rows(self, table: Tc) -> Sequence[Row]:
        return (self.row(table),)

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


@dataclass(frozen=True)
class Odds:
    """Chances in whole per cent, shown above the dice; they add up to a hundred."""

    win: int
    tie: int
    lose: int


@dataclass(frozen=True)
class Dice(Question[Tc, tuple[int, ...]]):
    """What do the dice show? Typed from the real ones or rolled by the phone; recorded either way."""

    kind: ClassVar[str] = "dice"

    def faces(self, table: Tc) -> Sequence[int]:
        """The faces of one die, as on the real one: a face that comes twice stands twice."""
        return (1, 2, 3, 4, 5, 6)

    def how_many(self, table: Tc) -> int:
        return 1

    def odds(self, table: Tc) -> Odds | None:
        return None

    def possible(self, table: Tc) -> bool:
        return self.how_many(table) >= 0 and bool(self.faces(table))

    def decode(self, table: Tc, raw: Json) -> tuple[int, ...]:
        if not isinstance(raw, list) or not all([type(die) is int for die in raw]):
            raise Refused(say("Type what each die shows, or let the phone roll."), self.rule)
        return tuple(raw)

    def encode(self, answer: tuple[int, ...]) -> Json:
        return list(answer)

    def check(self, table: Tc, answer: tuple[int, ...]) -> None:
        dice = self.how_many(table)
        if len(answer) != dice:
            raise Refused(count("{n} die is rolled here.", "{n} dice are rolled here.", dice), self.rule)
        faces = self.faces(table)
        for die in answer:
            if die not in faces:
                raise Refused(say("No face of this die shows {die}.", die=die), self.rule)


@dataclass(frozen=True)
class Place(Question[Tc, Aco], Generic[Tc, Aco]):
    """A space of the stage. Spaces are plain words, numbers, or pairs of numbers (hexes)."""

    kind: ClassVar[str] = "place"
    at_once: ClassVar[bool] = False
    """The tap on a space is the answer: there is no way and no price to look at first."""

    def decode(self, table: Tc, raw: Json) -> Aco:
        if not is_space(raw):
            raise Refused(say("A space of the stage is needed here. Tap one that is lit."), self.rule)
        space: Aco = unfold(raw)
        return space

    def encode(self, answer: Aco) -> Json:  # type: ignore[misc]
        return fold(answer)


@dataclass(frozen=True)
class Note(Question[Tc, str]):
    """A few words to keep. Never required: an empty note is a fine answer."""

    kind: ClassVar[str] = "text"
    longest: ClassVar[int] = 240

    def choices(self, table: Tc) -> Iterable[str]:
        return ("",)

    def decode(self, table: Tc, raw: Json) -> str:
        if not isinstance(raw, str):
            raise Refused(say("A few words are needed here, or none."), self.rule)
        return raw.strip()

    def encode(self, answer: str) -> Json:
        return answer

    def check(self, table: Tc, answer: str) -> None:
        if len(answer) > self.longest:
            raise Refused(say("At most {n} letters fit here.", n=self.longest), self.rule)


def whole(value: Json) -> bool:
    """A whole number; True and False are not numbers here, though Python thinks so."""
    return type(value) is int


def same(known: Json, given: Json) -> bool:
    """Equal and of one kind: 1, 1.0 and True are three different answers, in a list too."""
    if type(known) is not type(given) or known != given:
        return False
    if isinstance(known, dict):
        return all(same(known[key], given[key]) for key in known)
    return not isinstance(known, (list, tuple)) or all(map(same, known, given))


def seat_of(table: Any, raw: Json, rule: str) -> Any:
    seats = table.seats
    if not whole(raw) or not 0 <= raw < len(seats):
        raise Refused(say("A person at the table is needed here. Tap one."), rule)
    return seats[raw]


def is_space(raw: Json) -> bool:
    return isinstance(raw, str) or whole(raw) or (isinstance(raw, list) and bool(raw) and all(map(is_space, raw)))


def fold(space: Any) -> Json:
    return [fold(part) for part in space] if isinstance(space, tuple) else space


def unfold(raw: Json) -> Any:
    return tuple(unfold(part) for part in raw) if isinstance(raw, list) else raw
