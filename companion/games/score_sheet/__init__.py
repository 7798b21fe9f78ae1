"""Score sheet: counts points for a game that has no plugin."""

from companion.games.score_sheet.game import ScoreSheetGame

game = ScoreSheetGame()
