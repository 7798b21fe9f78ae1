"""Pebbles as a plugin: its facts, its switch, and what the screen sees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from companion.core.game import Facts, Field, Game, Palette, number_field, podium, seat_field
from companion.core.setup import Choice, Option, Setup
from companion.core.text import count, listing, say, spelled
from companion.core.views import Mark, Outcome, Reminder, SeatView, View
from tableside_pebbles import rules
from tableside_pebbles.table import HEAP, Pebbles


class PebblesGame(Game[Pebbles]):
    facts: ClassVar[Facts] = Facts(
        "pebbles", "Pebbles", 2, 4, "5", say("Take one, two or three. Who takes the last?"), "PB-1",
        dark=Palette("#1B1F22", "#262C30", "#343C41", "#EEF2F4", "#B4BFC5", "#8FD3E8", "#00303D", "#1E4A57", "#CDEFF9"),
        light=Palette("#F4F8FA", "#E3ECF0", "#CFDCE2", "#14191C", "#4A565C", "#0B5F78", "#FFFFFF", "#BFE6F2",
                      "#06303D"),
        icon="circle-multiple")
    options: ClassVar[tuple[Option, ...]] = (
        Option("heaps", say("Heaps"), say("How many heaps make a game."), "PB-6", 3,
               (Choice(3, say("Three")), Choice(5, say("Five")))),)

    def new(self, setup: Setup) -> Pebbles:
        return Pebbles(setup)

    async def play(self, table: Pebbles) -> None:
        await rules.play(table)

    def outcome(self, table: Pebbles) -> Outcome | None:
        if table.heaps_played < table.setup.options["heaps"]:
            return None
        best = max(player.points for player in table.seats)
        winners = [player for player in table.seats if player.points == best]
        if len(winners) > 1:
            return podium(table, say("{names} share the victory.", names=listing(tuple(winners))), winners)
        return podium(table, say("{name} wins.", name=winners[0]), winners)

    def fields(self, table: Pebbles) -> Iterable[Field]:
        yield from super().fields(table)
        yield number_field(table, "heap", "heap", say("Pebbles in the heap"), 0, HEAP, icon="circle-multiple")
        for player in table.seats:
            yield number_field(player, "pebbles", f"seats.{player.index}.pebbles",
                               say("{name}'s pebbles", name=player), 0, 4 * HEAP, seat=player.index)
        # Not on the table, only in the books: nobody's hands need to be told
        yield seat_field(table, table, "turn", "turn", say("Whose turn it is"), on_table=False)
        yield seat_field(table, table, "last", "last", say("Who took last"), none=say("nobody"), on_table=False)
        yield number_field(table, "heaps_played", "heaps_played", say("Heaps played"), 0,
                           table.setup.options["heaps"], on_table=False)

    def totals(self, table: Pebbles) -> Sequence[tuple[str, int, int]]:
        taken = sum(player.pebbles for player in table.seats)
        return [("pebbles", table.heap + taken, HEAP)]

    def view(self, table: Pebbles) -> View:
        heaps = table.setup.options["heaps"]
        turn = rules.whose_turn(table)
        seats = tuple(
            SeatView(player.index, player.points,
                     (Mark("hand-back-right", say("takes now")),) if player is turn else (),
                     count("{n} pebble", "{n} pebbles", player.pebbles))
            for player in table.seats)
        left = count("{n} pebble in the heap", "{n} pebbles in the heap", table.heap)
        return View(say("Heap {n} of {all}", n=spelled(min(table.heaps_played + 1, heaps)), all=spelled(heaps)),
                    seats, (Reminder(left, "circle-multiple"),))
