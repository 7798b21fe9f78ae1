"""Tableside, the scorekeeper and referee of a physical board game."""

__version__ = "1.0.0"
