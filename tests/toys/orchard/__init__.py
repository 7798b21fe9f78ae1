"""Orchard: a healthy toy with every mechanism once."""

from tests.toys.orchard.game import OrchardGame

game = OrchardGame()
