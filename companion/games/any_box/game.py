"""Any box as a plugin: its facts, its sheet, and what can be set by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from companion.core.by_hand.fields import Field, flag_field, number_field
from companion.core.game import Facts, Game, Palette
from companion.core.json_values import Json, whole
from companion.core.questions import Question
from companion.core.refusals import Refused
from companion.core.setup import Setup
from companion.core.text import Text, minus, say
from companion.core.views import Outcome, View
from companion.games.any_box.sheet import MOST, MOST_ROUNDS, Sheet

if TYPE_CHECKING:
    from companion.core.seats import Side
    from companion.games.any_box.table import AnyBox, Player

LAST = 999
"""The highest round that a hand may set: nobody plays as many."""


class AnyBoxGame(Game["AnyBox"]):
    facts: ClassVar[Facts] = Facts(
        "any_box", "Any box", 1, 12, "10-90", say("A score sheet for a game I do not know."), "AB-1",
        dark=Palette.seeded("#C98A2B", dark=True), light=Palette.seeded("#C98A2B", dark=False),
        icon="package-variant")
    home: ClassVar[Path] = Path(__file__).resolve().parent
    setup_page: ClassVar[str] = "companion.games.any_box.screen.set_up:SetUpScreen"

    def new(self, setup: Setup) -> AnyBox:
        from companion.games.any_box.table import AnyBox

        return AnyBox(setup)

    async def play(self, table: AnyBox) -> None:
        from companion.games.any_box import rules

        await rules.play(table)

    def view(self, table: AnyBox) -> View:
        from companion.games.any_box.view import view

        return view(table)

    def outcome(self, table: AnyBox) -> Outcome | None:
        from companion.games.any_box.view import outcome

        return outcome(table)

    def standing(self, table: AnyBox) -> Sequence[Question[AnyBox, Any]]:
        """AB-9"""
        from companion.games.any_box.questions import EndEarly, EndTheGame

        if not table.cells or table.over():
            return []
        return [EndEarly(None) if table.begun() or table.sheet.last_round else EndTheGame(None)]

    def fields(self, table: AnyBox) -> Iterable[Field]:
        """All of it is in the app's books. The points come last: they are set beyond the cells."""
        for key in sorted(table.cells, key=lambda one: [int(part) for part in one.split(".")]):
            round_, _, column = key.partition(".")
            yield cell_field(table, int(round_), int(column))
        yield number_field(table, "round", "round", say("Rounds played"), 0, table.sheet.last_round or LAST,
                           on_table=False, renews=True)
        for side in table.columns:
            yield points_of(table, side)
        yield flag_field(table, "ended", "ended", say("The game is over"), on_table=False)

    def field(self, table: AnyBox, path: str) -> Field | None:
        """A cell may be written before it was asked for."""
        parts = path.split(".")
        if len(parts) == 3 and parts[0] == "cells" and all(part.isdecimal() for part in parts[1:]):
            round_, column = int(parts[1]), int(parts[2])
            known = round_ <= (table.sheet.last_round or LAST) and column < len(table.columns)
            return cell_field(table, round_, column) if known else None
        return super().field(table, path)

    def starter_copy(self) -> Json:
        return Sheet().to_json()

    def check_copy(self, copy: Json) -> Sequence[Text]:
        Sheet.of(copy)
        return ()

    def copies_to_try(self) -> Sequence[Json]:
        return [Sheet("Hearts", rounds=4, low=True, below_zero=True, passes=True).to_json(),
                Sheet("Pairs", rounds=3, sides=2, start=50, clock=60).to_json(),
                Sheet("Race", rounds=MOST_ROUNDS, target=200).to_json(),
                Sheet("Builders", categories=("Farms", "Cities", "The longest road"), passes=True).to_json()]

    def named(self, setup: Setup) -> str:
        name = setup.copy.get("name") if isinstance(setup.copy, dict) else None
        return name.strip() or self.facts.title if isinstance(name, str) else self.facts.title

    def dressed(self, copy: Json) -> Facts | None:
        """A sheet that was kept under its name is a game among the others."""
        sheet = Sheet.of(copy)
        return replace(self.facts, title=sheet.name or self.facts.title, icon=sheet.icon,
                       dark=Palette.seeded(sheet.colour, dark=True), light=Palette.seeded(sheet.colour, dark=False))

    def check(self, setup: Setup) -> None:
        """AB-3"""
        wanted = Sheet.of(setup.copy).sides
        if wanted and len(setup.people) < 2 * wanted - 1:
            raise Refused(say("For {n} teams too few are seated. Add players, or play without teams.", n=wanted),
                          "AB-3")


def points_of(table: AnyBox, column: Side[Player]) -> Field:
    return Field(f"columns.{column.index}.points", say("Points of {names}", names=column.words),
                 range(-100 * MOST, 100 * MOST + 1), lambda: column.points, lambda value: table.carry(column, value),
                 on_table=False, seat=column.seats[0].index, score=True)


def cell_field(table: AnyBox, round_: int, column: int) -> Field:
    """One cell. Written, it counts at once."""
    from companion.games.any_box.questions import row_name

    def words(value: Json) -> str:
        return minus(value) if whole(value) else "–"

    low = -MOST if table.sheet.below_zero else 0
    side = table.columns[column]
    return Field(f"cells.{round_}.{column}",
                 say("{round}, {names}", round=row_name(table, round_), names=side.words),
                 range(low, MOST + 1), lambda: table.cell(round_, column),
                 lambda value: table.write(round_, column, value), words, on_table=False, seat=side.seats[0].index)
