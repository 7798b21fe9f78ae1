"""Pick one: a few words, or a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from companion.core.json_values import Json, whole
from companion.core.questions import ChoiceDraft, HasSeats, Question, Tc
from companion.core.refusals import Refused
from companion.core.seats import Seat
from companion.core.showing.description import ShownChoice
from companion.core.showing.faces import Face
from companion.core.text import say

S = TypeVar("S", bound=Seat)
LAST = 99  # behind every seat


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

    def only_answer(self, table: Tc) -> Json:
        choices = list(self.choices(table)) if self.at_once else []
        return self.encode(choices[0]) if len(choices) == 1 else None


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

    def draft(self, table: Tc) -> SeatDraft:
        return SeatDraft(self, table)


class SeatDraft(ChoiceDraft[Question[Any, Any]]):
    """People in seating order, whatever the rules' list says."""

    def shown(self) -> list[ShownChoice]:
        return sorted(super().shown(), key=lambda one: LAST if one.face.seat is None else one.face.seat.index)


def seat_of(table: HasSeats, raw: Json, rule: str) -> Any:
    seats = table.seats
    if not whole(raw) or not 0 <= raw < len(seats):
        raise Refused(say("Tap one of the people at the table."), rule)
    return seats[raw]
