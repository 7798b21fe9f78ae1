"""Deckhands: bids and tricks, for Tableside."""

from tableside_deckhands.game import DeckhandsGame

game = DeckhandsGame()
