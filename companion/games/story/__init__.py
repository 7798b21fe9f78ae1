"""Story."""

from companion.games.story.game import StoryGame

game = StoryGame()
