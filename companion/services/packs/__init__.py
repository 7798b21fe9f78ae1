"""Game packs: single files that bring a game to a phone."""
