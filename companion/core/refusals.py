"""Refusals: why an answer is not taken."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import Text


@dataclass(frozen=True)
class Refusal:
    """Why an answer is not taken: one sentence, and the rule that says so."""

    why: Text
    rule: str = ""


class Refused(Exception):
    """The answer changes nothing. Carries the `Refusal`."""

    def __init__(self, why: Text, rule: str = "") -> None:
        super().__init__(why)
        self.refusal = Refusal(why, rule)

    def __str__(self) -> str:
        return str(self.refusal.why)
