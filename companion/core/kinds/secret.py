"""Secret choices: ballots, sealed bids."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic

from companion.core.kinds.number import Row
from companion.core.kinds.pick import S, SeatDraft, seat_of
from companion.core.questions import Question, Tc
from companion.core.refusals import Refused
from companion.core.showing import Face
from companion.core.text import Text, say
from companion.core.values import Json, Sealed, break_seal, whole


@dataclass(frozen=True)
class SecretSeat(Question[Tc, Sealed[S]], Generic[Tc, S]):
    """Pick one person in secret: a ballot."""

    kind: ClassVar[str] = "pick a seat"
    secret: ClassVar[bool] = True

    def eligible(self, table: Tc) -> Iterable[S]:
        """Whom the seat may choose."""
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
            raise Refused(say("You can't vote for that seat. Choose one of those shown."), self.rule)

    def given_in_secret(self, table: Tc) -> Text:
        return super().given_in_secret(table) if self.seat is None else say("{name} has voted.", name=self.seat)

    def draft(self, table: Tc) -> SeatDraft:
        return SeatDraft(self, table)


@dataclass(frozen=True)
class SecretText(Question[Tc, Sealed[str]]):
    """Pick one of a few words in secret."""

    kind: ClassVar[str] = "pick one"
    secret: ClassVar[bool] = True

    def words(self, table: Tc) -> Iterable[str]:
        """The words to choose from."""
        return ()

    def choices(self, table: Tc) -> Iterable[Sealed[str]]:
        return (Sealed(word) for word in self.words(table))

    def word_face(self, table: Tc, word: str) -> Face:
        """How a word looks; override to add a hint or an icon."""
        return Face(word)

    def face(self, table: Tc, choice: Any) -> Face:
        return self.word_face(table, break_seal(choice))

    def decode(self, table: Tc, raw: Json) -> Sealed[str]:
        if not isinstance(raw, str):
            raise Refused(say("Tap one of the answers."), self.rule)
        return Sealed(raw)

    def encode(self, answer: Sealed[str]) -> Json:
        return break_seal(answer)

    def check(self, table: Tc, answer: Sealed[str]) -> None:
        if break_seal(answer) not in self.words(table):
            raise Refused(say("That isn't one of the answers. Choose one of those shown."), self.rule)


@dataclass(frozen=True)
class SecretNumber(Question[Tc, Sealed[int]]):
    """Enter a number in secret, such as a bid."""

    kind: ClassVar[str] = "pick one"
    secret: ClassVar[bool] = True

    def row(self, table: Tc) -> Row:
        raise NotImplementedError(f"{type(self).__name__} has no limits")

    def choices(self, table: Tc) -> Iterable[Sealed[int]]:
        row = self.row(table)
        return (Sealed(number) for number in range(row.low, row.high + 1))

    def face(self, table: Tc, choice: Any) -> Face:
        return Face(say("{answer}", answer=break_seal(choice)))

    def decode(self, table: Tc, raw: Json) -> Sealed[int]:
        if not whole(raw):
            raise Refused(say("Enter a whole number."), self.rule)
        return Sealed(raw)

    def encode(self, answer: Sealed[int]) -> Json:
        return break_seal(answer)

    def check(self, table: Tc, answer: Sealed[int]) -> None:
        """Name the limits in a refusal, never the secret number."""
        row = self.row(table)
        if not row.low <= break_seal(answer) <= row.high:
            raise Refused(say("Enter {low} to {high}.", low=row.low, high=row.high), self.rule)

    def given_in_secret(self, table: Tc) -> Text:
        return super().given_in_secret(table) if self.seat is None else say("{name} has bid in secret.", name=self.seat)

    def could_be(self, table: Tc, raw: Json) -> bool:
        row = self.row(table)
        return whole(raw) and row.low <= raw <= row.high

    def random_answer(self, table: Tc, rng: Random) -> Json:
        row = self.row(table)
        return rng.randint(row.low, row.high)
