"""Signal flags: two crews, each with a secret of its own, for Tableside."""

from companion.api import Facts, Game, palettes, say
from tableside_signal_flags.rules import SignalFlags


class SignalFlagsGame(Game[SignalFlags]):
    facts = Facts("signal_flags", "Signal flags", 4, 8, "10",
                  say("Two crews, three secret flags each."), "SF-1",
                  **palettes("#8C3B3B"), icon="flag-variant", sides=2)
    without_fields = frozenset({"hidden"})  # secrets: nobody sets them by hand


game = SignalFlagsGame()
