"""Widgets people only look at: rings, charts, covers, the seat strip."""
