"""Dice: typed from the real ones, or rolled by the phone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from companion.core.questions import Draft, Given, Question, Tc
from companion.core.refusals import Refused
from companion.core.showing import ROLL, Button, Odds, ShownDice, ShownFace
from companion.core.text import Text, count, in_a_row, listing, say
from companion.core.values import Json, whole_numbers


@dataclass(frozen=True)
class Dice(Question[Tc, tuple[int, ...]]):
    """Ask what the dice show: players type it, or the phone rolls."""

    kind: ClassVar[str] = "dice"

    def faces(self, table: Tc) -> Sequence[int]:
        """The faces of one die; repeat a face that occurs twice."""
        return (1, 2, 3, 4, 5, 6)

    def rare(self, table: Tc) -> Sequence[int]:
        """Other faces that players may enter, in case the real die differs."""
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

    def encode(self, answer: tuple[int, ...]) -> Json:
        return list(answer)

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

    def could_be(self, table: Tc, raw: Json) -> bool:
        faces = (*self.faces(table), *self.rare(table))
        return whole_numbers(raw) and len(raw) == self.how_many(table) and all(die in faces for die in raw)

    def random_answer(self, table: Tc, rng: Random) -> list[int]:
        faces = list(self.faces(table))
        return [rng.choice(faces) for _ in range(self.how_many(table))]

    def draft(self, table: Tc) -> DiceDraft:
        return DiceDraft(self, table)


class DiceDraft(Draft[Dice[Any]]):
    """Typed face by face; a single die is one tap."""

    typed: list[int]

    def clear(self) -> None:
        self.typed = []

    def drop_stale(self) -> None:
        self.typed = self.typed[:self.question.how_many(self.table)]

    def type_face(self, face: int) -> Given | None:
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
        faces = {face: ShownFace(face, question.face(table, face).icon) for face in sorted(set(question.faces(table)))}
        typed = [faces.get(die) or ShownFace(die, question.face(table, die).icon) for die in self.typed]
        empty = [None] * (question.how_many(table) - len(typed))
        rare = tuple(ShownFace(face) for face in question.rare(table))
        return {"dice": ShownDice(tuple(faces.values()), (*typed, *empty), question.odds(table), rare)}

    @property
    def _alone(self) -> bool:
        return self.question.how_many(self.table) == 1

    def primary(self) -> Button:
        return roll_button() if self._alone else self.answer_button()

    def second(self) -> Button | None:
        return None if self._alone else roll_button()


def roll_button() -> Button:
    return Button(ROLL, say("Roll for me"), "dice-multiple-outline")


def no_such_face(die: int) -> Text:
    return say("This die has no {die}.", die=die)
