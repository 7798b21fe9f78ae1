"""The boundary round every call into a game: somebody else's code, which may raise anything or never return.

`guarded` lets a `Refused` through and turns everything else into `GameFailed`: one sentence, and the traceback for a
report. A watchdog thread looks four times a second; a call that used the processor for four seconds gets `CallTooLong`
raised inside. A loop in Python ends at its next line; one call of C that never returns can't be interrupted.
"""

from __future__ import annotations

import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from threading import get_ident
from time import monotonic, sleep
from typing import Any, TypeVar

from companion.core.questions import Refused
from companion.core.text import Text, say

try:
    from ctypes import c_ulong, py_object, pythonapi
except ImportError:  # an interpreter without ctypes: games are trusted to return
    pythonapi = None  # type: ignore[assignment]

R = TypeVar("R")

LIMIT = 4.0
"""Seconds of the processor for one call; a slow phone needs two to read the rules of a large game."""
ASLEEP = 10
"""A call that hardly works, because it sleeps or the machine is busy, gets this many times as long."""
BETWEEN_LOOKS = 0.25
RESTS_AFTER = 40


class CallTooLong(BaseException):
    """Raised inside a game that did not return. No `except Exception` of the game stops it."""


class GameFailed(Refused):
    """A game raised what it may not raise, gave back nonsense, or did not return."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(sentence_for(error))
        self.details = "".join(traceback.format_exception(error))
        self.too_long = isinstance(error, CallTooLong)


def sentence_for(error: BaseException) -> Text:
    if isinstance(error, CallTooLong):
        return say("The rules of this game took too long, so they were stopped. Nothing else changed.")
    return say("The rules of this game stumbled. Nothing else changed.")


def guarded(do: Callable[..., R], *args: Any) -> R:
    """Call into a game. Raises `Refused`, of which `GameFailed` is one."""
    try:
        return watched(do, *args)
    except (Refused, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise GameFailed(error) from error


def package_of(game: object) -> str:
    """Where the code of a game lives: everything below that name is the game's own."""
    return home_of(type(game).__module__)


def home_of(module: str) -> str:
    """
    >>> home_of("companion.games.windmill.game"), home_of("my_game.rules")
    ('companion.games.windmill', 'my_game')
    """
    parts = module.split(".")
    return ".".join(parts[:3] if parts[:2] == ["companion", "games"] else parts[:1])


def came_from(error: BaseException, package: str) -> bool:
    """Did the game's rules raise it? Its screens are no rules."""
    names = [str(frame.f_globals.get("__name__", "")) for frame, _ in traceback.walk_tb(error.__traceback__)]
    return isinstance(error, CallTooLong) or any(
        (name == package or name.startswith(f"{package}.")) and ".screen." not in name for name in names)


# The watchdog

@dataclass(slots=True)
class _Inside:
    """A thread that calls into games."""

    depth: int = 0
    turn: int = 0
    """Another one with each call and each return: while it changes, nothing hangs."""
    patience: float = 1.0
    stopped: bool = False


_threads: dict[int, _Inside] = {}
_called = threading.Event()
_lock = threading.Lock()


def watched(do: Callable[..., R], *args: Any, patience: float = 1.0) -> R:
    """Call into a game; `CallTooLong` is raised inside a call that does not return. `patience`: times the limit."""
    thread = get_ident()
    inside = _threads.get(thread)
    if inside is None:
        inside = _threads[thread] = _Inside()
    before, inside.patience = inside.patience, patience
    inside.depth += 1
    inside.turn += 1
    if not _called.is_set():
        _wake()
    try:
        return do(*args)
    finally:
        inside.patience = before
        inside.depth -= 1
        inside.turn += 1
        if inside.stopped:
            _take_back(thread, inside)


def attend(patience: float) -> None:
    """Watch all that this thread does until `leave`, as long as `beat` is called now and then."""
    inside = _threads.setdefault(get_ident(), _Inside())
    inside.depth += 1
    inside.patience = patience
    _wake()


def beat() -> None:
    inside = _threads[get_ident()]
    inside.turn += 1
    if inside.stopped:
        _take_back(get_ident(), inside)


def leave() -> None:
    inside = _threads[get_ident()]
    inside.depth -= 1
    inside.patience = 1.0


def _take_back(thread: int, inside: _Inside) -> None:
    """What was raised too late must not hit the app itself."""
    with _lock:
        pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread), None)
        inside.stopped = False


def _wake() -> None:
    _called.set()
    if pythonapi is not None and not any(one.name == "watchdog" for one in threading.enumerate()):
        threading.Thread(target=_watch, name="watchdog", daemon=True).start()


def _watch() -> None:
    seen: dict[int, tuple[int, float, float]] = {}
    idle = 0
    while True:
        _called.wait()
        sleep(BETWEEN_LOOKS)
        idle = 0 if look(seen) else idle + 1
        if idle >= RESTS_AFTER:
            _called.clear()
            if any(inside.depth for inside in list(_threads.values())):  # somebody came in just now
                _called.set()


def look(seen: dict[int, tuple[int, float, float]]) -> bool:
    """Stop every call that is the same as for too long. `seen`: by thread, its turn, work and time. Anybody inside?"""
    alive = sys._current_frames()
    anybody = False
    for thread, inside in list(_threads.items()):
        if thread not in alive:  # asking the system about a thread that has ended would end the process
            _threads.pop(thread, None)
        elif inside.depth:
            anybody = True
            turn, work, began = seen.get(thread, (-1, 0.0, 0.0))
            now, limit = (inside.turn, _worked(thread), monotonic()), LIMIT * inside.patience
            if now[0] != turn:
                seen[thread] = now
            elif now[1] - work >= limit or now[2] - began >= limit * ASLEEP:
                seen.pop(thread)
                with _lock:
                    if inside.depth and inside.turn == turn:
                        inside.stopped = True
                        pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread), py_object(CallTooLong))
    return anybody


def _worked(thread: int) -> float:
    """Seconds of the processor that a thread has had; if the system does not say, the time that went by."""
    try:
        return time.clock_gettime(time.pthread_getcpuclockid(thread))
    except (AttributeError, OSError):
        return monotonic()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_called.clear)  # a forked process has no watchdog yet
