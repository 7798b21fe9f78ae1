"""Pearl dive: push your luck against a clock, for Tableside."""

from companion.api import Facts, Game, palettes, say
from tableside_pearl_dive.rules import PearlDive


class PearlDiveGame(Game[PearlDive]):
    facts = Facts("pearl_dive", "Pearl dive", 2, 6, "10",
                  say("Dive on, or keep your pearls? Mind the shark."), "PD-1",
                  **palettes("#1F6F8B"), icon="diving-snorkel")


game = PearlDiveGame()
