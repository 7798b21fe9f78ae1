"""Windmill: Cozy Stories."""

from companion.games.windmill.game import WindmillGame

game = WindmillGame()
