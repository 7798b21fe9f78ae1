"""Snail trail: a race along a track, for Tableside."""

from companion.api import Facts, Game, palettes, say
from tableside_snail_trail.rules import SnailTrail


class SnailTrailGame(Game[SnailTrail]):
    facts = Facts("snail_trail", "Snail trail", 2, 5, "15",
                  say("Bring both your snails to the lettuce."), "ST-1",
                  **palettes("#5B8C3A"), icon="snail")


game = SnailTrailGame()
