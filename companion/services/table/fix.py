"""*Fix something*: changes to the table, tried on a copy before they are saved."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.core.engine.by_hand import HandLine
from companion.core.game import Field
from companion.core.play import GuardedPlay, NotSaved, Play, RulesFailed
from companion.core.setup import Seat
from companion.core.text import Refused, Text, count, say
from companion.core.values import Json, same
from companion.services.open_play import OpenPlay
from companion.services.table.controller import listed

MOST, WATCHED = 3, 2  # numbers shown with a thing, and the weight they need


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
        self._records = 0
        """So many of the play are in the copy."""

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
        """Build the copy in an idle moment, as a long log takes a while; again if somebody answers."""
        play = self.opened.play
        if self._trial is None or self._records != len(play.log):
            self._trial = GuardedPlay(play.game, play.setup, play.log, trusted=True)
            self._records = len(play.log)
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

    def hand_lines(self) -> list[HandLine]:
        """Where the changed pieces go, for arrows on the board."""
        fields = {field.path: field for field in self.fields()}
        changed = [(fields[path], self.was(path)) for path in self.changes if path in fields]
        return [HandLine(one.path, one.label, was, one.read(), one.seat, place=one.place, was_at=str(was))
                for one, was in changed]

    def headline(self) -> Text:
        return say("Where are you in the game?") if self.begun else say("Fix something")

    def changed_words(self) -> Text | str:
        changes = len(self.changes)
        return count("{n} thing changed", "{n} things changed", changes) if changes else ""

    def main_words(self) -> Text:
        """On the button that sets all changes."""
        changes = len(self.changes)
        if self.begun:
            return say("That's right") if changes else say("Go on")
        if not changes:
            return say("It matches")
        return say("Set both and go on") if changes == 2 else say("Set {n} and go on", n=changes)

    def groups(self, at: str = "", seat: Seat | None = None,
               app_first: bool = False) -> dict[str, list[Field]]:
        """What can be set, in groups. If the play begins in the middle, how far it is comes first."""
        fields = [*self.fields(), *self.to_add()]
        first = [field for field in fields if self.begun and field.first]
        first.sort(key=lambda field: field.on_table)
        groups = in_groups([field for field in fields if field not in first], at, seat, app_first)
        return {str(say("How far you are")): first, **groups} if first else groups

    def on_space(self, place: str) -> tuple[str, list[Field]]:
        """What is, or could be, on this space, under the name of its group."""
        there = [field for field in self.fields() if place in (field.place, field.read())]
        found = self.to_add(place)
        name = next((field.group for field in found if field.group is not None), say("This space"))
        return str(name), [replace(field, label=field.short or field.label) for field in (*there, *found)]


# What belongs together

def in_groups(fields: Sequence[Field], at: str, seat: Seat | None,
              app_first: bool = False) -> dict[str, list[Field]]:
    """Group the fields, starting with `at` (a path) or `seat`.

    Fields that aren't on the table come last. `app_first`: groups of nothing else come first."""
    groups: dict[str, list[Field]] = {}
    for field in sorted(fields, key=lambda one: (not one.on_table or one.passing, one.passing)):
        own = say("The table") if field.on_table and not field.passing else say("Only in the app")
        groups.setdefault(str(field.group or own), []).append(field)
    if app_first:
        groups = dict(sorted(groups.items(), key=lambda group: any(
            one.on_table and not one.passing for one in group[1])))
    first = _first(fields, at, seat)
    if not first:
        return groups
    name = seat.name if seat is not None else next(name for name, some in groups.items() if first[0] in some)
    paths = {field.path for field in first}
    rest = {key: [one for one in some if one.path not in paths] for key, some in groups.items()}
    ahead = {name: [*first, *(rest.pop(name, []) if seat is None else ())]}
    return ahead | {key: some for key, some in rest.items() if some}


def with_space(groups: dict[str, list[Field]], draft: Fix, place: str, at: str) -> dict[str, list[Field]]:
    """Add what is, or could be, on the tapped space. `at`: this thing's group stays first."""
    ahead = dict(list(groups.items())[:1]) if at else {}
    told = {field.path for some in ahead.values() for field in some}
    name, found = draft.on_space(place)
    here = [field for field in found if field.path not in told]
    told |= {field.path for field in here}
    rest = {key: [one for one in some if one.path not in told] for key, some in groups.items()
            if key not in ahead}
    return ahead | ({name: here} if here else {}) | {key: some for key, some in rest.items() if some}


def ringed(fields: Sequence[Field]) -> list[str]:
    """Places of the pieces to ring. Pieces that may be absent are left out: there are too many."""
    return list(dict.fromkeys(field.place for field in fields if field.place and field.absent is None))


def numbers_of(field: Field, fields: Sequence[Field]) -> list[Field]:
    """The numbers to show with a thing: its own, or the important ones of its board."""
    if isinstance(field.allowed, range):
        return [field]
    own = [one for one in fields if one.path.startswith(f"{field.path}.")]
    near = [one for one in fields if field.seat is not None and one.seat == field.seat
            and str(one.group) == str(field.group)]
    board = [one for one in near if one.weight >= WATCHED and not one.score and one.on_table]
    return [one for one in own or board if isinstance(one.allowed, range)][:MOST]


def _first(fields: Sequence[Field], at: str, seat: Seat | None) -> list[Field]:
    if at:
        return [field for field in fields if field.path == at]
    if seat is None:
        return []
    return [field for field in fields
            if field.seat == seat.index or field.path.startswith(f"seats.{seat.index}.")]
