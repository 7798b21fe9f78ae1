"""Seat changes during a play: leaving, returning, joining late, renaming."""

from __future__ import annotations

from typing import Any

from companion.core.game import Game, Joining
from companion.core.log import Record
from companion.core.refusals import Refused
from companion.core.seats import COLOURS, Person
from companion.core.setup import check_people
from companion.core.table import Table
from companion.core.text import say
from companion.core.values import whole


def seat_of(table: Table[Any], record: Record) -> Any:
    if record.seat is None or not 0 <= record.seat < len(table.seats):
        raise Refused(say("Nobody sits there."))
    return table.seats[record.seat]


def who_leaves(table: Table[Any], record: Record) -> Any:
    seat = seat_of(table, record)
    if seat.gone:
        raise Refused(say("{name} has already left.", name=seat))
    if len(table.present()) < 2:
        raise Refused(say("Somebody must stay at the table."))
    return seat


def who_comes_back(table: Table[Any], record: Record) -> Any:
    seat = seat_of(table, record)
    if not seat.gone:
        raise Refused(say("{name} is still at the table.", name=seat))
    return seat


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
    check_names(table, [*people_of(table), person])
    return person


def seat_arriving(game: Game[Any], table: Table[Any]) -> None:
    """Between two stretches, seat latecomers last, if the game says it's the moment."""
    if not game.sits_down_now(table):
        return
    for person in table.arriving:
        seat = type(table.seats[0])(len(table.seats), person)
        table.seats.append(seat)
        table.listed.clear()
        game.joined(table, seat)
        table.tell(say("{name} sat down at the table.", name=seat), seat)
    table.arriving.clear()


# Renaming

def new_name(table: Table[Any], record: Record) -> tuple[Any, str]:
    seat = seat_of(table, record)
    if seat.name == record.key:
        raise Refused(say("The name is already {name}.", name=seat))
    people = people_of(table)
    people[seat.index] = Person(record.key, seat.colour)
    check_names(table, people)
    return seat, record.key


def rename(table: Table[Any], seat: Any, name: str) -> None:
    table.tell(say("{old} is now called {new}.", old=seat, new=name), seat)
    seat.name = name
    table.listed.clear()  # their labels contain the old name


def people_of(table: Table[Any]) -> list[Person]:
    """Everyone seated, followed by latecomers not seated yet."""
    return [*(Person(seat.name, seat.colour) for seat in table.seats), *table.arriving]


def check_names(table: Table[Any], people: list[Person]) -> None:
    check_people(tuple(people), 1, len(people), "")
