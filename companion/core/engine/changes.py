"""What players change besides answering: corrections, and who joins or is renamed."""

from typing import Any

from companion.core.fields import Field
from companion.core.game import Game, Joining
from companion.core.kinds import same
from companion.core.log import Record, own_copy
from companion.core.setup import COLOURS, Person, check_people
from companion.core.table import Line, Table
from companion.core.text import Refused, Text, listing, say
from companion.core.values import Json, whole

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
    fits = isinstance(raw, list) and all(
        isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str) for pair in raw)
    if not fits or not raw:
        raise Refused(say("Nothing was changed."))
    # copy: a list on the table must not be the list in the log
    return [(path, own_copy(value)) for path, value in raw]


def fix(game: Game[Any], table: Table[Any], changes: Changes, again: bool, check: bool = True) -> bool:
    """Write all changes in any order and report them as one line. Return True if the turn must restart.

    `again`: it will restart, so changes to the turn itself can wait.
    """
    told, renews = _write_all(game, table, changes, again, check)
    if not told:
        raise Refused(say("Nothing was changed."))
    tell(table, told)
    return renews


def tell(table: Table[Any], told: list[Text]) -> None:
    """Add a line to the chronicle about what the table corrected."""
    text = say("The table corrected: {what}.", what=listing(told))
    if len(told) > FEW:
        text = say("The table corrected {n} things by hand.", n=len(told))
    table.told.append(Line(text, corrected=True))


def fix_again(game: Game[Any], table: Table[Any], changes: Changes, check: bool = True) -> bool:
    """After a restart, write what it reset and what belongs to the turn itself. False if nothing differed."""
    return bool(_write_all(game, table, changes, again=False, check=check)[0])


def _write_all(game: Game[Any], table: Table[Any], changes: Changes, again: bool,
               check: bool) -> tuple[list[Text], bool]:
    """Retry refused changes after the others: a hold needs its Crester, a captain the planet."""
    told: list[Text] = []
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
            # a new piece exists now: set its own fields
            refused = [pair for pair in refused if pair not in known]
        waiting = refused
    if forced:
        try:
            _judge(game, table, forced, free=not check or _whole(game, table, changes))
        except Refused:
            raise
        except Exception:  # the game can't even list its fields with such a value
            raise first from None
    return told, renews


def _write(field: Field, value: Json, told: list[Text]) -> bool:
    """Return True if this change restarts the turn. Skip values already set."""
    old = own_copy(field.read())
    if same(old, value):
        return False
    field.check(value)
    field.write(value)
    told.append(field.corrected(old, value))
    return field.renews


def _change_places(game: Game[Any], table: Table[Any], changes: Changes, told: list[Text],
                   why: Refused) -> None:
    """Write changes that block each other (two ships swapping places), then judge the result."""
    try:
        for path, value in changes:
            field = find(game, table, path)
            old = own_copy(field.read())
            field.write(value)
            told.append(field.corrected(old, value))
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


def seat_of(table: Table[Any], record: Record) -> Any:
    if record.seat is None or not 0 <= record.seat < len(table.seats):
        raise Refused(say("Nobody sits there."))
    return table.seats[record.seat]


# Joining late

def may_join(game: Game[Any], table: Table[Any]) -> Joining:
    """As the game says, unless the table is full."""
    most = game.facts.most
    if len(table.seats) + len(table.arriving) >= most:
        return Joining(False, say("All {n} seats are taken.", n=most),
                       game.facts.players_rule)
    return game.joining(table)


def newcomer(game: Game[Any], table: Table[Any], record: Record) -> Person:
    allowed = may_join(game, table)
    if not allowed.may:
        raise Refused(allowed.how, allowed.rule)
    if not whole(record.answer) or not 0 <= record.answer < len(COLOURS):
        raise Refused(say("A seat needs a colour. Choose one."))
    person = Person(record.key, record.answer)
    check_names([*people_of(table), person])
    return person


def seat_arriving(game: Game[Any], table: Table[Any]) -> None:
    """Between two stretches, seat latecomers last, if the game says it's the moment."""
    if not table.arriving or not game.joining(table).now:
        return
    for person in table.arriving:
        seat = type(table.seats[0])(len(table.seats), person)
        table.seats.append(seat)
        table.listed.clear()
        game.joined(table, seat)
        table.tell(say("{name} sat down at the table.", name=seat), seat)
    table.arriving.clear()


# Renaming

def who_is_renamed(table: Table[Any], record: Record) -> Any:
    seat = seat_of(table, record)
    if seat.name == record.key:
        raise Refused(say("The name is already {name}.", name=seat))
    people = people_of(table)
    people[seat.index] = Person(record.key, seat.colour)
    check_names(people)
    return seat


def rename(table: Table[Any], seat: Any, name: str) -> None:
    table.tell(say("{old} is now called {new}.", old=seat, new=name), seat)
    seat.name = name
    table.listed.clear()  # their labels contain the old name


def people_of(table: Table[Any]) -> list[Person]:
    """Everyone seated, followed by latecomers not seated yet."""
    return [*(Person(seat.name, seat.colour) for seat in table.seats), *table.arriving]


def check_names(people: list[Person]) -> None:
    check_people(tuple(people), 1, len(people), "")
