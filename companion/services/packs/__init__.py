"""Game packs: one file that brings a game to a phone. Read, checked, taken in, put away."""
