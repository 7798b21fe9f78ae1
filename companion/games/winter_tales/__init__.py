"""Winter Tales."""

from companion.games.winter_tales.game import WinterTalesGame

game = WinterTalesGame()
