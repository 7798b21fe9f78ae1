"""The one boundary round every call into a game.

A game is somebody else's code: it may raise anything, or never return. `guarded` lets a `Refused` through, turns
everything else into `GameFailed` (one sentence, and the traceback for a report), and interrupts a call that takes
longer than two seconds. Whoever calls goes on.

The interruption: a thread of its own looks, four times a second and only while somebody is inside, whether the very
same call into the game is still under way. If so it plants `CallTooLong` there. A loop in Python ends at its next line;
one call of C that never returns (`sleep(1000)`) can't be interrupted. Where the interpreter has no such means nothing
is interrupted, and everything else holds. A slow machine is no loop: a call that had little of the processor meanwhile,
or that is importing a part of the game, gets more time.
"""

from __future__ import annotations

import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from threading import get_ident
from time import monotonic, sleep
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
"""So many times later the same call is too long: two seconds. It must have been seen at half of them, at least: a
machine that slept meanwhile is no loop."""
STARVED, IMPORTING = 5, 8
"""So many times as long for a call that had less than half of the processor, and for one that imports a module: a phone
that reads the rules of a large game for the first time may need seconds, and more where it is busy."""
RESTS_AFTER = 40
"""So many looks without anybody inside, and the thread sleeps until it is called."""


class CallTooLong(BaseException):
    """Raised inside a game that did not return. A BaseException, so that no `except Exception` of its own stops it."""


class GameFailed(Refused):
    """A game raised what it may not raise, gave back nonsense, or did not return. What was asked for was not done."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(sentence_for(error))
        self.details = "".join(traceback.format_exception(error))
        self.too_long = isinstance(error, CallTooLong)


def sentence_for(error: BaseException) -> Text:
    if isinstance(error, CallTooLong):
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
    call: tuple[FrameType, FrameType] | None = None
    """The call under way when somebody last looked."""
    seen: int = 0
    since: float = 0.0
    worked: float = 0.0
    """Seconds that the thread had had of the processor then."""
    patience: int = 1
    attended: int = 0
    """For so many looks it may be inside without having said so: a finger was lifted."""
    planted: bool = False
    looked_at: list[object] = field(default_factory=list)
    """Frames that the watchman is done with. They are let go by the thread they are of: they hold widgets and files."""


def watched(package: str, do: Callable[..., R], *args: Any, patience: int = 1) -> R:
    """Call into a game; one that does not return gets `CallTooLong` inside. Whatever it raises comes out as it is.

    `patience`: so many times two seconds.
    """
    thread = get_ident()
    visitor = _visitors.get(thread)
    if visitor is None:
        visitor = _visitors[thread] = Visitor()
    before, patience_before = visitor.package, visitor.patience
    visitor.package, visitor.patience = package, patience
    visitor.depth += 1
    if visitor.looked_at:
        visitor.looked_at.clear()
    if not _watchman.awake:
        _watchman.wake()
    try:
        return do(*args)
    finally:
        visitor.package, visitor.patience = before, patience_before
        visitor.depth -= 1
        if visitor.call is not None or visitor.planted:
            _leave(thread, visitor)


def attend(package: str) -> None:
    """What comes next on this thread may call into the game without `watched`: a tap on something the game drew."""
    visitor = _visitors.setdefault(get_ident(), Visitor())
    if visitor.depth == 0:
        visitor.package, visitor.patience = package, 1
    visitor.attended = 2 * LOOKS
    visitor.looked_at.clear()
    if not _watchman.awake:
        _watchman.wake()


def came_from(error: BaseException, package: str) -> bool:
    """Was it raised below a call into the game's rules?"""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    return isinstance(error, CallTooLong) or any(_enters(frame, caller, package)
                                                 for caller, frame in pairwise(frames))


def _leave(thread: int, visitor: Visitor) -> None:
    with _lock:
        if visitor.planted and pythonapi is not None:  # one that came too late must not hit the app itself
            pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread), None)
        visitor.call, visitor.seen, visitor.planted = None, 0, False
    visitor.looked_at.clear()


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
    return any([visitor.depth or visitor.attended for visitor in list(_visitors.values())])


_watchman = Watchman()


def look() -> None:
    """Once: whoever is still in the call they were in two seconds ago is brought out."""
    frames = sys._current_frames()
    for thread, visitor in list(_visitors.items()):
        if thread not in frames:  # it has ended: asking the system about it would end the process
            _visitors.pop(thread, None)
            continue
        inside = visitor.depth > 0 or visitor.attended > 0
        call = _call_into(frames[thread], visitor.package) if inside else None
        with _lock:
            last = visitor.call
            if inside:
                visitor.looked_at += (frames[thread], last)
            same = call is not None and last is not None and call[0] is last[0] and call[1] is last[1]
            visitor.call, visitor.seen = call, visitor.seen + 1 if same else 0
            if call is not None and not same:
                visitor.since, visitor.worked = monotonic(), _worked(thread)
            if call is None and visitor.attended:
                visitor.attended -= 1
            importing = call is not None and not _is_import(call[1]) and _is_importing(frames.get(thread))
            if (visitor.depth or visitor.attended) and _too_long(visitor, thread, importing):
                visitor.seen, visitor.since, visitor.planted = 0, monotonic(), True
                visitor.worked = _worked(thread)
                pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread), py_object(CallTooLong))


def _too_long(visitor: Visitor, thread: int, importing: bool) -> bool:
    limit = LOOKS * visitor.patience * BETWEEN_LOOKS * (IMPORTING if importing else 1)
    gone = monotonic() - visitor.since
    if visitor.seen * 2 < LOOKS * visitor.patience or gone < limit:
        return False
    return _worked(thread) - visitor.worked >= limit / 2 or gone >= limit * STARVED


def _worked(thread: int) -> float:
    """Seconds of the processor that a thread has had; where the system does not say, the time that went by."""
    try:
        return time.clock_gettime(time.pthread_getcpuclockid(thread))
    except (AttributeError, OSError):
        return monotonic()


def _is_importing(frame: FrameType | None) -> bool:
    """Do the rules import a part of themselves just now?"""
    while frame is not None and frame.f_code is not watched.__code__:
        if _is_import(frame):
            return True
        frame = frame.f_back
    return False


def _is_import(frame: FrameType) -> bool:
    return str(frame.f_globals.get("__name__", "")).startswith("importlib")


def _call_into(frame: FrameType | None, package: str) -> tuple[FrameType, FrameType] | None:
    """The outermost frame of the game's rules that the app called, and who called it. (A script's frame is the same at
    each answer; its caller's is not.)"""
    found = None
    while frame is not None and frame.f_code is not watched.__code__:
        caller = frame.f_back  # looked up once: the thread runs on, and a frame it leaves has no caller any more
        if caller is not None and _enters(frame, caller, package):
            found = (frame, caller)
        frame = caller
    return found


def _enters(frame: FrameType, caller: FrameType, package: str) -> bool:
    """The app (or an import it began) calls the game's rules here."""
    return (_is_rules(frame, package) and not _is_rules(caller, package)
            and str(caller.f_globals.get("__name__", "")).startswith(("companion.", "importlib")))


def _is_rules(frame: FrameType, package: str) -> bool:
    """Its screens are no rules: a picture may take its time."""
    name = str(frame.f_globals.get("__name__", ""))
    return (name == package or name.startswith(f"{package}.")) and ".screen." not in name
