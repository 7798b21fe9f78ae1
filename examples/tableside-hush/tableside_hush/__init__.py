"""Hush: words against the clock, two sides, for Tableside."""

from tableside_hush.game import HushGame

game = HushGame()
