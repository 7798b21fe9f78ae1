"""The script, by chapters of the rulebook."""
