"""How Pebbles looks, how it ends, and what must add up."""

from __future__ import annotations

from companion.api import Mark, Outcome, Reminder, SeatView, View, best, count, podium, say, spelled, victory
from tableside_pebbles.rules import HEAP, Pebbles, Player, whose_turn


def view(table: Pebbles) -> View:
    heaps = table.setup.options["heaps"]
    left = count("{n} pebble in the heap", "{n} pebbles in the heap", table.heap)
    return View(say("Heap {n} of {all}", n=spelled(min(table.heaps_played + 1, heaps)), all=spelled(heaps)),
                tuple(seat_view(table, player) for player in table.seats),
                (Reminder(left, "circle-multiple"),))


def seat_view(table: Pebbles, player: Player) -> SeatView:
    marks = (Mark("hand-back-right", say("takes now")),) if player is whose_turn(table) else ()
    return SeatView(player.index, player.points, marks, count("{n} pebble", "{n} pebbles", player.pebbles))


def outcome(table: Pebbles) -> Outcome | None:
    if table.heaps_played < table.setup.options["heaps"]:
        return None
    winners = best(table.seats)
    return podium(table, victory(winners), winners)


def totals(table: Pebbles) -> list[tuple[str, int, int]]:
    return [("pebbles", table.heap + sum(player.pebbles for player in table.seats), HEAP)]
