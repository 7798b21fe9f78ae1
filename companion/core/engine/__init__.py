"""Runs a game's script record by record, and keeps the log of them."""
