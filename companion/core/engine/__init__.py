"""Runs a game's script record by record."""
