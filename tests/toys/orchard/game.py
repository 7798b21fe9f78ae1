"""Orchard as a plugin."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from companion.core.fields import Rows
from companion.core.game import Facts, Field, Game, Palette, podium
from companion.core.questions import Question
from companion.core.setup import Setup, Switch, switch
from companion.core.text import listing, say
from companion.core.views import Outcome, Reminder, SeatView, View
from tests.toys.orchard import rules
from tests.toys.orchard.table import BOX, DAYS, Orchard, Turn

PAPER = Palette("#202020", "#303030", "#404040", "#FFFFFF", "#C0C0C0", "#80FF80", "#002000", "#204020", "#E0FFE0")


class OrchardGame(Game[Orchard]):
    facts: ClassVar[Facts] = Facts("orchard", "Orchard", 2, 5, "5", say("A toy for the tests."), "OR-1", PAPER, PAPER)
    options: ClassVar[tuple[Switch, ...]] = (
        switch("market", say("Market"), say("Hold a market before the vote."), "OR-8"),)
    home: ClassVar[Path] = Path(__file__).resolve().parent

    def new(self, setup: Setup) -> Orchard:
        return Orchard(setup)

    async def play(self, table: Orchard) -> None:
        await rules.play(table)

    def standing(self, table: Orchard) -> Sequence[Question[Orchard, Any]]:
        return [rules.Bake(grower) for grower in table.seats if grower.apples >= 3]

    def fields(self, table: Orchard) -> Iterable[Field]:
        yield from super().fields(table)
        for grower in table.seats:
            yield Rows(table, grower).number("apples", say("{name}'s apples"), 0, 4 * BOX)
        yield Rows(table).number("basket", say("Apples in the basket"), 0, 4 * BOX)
        books = Rows(table, on_table=False)
        yield books.number("day", say("Day"), 1, DAYS)
        yield books.flag("frost", say("Frost"))
        yield books.number("weather", say("Weather"), 0, 6)
        for grower in table.seats:
            yield books.member("had_turn", grower, grower.index, say("{name} had a turn today", name=grower))
        if table.is_under_way(Turn):
            yield Rows(table, Turn, "turn", on_table=False).number("actions", say("Actions done"), 0, 2)

    without_fields: ClassVar[frozenset[str]] = frozenset({"pies", "market", "had_turn"})

    def totals(self, table: Orchard) -> Sequence[tuple[str, int, int]]:
        return [("apples", table.basket + sum(grower.apples for grower in table.seats), BOX)]

    def view(self, table: Orchard) -> View:
        seats = tuple(SeatView(grower.index, grower.points) for grower in table.seats)
        return View(say("Day {n}", n=table.day), seats,
                    (Reminder(say("{n} apples in the basket", n=table.basket)),))

    def outcome(self, table: Orchard) -> Outcome | None:
        if table.day <= DAYS and not table.frost:
            return None
        best = max(grower.points for grower in table.seats)
        winners = [grower for grower in table.seats if grower.points == best]
        return podium(table, say("{names} won the harvest.", names=listing(tuple(winners))), winners)
