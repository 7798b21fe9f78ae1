"""A `Play` whose game is not trusted: whatever the game raises while it is looked at is a `GameFailed`, and so is
nonsense where a value of the contract is expected."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any, TypeVar

from companion.core.engine.boundary import GameFailed, guarded, package_of
from companion.core.game import Field, Game, Joining
from companion.core.log import Record
from companion.core.play import Commit, Play
from companion.core.questions import Json, Question, Timer
from companion.core.setup import Setup
from companion.core.text import Text
from companion.core.views import Outcome, View

R = TypeVar("R")

log = logging.getLogger("tableside")


class GuardedPlay(Play[Any]):
    """What services and screens hold. `core.play` and the kit look at a game without it, to see its errors as they
    are."""

    def __init__(self, game: Game[Any], setup: Setup, records: Iterable[Record] = (), *, trusted: bool = False,
                 commit: Commit | None = None) -> None:
        self._hung: GameFailed | None = None
        """A view that did not return is not asked for again: each time would take two seconds."""
        self._lost = False
        """The game broke while the table was laid out again: that is tried once more before anything else is asked."""
        guarded(package_of(game), lambda: super(GuardedPlay, self).__init__(game, setup, records, trusted=trusted,
                                                                         commit=commit))

    def open(self) -> list[Question[Any, Any]]:
        self._find_table()
        return guarded(self._home, super().open)

    def standing(self) -> list[Question[Any, Any]]:
        return guarded(self._home, lambda: _all(Question, super(GuardedPlay, self).standing()))

    def view(self) -> View:
        if self._hung is not None:
            raise self._hung
        try:
            return guarded(self._home, lambda: _one(View, super(GuardedPlay, self).view()))
        except GameFailed as failed:
            self._hung = failed if failed.too_long else None
            raise

    def outcome(self) -> Outcome | None:
        self._find_table()
        return guarded(self._home, lambda: _one_or_none(Outcome, super(GuardedPlay, self).outcome()))

    def stuck(self) -> bool:
        return guarded(self._home, super().stuck)

    def to_add(self, place: str = "") -> list[Field]:
        return guarded(self._home, lambda: _all(Field, super(GuardedPlay, self).to_add(place)))

    def fields(self) -> list[Field]:
        return guarded(self._home, lambda: _all(Field, super(GuardedPlay, self).fields()))

    def ahead(self) -> list[Text]:
        return guarded(self._home, lambda: _all(Text, super(GuardedPlay, self).ahead()))

    def joining(self) -> Joining:
        return guarded(self._home, lambda: _one(Joining, super(GuardedPlay, self).joining()))

    def correct(self, path: str, value: Json, *, at: float = 0.0) -> Record:
        guarded(self._home, self.game.field, self.table, path)  # one that can't list them refuses; nothing changed
        return super().correct(path, value, at=at)

    def timers(self) -> list[Timer]:
        return guarded(self._home, lambda: _all(Timer, super(GuardedPlay, self).timers()))

    def _do(self, record: Record) -> Record:
        self._find_table()
        return super()._do(record)

    def _restore(self, position: int) -> None:
        self._lost = True
        guarded(self._home, super()._restore, position)
        self._lost = False

    def _find_table(self) -> None:
        if self._lost:
            self._restore(self.position())


def first_sentence(play: Play[Any]) -> Text:
    """What is asked now, for the library."""
    def sentence() -> Text:
        return _one(Text, play.open()[0].sentence(play.table))
    return guarded(package_of(play.game), sentence)


def starter_copy(game: Game[Any]) -> Json:
    """What the owner's box might hold; None where the game needs no copy, or can't say."""
    try:
        return guarded(package_of(game), game.starter_copy)
    except GameFailed as failed:
        log.error("the game %s has no starter copy: %s", game.facts.id, failed.details)
        return None


def _one(kind: type[R], value: object) -> R:
    if not isinstance(value, kind):
        raise TypeError(f"the game gave {value!r} where a {kind.__name__} is expected")
    return value


def _one_or_none(kind: type[R], value: object) -> R | None:
    return None if value is None else _one(kind, value)


def _all(kind: type[Any], values: Iterable[Any]) -> list[Any]:
    return [_one(kind, value) for value in values]

