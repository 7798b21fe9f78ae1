"""Something that is written down step by step, and every step back. No Kivy here."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

T = TypeVar("T")
MOST_STEPS = 500


class Steps(Generic[T]):
    """What is written down now, what was saved of it, and all it has been before. Values are never changed in place."""

    def __init__(self, copy: T) -> None:
        self.copy = self.saved = copy
        self._past: list[T] = []
        self._future: list[T] = []
        self._in_stroke = False

    @property
    def unsaved(self) -> bool:
        return self.copy != self.saved

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

    def take(self, copy: T) -> bool:
        """Take on another copy, as one step. False: it is the same."""
        if copy == self.copy:
            return False
        if not self._in_stroke:
            self._remember()
        self._future = []
        self.copy = copy
        self.changed()
        return True

    def begin_stroke(self, *_: Any) -> Any:
        """All that is taken on until `end_stroke` is one step."""
        self._remember()
        self._in_stroke = True

    def end_stroke(self) -> None:
        self._in_stroke = False
        if self._past and self._past[-1] == self.copy:
            self._past.pop()

    def undo(self) -> None:
        if self._past:
            self._future.append(self.copy)
            self.copy = self._past.pop()
            self.changed()

    def redo(self) -> None:
        if self._future:
            self._past.append(self.copy)
            self.copy = self._future.pop()
            self.changed()

    def was_saved(self) -> None:
        self.saved = self.copy

    def changed(self) -> None:
        """The copy is another one now: what is chosen in it may be gone."""

    def _remember(self) -> None:
        self._past = [*self._past[1 - MOST_STEPS:], self.copy]
