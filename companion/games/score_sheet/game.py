"""Score sheet as a plugin: its metadata, and how its sheets appear in the library."""

from dataclasses import replace
from typing import Any

from companion.core.game import Facts, Game, Palette
from companion.core.log import Record
from companion.core.setup import PlayElsewhere, Setup
from companion.core.text import Refused, say
from companion.core.values import Json
from companion.games.score_sheet.elsewhere import retold
from companion.games.score_sheet.sheet import Sheet


class ScoreSheetGame(Game[Any]):
    facts = Facts(
        "score_sheet", say("Score sheet"), 1, 12, "10-90", say("Counts points in any other game."), "AB-1",
        dark=Palette.seeded("#C98A2B", dark=True), light=Palette.seeded("#C98A2B", dark=False),
        icon="package-variant")
    setup_page = "companion.games.score_sheet.screen.set_up:SetUpScreen"

    def named(self, setup: Setup) -> str:
        name = setup.box.get("name") if isinstance(setup.box, dict) else None
        return name.strip() or self.facts.title if isinstance(name, str) else self.facts.title

    def retold(self, play: PlayElsewhere) -> tuple[Setup, list[Record]]:
        return retold(play)

    def bgg_of(self, setup: Setup) -> int:
        return Sheet.of(setup.box).bgg

    def dressed(self, box: Json) -> Facts | None:
        """A saved sheet appears as a game in the library."""
        sheet = Sheet.of(box)
        return replace(self.facts, name=sheet.name or self.facts.name, icon=sheet.icon,
                       blurb=say("Your score sheet."),
                       dark=Palette.seeded(sheet.colour, dark=True),
                       light=Palette.seeded(sheet.colour, dark=False))

    def check(self, setup: Setup) -> None:  # AB-3
        sheet = Sheet.of(setup.box)
        wanted, partners = sheet.sides, sheet.partners
        if wanted and partners and (len(partners) != len(setup.people)
                                    or set(partners) != set(range(wanted))):
            raise Refused(say("Every team needs a player."), "AB-3")
        if wanted and len(setup.people) < 2 * wanted - 1:
            raise Refused(say("Too few players are seated for {n} teams. Add players, or play without teams.",
                              n=wanted), "AB-3")
