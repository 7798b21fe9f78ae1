"""Guests' phones, as the app shows them: the inviting sheet, who answers where, the picture of the stage."""
