"""Sentences that use only the question's own fields: `sentence = said("{seat}, whom do you hire?")`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.language import CONTEXT, holes
from companion.core.text import Text, say, word_of


def said(message: str, context: str = "") -> Callable[..., Text]:
    """A method that returns this sentence: `sentence = said("{seat}, how many?")`."""
    names = sorted(holes(message))
    full = f"{context}{CONTEXT}{message}" if context else message

    def method(self: Any, *_: Any) -> Text:
        return Text(full, {name: word_of(getattr(self, name)) for name in names} or None)

    return method


def here(words: Callable[..., Text]) -> Callable[..., Text]:
    """Show the headline while its seat is at the table, then that they have left."""
    def method(self: Any, *args: Any) -> Text:
        return say("{name} has left; the table goes on.", name=self.seat) if self.seat.gone else words(self, *args)

    return method


def or_go_on(words: Callable[..., Text]) -> Callable[..., Text]:
    """Show the button while its seat is at the table, then a button to continue without them."""
    def method(self: Any, *args: Any) -> Text:
        return say("Go on without {name}", name=self.seat) if self.seat.gone else words(self, *args)

    return method
