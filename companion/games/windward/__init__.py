"""Windward."""

from companion.games.windward.game import WindwardGame

game = WindwardGame()
