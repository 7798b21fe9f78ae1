"""The Kivy parts of Winter Tales."""
