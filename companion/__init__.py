"""Tableside: the companion that stands beside a board game and keeps its books."""

__version__ = "0.1.0"
