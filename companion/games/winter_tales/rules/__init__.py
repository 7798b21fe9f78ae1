"""The script of Winter Tales; `play.py` says where each chapter of the rulebook stands."""

from companion.games.winter_tales.rules.play import drawn_at_start, joining, left, play, standing

__all__ = ["drawn_at_start", "joining", "left", "play", "standing"]
