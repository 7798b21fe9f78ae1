"""Fingers on the planet: tapping, carrying, and what shows where to put it."""
