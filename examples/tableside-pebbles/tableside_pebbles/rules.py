"""Pebbles: the table, the question and the script."""

from __future__ import annotations

from companion.api import Number, Person, Row, Seat, Setup, Table, Unwind, count, said, say, spelled

HEAP = 15  # PB-2
MOST = 3  # PB-3


class Player(Seat):
    """A player with pebbles. `Seat` has the points."""

    def __init__(self, index: int, person: Person) -> None:
        super().__init__(index, person)
        self.pebbles = 0


class Pebbles(Table[Player]):
    """The heap, and what everybody has taken."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Player(index, person) for index, person in enumerate(setup.people)])
        self.heap = HEAP
        self.heaps_played = 0
        self.turn: Player = self.seats[0]
        self.last: Player | None = None
        """Who took pebbles most recently."""


class Take(Number[Pebbles]):
    """PB-3: one, two or three, but not more than are left."""

    rule = "PB-3"
    also = ("PB-5",)
    seat: Player

    sentence = said("{seat}, how many pebbles do you take?")

    def row(self, table: Pebbles) -> Row:
        return Row(say("Pebbles"), 1, min(MOST, table.heap), start=1)


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
    table.by_players()  # they have moved these pebbles already
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
