"""The engine and the contract of a game. No Kivy, no game, no clock."""
