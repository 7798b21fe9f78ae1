"""The board as geometry: no table, no question."""
