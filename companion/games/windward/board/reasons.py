"""Why something is so: a numbered rule and a sentence, as data. The screen puts it into words."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import Text


@dataclass(frozen=True, slots=True)
class BoardReason:
    """One reason, with the rule (or ruling) it rests on."""

    rule: str
    text: Text

    def __str__(self) -> str:
        return str(self.text)
