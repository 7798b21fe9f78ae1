"""Guards every call into a game, which may raise anything.

`guarded` passes `Refused` through and turns everything else into `GameFailed`. On a desk an endless loop is
stopped.
"""

import logging
import signal
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from companion.core.text import Refused, Text, say

R = TypeVar("R")
log = logging.getLogger("tableside")


class GameFailed(Refused):
    """A game raised an unexpected error or returned nonsense."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(sentence_for(error))
        self.details = "".join(traceback.format_exception(error))


authors: list[Callable[[BaseException], Text]] = []
"""In `watch`, names the line of the author's source that failed, for every error."""


def sentence_for(error: BaseException) -> Text:
    return authors[-1](error) if authors else say("This game's rules hit an error. Nothing was changed.")


def guarded(do: Callable[..., R], *args: Any) -> R:
    """Call into a game. Raises `Refused`, or its subclass `GameFailed`."""
    try:
        return limited(do)(*args)
    except (Refused, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise GameFailed(error) from error


@contextmanager
def logged(what: str) -> Iterator[None]:
    """Go on without what fails here; the log says why, unless it was refused."""
    try:
        yield
    except Exception as error:
        if not isinstance(error, Refused) or isinstance(error, GameFailed):
            log.exception(what)


# On a desk: in `watch`, the kit and a pack's trial plays

SECONDS = 10.0
"""Of the processor, for one call."""
AGAIN = 0.2
"""Seconds between repeated alarms, in case a game catches the first one."""
_limits: list[float] = []


class TooLate(BaseException):
    """Raised by the alarm inside a game that did not return; not caught by `except Exception`."""


def limited(do: Callable[..., R]) -> Callable[..., R]:
    """`do` itself where no limit is set, so that a game's stack gets no extra frame."""
    return (lambda *args: in_time(partial(do, *args), SECONDS)) if authors or _limits else do


def in_time(work: Callable[[], R], seconds: float) -> R:
    """Stop an endless loop with `TooLate`, if there are alarms: not on Windows, not in other threads.

    A call within it has its own time; then the outer time begins anew."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        return work()
    over: list[bool] = []

    def rings(number: int, frame: Any) -> None:
        if not over:
            raise TooLate
    before = signal.signal(signal.SIGPROF, rings)
    _limits.append(seconds)
    signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN)
    try:
        return work()
    finally:
        over.append(True)
        _limits.pop()
        signal.setitimer(signal.ITIMER_PROF, _limits[-1] if _limits else 0, AGAIN)
        signal.signal(signal.SIGPROF, before)


def package_of(game: object) -> str:
    """The package that holds all of a game's code."""
    return home_of(type(game).__module__)


def home_of(module: str) -> str:
    """
    >>> home_of("companion.games.windmill.game"), home_of("my_game.rules")
    ('companion.games.windmill', 'my_game')
    """
    parts = module.split(".")
    return ".".join(parts[:3] if parts[:2] == ["companion", "games"] else parts[:1])


def came_from(error: BaseException, package: str) -> bool:
    """Did the game's rules (not its screens) raise it?"""
    names = [str(frame.f_globals.get("__name__", "")) for frame, _ in traceback.walk_tb(error.__traceback__)]
    return any((name == package or name.startswith(f"{package}.")) and ".screen." not in name
               for name in names)
