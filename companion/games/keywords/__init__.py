"""Key Words."""

from companion.games.keywords.game import KeyWordsGame

game = KeyWordsGame()
