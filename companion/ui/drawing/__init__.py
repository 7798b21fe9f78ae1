"""Pictures: baked art, sprites, and the base of every stage."""
