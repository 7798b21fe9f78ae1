"""Everything of Winter Tales that knows Kivy."""
