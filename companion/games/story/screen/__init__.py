"""The Kivy parts of Story."""
