"""Decided before the window opens: file locations, logging, and whether there is a screen."""
