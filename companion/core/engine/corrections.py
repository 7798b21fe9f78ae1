"""Corrections: set one field, or everything fixed on one visit."""

from __future__ import annotations

from typing import Any

from companion.core.fields import Field
from companion.core.game import Game
from companion.core.kinds import same
from companion.core.log import own_copy
from companion.core.questions import Json, Refused
from companion.core.table import Table
from companion.core.text import Text, listing, say

Changes = list[tuple[str, Json]]
FEW = 4
"""The chronicle names up to this many changes and counts the rest."""


def find(game: Game[Any], table: Table[Any], path: str) -> Field:
    found = game.field(table, path)
    if found is None:
        raise Refused(say("There is nothing called {path} to correct here.", path=path))
    return found


def read_pairs(raw: Json) -> Changes:
    """Parse a record's changes; an imported log may hold anything."""
    fits = isinstance(raw, list) and all(isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str)
                                         for pair in raw)
    if not fits or not raw:
        raise Refused(say("Nothing was changed."))
    return [(path, own_copy(value)) for path, value in raw]  # copy: a list on the table must not be the list in the log


def put_right(game: Game[Any], table: Table[Any], changes: Changes, again: bool, check: bool = True) -> bool:
    """Write all changes in any order and report them as one line. Return True if the turn must restart.

    `again`: it will restart, so changes to the turn itself can wait.
    """
    told: list[Text] = []
    renews = _write_all(game, table, changes, told, again, check)
    if not told:
        raise Refused(say("Nothing was changed."))
    if len(told) <= FEW:
        table.tell(say("The table corrected: {what}.", what=listing(told)))
    else:
        table.tell(say("The table corrected {n} things by hand.", n=len(told)))
    return renews


def put_right_again(game: Game[Any], table: Table[Any], changes: Changes, check: bool = True) -> bool:
    """After a restart, write what it reset and what belongs to the turn itself. False if nothing differed."""
    told: list[Text] = []
    _write_all(game, table, changes, told, again=False, check=check)
    return bool(told)


def _write_all(game: Game[Any], table: Table[Any], changes: Changes, told: list[Text], again: bool,
               check: bool) -> bool:
    """Retry refused changes after the others: a hold needs its Crester, a captain the planet."""
    renews = False
    waiting, forced, first = changes, Changes(), Refused(say("Nothing was changed."))
    while waiting:
        refused: Changes = []
        why: Refused | None = None
        for path, value in waiting:
            try:
                renews |= _write(find(game, table, path), value, told)
            except Refused as error:
                refused.append((path, value))
                why = why or error
        if why is not None and len(refused) == len(waiting):
            known = [(path, value) for path, value in refused if game.field(table, path) is not None]
            if not known and not again:
                raise why
            if not known:
                break
            _change_places(game, table, known, told, why)
            forced, first = forced + known, why
            refused = [pair for pair in refused if pair not in known]  # a new piece exists now: set its own fields
        waiting = refused
    if forced:
        try:
            _judge(game, table, forced, free=not check or _whole(game, table, changes))
        except Refused:
            raise
        except Exception:  # the game can't even list its fields with such a value
            raise first from None
    return renews


def _write(field: Field, value: Json, told: list[Text]) -> bool:
    """Return True if this change restarts the turn. Skip values already set."""
    old = own_copy(field.read())
    if same(old, value):
        return False
    field.check(value)
    field.write(value)
    told.append(field.sentence(old, value))
    return field.renews


def _change_places(game: Game[Any], table: Table[Any], changes: Changes, told: list[Text], why: Refused) -> None:
    """Write changes that block each other (two ships swapping places), then judge the result."""
    try:
        for path, value in changes:
            field = find(game, table, path)
            old = own_copy(field.read())
            field.write(value)
            told.append(field.sentence(old, value))
    except Exception:  # already refused once, so any error means no
        raise why from None


def _judge(game: Game[Any], table: Table[Any], changes: Changes, free: bool) -> None:
    """Check values that were refused at first, now that all others are set.

    `free`: allow states that occur only mid-turn, for a full layout or a record of an earlier version.
    """
    for path, value in changes:
        field = find(game, table, path)
        field.check(value)
        why = None if free else field.objection(value)
        if why is not None:
            raise field.refused(value, why)


def _whole(game: Game[Any], table: Table[Any], changes: Changes) -> bool:
    named = {path for path, _ in changes}
    return all(field.path in named or same(field.read(), field.absent)
               for field in game.fields(table) if field.on_table)
