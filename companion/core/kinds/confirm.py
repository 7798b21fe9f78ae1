"""One button, or a few words of free text."""

from collections.abc import Iterable
from contextlib import suppress
from random import Random
from typing import Any, ClassVar

from companion.core.questions import ANSWER, FIX, Button, Draft, Face, Kind, Question, ShownText, Tc, draft_of
from companion.core.text import Refused, Text, say
from companion.core.values import Json

DONE = "done"


class Confirm(Question[Tc, str]):
    """One primary button with the action as its label."""

    kind: ClassVar[Kind] = "confirm"
    fixable: ClassVar[bool] = False
    """Show a *Fix something* button beside the main one; it opens the corrections."""

    def fixes(self, table: Tc) -> str:
        """If `fixable`, the path of the field whose group *Fix something* shows first; empty for none."""
        return ""

    def choices(self, table: Tc) -> Iterable[str]:
        return (DONE,)

    def face(self, table: Tc, choice: Any) -> Face:
        return Face(self.button(table, choice), icon="check-bold", main=True)

    def decode(self, table: Tc, raw: Json) -> str:
        if raw != DONE:
            raise Refused(say("There's only one button. Tap it when you're done."), self.rule)
        return DONE

    def only_answer(self, table: Tc) -> Json:
        """Tapping the tile confirms if there is nothing to read or wait for."""
        bare = (not self.panel and self.hint(table) is None and self.timer(table) is None
                and not list(self.reasons(table)) and not list(self.points(table)))
        return DONE if bare else None


@draft_of(Confirm)
class ConfirmDraft(Draft[Confirm[Any]]):
    def answer(self) -> Json:
        return DONE

    def why_not(self) -> Text | None:
        return None

    def primary(self) -> Button:
        face = self.question.face(self.table, DONE)
        return Button(ANSWER, self.question.button(self.table, DONE), face.icon or "check-bold",
                      quiet=not face.main)

    def second(self) -> Button | None:
        # Translators: a button: fix a mistake
        if self.question.fixable:
            return Button(FIX, say("Fix something"), "pencil-outline", at=self.question.fixes(self.table))
        return None


class Note(Question[Tc, str]):
    """A free-text note; may be left empty."""

    kind: ClassVar[Kind] = "text"
    longest: ClassVar[int] = 240

    def choices(self, table: Tc) -> Iterable[str]:
        return ("",)

    def decode(self, table: Tc, raw: Json) -> str:
        if not isinstance(raw, str):
            raise Refused(say("Type a few words, or leave it empty."), self.rule)
        return raw.strip()

    def check(self, table: Tc, answer: str) -> None:
        if len(answer) > self.longest:
            raise Refused(say("Use at most {n} letters.", n=self.longest), self.rule)

    def in_brief(self, table: Tc, answer: Any) -> Text | str:
        return answer or say("No note")

    def random_answer(self, table: Tc, rng: Random) -> Json:
        words = rng.choice(["", "the burning mill", "Ana's “last” word, ünd mehr"])
        with suppress(Refused):
            self.check(table, words)
            return words
        return ""


@draft_of(Note)
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
