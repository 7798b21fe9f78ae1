"""Baked art, sprites, and the base of all stages."""
