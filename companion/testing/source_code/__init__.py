"""Checks that read a game's source."""
