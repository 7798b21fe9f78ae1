"""Pearl dive in one module: a flow with its own counters, and a timer with a late answer.

A stretch is a dive.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.api import (
    Dice,
    Field,
    InfoCard,
    Menu,
    Option,
    Outcome,
    Piece,
    Reminder,
    Rows,
    Seat,
    SeatView,
    Setup,
    Table,
    Timer,
    Track,
    Unwind,
    View,
    best,
    count,
    podium,
    points_field,
    said,
    say,
    victory,
)

ENOUGH, SECONDS, SHARK = 30, 10, 1  # PD-7, PD-4, PD-3
ON, UP = "on", "up"
MOST = 99


@dataclass
class Dive:
    """The flow: what belongs to this dive only.

    Every attribute has a default, so players can set it in advance.
    """

    pearls: int = 0
    rolls: int = 0


class PearlDive(Table[Seat]):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Seat(index, person) for index, person in enumerate(setup.people)])
        self.turn: Seat = self.seats[0]


class Roll(Dice[PearlDive]):
    rule = "PD-2"
    also = ("PD-3",)
    seat: Seat
    sentence = said("{seat}, roll the die.")

    def how_many(self, table: PearlDive) -> int:
        return 1


class OnOrUp(Menu[PearlDive]):
    rule = "PD-4"
    also = ("PD-5",)
    seat: Seat
    sentence = said("{seat}, dive on or surface?")

    def options(self, table: PearlDive) -> Iterable[Option]:
        dive = table.seen(Dive)
        yield Option(ON, say("Dive on"), "arrow-down-bold", main=True)
        yield Option(UP, say("Surface"), "arrow-up-bold",
                     count("keep one pearl", "keep {n} pearls", dive.pearls))

    def timer(self, table: PearlDive) -> Timer:
        """PD-5: a new name after each roll, so the clock starts again. At zero, *Surface* stands out."""
        return Timer(f"roll {table.seen(Dive).rolls}", SECONDS, UP, starts_by_hand=False)


class DieOnTheFloor(Unwind):
    """PD-A1: an exit that players can force from the menu."""

    by_hand = say("Break the dive off")


async def play(table: PearlDive) -> None:
    diver = table.next_of(table.turn) if table.turn.gone else table.turn
    with table.until(DieOnTheFloor), table.during(table.coming(Dive())) as dive:
        while await deeper(table, diver, dive):
            decision = await table.ask(OnOrUp(diver))                       # PD-4
            if decision == UP:
                diver.gain(dive.pearls)
                kept = count("{name} kept one pearl.", "{name} kept {n} pearls.", dive.pearls, name=diver)
                table.tell(kept, diver, "PD-4")
                break
    table.turn = table.next_of(diver)                                       # PD-6


async def deeper(table: PearlDive, diver: Seat, dive: Dive) -> bool:
    """One roll; False if the shark comes."""
    (die,) = await table.ask(Roll(diver))                                   # PD-2
    dive.rolls += 1
    if die == SHARK:                                                        # PD-3
        table.tell(say("A shark! {name} let everything go.", name=diver), diver, "PD-3")
        return False
    dive.pearls += die
    return True


def outcome(table: PearlDive) -> Outcome | None:                            # PD-7
    winners = best(table.seats)
    return podium(table, victory(winners), winners) if winners[0].points >= ENOUGH else None


def fields(table: PearlDive) -> Iterator[Field]:
    for seat in table.seats:
        yield points_field(seat, say("{name}'s pearls"), MOST)
    yield Rows(table, on_table=False).seat("turn", say("Whose turn it is"))
    dive = Rows(table, Dive, "dive", on_table=False)
    yield dive.number("pearls", say("Pearls of this dive"), 0, MOST)
    yield dive.number("rolls", say("Rolls of this dive"), 0, MOST)


def view(table: PearlDive) -> View:
    found = count("One pearl on this dive", "{n} pearls on this dive", table.seen(Dive).pearls)
    pawns = tuple(Piece(min(seat.points, ENOUGH), seat.index) for seat in table.seats)
    return View(say("Thirty pearls win"), tuple(SeatView(seat.index, seat.points) for seat in table.seats),
                tracks=(Track(say("Pearls"), ENOUGH + 1, pawns),),
                cards=(InfoCard(say("The dive"), lines=(Reminder(found, "circle-multiple-outline"),)),))
