"""The page that sets up a score sheet: the only room of Any box that knows Kivy."""
