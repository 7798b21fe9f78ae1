"""Any box as a plugin: its facts, its sheet, and what can be set by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from companion.core.by_hand.fields import Field
from companion.core.game import Facts, Game, Joining, Palette, lazy_function
from companion.core.json_values import Json
from companion.core.questions import Question
from companion.core.refusals import Refused
from companion.core.setup import Setup
from companion.core.text import Text, say
from companion.core.views import View
from companion.games.any_box.sheet import MOST_ROUNDS, Sheet

if TYPE_CHECKING:
    from companion.games.any_box.table import AnyBox, Player


class AnyBoxGame(Game["AnyBox"]):
    """A copy is a score sheet: what the owner calls the box, and how its points are counted."""

    facts: ClassVar[Facts] = Facts(
        "any_box", "Any box", 1, 12, "10-90", say("A score sheet for any game I don't know."), "AB-1",
        dark=Palette.seeded("#C98A2B", dark=True), light=Palette.seeded("#C98A2B", dark=False),
        icon="package-variant")
    home: ClassVar[Path] = Path(__file__).resolve().parent
    setup_page: ClassVar[str] = "companion.games.any_box.screen.set_up:SetUpScreen"

    def new(self, setup: Setup) -> AnyBox:
        from companion.games.any_box.table import AnyBox

        return AnyBox(setup)

    play = lazy_function("companion.games.any_box.rules:play")
    outcome = lazy_function("companion.games.any_box.view:outcome")

    def view(self, table: AnyBox) -> View:
        from companion.games.any_box.view import view

        return view(table)

    def ahead(self, table: AnyBox) -> Sequence[Text]:
        from companion.games.any_box import ahead

        return tuple(ahead.ahead(table))

    def standing(self, table: AnyBox) -> Sequence[Question[AnyBox, Any]]:
        """AB-9"""
        from companion.games.any_box.questions import EndEarly, EndTheGame

        if not table.cells or table.over():
            return []
        return [EndEarly(None) if table.begun() or table.sheet.last_round else EndTheGame(None)]

    def fields(self, table: AnyBox) -> Iterable[Field]:
        from companion.games.any_box import fields

        return fields.fields(table)

    def field(self, table: AnyBox, path: str) -> Field | None:
        from companion.games.any_box import fields

        return fields.field(table, path)

    def joining(self, table: AnyBox) -> Joining:
        if table.sheet.sides:
            return Joining(False, say("The teams were settled before the first round."), "AB-3")
        last = table.sheet.last_round
        if last and table.round >= last - 1 and table.begun():
            return Joining(False, say("The last round has begun. The next play has a seat for them."), "AB-A3")
        return Joining(True, say("They get the last column of the sheet from the next round on, and start as "
                                 "everybody did. If that is not fair, correct their points."), "AB-A3")

    def joined(self, table: AnyBox, seat: Player) -> None:
        table.sit_down(seat)

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
        """A sheet that was saved under its name is a game among the others."""
        sheet = Sheet.of(copy)
        return replace(self.facts, title=sheet.name or self.facts.title, icon=sheet.icon,
                       dark=Palette.seeded(sheet.colour, dark=True), light=Palette.seeded(sheet.colour, dark=False))

    def check(self, setup: Setup) -> None:
        """AB-3"""
        wanted = Sheet.of(setup.copy).sides
        if wanted and len(setup.people) < 2 * wanted - 1:
            raise Refused(say("Too few players are seated for {n} teams. Add players, or play without teams.",
                              n=wanted), "AB-3")
