"""Draws every picture and sound of the app. Development only: nothing here is shipped."""
