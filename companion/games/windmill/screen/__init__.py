"""The Kivy parts of Windmill."""
