"""Sandglass as a plugin."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from companion.core.game import Facts, Field, Game, Palette, number_field, podium, seat_field
from companion.core.setup import Setup
from companion.core.text import say, spelled
from companion.core.views import Mark, Outcome, SeatView, View
from tableside_sandglass import rules
from tableside_sandglass.rules import SIDES, Sandglass

SEED = "#8A2F5B"


class SandglassGame(Game[Sandglass]):
    contract = 1
    facts: ClassVar[Facts] = Facts(
        "sandglass", "Sandglass", 4, 8, "20", say("Describe it without the word itself, while the sand runs."), "SG-1",
        dark=Palette.seeded(SEED, dark=True), light=Palette.seeded(SEED, dark=False), icon="account-voice-off",
        sides=SIDES)

    def new(self, setup: Setup) -> Sandglass:
        return Sandglass(setup)

    async def play(self, table: Sandglass) -> None:
        await rules.play(table)

    def last_turn(self, table: Sandglass) -> int:
        return 2 * len(table.seats)                                         # SG-6

    def outcome(self, table: Sandglass) -> Outcome | None:
        """SG-6"""
        if table.turns < self.last_turn(table):
            return None
        best = max(side.points for side in table.sides)
        won = [side for side in table.sides if side.points == best]
        words = say("{names} win.", names=won[0].words) if len(won) == 1 else say("Both sides share the victory.")
        return podium(table, words, [seat for side in won for seat in side.seats], sides=table.sides)

    def fields(self, table: Sandglass) -> Iterable[Field]:
        yield from super().fields(table)
        yield number_field(table, "turns", "turns", say("Turns played"), 0, self.last_turn(table), on_table=False)
        yield seat_field(table, table, "describer", "describer", say("Who describes"), on_table=False)

    def view(self, table: Sandglass) -> View:
        seats = tuple(SeatView(seat.index, seat.points,
                               (Mark("account-voice", say("describes")),) if seat is table.describer else (),
                               side=str(table.side_of(seat).words)) for seat in table.seats)
        turn = min(table.turns + 1, self.last_turn(table))
        return View(say("Turn {n} of {all}", n=spelled(turn), all=spelled(self.last_turn(table))), seats)
