"""The rules of Winter Tales; `play.py` maps the rulebook's chapters to modules."""

from companion.games.winter_tales.rules.play import drawn_at_start, joining, left, play, standing

__all__ = ["drawn_at_start", "joining", "left", "play", "standing"]
