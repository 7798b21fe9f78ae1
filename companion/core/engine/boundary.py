"""Guards every call into a game, which may raise anything or never return.

`guarded` passes `Refused` through and turns everything else into `GameFailed`. A watchdog thread polls four times a
second and raises `CallTooLong` inside a call that used four CPU seconds. It can't interrupt a hanging C function.
"""

from __future__ import annotations

import os
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import get_ident
from time import monotonic, sleep
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from companion.core.text import Refused, Text, say

try:
    from ctypes import c_ulong, py_object, pythonapi
except ImportError:  # without ctypes, trust games to return
    pythonapi = None  # type: ignore[assignment]

R = TypeVar("R")

LIMIT = 4.0
"""CPU seconds per call; a slow phone needs two to read the rules of a large game."""
ASLEEP = 10
"""A call that mostly sleeps gets this many times as many looks: a suspended device hasn't hung."""
BETWEEN_LOOKS = 0.25
RESTS_AFTER = 40


class CallTooLong(BaseException):
    """Raised inside a game that did not return; not caught by `except Exception`."""


class GameFailed(Refused):
    """A game raised an unexpected error, returned nonsense, or did not return."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(sentence_for(error))
        self.details = "".join(traceback.format_exception(error))
        self.too_long = isinstance(error, CallTooLong)


authors: list[Callable[[BaseException], Text]] = []
"""In `watch`, names the line of the author's source that failed, for every error."""


def sentence_for(error: BaseException) -> Text:
    if authors:
        return authors[-1](error)
    if isinstance(error, CallTooLong):
        return say("This game's rules took too long, so they were stopped. Nothing was changed.")
    return say("This game's rules hit an error. Nothing was changed.")


def guarded(do: Callable[..., R], *args: Any) -> R:
    """Call into a game. Raises `Refused`, or its subclass `GameFailed`."""
    try:
        return watched(do, *args)
    except (Refused, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise GameFailed(error) from error


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
    return isinstance(error, CallTooLong) or any(
        (name == package or name.startswith(f"{package}.")) and ".screen." not in name for name in names)


# The watchdog

def _own_clock() -> int:
    """The clock of this thread's CPU time. Asked by the thread itself: asking for one that has ended crashes Python."""
    return time.pthread_getcpuclockid(get_ident()) if hasattr(time, "pthread_getcpuclockid") else -1


@dataclass(slots=True, weakref_slot=True, eq=False)
class _Inside:
    depth: int = 0
    turn: int = 0
    """Changes with each call and return: while it changes, nothing hangs."""
    patience: float = 1.0
    stopped: bool = False
    clock: int = field(default_factory=_own_clock)


_threads: WeakValueDictionary[int, _Inside] = WeakValueDictionary()
"""An entry disappears with its thread. Reading the threads' frames instead isn't safe: if we hold a frame when its
function returns, we free its objects here, but Kivy's pictures must be freed by their own thread."""
_mine = threading.local()
_called = threading.Event()
_lock = threading.Lock()


def _this_thread() -> _Inside:
    inside: _Inside | None = getattr(_mine, "inside", None)
    if inside is None:
        inside = _mine.inside = _threads[get_ident()] = _Inside()
    return inside


def watched(do: Callable[..., R], *args: Any, patience: float = 1.0) -> R:
    """Call into a game; `CallTooLong` is raised inside it after `patience` times the limit.

    No context manager: the exception may arrive as `__exit__` is entered, and nothing would be put back.
    """
    inside, depth, before = enter(patience)
    try:
        return do(*args)
    finally:
        inside.depth, inside.patience = depth, before
        inside.turn += 1
        if inside.stopped:
            let_it_arrive(inside)


def enter(patience: float = 1.0) -> tuple[_Inside, int, float]:
    """Watch this thread, until `leave` or for as long as it calls `beat`; returns what `watched` puts back."""
    inside = _this_thread()
    depth, before = inside.depth, inside.patience
    inside.depth, inside.patience = depth + 1, patience
    inside.turn += 1
    if not _called.is_set():  # after the depth, which the watchdog reads before it rests
        _wake()
    return inside, depth, before


def beat() -> None:
    inside = _this_thread()
    inside.turn += 1
    if inside.stopped:
        let_it_arrive(inside)


def leave() -> None:
    inside = _this_thread()
    inside.depth -= 1
    inside.patience = 1.0


def let_it_arrive(inside: _Inside) -> None:
    """Catch an exception raised too late, so it can't hit the app itself.

    Cancelling it would make CPython 3.11 look for it at every call from then on, and hang under a profiler.
    """
    try:
        with _lock:
            inside.stopped = False
        for _ in range(2):
            pass  # Python raises it at the end of a round
    except CallTooLong:
        inside.stopped = False


def _wake() -> None:
    _called.set()
    if pythonapi is not None and not any(one.name == "watchdog" for one in threading.enumerate()):
        threading.Thread(target=_watch, name="watchdog", daemon=True).start()


def _watch() -> None:
    seen: dict[int, tuple[int, float, int]] = {}
    idle = 0
    while True:
        _called.wait()
        sleep(BETWEEN_LOOKS)
        idle = 0 if look(seen) else idle + 1
        if idle >= RESTS_AFTER:
            _called.clear()
            if any(inside.depth for inside in list(_threads.values())):  # another thread just entered
                _called.set()


def look(seen: dict[int, tuple[int, float, int]]) -> bool:
    """Stop every call that hangs; return whether any thread is inside one.

    `seen`: turn, CPU time and number of looks since, per thread.
    """
    anybody = False
    for thread, inside in list(_threads.items()):
        if inside.depth:
            anybody = True
            turn, before, looks = seen.get(thread, (-1, 0.0, 0))
            worked, limit = _worked(inside), LIMIT * inside.patience
            if inside.turn != turn:
                seen[thread] = (inside.turn, worked, 0)
            elif worked - before < limit and looks * BETWEEN_LOOKS < limit * ASLEEP:
                seen[thread] = (turn, before, looks + 1)
            else:
                seen.pop(thread)
                with _lock:
                    if inside.depth and inside.turn == turn:
                        inside.stopped = True
                        pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread), py_object(CallTooLong))
    return anybody


def _worked(inside: _Inside) -> float:
    """CPU seconds used by a thread, or wall time if the system can't tell."""
    try:
        return time.clock_gettime(inside.clock)
    except (AttributeError, OSError):
        return monotonic()


def _forked() -> None:
    """Start afresh in a forked process: threads aren't copied, and its CPU clock is another one."""
    global _lock  # noqa: PLW0603
    _lock = threading.Lock()  # the watchdog may have held the other one
    _called.clear()
    for inside in list(_threads.values()):
        inside.clock = _own_clock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
