"""Any box: a score sheet for a game that has no plugin."""

from companion.games.any_box.game import AnyBoxGame

game = AnyBoxGame()
