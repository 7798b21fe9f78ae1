"""Everything of Story that knows Kivy."""
