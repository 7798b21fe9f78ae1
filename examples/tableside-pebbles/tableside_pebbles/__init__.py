"""Pebbles: a tiny game for Tableside."""

from tableside_pebbles.game import PebblesGame

game = PebblesGame()
