"""Windward's rules, by chapters of the rulebook; `play` is the script."""

from companion.games.windward.rules.play import joining, standing

__all__ = ["joining", "standing"]
