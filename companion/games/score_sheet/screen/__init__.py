"""The setup page of a score sheet, the only part of this game that uses Kivy."""
