"""Everything of Windmill that knows Kivy."""
