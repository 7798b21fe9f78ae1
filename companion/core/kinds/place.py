"""Pick a space of the stage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Generic

from companion.core.questions import Aco, Draft, Given, Question, Tc
from companion.core.refusals import Refused
from companion.core.showing import ANSWER, Button, ShownChoice
from companion.core.text import Text, say
from companion.core.values import Json, same, whole


@dataclass(frozen=True)
class Place(Question[Tc, Aco], Generic[Tc, Aco]):
    """Pick a space of the stage. Spaces are words, numbers, or pairs of numbers (hexes)."""

    kind: ClassVar[str] = "place"
    at_once: ClassVar[bool] = False
    """Tapping a space answers, without a button."""

    def decode(self, table: Tc, raw: Json) -> Aco:
        if not is_space(raw):
            raise Refused(needed(), self.rule)
        space: Aco = unfold(raw)
        return space

    def encode(self, answer: Aco) -> Json:  # type: ignore[misc]
        return fold(answer)

    def draft(self, table: Tc) -> PlaceDraft:
        return PlaceDraft(self, table)


class PlaceDraft(Draft[Place[Any, Any]]):
    """The first tap selects, the button submits. With `at_once`, the tap submits."""

    chosen: Any
    _spaces: list[Any] | None = None

    def clear(self) -> None:
        self.chosen = None

    def drop_stale(self) -> None:
        self._spaces = None
        if self.chosen is not None and self.chosen not in self.spaces:
            self.chosen = None

    @property
    def spaces(self) -> list[Any]:
        """Allowed spaces; computed once per look, as a big board is slow."""
        if self._spaces is None:
            self._spaces = list(self.question.choices(self.table))
        return self._spaces

    def tap(self, token: Json) -> Given | None:
        encode = self.question.encode
        spaces = [*self.spaces, *(space for space, _ in self.question.barred(self.table))]
        for space in spaces:
            if same(encode(space), token):
                return self.choose(space)
        raise Refused(needed(), self.question.rule)

    def choose(self, space: Any) -> Given | None:
        """Choose a space object; a barred one gives its reason."""
        if space not in self.spaces:
            for barred, refusal in self.question.barred(self.table):
                if barred == space:
                    raise Refused(refusal.why, refusal.rule)
            raise Refused(needed(), self.question.rule)
        self.chosen = space
        return self.give() if self.question.at_once else None

    def erase(self) -> None:
        self.chosen = None

    def so_far(self) -> Any:
        return self.chosen

    def why_not(self) -> Text | None:
        return needed() if self.chosen is None else None

    def give(self) -> Given:
        if self.chosen is None:
            raise Refused(needed(), self.question.rule)
        return super().give()

    def parts(self, brief: bool) -> dict[str, Any]:
        """`brief`: only the chosen space, as a stage highlights the others itself."""
        if brief:
            shown = [] if self.chosen is None else [self._shown(self.chosen)]
        else:
            shown = [self._shown(space) for space in self.spaces]
            shown += [self._shown(space, refusal.why) for space, refusal in self.question.barred(self.table)]
        return {"choices": tuple(shown), "at_once": self.question.at_once}

    def _shown(self, space: Any, barred: Text | None = None) -> ShownChoice:
        chosen = self.chosen is not None and space == self.chosen
        return ShownChoice(self.question.encode(space), self.question.face(self.table, space), barred, chosen,
                           choice=space)

    def primary(self) -> Button | None:
        question, table, chosen = self.question, self.table, self.chosen
        if question.at_once:
            return None
        icon = question.face(table, chosen).icon if chosen is not None else ""
        return Button(ANSWER, question.button(table, chosen), icon or "check-bold", chosen is not None, self.why_not())


def needed() -> Text:
    return say("Tap a lit space.")


def is_space(raw: Json) -> bool:
    return isinstance(raw, str) or whole(raw) or (isinstance(raw, list) and bool(raw) and all(map(is_space, raw)))


def fold(space: Any) -> Json:
    return [fold(part) for part in space] if isinstance(space, tuple) else space


def unfold(raw: Json) -> Any:
    return tuple(unfold(part) for part in raw) if isinstance(raw, list) else raw
