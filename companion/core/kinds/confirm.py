"""Confirm: one button."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.core.questions import Draft, Question, Tc
from companion.core.refusals import Refused
from companion.core.showing import ANSWER, FIX, Button, Face
from companion.core.text import Text, say
from companion.core.values import Json

DONE = "done"


@dataclass(frozen=True)
class Confirm(Question[Tc, str]):
    """One primary button with the action as its label."""

    kind: ClassVar[str] = "confirm"
    lays_out: ClassVar[bool] = False
    """Players copy the stage to the table, so it gets half of a phone's screen."""
    fixable: ClassVar[bool] = False
    """Show *Correct* beside the button, which opens the corrections."""

    def fixes(self, table: Tc) -> str:
        """If `fixable`, the path of the field whose group *Correct* shows first; empty for none."""
        return ""

    def choices(self, table: Tc) -> Iterable[str]:
        return (DONE,)

    def face(self, table: Tc, choice: Any) -> Face:
        return Face(self.button(table, choice), icon="check-bold", main=True)

    def decode(self, table: Tc, raw: Json) -> str:
        if raw != DONE:
            raise Refused(say("There's only one button. Tap it when you're done."), self.rule)
        return DONE

    def encode(self, answer: str) -> Json:
        return answer

    def only_answer(self, table: Tc) -> Json:
        """Tapping the tile confirms if there is nothing to read or wait for."""
        bare = (not self.panel and self.hint(table) is None and self.timer(table) is None
                and not list(self.reasons(table)) and not list(self.points(table)))
        return DONE if bare else None

    def draft(self, table: Tc) -> ConfirmDraft:
        return ConfirmDraft(self, table)


class ConfirmDraft(Draft[Confirm[Any]]):
    def answer(self) -> Json:
        return DONE

    def why_not(self) -> Text | None:
        return None

    def primary(self) -> Button:
        face = self.question.face(self.table, DONE)
        return Button(ANSWER, self.question.button(self.table, DONE), face.icon or "check-bold")

    def second(self) -> Button | None:
        # Translators: a button: fix a mistake
        return Button(FIX, say("Correct"), "pencil-outline", at=self.question.fixes(self.table)) \
            if self.question.fixable else None
