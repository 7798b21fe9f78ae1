"""Deckhands as a plugin."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from companion.core.fields import choice_field
from companion.core.game import Facts, Field, Game, Palette, number_field, podium
from companion.core.setup import Choice, Option, Setup
from companion.core.text import listing, say, spelled
from companion.core.views import Outcome, SeatView, View
from tableside_deckhands import rules
from tableside_deckhands.questions import bid_words
from tableside_deckhands.table import Deckhands

SEED = "#0B6E8A"


class DeckhandsGame(Game[Deckhands]):
    contract = 1
    facts: ClassVar[Facts] = Facts(
        "deckhands", "Deckhands", 2, 8, "20-40", say("Say how many tricks you will take, then take no more."), "DH-1",
        dark=Palette.seeded(SEED, dark=True), light=Palette.seeded(SEED, dark=False), icon="ship-wheel")
    options: ClassVar[tuple[Option, ...]] = (
        Option("rounds", say("Rounds"), say("How many rounds make a game."), "DH-2", 5,
               (Choice(5, say("Five")), Choice(10, say("Ten")))),)

    def new(self, setup: Setup) -> Deckhands:
        return Deckhands(setup)

    async def play(self, table: Deckhands) -> None:
        await rules.play(table)

    def outcome(self, table: Deckhands) -> Outcome | None:
        """DH-7"""
        if table.round <= table.setup.options["rounds"]:
            return None
        best = max(sailor.points for sailor in table.seats)
        winners = [sailor for sailor in table.seats if sailor.points == best]
        if len(winners) > 1:
            return podium(table, say("{names} share the victory.", names=listing(tuple(winners))), winners)
        return podium(table, say("{name} wins.", name=winners[0]), winners)

    def fields(self, table: Deckhands) -> Iterable[Field]:
        last = table.setup.options["rounds"] + 1
        yield from super().fields(table)
        yield number_field(table, "round", "round", say("Round"), 1, last, on_table=False, renews=True)
        for sailor in table.seats:
            yield choice_field(sailor, "bid", f"seats.{sailor.index}.bid", say("{name}'s bid", name=sailor),
                               (None, *range(last)), seat=sailor.index, on_table=False, renews=True)

    def view(self, table: Deckhands) -> View:
        rounds = table.setup.options["rounds"]
        seats = tuple(SeatView(sailor.index, sailor.points, note=bid_words(sailor)) for sailor in table.seats)
        return View(say("Round {n} of {all}", n=spelled(min(table.round, rounds)), all=spelled(rounds)), seats)
