"""Rows and cards of the panel."""
