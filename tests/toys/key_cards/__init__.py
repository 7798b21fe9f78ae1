"""A small game with a secret that two seats share."""

from companion.api import Facts, Game, palettes, say
from tests.toys.key_cards.rules import Cards


class KeyCards(Game[Cards]):
    facts = Facts("key_cards", "Key cards", 4, 4, "5", say("Two see the key."), "KC-1", **palettes("#7A4B2A"),
                  icon="key", sides=2)
    without_fields = frozenset({"key"})

game = KeyCards()
