"""Sentences of a question that only name the question's own fields: `sentence = said("{seat}, whom do you hire?")`."""

from __future__ import annotations

from collections.abc import Callable
from string import Formatter
from typing import Any

from companion.core.text import Text, say


def said(message: str) -> Callable[..., Text]:
    names = [name for _, name, _, _ in Formatter().parse(message) if name]

    def method(self: Any, *_: Any) -> Text:
        return say(message, **{name: getattr(self, name) for name in names})

    return method
