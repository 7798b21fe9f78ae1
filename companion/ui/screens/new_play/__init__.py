"""A new play."""
