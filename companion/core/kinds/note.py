"""Free-text notes."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from companion.core.questions import Draft, Question, Tc
from companion.core.refusals import Refused
from companion.core.showing import ShownText
from companion.core.text import Text, say
from companion.core.values import Json


@dataclass(frozen=True)
class Note(Question[Tc, str]):
    """A free-text note; may be left empty."""

    kind: ClassVar[str] = "text"
    longest: ClassVar[int] = 240

    def choices(self, table: Tc) -> Iterable[str]:
        return ("",)

    def decode(self, table: Tc, raw: Json) -> str:
        if not isinstance(raw, str):
            raise Refused(say("Type a few words, or leave it empty."), self.rule)
        return raw.strip()

    def encode(self, answer: str) -> Json:
        return answer

    def check(self, table: Tc, answer: str) -> None:
        if len(answer) > self.longest:
            raise Refused(say("Use at most {n} letters.", n=self.longest), self.rule)

    def in_brief(self, table: Tc, answer: Any) -> Text | str:
        return answer or say("No note")

    def could_be(self, table: Tc, raw: Json) -> bool:
        return isinstance(raw, str) and len(raw.strip()) <= self.longest

    def random_answer(self, table: Tc, rng: Random) -> Json:
        words = rng.choice(["", "the burning mill", "Ana's “last” word, ünd mehr"])
        with suppress(Refused):
            self.check(table, words)
            return words
        return ""

    def draft(self, table: Tc) -> NoteDraft:
        return NoteDraft(self, table)


class NoteDraft(Draft[Note[Any]]):
    """Ready from the start, as a note may be empty."""

    text: str

    def clear(self) -> None:
        self.text = ""

    def type_text(self, text: str) -> None:
        self.text = text

    def so_far(self) -> str:
        return self.text

    def why_not(self) -> Text | None:
        return None

    def parts(self, brief: bool) -> dict[str, Any]:
        return {"text": ShownText(self.text, self.question.longest, say("You can leave it empty"))}
