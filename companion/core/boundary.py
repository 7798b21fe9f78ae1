"""The one boundary round every call into a game.

A game is somebody else's code: it may raise anything, or never return. `guarded` lets a `Refused` through, turns
everything else into `GameFailed` (one sentence, and the traceback for a report), and interrupts a call that takes
longer than two seconds. Whoever calls goes on.

The interruption: a thread of its own looks, four times a second and only while somebody is inside, whether the very
same call into the game is still under way. If so it plants `TooLong` there. A loop in Python ends at its next line; one
call of C that never returns (`sleep(1000)`) can't be interrupted. Where the interpreter has no such means nothing is
interrupted, and everything else holds.
"""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from threading import get_ident
from time import sleep
from types import FrameType
from typing import Any, TypeVar

from companion.core.questions import Refused
from companion.core.text import Text, say

try:
    from ctypes import c_ulong, py_object, pythonapi
except ImportError:  # an interpreter without ctypes: games are trusted to return
    pythonapi = None  # type: ignore[assignment]

R = TypeVar("R")

BETWEEN_LOOKS = 0.25
LOOKS = 8
"""The same call seen so often in a row: two seconds. Looks are counted, not time: a machine that slept is no loop."""
RESTS_AFTER = 40
"""So many looks without anybody inside, and the thread sleeps until it is called."""


class TooLong(BaseException):
    """Raised inside a game that did not return. A BaseException, so that no `except Exception` of its own stops it."""


class GameFailed(Refused):
    """A game raised what it may not raise, gave back nonsense, or did not return. What was asked for was not done."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(sentence_for(error))
        self.details = "".join(traceback.format_exception(error))
        self.too_long = isinstance(error, TooLong)


def sentence_for(error: BaseException) -> Text:
    if isinstance(error, TooLong):
        return say("The rules of this game took too long, so they were stopped. Nothing else changed.")
    return say("The rules of this game stumbled. Nothing else changed.")


def guarded(package: str, do: Callable[..., R], *args: Any) -> R:
    """Call into a game of that package (`package_of`). Raises `Refused`, of which `GameFailed` is one."""
    try:
        return watched(package, do, *args)
    except (Refused, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise GameFailed(error) from error


def is_fault(error: BaseException) -> bool:
    """Anything but somebody at the keyboard who ends the program."""
    return not isinstance(error, KeyboardInterrupt)


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


# Being inside

@dataclass(slots=True)
class Visitor:
    """A thread that is inside a game now."""

    package: str = ""
    depth: int = 0
    call: tuple[FrameType, FrameType | None] | None = None
    """The call under way when somebody last looked."""
    seen: int = 0
    patience: int = 1
    planted: bool = False


def watched(package: str, do: Callable[..., R], *args: Any, patience: int = 1) -> R:
    """Call into a game; one that does not return gets `TooLong` raised inside. Whatever it raises comes out as it is.

    `patience`: so many times two seconds.
    """
    thread = get_ident()
    visitor = _visitors.get(thread)
    if visitor is None:
        visitor = _visitors[thread] = Visitor()
    before, visitor.package = visitor.package, package
    visitor.depth += 1
    visitor.patience = patience
    if not _watchman.awake:
        _watchman.wake()
    try:
        return do(*args)
    finally:
        visitor.package = before
        visitor.depth -= 1
        if visitor.call is not None or visitor.planted:
            _leave(thread, visitor)


def _leave(thread: int, visitor: Visitor) -> None:
    with _lock:
        if visitor.planted and pythonapi is not None:  # one that came too late must not hit the app itself
            pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread), None)
        visitor.call, visitor.seen, visitor.planted = None, 0, False


_visitors: dict[int, Visitor] = {}
_lock = threading.Lock()


class Watchman:
    """The thread that looks. It is started by the first call into a game, and sleeps while nobody makes one."""

    def __init__(self) -> None:
        self.awake = False
        self._called = threading.Event()
        self._thread: threading.Thread | None = None

    def wake(self) -> None:
        self.awake = True
        if pythonapi is None:
            return
        if self._thread is None or not self._thread.is_alive():  # a forked process has no threads but one
            self._thread = threading.Thread(target=self._watch, name="watchman of the games", daemon=True)
            self._thread.start()
        self._called.set()

    def _watch(self) -> None:
        idle = 0
        while True:
            sleep(BETWEEN_LOOKS)
            idle = 0 if anybody_inside() else idle + 1
            if idle == 0:
                look()
            elif idle >= RESTS_AFTER:
                self._called.clear()
                self.awake = False
                if not anybody_inside():  # who came in just now saw a watchman that was awake
                    self._called.wait()
                self.awake, idle = True, 0


def anybody_inside() -> bool:
    return any([visitor.depth for visitor in list(_visitors.values())])


_watchman = Watchman()


def look() -> None:
    """Once: whoever is still in the call they were in `LOOKS` looks ago is brought out."""
    frames = sys._current_frames()
    for thread, visitor in list(_visitors.items()):
        call = _call_into(frames.get(thread), visitor.package) if visitor.depth else None
        with _lock:
            last = visitor.call
            same = call is not None and last is not None and call[0] is last[0] and call[1] is last[1]
            visitor.call, visitor.seen = call, visitor.seen + 1 if same else 0
            if visitor.depth and visitor.seen >= LOOKS * visitor.patience:
                visitor.seen, visitor.planted = 0, True
                pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread), py_object(TooLong))


def _call_into(frame: FrameType | None, package: str) -> tuple[FrameType, FrameType | None] | None:
    """The outermost frame of the game's rules above `watched`, and who called it. (A script's frame is the same at each
    answer; its caller's is not.) Its screens are no rules: a picture may take its time."""
    found = None
    while frame is not None and frame.f_code is not watched.__code__:
        name = frame.f_globals.get("__name__", "")
        if name == package or (name.startswith(f"{package}.") and ".screen." not in name):
            found = (frame, frame.f_back)
        frame = frame.f_back
    return found
