"""Sandglass: words against the clock, two sides, for Tableside."""

from tableside_sandglass.game import SandglassGame

game = SandglassGame()
