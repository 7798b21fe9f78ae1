"""Night watch: hidden roles that the phone deals, for Tableside."""

from companion.api import Facts, Game, palettes, say
from tableside_night_watch.rules import NightWatch


class NightWatchGame(Game[NightWatch]):
    facts = Facts("night_watch", "Night watch", 5, 8, "15",
                  say("Some of you blow out the lamps. Who?"), "NW-1",
                  **palettes("#5B4B8A"), icon="weather-night")
    without_fields = frozenset({"role"})  # a secret: nobody sets it by hand


game = NightWatchGame()
