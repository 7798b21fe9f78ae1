"""Pick one word or one person."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from companion.core.questions import MOST_SHOWN, ChoiceDraft, Question, Tc
from companion.core.refusals import Refusal, Refused
from companion.core.seats import Seat
from companion.core.showing import Face, Points, ShownChoice
from companion.core.text import Text, say
from companion.core.values import Json, whole

if TYPE_CHECKING:
    from companion.core.table import Table

S = TypeVar("S", bound=Seat)
LAST = 99  # after every seat


@dataclass(frozen=True)
class PickText(Question[Tc, str]):
    """Pick one of a few words, shown as cards."""

    kind: ClassVar[str] = "pick one"
    at_once: ClassVar[bool] = False
    """If only one answer is left, tapping the question's tile gives it."""

    def decode(self, table: Tc, raw: Json) -> str:
        if not isinstance(raw, str):
            raise Refused(say("Tap one of the answers."), self.rule)
        return raw

    def encode(self, answer: str) -> Json:
        return answer

    def only_answer(self, table: Tc) -> Json:
        choices = list(self.choices(table)) if self.at_once else []
        return self.encode(choices[0]) if len(choices) == 1 else None


@dataclass(frozen=True)
class Option:
    """One answer of a `Menu`: its word in the log, its look, and what it does."""

    answer: str
    label: Text | str
    icon: str = ""
    hint: Text | None = None
    main: bool = False
    """The most common answer: the filled button on top."""
    opens: bool = False
    points: tuple[Points, ...] = ()
    badge: str = ""
    seat: Seat | None = None
    barred: Refusal | None = None
    """Why the rules forbid it now; shown greyed out with this reason."""
    moves: Mapping[str, Json] = field(default_factory=dict)
    """What players have moved with this answer: see `Question.moves`."""
    echo: Text | None = None
    """What it did, as a sentence beside Undo, if the chronicle has no line for it."""
    then: Callable[[], Awaitable[None] | None] | None = None
    """What it does, for `one_of` and standing questions."""

    @property
    def face(self) -> Face:
        return Face(self.label, self.hint, self.icon, self.points, self.main, self.opens, self.badge, self.seat)


@dataclass(frozen=True)
class Menu(PickText[Tc]):
    """Pick one of a few answers, each declared once in `options`."""

    def options(self, table: Tc) -> Iterable[Option]:
        """Every answer, in the order of the screen."""
        raise NotImplementedError(f"{type(self).__name__} has no options")

    def option(self, table: Tc, answer: str) -> Option | None:
        return next((one for one in self.options(table) if one.answer == answer), None)

    def choices(self, table: Tc) -> Iterable[str]:
        return [one.answer for one in self.options(table) if one.barred is None]

    def barred(self, table: Tc) -> Iterable[tuple[str, Refusal]]:
        return [(one.answer, one.barred) for one in self.options(table) if one.barred is not None]

    def face(self, table: Tc, choice: Any) -> Face:
        found = self.option(table, choice)
        return super().face(table, choice) if found is None else found.face

    def moves(self, table: Tc, answer: Any) -> Mapping[str, Json]:
        found = self.option(table, answer)
        return {} if found is None else found.moves

    def in_brief(self, table: Tc, answer: Any) -> Text | str:
        found = self.option(table, answer)
        return super().in_brief(table, answer) if found is None or found.echo is None else found.echo

    async def then(self, table: Tc, answer: str) -> None:
        found = self.option(table, answer)
        if found is None or found.then is None:
            return await super().then(table, answer)
        done = found.then()
        if done is not None:
            await done

    def draft(self, table: Tc) -> MenuDraft:
        return MenuDraft(self, table)


class MenuDraft(ChoiceDraft[Menu[Any]]):
    def shown(self) -> list[ShownChoice]:
        made = [ShownChoice(one.answer, one.face, None if one.barred is None else one.barred.why, choice=one.answer)
                for one in islice(self.question.options(self.table), MOST_SHOWN + 1) if one.answer != self.hidden]
        return sorted(made, key=lambda one: (one.barred is not None, not one.face.main))


@dataclass(frozen=True)
class PickSeat(Question[Tc, S], Generic[Tc, S]):
    """Pick one player."""

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
    """Lists people in seating order, whatever the rules' order."""

    def shown(self) -> list[ShownChoice]:
        return sorted(super().shown(), key=lambda one: LAST if one.face.seat is None else one.face.seat.index)


def seat_of(table: Table[Any], raw: Json, rule: str) -> Any:
    seats = table.seats
    if not whole(raw) or not 0 <= raw < len(seats):
        raise Refused(say("Tap one of the players."), rule)
    return seats[raw]
