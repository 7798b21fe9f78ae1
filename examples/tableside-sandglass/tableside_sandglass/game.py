"""Sandglass as a plugin: its facts."""

from companion.api import Facts, Game, palettes, say
from tableside_sandglass.rules import SIDES, Sandglass


class SandglassGame(Game[Sandglass]):
    facts = Facts("sandglass", "Sandglass", 4, 8, "20",
                  say("Describe it without the word itself, while the sand runs."), "SG-1",
                  **palettes("#8A2F5B"), icon="account-voice-off", sides=SIDES)
