"""Pebbles as a script."""

from __future__ import annotations

from companion.core.table import Unwind
from companion.core.text import count, say, spelled
from tableside_pebbles.questions import Take
from tableside_pebbles.table import HEAP, Pebbles, Player


class HeapKnockedOver(Unwind):
    """PB-A1"""

    by_hand = say("The heap was knocked over")


async def play(table: Pebbles) -> None:
    """One stretch: one heap."""
    with table.until(HeapKnockedOver):
        while table.heap:
            taker = whose_turn(table)
            number = await table.ask(Take(taker))                           # PB-3
            take(table, taker, number)
            table.turn = table.next_of(taker)                               # PB-4
        score(table)                                                        # PB-5
        return
    lay_out(table)                                                          # PB-A1: nobody scores


def whose_turn(table: Pebbles) -> Player:
    return table.next_of(table.turn) if table.turn.gone else table.turn


def take(table: Pebbles, taker: Player, number: int) -> None:
    table.heap -= number
    taker.pebbles += number
    table.last = taker
    table.tell(count("{name} took one pebble.", "{name} took {number} pebbles.", number,
                     name=taker, number=spelled(number)), taker, "PB-3")


def score(table: Pebbles) -> None:
    if table.last is not None:
        table.last.gain(1)
        table.tell(say("{name} took the last pebble.", name=table.last), table.last, "PB-5")
    table.heaps_played += 1                                                 # PB-6
    lay_out(table)


def lay_out(table: Pebbles) -> None:
    table.heap = HEAP                                                       # PB-2
    table.last = None
    for player in table.seats:
        player.pebbles = 0
