"""Everything of Key Words that knows Kivy."""
