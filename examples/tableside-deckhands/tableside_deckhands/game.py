"""Deckhands as a plugin: its facts and its switch."""

from companion.api import Choice, Facts, Game, Switch, palettes, say
from tableside_deckhands.rules import Deckhands


class DeckhandsGame(Game[Deckhands]):
    facts = Facts("deckhands", "Deckhands", 2, 8, "20-40",
                  say("Say how many tricks you will take, then take no more."), "DH-1",
                  **palettes("#0B6E8A"), icon="ship-wheel")
    options = (Switch("rounds", say("Rounds"), say("How many rounds make a game."), "DH-2", 5,
                      (Choice(5, say("Five")), Choice(10, say("Ten")))),)
