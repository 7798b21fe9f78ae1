"""A play as a surface sees it, without a window."""
