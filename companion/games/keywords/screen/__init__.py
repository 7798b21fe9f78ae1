"""The Kivy parts of Key Words."""
