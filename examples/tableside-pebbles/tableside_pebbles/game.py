"""Pebbles as a plugin: its facts and its switches."""

from companion.api import Choice, Facts, Game, Switch, palettes, say
from tableside_pebbles.rules import Pebbles


class PebblesGame(Game[Pebbles]):
    facts = Facts("pebbles", "Pebbles", 2, 4, "5", say("Take one, two or three. Who takes the last?"), "PB-1",
                  **palettes("#0B5F78"), icon="circle-multiple")
    options = (Switch("heaps", say("Heaps"), say("How many heaps make a game."), "PB-6", 3,
                      (Choice(3, say("Three")), Choice(5, say("Five")))),)
