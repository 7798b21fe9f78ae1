"""Setting fields by hand: one, or everything that was put right on one visit."""

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
"""So many changes are named in the chronicle; more are counted."""


def find(game: Game[Any], table: Table[Any], path: str) -> Field:
    found = game.field(table, path)
    if found is None:
        raise Refused(say("There is nothing called {path} to correct here.", path=path))
    return found


def read_pairs(raw: Json) -> Changes:
    """The changes of a record. A log from elsewhere may hold anything."""
    fits = isinstance(raw, list) and all(isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str)
                                         for pair in raw)
    if not fits or not raw:
        raise Refused(say("Nothing was changed."))
    return [(path, own_copy(value)) for path, value in raw]  # a list on the table must not be the list in the log


def put_right(game: Game[Any], table: Table[Any], changes: Changes, again: bool, check: bool = True) -> bool:
    """Write all of them, whatever their order, and tell them as one line. True: the turn must begin again.

    `again`: it will, so that what belongs to the turn itself can wait for it.
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
    """After the turn began again: what it undid in passing, and what belongs to the turn itself.
    False: all of it stood so."""
    told: list[Text] = []
    _write_all(game, table, changes, told, again=False, check=check)
    return bool(told)


def _write_all(game: Game[Any], table: Table[Any], changes: Changes, told: list[Text], again: bool,
               check: bool) -> bool:
    """What is not allowed yet waits for the others: a hold needs its Crester, a captain the planet."""
    renews = False
    waiting, forced = changes, Changes()
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
            forced += known
            refused = [pair for pair in refused if pair not in known]  # how a new piece stands, now that it is there
        waiting = refused
    if forced:
        _judge(game, table, forced, free=not check or _whole(game, table, changes))
    return renews


def _write(field: Field, value: Json, told: list[Text]) -> bool:
    """True: this change begins the turn again. What stands so already is left alone."""
    old = own_copy(field.read())
    if same(old, value):
        return False
    field.check(value)
    field.write(value)
    told.append(field.sentence(old, value))
    return field.renews


def _change_places(game: Game[Any], table: Table[Any], changes: Changes, told: list[Text], why: Refused) -> None:
    """Each stands in the way of another: two ships change places. Written first, judged when all lie there."""
    try:
        for path, value in changes:
            field = find(game, table, path)
            old = own_copy(field.read())
            field.write(value)
            told.append(field.sentence(old, value))
    except Exception:  # it had been refused already: whatever the game says to it now, it can't lie there
        raise why from None


def _judge(game: Game[Any], table: Table[Any], changes: Changes, free: bool) -> None:
    """What was written although it had been refused: does it lie there rightly, now that all the others lie?

    `free`: a table that is laid out as a whole, or a record of an earlier version, may stand as it does in mid-battle.
    """
    for path, value in changes:
        field = find(game, table, path)
        field.check(value)
        why = None if free else field.objection(value)
        if why is not None:
            raise field.refused(value, why)


def _whole(game: Game[Any], table: Table[Any], changes: Changes) -> bool:
    """Do these changes say of everything on the table how it lies?"""
    named = {path for path, _ in changes}
    return all(field.path in named or same(field.read(), field.absent)
               for field in game.fields(table) if field.on_table)
