"""Battles, traps and the Freezing Horror."""
