"""Any box as a plugin: its metadata, its sheet and its fields."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.core.game import Facts, Game, Palette
from companion.core.setup import Setup
from companion.core.text import Refused, Text, say
from companion.core.values import Json
from companion.games.any_box import sheet as sheets
from companion.games.any_box.frozen import DICTIONARIES
from companion.games.any_box.sheet import Sheet


class AnyBoxGame(Game[Any]):
    """A copy is a score sheet: the box's name and how points are counted."""

    facts = Facts(
        "any_box", say("Any box"), 1, 12, "10-90", say("A score sheet for any other game."), "AB-1",
        dark=Palette.seeded("#C98A2B", dark=True), light=Palette.seeded("#C98A2B", dark=False),
        icon="package-variant")
    setup_page = "companion.games.any_box.screen.set_up:SetUpScreen"

    def starter_copy(self) -> Json:
        return Sheet().to_json()

    def code_dictionaries(self) -> Sequence[str]:
        return DICTIONARIES

    def check_copy(self, copy: Json) -> Sequence[Text]:
        Sheet.of(copy)
        return ()

    def copies_to_try(self) -> Sequence[Json]:
        return [Sheet("Hearts", rounds=4, wins=sheets.LOW, below_zero=True, turn=sheets.FIRST).to_json(),
                Sheet("Pairs", rounds=3, sides=2, start=50, clock=60, tie=sheets.DECIDED).to_json(),
                Sheet("Race", rounds=sheets.MOST_ROUNDS, target=200, reach=sheets.ONCE).to_json(),
                Sheet("Builders", categories=("Farms", "Debts", "The longest road"), worth=(1, -1, 5)).to_json(),
                Sheet("Skulls", by=sheets.BIDS, rounds=3, turn=sheets.DEALER).to_json(),
                Sheet("Settlers", by=sheets.TAPS, target=10).to_json(),
                Sheet("Lives", by=sheets.TAPS, start=3, down=True, reach=sheets.OUT).to_json(),
                Sheet("Darts", start=40, down=True, reach=sheets.ONCE).to_json(),
                Sheet("Exchange", rounds=3, zero_sum=True).to_json(),
                Sheet("Chess", by=sheets.WINS, rounds=1).to_json(),
                Sheet("Island", by=sheets.WINS, wins=sheets.TOGETHER).to_json(),
                Sheet("Crew", rounds=3, wins=sheets.TOGETHER).to_json()]

    def named(self, setup: Setup) -> str:
        name = setup.copy.get("name") if isinstance(setup.copy, dict) else None
        return name.strip() or self.facts.title if isinstance(name, str) else self.facts.title

    def dressed(self, copy: Json) -> Facts | None:
        """A saved sheet appears as a game in the library."""
        sheet = Sheet.of(copy)
        return replace(self.facts, name=sheet.name or self.facts.name, icon=sheet.icon, blurb=say("Your score sheet."),
                       dark=Palette.seeded(sheet.colour, dark=True), light=Palette.seeded(sheet.colour, dark=False))

    def check(self, setup: Setup) -> None:  # AB-3
        sheet = Sheet.of(setup.copy)
        wanted, partners = sheet.sides, sheet.partners
        if wanted and partners and (len(partners) != len(setup.people) or set(partners) != set(range(wanted))):
            raise Refused(say("Every team needs a player."), "AB-3")
        if wanted and len(setup.people) < 2 * wanted - 1:
            raise Refused(say("Too few players are seated for {n} teams. Add players, or play without teams.",
                              n=wanted), "AB-3")
