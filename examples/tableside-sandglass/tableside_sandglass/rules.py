"""Sandglass in one small module: table, questions, script, fields, view. A stretch is one turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.api import (
    Confirm,
    Field,
    Mark,
    Numbers,
    Outcome,
    Row,
    Rows,
    Seat,
    SeatView,
    Setup,
    Side,
    Table,
    Timer,
    View,
    count,
    podium,
    points_field,
    said,
    say,
    sides,
    spelled,
)

SIDES, SECONDS, MOST = 2, 60, 30


class Sandglass(Table[Seat]):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Seat(index, person) for index, person in enumerate(setup.people)])
        self.sides: list[Side[Seat]] = sides(self.seats, SIDES)             # SG-1
        self.turns = 0
        self.describer: Seat = self.seats[0]

    def side_of(self, seat: Seat) -> Side[Seat]:
        return next(side for side in self.sides if seat in side.seats)


class Describe(Confirm[Sandglass]):
    """SG-2, SG-3"""

    rule = "SG-2"
    also = ("SG-3",)
    seat: Seat

    sentence = said("{seat} describes. Guess, partners!")
    button = said("The turn is over")

    def timer(self, table: Sandglass) -> Timer:
        return Timer(f"turn {table.turns + 1}", SECONDS)

class Words(Numbers[Sandglass]):
    """SG-4, SG-5"""

    rule = "SG-4"
    also = ("SG-5",)
    seat: Seat

    sentence = said("How many words, and how many slips?")

    def rows(self, table: Sandglass) -> Sequence[Row]:
        return Row(say("Words guessed"), 0, MOST), Row(say("Slips"), 0, MOST)


async def play(table: Sandglass) -> None:
    if table.describer.gone:
        table.describer = table.next_of(table.describer)
    await table.ask(Describe(table.describer))                              # SG-2, SG-3
    words, slips = await table.ask(Words(table.describer))
    side = table.side_of(table.describer)
    side.gain(words)                                                        # SG-4
    side.lose(slips)                                                        # SG-5
    table.tell(count("{names} guessed one word.", "{names} guessed {n} words.", words, names=side.words),
               table.describer, "SG-4")
    if slips:
        told = count("One slip.", "{number} slips.", slips, number=spelled(slips))
        table.tell(told, table.describer, "SG-5")
    table.turns += 1
    table.describer = table.next_of(table.describer)


def last_turn(table: Sandglass) -> int:
    return 2 * len(table.seats)                                             # SG-6


def fields(table: Sandglass) -> Iterator[Field]:
    for seat in table.seats:
        yield points_field(seat)
    books = Rows(table, on_table=False)
    yield books.number("turns", say("Turns played"), 0, last_turn(table))
    yield books.seat("describer", say("Who describes"))


def view(table: Sandglass) -> View:
    seats = tuple(SeatView(seat.index, seat.points,
                           (Mark("account-voice", say("describes")),) if seat is table.describer else (),
                           side=table.side_of(seat).words) for seat in table.seats)
    turn = min(table.turns + 1, last_turn(table))
    return View(say("Turn {n} of {all}", n=spelled(turn), all=spelled(last_turn(table))), seats)


def outcome(table: Sandglass) -> Outcome | None:
    """SG-6"""
    if table.turns < last_turn(table):
        return None
    top = max(side.points for side in table.sides)
    won = [side for side in table.sides if side.points == top]
    words = say("{names} win.", names=won[0].words) if len(won) == 1 else say("Both sides share the victory.")
    return podium(table, words, [seat for side in won for seat in side.seats], sides=table.sides)
