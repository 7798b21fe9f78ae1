"""A script under way, and what it asks."""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any

from companion.core.questions import Question
from companion.core.table import ALL_OF, Request

Script = Coroutine[Request, Any, None]


@dataclass(slots=True)
class ScriptFrame:
    """A script under way: the stretch, or an interruption on top of it."""

    script: Script
    request: Request | None = None
    given: dict[str, Any] = field(default_factory=dict)
    questions: tuple[Question[Any, Any], ...] = ()
    named: dict[str, Question[Any, Any]] = field(default_factory=dict)
    """What the request asks, by key, as far as somebody has looked: of ten moves one is answered."""

    def wait(self, request: Request) -> None:
        self.request = request
        self.questions = request.questions
        self.named = {}
        if self.given:
            self.given = {}

    def find(self, key: str) -> Question[Any, Any] | None:
        """A key begins with the name of its question's class: the others need not be made."""
        kind, named = key.partition("/")[0], self.named
        for question in self.questions:
            if type(question).__name__ == kind:
                named[question.key()] = question
        if key not in named and self.request is not None and self.request.old:
            named.update({question.key(): question for question in self.request.old})
        return named.get(key)

    def asked(self) -> dict[str, Question[Any, Any]]:
        """Everything the request asks, by key; a ballot passes by who has left."""
        if len(self.named) < len(self.questions) or (self.request is not None and self.request.old):
            self.named = {question.key(): question for question in self.questions}
        if self.request is None or self.request.mode is not ALL_OF:
            return dict(self.named)
        return {key: question for key, question in self.named.items()
                if question.seat is None or not question.seat.gone}

    def waits_for(self, question: Question[Any, Any]) -> bool:
        """A ballot passes by who has left; every other question is answered by the table."""
        return (self.request is None or self.request.mode is not ALL_OF
                or question.seat is None or not question.seat.gone)
