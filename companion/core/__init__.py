"""The engine and the game contract. Independent of Kivy, any game and the clock."""
