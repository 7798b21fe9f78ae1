"""The box editor."""
