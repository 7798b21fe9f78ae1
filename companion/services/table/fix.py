"""*Fix something*: changes to the table, tried on a copy before they are saved."""

from typing import Any

from companion.core.game import Field
from companion.core.play import GuardedPlay, NotSaved, Play, RulesFailed
from companion.core.text import Refused
from companion.core.values import Json, same
from companion.services.open_play import OpenPlay
from companion.services.table.controller import listed


class Fix:
    """`changes`: path and value, in the order made. Nothing is saved here.

    `begun`: the play begins in the middle, so the game adds the pieces of a fresh setup.
    """

    def __init__(self, opened: OpenPlay, begun: bool = False) -> None:
        self.opened, self.begun = opened, begun
        self.changes: dict[str, Json] = {}
        self.whole: dict[str, Json] = {}
        """The changes, and what the game adds to a play begun in the middle."""
        self._trial: Play[Any] | None = None

    @property
    def play(self) -> Play[Any]:
        return self._trial if self.changes and self._trial is not None else self.opened.play

    def fields(self) -> list[Field]:
        """Fields of the corrected table; empty if the game fails."""
        return listed(self.play, self.play.fields)

    def to_add(self, place: str = "") -> list[Field]:
        """What could be added there; empty if the game fails."""
        return listed(self.play, self.play.to_add, place)

    def undo(self) -> None:
        if self.changes:
            changes = dict(list(self.changes.items())[:-1])
            self._try(changes)
            self.changes = changes

    def was(self, path: str) -> Json:
        field = self.opened.play.field(path)
        if field is None:
            field = self.play.field(path)  # a change has brought it in
            return None if field is None else field.absent
        return field.read()

    def set(self, path: str, value: Json) -> str:
        """Set a value; return why it can't be, or an empty string.

        Setting the saved value drops the change."""
        wanted = {**self.changes, path: value}
        if same(self.was(path), value):
            del wanted[path]
            why = ""
        else:
            why = self._refusal(path, value)
        why = why or self._try(wanted)
        if why:
            self._try(self.changes)
        else:
            self.changes = wanted
        return why

    def _refusal(self, path: str, value: Json) -> str:
        """Each change must be legal when made; two that block each other are set one by one."""
        try:
            field = self.play.field(path)
            if field is not None:
                field.check(value)
        except Refused as refused:
            return str(refused)
        return ""

    def forget(self) -> None:
        self._try({})
        self.changes = {}

    def prepare(self) -> Play[Any]:
        """Build the copy in an idle moment, as a long log takes a while."""
        if self._trial is None:
            play = self.opened.play
            self._trial = GuardedPlay(play.game, play.setup, play.log, trusted=True)
        return self._trial

    def _with_added(self, trial: Play[Any], changes: dict[str, Json]) -> dict[str, Json]:
        first = {field.path for field in trial.fields() if field.first}
        how_far = {path: value for path, value in changes.items() if path in first}
        if how_far:
            trial.fix(how_far.items())
        added = dict(trial.game.begun(trial.table))
        if how_far:
            trial.undo()
        return {**how_far, **added, **changes}

    def _try(self, changes: dict[str, Json]) -> str:
        try:
            trial = self.prepare()
            while trial.position() > self.opened.play.position():
                trial.undo()
            self.whole = self._with_added(trial, changes) if changes and self.begun else changes
            if changes:
                trial.fix(self.whole.items())
        except (Refused, RulesFailed, NotSaved) as refused:
            return str(refused)
        return ""
