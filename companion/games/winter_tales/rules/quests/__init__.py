"""Quests: put on the map, joined, resolved."""
