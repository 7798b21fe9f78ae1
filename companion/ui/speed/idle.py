"""Keeps taps fast: idle-time jobs, garbage collection between taps, modules loaded in advance."""

import ctypes
import gc
import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module
from pkgutil import iter_modules
from time import perf_counter
from typing import Any

from kivy.base import EventLoop
from kivy.clock import Clock

from companion.core.game import Game

log = logging.getLogger("tableside")

BETWEEN = 1 / 30
SLICE = 0.004  # seconds of work per wake-up; remaining jobs wait for the next one
PAUSE = 0.1  # seconds: long enough to show an answer and start its animation


def fingers() -> list[Any]:
    """Active touches, without the mouse hover event that Kivy lists among them."""
    return [touch for touch in EventLoop.touches if touch.is_touch]


class Idle:
    def __init__(self) -> None:
        self.waiting: deque[Callable[[], Any]] = deque()
        self._awake = False
        self._paused_until = 0.0

    def later(self, job: Callable[[], Any]) -> None:
        self.waiting.append(job)
        self._rouse()

    def first(self, jobs: Iterable[Callable[[], Any]]) -> None:
        """Run these before the queued jobs, because the next tap may need them."""
        self.waiting.extendleft(reversed(list(jobs)))
        self._rouse()

    def _rouse(self) -> None:
        if self.waiting and not self._awake:
            self._awake = True
            # a frame has been drawn by then
            Clock.schedule_once(lambda _: Clock.schedule_once(self._next, 0), 0)

    def pause(self) -> None:
        """Hold jobs back so the answer just given is shown first."""
        self._paused_until = Clock.time() + PAUSE

    def rested(self, seconds: float) -> bool:
        return not fingers() and Clock.time() >= self._paused_until + seconds

    def forget(self) -> None:
        self.waiting.clear()
        self._awake = False
        self._paused_until = 0.0

    def _next(self, _: float) -> None:
        begun = perf_counter()
        while self._may() and perf_counter() - begun < SLICE:
            try:
                self.waiting.popleft()()
            except BaseException as error:  # loading a game's stage may raise anything
                if isinstance(error, KeyboardInterrupt):
                    raise
                log.exception("something could not be done in advance")  # raised again when it is needed
        self._awake = bool(self.waiting)
        if self._awake:
            Clock.schedule_once(self._next, BETWEEN)

    def _may(self) -> bool:
        return bool(self.waiting) and not fingers() and Clock.time() >= self._paused_until


idle = Idle()


EVERY = 0.1  # seconds between checks
WORTH = 3_000  # objects allocated since the last collection
RUNAWAY = 150_000  # beyond this many objects Python collects on its own
PURGE, OWN_PAGES = -101, -3  # Android's word for it; glibc's threshold for memory that goes back at once
REST, AFTER = 3.0, 10  # a full collection needs this many idle seconds and young collections


class GarbageCollector:
    freezes, worth, runaway = True, WORTH, RUNAWAY
    """Overridden by `companion.touches.driver`, which runs many apps in one process."""

    def __init__(self) -> None:
        self._usual: tuple[int, int, int] | None = None
        self._waits = False
        self._stale = False
        self._young = 0

    def begin(self) -> None:
        """Start collecting between taps; everything loaded so far is exempt."""
        if self._usual is None:
            self._usual = gc.get_threshold()
            gc.set_threshold(self.runaway, *self._usual[1:])
        if self.freezes:
            gc.freeze()
        Clock.schedule_interval(self._look, EVERY)

    def freeze(self) -> None:
        """Exempt what is loaded now (modules, the current table) so the next collections are short."""
        if self.freezes:
            gc.collect()
            gc.freeze()
            self._stale = True
            give_back()

    def renew(self) -> None:
        """Collect garbage among the frozen objects; takes several frames."""
        if self._stale:
            gc.unfreeze()
            self.freeze()
            self._stale = False

    def end(self) -> None:
        Clock.unschedule(self._look)
        self._waits = self._stale = False
        self._young = 0
        if self._usual is not None:
            gc.set_threshold(*self._usual)
            self._usual = None
        if self.freezes:
            gc.unfreeze()

    def _look(self, _: float) -> None:
        full = self._young >= AFTER and idle.rested(REST)
        if not self._waits and (full or gc.get_count()[0] >= self.worth):
            self._waits = True
            idle.later(partial(self._collect, full))

    def _collect(self, full: bool) -> None:
        """A young collection takes a millisecond or two, a full one several frames."""
        self._waits = False
        gc.collect(2 if full else 1)
        self._young = 0 if full else self._young + 1
        if full:
            give_back()


def give_back() -> None:
    """Return freed memory to the system: the C library keeps it for itself."""
    with suppress(OSError, AttributeError, TypeError):  # only Linux and Android know how
        libc = ctypes.CDLL(None)
        libc.mallopt(OWN_PAGES, 128 * 1024)  # or large pictures of closed games leave gaps that stay
        libc.malloc_trim(0) if hasattr(libc, "malloc_trim") else libc.mallopt(PURGE, 0)


collector = GarbageCollector()


TABLE, GAMES = "companion.ui.table", "companion.games."
FIRST = ("board.", "pieces", "table", "rules.", "screen.stage.")  # in this order, as the others import them
SCREEN, EDITOR = "screen.", "screen.editor"  # the packages that draw the table and edit its owner's box


def load(module: str) -> None:
    idle.later(partial(import_module, module))


def load_table() -> None:
    """Load module by module after the first frame; all at once would take five frames."""
    idle.later(lambda: idle.first([partial(import_module, f"{TABLE}.{name}")
                                   for name in sorted(_parts(TABLE))]))


def prepare(game: Game[Any], pictures: Callable[[str], Iterable[Callable[[], Any]]]) -> None:
    """Load a game's rules, stage, panels and pictures before its table opens.

    Even listing them waits for an idle moment: a large game has about a hundred modules.
    """
    idle.first([partial(_prepare, game, pictures)])


def _prepare(game: Game[Any], pictures: Callable[[str], Iterable[Callable[[], Any]]]) -> None:
    home = type(game).__module__.rpartition(".")[0]
    parts = [name for name in _parts(home) if _wanted(home, name)]
    parts.sort(key=lambda name: (name.startswith(SCREEN), _main(name), _rank(name), name))
    idle.first([*(partial(import_module, f"{home}.{name}") for name in parts), *pictures(game.facts.id)])


def _wanted(home: str, name: str) -> bool:
    """Everything but editors in our own games, only screens in plugins."""
    return not name.startswith(EDITOR) and (name.startswith(SCREEN) or home.startswith(GAMES))


def _rank(name: str) -> int:
    return next((at for at, part in enumerate(FIRST) if name.startswith(part)), len(FIRST))


def _main(name: str) -> bool:
    """Whether this module imports its siblings, which should load first, one by one."""
    room, _, module = name.rpartition(".")
    return module == "stage" or room.endswith(f".{module}")


def _parts(package: str) -> list[str]:
    """Names of a package's modules, including subpackages, without importing them."""
    return list(_modules(getattr(import_module(package), "__path__", ()))) if package else []


def _modules(folders: Iterable[str], room: str = "") -> Iterator[str]:
    for one in iter_modules(folders):
        if one.ispkg:
            yield from _modules([f"{folder}/{one.name}" for folder in folders], f"{room}{one.name}.")
        else:
            yield f"{room}{one.name}"
