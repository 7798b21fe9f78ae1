"""Panels for cards, characters and walks."""
