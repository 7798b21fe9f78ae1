"""Widgets people tap and type into."""
