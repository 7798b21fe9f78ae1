"""The copy editor."""
