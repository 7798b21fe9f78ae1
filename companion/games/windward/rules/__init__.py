"""Windward's rules, split by rulebook chapter; `play` runs the game."""

from companion.games.windward.rules.play import joining, standing

__all__ = ["joining", "standing"]
