"""Refusals: why the rules reject an answer."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import Text


@dataclass(frozen=True)
class Refusal:
    """Why an answer is rejected: one sentence and its rule."""

    why: Text
    rule: str = ""


class Refused(Exception):
    """The answer was rejected and changed nothing. Carries the `Refusal`."""

    def __init__(self, why: Text, rule: str = "") -> None:
        super().__init__(why)
        self.refusal = Refusal(why, rule)

    def __str__(self) -> str:
        return str(self.refusal.why)
