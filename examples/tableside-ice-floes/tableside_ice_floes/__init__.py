"""Ice floes: penguins on a hex map, for Tableside."""

from companion.api import Facts, Game, palettes, say
from tableside_ice_floes.rules import IceFloes


class IceFloesGame(Game[IceFloes]):
    facts = Facts("ice_floes", "Ice floes", 2, 3, "10", say("Hop from floe to floe while they melt."), "IF-1",
                  **palettes("#3B7EA1"), icon="penguin")


game = IceFloesGame()
