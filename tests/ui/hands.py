"""The hands of the kit: any question answered by real touches."""

from collections.abc import Callable
from typing import Any

from companion.core import log
from companion.core.play import Play
from companion.touches.hands import AFTER, HOLD, Chooser, Hands, at_random

__all__ = ["AFTER", "HOLD", "Chooser", "Hands", "at_random", "resumed"]


def resumed(start: Callable[..., Any], play: Play[Any], size: Any, **settings: Any) -> Hands:
    """Open a copy of an engine's play in the real app."""
    drive = start(games=[play.game], size=size, settings={"movement": False, **settings})
    opened = drive.app.library.start(play.game.facts.id, play.setup)
    for record in play.log:
        (opened.correct if record.kind == log.CORRECT else opened.answer)(record.key, record.answer)
    drive.app.go("table", opened=opened)
    drive.advance(0.6)
    return Hands(drive)
