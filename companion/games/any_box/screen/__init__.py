"""The setup page of a score sheet, the only part of Any box that uses Kivy."""
