"""Sentences of a question that only name the question's own fields: `sentence = said("{seat}, whom do you hire?")`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.language import holes
from companion.core.text import Text, word_of


def said(message: str) -> Callable[..., Text]:
    names = sorted(holes(message))

    def method(self: Any, *_: Any) -> Text:
        return Text(message, {name: word_of(getattr(self, name)) for name in names} or None)

    return method
