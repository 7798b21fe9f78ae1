"""Windward's Kivy code."""
