"""Windward's rules, split by rulebook chapter; `play` runs the game."""

from typing import Any


def __getattr__(name: str) -> Any:
    """The hooks in `play.py`, imported when asked for, so that an idle app can load one chapter at a time."""
    if name not in ("joining", "standing"):
        raise AttributeError(name)
    from companion.games.windward.rules import play
    return getattr(play, name)
