"""How Deckhands looks, and how it ends."""

from __future__ import annotations

from companion.api import Outcome, SeatView, View, best, podium, say, spelled, victory
from tableside_deckhands.rules import Deckhands, bid_words


def view(table: Deckhands) -> View:
    rounds = table.setup.options["rounds"]
    seats = tuple(SeatView(sailor.index, sailor.points, note=bid_words(sailor)) for sailor in table.seats)
    return View(say("Round {n} of {all}", n=spelled(min(table.round, rounds)), all=spelled(rounds)), seats)


def outcome(table: Deckhands) -> Outcome | None:
    """DH-7"""
    if table.round <= table.setup.options["rounds"]:
        return None
    winners = best(table.seats)
    return podium(table, victory(winners), winners)
