"""Everything of Windward that knows Kivy."""
