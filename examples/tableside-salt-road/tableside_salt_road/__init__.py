"""Salt road: carts on a map, and a rival for one player, for Tableside."""

from companion.api import Facts, Game, palettes, say
from tableside_salt_road.rules import SaltRoad


class SaltRoadGame(Game[SaltRoad]):
    facts = Facts("salt_road", "Salt road", 1, 4, "15",
                  say("Bring salt to five towns before the others do."), "SR-1",
                  **palettes("#B26A1F"), icon="map-marker-path")


game = SaltRoadGame()
