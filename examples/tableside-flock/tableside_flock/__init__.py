"""Flock: hands of cards, some of them equal, for Tableside."""

from companion.api import Facts, Game, palettes, say
from tableside_flock.rules import Flock


class FlockGame(Game[Flock]):
    facts = Facts("flock", "Flock", 2, 4, "10", say("Lay the highest card that nobody else lays."), "FL-1",
                  **palettes("#4C7A3F"), icon="sheep")


game = FlockGame()
