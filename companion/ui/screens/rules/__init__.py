"""The rules, with a search."""
