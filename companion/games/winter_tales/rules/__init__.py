"""The rules of Winter Tales; `play.py` maps the rulebook's chapters to modules."""

from typing import Any


def __getattr__(name: str) -> Any:
    """The hooks in `play.py`, imported when asked for, so that an idle app can load one chapter at a time."""
    if name not in ("drawn_at_start", "joining", "left", "standing"):
        raise AttributeError(name)
    from companion.games.winter_tales.rules import play
    return getattr(play, name)
