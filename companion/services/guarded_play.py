"""A `Play` of an untrusted game: its errors and invalid values become `GameFailed`."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Any

from companion.core.engine.boundary import GameFailed, guarded
from companion.core.game import Field, Game, Joining
from companion.core.log import Record
from companion.core.play import Commit, Play
from companion.core.questions import Json, Question, Timer
from companion.core.setup import Setup
from companion.core.text import Text
from companion.core.views import Outcome, View

log = logging.getLogger("tableside")


def _looks(name: str, kind: type | None, *, many: bool = False) -> Callable[..., Any]:
    """Guard a method of `Play` and check the type it returns."""
    method = getattr(Play, name)

    def look(play: GuardedPlay, *args: Any) -> Any:
        play.find_table()
        value = method(play, *args)
        values = list(value) if many else [value]
        if kind is not None and not all(isinstance(one, kind) for one in values):
            raise TypeError(f"the game gave {value!r} where a {kind.__name__} is expected")
        return values if many else value

    return lambda play, *args: guarded(look, play, *args)


class GuardedPlay(Play[Any]):
    """For services and screens. `core.play` and the test kit use the unguarded game, to see its errors."""

    def __init__(self, game: Game[Any], setup: Setup, records: Iterable[Record] = (), *, trusted: bool = False,
                 commit: Commit | None = None) -> None:
        self._hung: GameFailed | None = None
        """A view that hung is not called again: each try would take seconds."""
        guarded(lambda: super(GuardedPlay, self).__init__(game, setup, records, trusted=trusted, commit=commit))

    open = _looks("open", Question, many=True)
    standing = _looks("standing", Question, many=True)
    timers = _looks("timers", Timer, many=True)
    fields = _looks("fields", Field, many=True)
    to_add = _looks("to_add", Field, many=True)
    ahead = _looks("ahead", Text, many=True)
    outcome = _looks("outcome", (Outcome | None))  # type: ignore[arg-type]
    joining = _looks("joining", Joining)
    stuck = _looks("stuck", bool)
    _view = _looks("view", View)

    def view(self) -> View:
        if self._hung is not None:
            raise self._hung
        try:
            return self._view()  # type: ignore[no-any-return]
        except GameFailed as failed:
            self._hung = failed if failed.too_long else None
            raise

    def correct(self, path: str, value: Json) -> Record:
        def look() -> None:  # fails here, before any change
            if not isinstance(self.game.field(self.table, path), Field | None):
                raise TypeError(f"{path} is no field of the game")
        guarded(look)
        return super().correct(path, value)

    def _restore(self, position: int) -> None:
        guarded(super()._restore, position)


def first_sentence(play: Play[Any]) -> Text:
    def sentence() -> Text:
        found = play.open()[0].sentence(play.table)
        if not isinstance(found, Text):
            raise TypeError(found)
        return found
    return guarded(sentence)


def starter_copy(game: Game[Any]) -> Json:
    try:
        return guarded(game.starter_copy)
    except GameFailed as failed:
        log.error("the game %s has no starter copy: %s", game.facts.id, failed.details)
        return None
